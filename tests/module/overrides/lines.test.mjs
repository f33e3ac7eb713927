/** The lines of a result: what several targets share, and what the buttons of a line ask the engine. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { card } from "../../../foundry-module/scripts/card/card.mjs";
import { effectOf } from "../../../foundry-module/scripts/overrides/choices.mjs";
import { inCommon, linesOf, pressOf } from "../../../foundry-module/scripts/overrides/lines.mjs";
import { all, COVER, HEIGHT, resultOf, textOf, view } from "../card/fixtures.mjs";
import { withLines } from "../result-kit.mjs";

test("of several targets the lines that all have are apart from those that each has of its own", () => {
  const of = (...modifiers) => linesOf(withLines({ modifiers: [HEIGHT, ...modifiers] }));
  const { common, own } = inCommon([of(COVER), of(COVER), of()]);
  const ids = (lines) => lines.map(({ modifier }) => modifier.id);
  assert.deepEqual([ids(common), ...own.map(ids)], [["high-ground"], ["half-cover"], ["half-cover"], []]);
  assert.deepEqual(inCommon([]), { common: [], own: [] });
});

// The usual decisions of `docs/gm.md`: each takes the presses that the page says, and at most two.

const PAGE = new URL("../../../docs/gm.md", import.meta.url);
const OFFERS = {
  effects: [{ kind: "flat", to: "attack", bounds: [-30, 30], usual: [2] }],
  facts: {
    cover: ["none", "half", "three-quarters", "total"],
    flanking: [true, false],
    obscurement: ["none", "lightly"],
  },
  overriding: false,
};
const HALF = { ...COVER, figure: "cover", aside: "", override: null };
const TURN = { button: "turn", modifier: "half-cover", target: "b", value: null };
const SET = { button: "set", fact: "cover", value: "half", target: "b" };

/** Each decision: the result before it, the faces of the buttons, and the press that the engine is sent. */
const DECISIONS = {
  "take a modifier out of this roll": { presses: ["▼"], press: TURN },
  "have it back": {
    modifiers: [{ ...HALF, state: "off", override: 0 }],
    presses: ["▽"],
    press: TURN,
  },
  "undo what was decided": {
    forced: [{ fact: "cover", value: "half", measured: "none", override: 0, reason: "", phrases: [] }],
    presses: ["↺"],
    press: { ...TURN, button: "undo" },
  },
  "make half cover three-quarters cover": {
    presses: ["Half Cover", "¾"],
    press: { ...SET, value: "three-quarters" },
  },
  "give half cover where none was measured": { modifiers: [HEIGHT], presses: ["+", "½"], press: SET },
  "forbid the shot": { presses: ["Half Cover", "■"], press: { ...SET, value: "total" } },
  "say that there is no cover": { presses: ["Half Cover", "–"], press: { ...SET, value: "none" } },
  "count an obstacle that the rules set aside": {
    modifiers: [{ ...HALF, state: "set-aside", aside: "rule" }],
    facts: { cover: { degree: "none", uncounted: { degree: "half" } } },
    presses: ["▽"],
    press: TURN,
  },
  'give +2 "because I like it"': {
    presses: ["+", "COIGN.Said.effect-flat +2 to-attack"],
    press: { button: "add", effect: { kind: "flat", value: 2, to: "attack" }, target: "b" },
  },
  "let them flank, though nobody measured it": {
    presses: ["+", "COIGN.Fact.flanking"],
    press: { ...SET, fact: "flanking", value: true },
  },
  "make it dim": {
    presses: ["+", "COIGN.Level.lightly"],
    press: { ...SET, fact: "obscurement", value: "lightly" },
  },
  "see why": { presses: ["Half Cover"], press: null },
};

/** What a button asks the engine, as `chat-card.mjs` sends it. */
function asked({ coign, modifier, fact, target, value, nth }) {
  if (coign === "hand") return { button: "add", effect: effectOf(OFFERS.effects[Number(nth)], Number(value)), target };
  const press = pressOf({ coign, value });
  return press && { ...press, ...(modifier && { modifier }), ...(fact && { fact }), target };
}

test("the page's decisions take at most two presses each, on buttons that the card has", async () => {
  const page = await readFile(PAGE, "utf8");
  const listed = page.slice(page.indexOf("| you want to"), page.indexOf("Setting a degree")).split("\n").slice(2);
  const names = listed.flatMap((row) => /^\| (.+?) \|/.exec(row)?.[1] ?? []);
  assert.deepEqual(names, Object.keys(DECISIONS));
  assert.equal(names.length, 12);
  for (const [name, { modifiers = [HALF], forced = [], facts, presses, press }] of Object.entries(DECISIONS)) {
    assert.ok(presses.length <= 2, name);
    const result = resultOf({ result: { modifiers, forced, facts } });
    const open = new Set(["card"]);
    let found = null;
    for (const face of presses) {
      const node = card(
        view({
          editable: true,
          offers: OFFERS,
          annotations: [{ results: [result] }],
          unfolded: (fold) => open.has(fold),
        }),
      );
      const buttons = all(node, ({ tag }) => tag === "button");
      const button = buttons.find((one) => textOf(one) === face) ?? buttons.find((one) => textOf(one).startsWith(face));
      assert.ok(button, `${name}: ${face}`);
      const data = Object.entries(button.attributes).filter(([key]) => key.startsWith("data-"));
      found = Object.fromEntries(data.map(([key, value]) => [key.slice(5), value]));
      if (found.fold) open.add(found.fold);
    }
    assert.deepEqual(asked(found), press, name);
  }
});
