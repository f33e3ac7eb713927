/** A window of Coign's that is drawn again keeps what was typed, the open folds and the focus. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "happy-dom";

const page = new Window().document;
const rendered = [];
class ApplicationV2 {
  constructor() {
    this.id = this.constructor.DEFAULT_OPTIONS?.id;
  }
  async render(options) {
    rendered.push([this, options]);
    foundry.applications.instances.set(this.id, this);
    return this;
  }
  bringToFront() {
    rendered.push([this, "front"]);
  }
}
globalThis.foundry = { applications: { api: { ApplicationV2 }, instances: new Map() } };
globalThis.CSS = { escape: (text) => text };
const menus = [];
globalThis.game = {
  i18n: { localize: (key) => key, format: (key) => key },
  modules: new Map([["coign", { flags: {} }]]),
  settings: { registerMenu: (...menu) => menus.push(menu) },
};
// Of its own, for it is made with the globals of this test.
const { openPanel, Panel, refreshPanels, registerMenu } = await import(
  "../../../foundry-module/scripts/util/panel.mjs?of-this-test"
);
const { h } = await import("../../../foundry-module/scripts/util/dom.mjs");

/** A window whose content a test sets. */
class Example extends Panel {
  static DEFAULT_OPTIONS = { id: "example" };
  content = [];
  changes = [];
  describe = () => this.content;
  changed = (field) => this.changes.push(field.name);
}

/** Draw a window with this content. */
async function drawn(window, content) {
  window.content = content;
  window._replaceHTML(await window._renderHTML(), window.element);
}

const FIELDS = (open) => [
  h("input", { name: "kept", "data-keep": true, value: "" }),
  h("input", { name: "drawn", value: "as it is set" }),
  h("select", { name: "picked" }, h("option", { value: "1" }), h("option", { value: "2" })),
  ["a", "b"].map((value) => h("input", { type: "radio", name: "one", value })),
  ["x", "y"].map((key) => h("button", { "data-action": "take", "data-key": key })),
  h("button", { "data-action": "save" }),
  h("button", {}, "nothing to find it by"),
  h("details", { "data-fold": "first", open }),
  h("details", { "data-fold": "second" }),
];

async function opened() {
  const window = new Example();
  window.element = page.createElement("div");
  page.body.replaceChildren(window.element);
  await drawn(window, FIELDS(false));
  return { window, find: (selector) => window.element.querySelector(selector) };
}

test("what was typed is kept where the field asks for it, and a fold that was opened stays open", async () => {
  const { window, find } = await opened();
  for (const field of window.element.querySelectorAll("input:not([type])")) field.value = " typed ";
  find('[data-fold="second"]').open = true;
  await drawn(window, FIELDS(true));
  assert.deepEqual(
    ["kept", "drawn", "nowhere"].map((name) => window.value(name)),
    ["typed", "as it is set", ""],
  );
  assert.deepEqual(
    [...window.element.querySelectorAll("details")].map(({ open }) => open),
    [true, true],
  );
});

for (const selector of [
  '[name="drawn"]',
  '[name="picked"]',
  '[name="one"][value="b"]',
  '[data-action="take"][data-key="y"]',
  '[data-action="save"]',
])
  test(`the focus stays on ${selector}`, async () => {
    const { window, find } = await opened();
    find(selector).focus();
    await drawn(window, FIELDS(false));
    assert.equal(page.activeElement, find(selector));
  });

test("the focus is not taken from elsewhere, nor given to what cannot be found again", async () => {
  const { window, find } = await opened();
  find("button:not([data-action])").focus();
  await drawn(window, FIELDS(false));
  assert.equal(page.activeElement, page.body);
  const elsewhere = page.body.appendChild(page.createElement("input"));
  elsewhere.setAttribute("name", "drawn");
  elsewhere.focus();
  await drawn(window, FIELDS(false));
  assert.equal(page.activeElement, elsewhere);
});

test("a change of a field is told once for each", async () => {
  const { window, find } = await opened();
  await drawn(window, FIELDS(false));
  find('[name="picked"]').dispatchEvent(new page.defaultView.Event("change", { bubbles: true }));
  assert.deepEqual(window.changes, ["picked"]);
});

test("a window opens once, knows its context, and is brought to the front where Foundry makes another", async () => {
  const coign = {};
  foundry.applications.instances.clear();
  rendered.length = 0;
  registerMenu(coign, "rules", Example, "fa-x");
  const [[module, name, { type: Tied, ...menu }]] = menus;
  const label = "COIGN.Settings.rules";
  assert.deepEqual([module, name], ["coign", "rules"]);
  assert.deepEqual(menu, {
    ...{ name: `${label}.name`, hint: `${label}.hint`, label: `${label}.label`, restricted: true, icon: "fa-x" },
  });
  const first = await openPanel(coign, Example);
  assert.equal(first.coign, coign);
  assert.equal(await openPanel(coign, Example), first);
  const second = new Tied();
  assert.equal(await second.render({ force: false }), second);
  assert.deepEqual(
    rendered.map(([window, how]) => [window === first, how]),
    [
      [true, { force: true }],
      [true, { force: true }],
      [true, { force: true }],
      [true, "front"],
    ],
  );
  rendered.length = 0;
  foundry.applications.instances.set("another", new ApplicationV2());
  refreshPanels();
  assert.deepEqual(rendered, [[first, undefined]]);
  assert.throws(() => new Panel().coign, /withContext/);
  assert.deepEqual(new Panel().describe(), []);
});
