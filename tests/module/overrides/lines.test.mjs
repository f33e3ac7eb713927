/** The lines of a result: what several targets share, and what the buttons of a line ask the engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { card } from "../../../foundry-module/scripts/card/card.mjs";
import { effectOf } from "../../../foundry-module/scripts/overrides/choices.mjs";
import { inCommon, linesOf, pressOf } from "../../../foundry-module/scripts/overrides/lines.mjs";
import { all, COVER, HEIGHT, resultOf, view } from "../card/fixtures.mjs";
import { withLines } from "../result-kit.mjs";

test("of several targets the lines that all have are apart from those that each has of its own", () => {
  const of = (...modifiers) => linesOf(withLines({ modifiers: [HEIGHT, ...modifiers] }));
  const { common, own } = inCommon([of(COVER), of(COVER), of()]);
  const ids = (lines) => lines.map(({ modifier }) => modifier.id);
  assert.deepEqual([ids(common), ...own.map(ids)], [["high-ground"], ["half-cover"], ["half-cover"], []]);
  assert.deepEqual(inCommon([]), { common: [], own: [] });
});

const OFFERS = {
  effects: [
    { kind: "flat", to: "attack", bounds: [-30, 30], usual: [2, -2] },
    { kind: "advantage", to: null, bounds: null, usual: [] },
    { kind: "disadvantage", to: null, bounds: null, usual: [] },
  ],
  facts: {
    cover: ["none", "half", "three-quarters", "total"],
    flanking: [true, false],
    obscurement: ["none", "lightly"],
  },
  overriding: false,
};
const HALF = { ...COVER, figure: "cover", aside: "", override: null };
const resultAt = (target, modifiers, more = {}) => ({ ...resultOf({ result: { modifiers, ...more } }), target });
const FORCED = [{ fact: "cover", value: "half", measured: "none", override: 0, reason: "", phrases: [] }];

/** The cards: their results, and the target that is decided about. */
const CARDS = {
  "a roll that nothing changes": { results: [resultAt("b", [], { outcome: { label: "plain" } })] },
  "a rich roll": { results: [resultAt("b", [HALF, HEIGHT])] },
  "a save": { results: [resultAt("b", [{ ...HALF, effect: { kind: "flat", value: 2, to: "save" } }])] },
  "four targets": { results: ["a", "b", "c", "d"].map((id) => resultAt(id, id === "b" ? [HALF] : [])) },
};
const hand = (effect) => ({ button: "add", effect, target: "b" });
const set = (fact, value) => ({ button: "set", fact, value, target: "b" });
/** The twelve decisions of an evening: what the engine is sent, and the results before it where they are others. */
const DECISIONS = {
  "take a modifier out": { press: { button: "turn", modifier: "half-cover", target: "b", value: null }, ofLine: true },
  "undo a decision": { press: { button: "undo", modifier: "half-cover", target: "b", value: null }, ofLine: true },
  "no cover": { press: set("cover", "none") },
  "half cover": { press: set("cover", "half") },
  "three-quarters cover": { press: set("cover", "three-quarters") },
  "total cover": { press: set("cover", "total") },
  "+2": { press: hand({ kind: "flat", value: 2, to: "attack" }) },
  "−2": { press: hand({ kind: "flat", value: -2, to: "attack" }) },
  advantage: { press: hand({ kind: "advantage", to: "attack" }) },
  disadvantage: { press: hand({ kind: "disadvantage", to: "attack" }) },
  "dim light": { press: set("obscurement", "lightly") },
  why: { press: null, ofLine: true },
};

/** The question of a button to the engine, as `buttons.mjs` sends it. */
function asked({ coign, modifier, fact, target, value, nth }) {
  if (coign === "hand") return { button: "add", effect: effectOf(OFFERS.effects[Number(nth)], Number(value)), target };
  const press = pressOf({ coign, value });
  return press && { ...press, ...(modifier && { modifier }), ...(fact && { fact }), target };
}

/** Return how few presses lead to a decision, of which all but the last open something; Infinity: more than `most`. */
function pressesFor(wanted, results, most) {
  const draw = (open) =>
    card(
      view({
        editable: true,
        showNothing: true,
        offers: OFFERS,
        annotations: [{ results }],
        unfolded: (fold) => open.includes(fold),
      }),
    );
  let states = [["card"]];
  for (let count = 1; count <= most; count++) {
    const next = [];
    for (const open of states) {
      for (const { attributes } of all(draw(open), ({ tag }) => tag === "button")) {
        const data = Object.entries(attributes).filter(([name]) => name.startsWith("data-"));
        const button = Object.fromEntries(data.map(([name, value]) => [name.slice(5), value]));
        const press = asked(button);
        if (wanted ? press && isDeepStrictEqual(press, wanted) : opensReason([...open, button.fold], draw))
          return count;
        if (button.fold) next.push([...open, button.fold]);
      }
    }
    states = next;
  }
  return Infinity;
}

const opensReason = (open, draw) =>
  all(draw(open), ({ attributes }) => attributes.class === "coign-reason" && "data-open" in attributes).length > 0;

for (const [name, { results }] of Object.entries(CARDS))
  test(`each of the twelve decisions takes at most two presses: ${name}`, (told) => {
    assert.equal(Object.keys(DECISIONS).length, 12);
    for (const [decision, { press, ofLine }] of Object.entries(DECISIONS)) {
      if (ofLine && !results.some(({ modifiers }) => modifiers.length)) continue; // there is no line to take out or to read
      const before = results.map((one) =>
        decision === "undo a decision" && one.target === "b"
          ? resultAt("b", [{ ...HALF, override: 0 }], { forced: FORCED })
          : one,
      );
      const count = pressesFor(press, before, 2);
      told.diagnostic(`${count}: ${decision}`);
      assert.ok(count <= 2, decision);
    }
  });
