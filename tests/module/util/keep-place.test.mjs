/** The reader's place on a card that changes: the focus on its buttons, and the bottom of the log. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Window } from "happy-dom";
import {
  focusOn,
  keepAtBottom,
  keepAtBottomOnceInserted,
  keepFocus,
  keyOf,
} from "../../../foundry-module/scripts/util/keep-place.mjs";

const BUTTONS = `
  <button data-coign="fold" data-fold="card">first</button>
  <button data-coign="turn" data-modifier="cover">cover of all</button>
  <button data-coign="turn" data-modifier="cover" data-target="b">cover of b</button>
  <button data-coign="undo" data-modifier="cover" data-target="b">undo of b</button>
  <button data-coign="set" data-fact="range" data-value="1" data-nth="1">a fact</button>
  <summary data-fold="why">why</summary>
  <button>no button of ours</button>`;

let page;
const find = (selector) => page.querySelector(selector);
const focused = () => page.activeElement?.textContent;
const named = (text) => [...page.querySelectorAll("button, summary")].find((one) => one.textContent === text);

beforeEach(() => {
  const window = new Window();
  page = window.document;
  page.hasFocus = () => true;
  page.body.innerHTML = `<ol><li data-message-id="m"><div class="coign-card">${BUTTONS}</div></li></ol><input>`;
  globalThis.document = page;
  globalThis.foundry = { applications: {} };
});
afterEach(() => {
  delete globalThis.document;
});

/** Take the focus from a button, draw the card again without some buttons, and give it back. */
function redrawn(text, without) {
  const key = keyOf(named(text), find(".coign-card"));
  page.activeElement?.blur();
  for (const gone of without) named(gone).remove();
  focusOn(find(".coign-card"), key);
  return focused();
}

for (const [text, without, found] of [
  ["cover of b", [], "cover of b"],
  ["undo of b", [], "undo of b"],
  ["undo of b", ["undo of b"], "cover of b"],
  ["cover of b", ["cover of b"], "undo of b"],
  ["undo of b", ["undo of b", "cover of b"], "first"],
  ["cover of all", ["cover of all"], "first"],
  ["a fact", [], "a fact"],
  ["a fact", ["a fact"], "first"],
  ["why", [], "why"],
])
  test(`the focus on "${text}" is on "${found}" ${without.length ? `without ${without.join(", ")}` : "again"}`, () => {
    assert.equal(redrawn(text, without), found);
  });

test("a button has a key if it is in the section, in the window that has the focus", () => {
  const card = find(".coign-card");
  assert.deepEqual(keyOf(named("cover of b"), card), ["turn", "cover", "b", "", "", "", ""]);
  assert.equal(keyOf(null, card), null);
  assert.equal(keyOf(find("input"), card), null);
  page.hasFocus = () => false;
  assert.equal(keyOf(named("cover of b"), card), null);
});

for (const [what, meanwhile, isBack] of [
  ["comes back", () => {}, true],
  ["stays where it went", () => find("input").focus(), false],
  ["is not taken from another window", () => (page.hasFocus = () => false), false],
])
  test(`the focus on a card that Foundry replaces ${what}`, (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    named("cover of b").focus();
    keepFocus("m");
    find("li").innerHTML = `<div class="coign-card">${BUTTONS}</div>`;
    page.activeElement?.blur?.();
    meanwhile();
    t.mock.timers.tick(0);
    t.mock.timers.tick(120);
    assert.equal(page.activeElement === named("cover of b"), isBack);
  });

test("a card without the focus gets none", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  keepFocus("m");
  t.mock.timers.tick(0);
  t.mock.timers.tick(120);
  assert.equal(page.activeElement, page.body);
});

test("a log at its bottom stays there, but not one that the user has scrolled or points at", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const list = find("ol");
  list.style.overflowY = "auto";
  const item = find("li");
  const scrolled = (top, isOver = false) => {
    Object.defineProperties(list, { clientHeight: { value: 100, configurable: true } });
    Object.defineProperty(list, "scrollHeight", { value: 300, configurable: true });
    list.scrollTop = top;
    item.matches = (selector) => selector === ":hover" && isOver;
    const keep = keepAtBottom([item]);
    Object.defineProperty(list, "scrollHeight", { value: 400, configurable: true });
    keep();
    return list.scrollTop;
  };
  assert.deepEqual(
    [scrolled(200), scrolled(176), scrolled(175), scrolled(200, true)],
    [400, 400, 175, 200],
    "24 pixels are still at the bottom",
  );
  list.scrollTop = 300;
  item.matches = () => false;
  keepAtBottomOnceInserted([item]);
  list.scrollTop = 0;
  t.mock.timers.tick(0);
  assert.equal(list.scrollTop, 400);
  list.scrollTop = 0;
  t.mock.timers.tick(120);
  assert.equal(list.scrollTop, 400, "Foundry may put it in later");
  list.style.overflowY = "";
  list.scrollTop = 300;
  const keep = keepAtBottom([item]);
  list.scrollTop = 0;
  keep();
  assert.equal(list.scrollTop, 0, "nothing scrolls");
});
