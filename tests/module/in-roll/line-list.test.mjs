/** The lines in a roll's dialog: those of the card, with its states and its presses, and what stays for the card. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { additionsOf } from "../../../foundry-module/scripts/in-roll/additions.mjs";
import { setUpInRoll } from "../../../foundry-module/scripts/in-roll/in-roll.mjs";
import { lineList } from "../../../foundry-module/scripts/in-roll/line-list.mjs";
import { all, textOf, withClass } from "../card/fixtures.mjs";
import { settled } from "../fakes.mjs";
import { answered, withLines } from "../result-kit.mjs";

const modifier = (id, effect, more = {}) => ({
  ...{ id, effect, state: "on", source: id, reason: `because of ${id}`, phrases: [], rule: "R", ruleset: "r" },
  ...more,
});
const HIGH = modifier("high", { kind: "die", dice: "1d4", to: "attack" });
const COVER = modifier("half-cover", { kind: "flat", value: 2, to: "ac" }, { figure: "cover" });
const MIST = modifier("mist", { kind: "miss-chance", percent: 20 });
const t = (key, data = {}) => [key, ...Object.values(data)].join(" ");
const OFFERS = { effects: [], facts: { cover: ["none", "half", "total"] }, overriding: false };

/** The dialog's lines of some results; a GM's, or a player's. */
function dialog(results, { isGM = true, overrides = [] } = {}) {
  const kept = { overrides, isGM };
  const additions = additionsOf({ players: answered({ results }) }, t, { kept });
  const reader = { t, nameOf: (id) => `token ${id}`, offers: isGM ? OFFERS : null };
  return { additions, draw: () => lineList(additions, reader) };
}

const result = (target, modifiers, more = {}) => withLines({ target, modifiers, covered: "half", ...more }, ["cover"]);
const rows = (node) => withClass(node, "coign-chip");
const attribute = (name) => (node) => rows(node).map(({ attributes }) => attributes[name]);
const states = attribute("data-state");
const decisions = attribute("data-decision");
const switches = (node) => withClass(node, "coign-toggle").map(({ attributes }) => attributes["aria-pressed"]);
const undos = (node) => all(node, ({ attributes }) => attributes["data-coign"] === "undo").length;
const degrees = (node) =>
  all(node, ({ attributes }) => attributes["data-coign"] === "set").map(({ attributes }) => attributes["aria-pressed"]);

test("each line is a line of the card: sign, name, effect and reason, a switch, and for a GM the degrees of cover", () => {
  const { draw } = dialog([result("orc", [HIGH, COVER])]);
  const node = draw();
  assert.match(textOf(rows(node)[0]), /^▲ high COIGN\.Said\.effect-die \+1d4 .*because of high/);
  assert.deepEqual(
    [states(node), decisions(node), switches(node)],
    [
      ["on", "on"],
      ["measured", "measured"],
      ["true", "true"],
    ],
  );
  assert.deepEqual(degrees(node), ["false", "true", "false"]);
  assert.equal(undos(node), 0);
  assert.equal(withClass(node, "coign-more").length, 0, "a dialog opens no other one");
});

test("a press shows another state at once, with the one way back, and is what the next question is about", async () => {
  const { additions, draw } = dialog([result("orc", [HIGH, COVER])]);
  assert.equal(await additions.press({ coign: "turn", modifier: "high" }), false, "nobody else is asked");
  assert.deepEqual([states(draw())[0], decisions(draw())[0], undos(draw())], ["off", "off", 1]);
  assert.deepEqual(additions.parts, []);
  assert.deepEqual(additions.overrides, [{ modifier: "high", state: "off", scope: "roll", target: null }]);
  additions.press({ coign: "undo", modifier: "high" });
  assert.deepEqual([states(draw())[0], decisions(draw())[0], undos(draw())], ["on", "measured", 0]);
  assert.deepEqual([additions.parts.length, additions.overrides], [1, []]);
  assert.equal(additions.press({ coign: "fold" }), null);
});

test("where the engine can be asked it says what a press decides, each after the one before", async () => {
  const { additions, draw } = dialog([result("orc", [HIGH, COVER])]);
  const asked = [];
  additions.decide = async (overrides, press) => {
    asked.push([overrides.length, press]);
    const target = press.target ?? null;
    if (press.button === "set")
      return { remove: [], add: [{ scope: "roll", fact: press.fact, value: press.value, target }] };
    return { remove: [], add: [{ scope: "roll", modifier: press.modifier, state: press.value, target, why: "asked" }] };
  };
  const first = additions.press({ coign: "turn", modifier: "high" });
  assert.deepEqual([states(draw())[0], additions.overrides.length], ["off", 1], "it holds before the answer");
  const second = additions.press({ coign: "set", target: "orc", fact: "cover", value: '"total"' });
  assert.deepEqual([await first, await second], [true, true]);
  assert.deepEqual(asked, [
    [0, { button: "turn", modifier: "high", target: null, fact: undefined, value: "off" }],
    [1, { button: "set", modifier: undefined, target: "orc", fact: "cover", value: "total" }],
  ]);
  assert.deepEqual(
    additions.flags({ isGM: true, name: "GM" }).overrides.map(({ why, fact, by }) => why ?? `${fact} ${by}`),
    ["asked", "cover GM"],
  );
  additions.decide = () => Promise.reject(new Error("gone"));
  await additions.press({ coign: "turn", modifier: "high" });
  assert.deepEqual([states(draw())[0], additions.overrides.length], ["on", 1], "without an answer the switch holds");
});

test("what a GM has set shows as set, off for the whole scene as off, each with its undo", () => {
  const forced = [{ fact: "cover", value: "half", measured: null, override: 0, reason: "", phrases: [] }];
  const off = { ...HIGH, state: "off", override: 0 };
  const { additions, draw } = dialog([result("orc", [off, COVER], { forced })]);
  assert.deepEqual([states(draw()), decisions(draw()), undos(draw())], [["off", "on"], ["off", "set"], 2]);
  assert.equal(additions.parts.length, 0);
  const none = [{ fact: "cover", value: "none", measured: "half", override: 0, reason: "", phrases: [] }];
  const alone = dialog([result("orc", [HIGH], { forced: none })]).draw();
  assert.deepEqual(decisions(alone), ["measured", "set"], "and a fact on which nothing rests has a line of its own");
});

test("what was set is told to GMs alone: a GM's dialog has it from the GM's view, and of targets that players know", () => {
  const forced = [{ fact: "cover", value: "half", measured: null, override: 0, reason: "", phrases: [] }];
  const set = result("orc", [{ ...COVER, override: 0 }], { forced });
  const views = {
    players: answered({ results: [result("orc", [COVER])] }),
    gm: answered({ results: [set, result("hidden", [COVER], { forced })] }),
  };
  const kept = { overrides: [], isGM: true };
  const additions = additionsOf(views, t, { kept });
  const node = lineList(additions, { t, nameOf: (id) => id, offers: OFFERS });
  assert.deepEqual([decisions(node), undos(node)], [["set", "set"], 1]);
  assert.deepEqual(
    additions.results.map(({ target }) => target),
    ["orc"],
  );
  const player = additionsOf({ players: views.players }, t, { kept: { ...kept, isGM: false } });
  assert.deepEqual(decisions(lineList(player, { t, nameOf: (id) => id, offers: null })), ["measured"]);
});

test("where no line is about cover, a GM finds its degrees below; a player does not", () => {
  assert.equal(degrees(dialog([result("orc", [HIGH])]).draw()).length, 3);
  assert.equal(degrees(dialog([result("orc", [HIGH, COVER])], { isGM: false }).draw()).length, 0);
});

test("a player switches the own lines, and what the answer does not know stays off; what a GM switched off stays so", () => {
  const off = { ...COVER, state: "off" };
  const { additions, draw } = dialog([result("orc", [HIGH, off])], { isGM: false });
  assert.deepEqual(switches(draw()), ["true"]);
  additions.press({ coign: "turn", modifier: "half-cover", target: "orc" });
  assert.deepEqual(additions.overrides, []);
  additions.turn(additions.lines[0]);
  const { overrides } = additions;
  const again = dialog([result("orc", [HIGH, off])], { isGM: false, overrides });
  assert.deepEqual([states(again.draw()), again.additions.parts, undos(again.draw())], [["off", "off"], [], 1]);
  assert.deepEqual(additions.flags({ isGM: false }), { included: [] }, "nothing that only a GM may write");
});

test("of several targets a line names its own; one that stays for the card says why", () => {
  const node = dialog([result("orc", [HIGH, COVER, MIST]), result("elf", [HIGH])]).draw();
  const [high, cover, mist] = rows(node).map((row) => withClass(row, "coign-held").map(textOf));
  assert.deepEqual([high, cover, mist], [[], ["token orc"], ["token orc: COIGN.InRoll.Held.card"]]);
});

test("what players may not know, and what another module counts, has no switch", () => {
  const results = [result("orc", [COVER])];
  const kept = { overrides: [], isGM: true };
  const views = {
    players: answered({ results }),
    gm: answered({ results: [result("orc", [HIGH])] }),
  };
  const additions = additionsOf(views, t, { coverBy: "Simple Cover 5e", kept });
  const node = lineList(additions, { t, nameOf: (id) => id, offers: null });
  assert.deepEqual(switches(node), []);
  assert.deepEqual(withClass(node, "coign-held").map(textOf), [
    "COIGN.InRoll.Held.counted Simple Cover 5e",
    "COIGN.InRoll.Held.secret",
  ]);
  additions.press({ coign: "turn", modifier: "high" });
  assert.deepEqual(additions.overrides, []);
});

test("the odds have their place before they come, and none if there are none", () => {
  const { additions } = dialog([result("orc", [HIGH])]);
  const lineOf = (odds) =>
    withClass(lineList(additions, { t, nameOf: (id) => id, offers: null, odds }), "coign-odds").map(textOf);
  assert.deepEqual(lineOf(null), ["…"]);
  assert.deepEqual(lineOf([{ target: "orc", text: "65 %", reasons: ["High +5"] }]), ["65 % High +5"]);
  assert.deepEqual(lineOf([]), []);
});

test("what was opened stays open", () => {
  const { additions, draw } = dialog([result("orc", [HIGH])]);
  const [why] = withClass(draw(), "coign-why");
  additions.folds.add(why.attributes["data-fold"]);
  assert.equal(withClass(draw(), "coign-why")[0].attributes["aria-expanded"], "true");
});

/** An element that keeps its children and what is called when it is clicked. */
class Element {
  childNodes = [];
  hidden = false;
  setAttribute() {}
  contains = () => false;
  querySelector = () => null;
  append = (...children) => this.childNodes.push(...children);
  replaceChildren = (...children) => (this.childNodes = children);
  addEventListener = (_event, act) =>
    (this.click = (dataset) => act({ target: { closest: () => dataset && { dataset } } }));
}

test("in the dialog a press on a fold opens and closes it, a switch is told, and a press beside the buttons is nothing", async () => {
  globalThis.game = { user: { isGM: false }, i18n: { localize: (key) => key, format: (key) => key } };
  let inRoll = null;
  setUpInRoll({
    adapter: { inRoll: (made) => (inRoll = made) },
    setting: () => "everybody",
    contract: { works: () => true },
  });
  const { additions } = dialog([result("orc", [HIGH, COVER])]);
  additions.odds = null;
  const told = [];
  const document = { createElement: () => new Element(), createElementNS: () => new Element(), activeElement: null };
  const element = inRoll.list(additions, { document, changed: () => told.push("changed") });
  assert.equal(element.hidden, false);
  element.click(null);
  for (const open of [true, false]) {
    element.click({ coign: "fold", fold: "why high" });
    assert.equal(additions.folds.has("why high"), open);
  }
  assert.deepEqual(told, []);
  element.click({ coign: "turn", modifier: "high" });
  assert.deepEqual([told, additions.folds.size, additions.parts], [["changed"], 0, []]);
  await settled();
  assert.deepEqual(told, ["changed"], "nobody else is asked");
  const none = inRoll.list({ ...additions, lines: [], targets: [], odds: async () => [] }, { document });
  assert.equal(none.hidden, true);
});
