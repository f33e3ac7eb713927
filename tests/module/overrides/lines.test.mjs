/** The usual decisions of `docs/gm.md`: each takes the presses that the page says, and at most two. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { card } from "../../../foundry-module/scripts/card/card.mjs";
import { byHand, effectOf } from "../../../foundry-module/scripts/overrides/choices.mjs";
import { factSet, pressed, undone } from "../../../foundry-module/scripts/overrides/decisions.mjs";
import { linesOf } from "../../../foundry-module/scripts/overrides/lines.mjs";
import { withScope } from "../../../foundry-module/scripts/overrides/overrides.mjs";
import { textOf } from "../../../foundry-module/scripts/util/dom.mjs";
import { all, COVER, HEIGHT, resultOf, view } from "../card/fixtures.mjs";

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
const PARTIES = { actor: "a", target: "b", scene: "" };
const HALF = { ...COVER, figure: "cover", aside: "", override: null };
const OFF = { modifier: "half-cover", state: "off", scope: "roll", target: "b" };
const SET = { fact: "cover", value: "half", state: "on", scope: "roll", target: "b" };
const put = (change) => ({ remove: [], ...change });

/** Each decision: the result before it, the overrides of the roll, the faces of the buttons, and the change. */
const DECISIONS = {
  "take a modifier out of this roll": { presses: ["▼"], change: put({ add: [OFF] }) },
  "have it back": {
    modifiers: [{ ...HALF, state: "off", override: 0 }],
    overrides: [OFF],
    presses: ["▽"],
    change: { remove: [OFF], add: [] },
  },
  "undo what was decided": {
    forced: [{ fact: "cover", value: "half", measured: "none", override: 0, reason: "", phrases: [] }],
    overrides: [SET],
    presses: ["↺"],
    change: { remove: [SET], add: [] },
  },
  "make half cover three-quarters cover": {
    presses: ["¾"],
    change: put({ add: [{ ...SET, value: "three-quarters" }] }),
  },
  "give half cover where none was measured": { modifiers: [HEIGHT], presses: ["½"], change: put({ add: [SET] }) },
  "forbid the shot": { presses: ["■"], change: put({ add: [{ ...SET, value: "total" }] }) },
  "say that there is no cover": { presses: ["–"], change: put({ add: [{ ...SET, value: "none" }] }) },
  "count an obstacle that the rules set aside": {
    modifiers: [{ ...HALF, state: "set-aside", aside: "rule" }],
    facts: { cover: { degree: "none", uncounted: { degree: "half" } } },
    presses: ["▽"],
    change: put({ add: [SET] }),
  },
  'give +2 "because I like it"': {
    presses: ["+", "+2 COIGN.To.attack"],
    change: put({ add: [withScope(byHand(effectOf(OFFERS.effects[0], 2)), "roll", PARTIES)] }),
  },
  "let them flank, though nobody measured it": {
    presses: ["+", "COIGN.Fact.flanking"],
    change: put({ add: [{ ...SET, fact: "flanking", value: true }] }),
  },
  "make it dim": {
    presses: ["+", "COIGN.Level.lightly"],
    change: put({ add: [{ ...SET, fact: "obscurement", value: "lightly" }] }),
  },
  "see why": { presses: ["Half Cover"], change: null },
};

/** What the buttons that change something do, as `chat-card.mjs` hands it to the machine. */
function decided({ coign, modifier, fact, value, nth }, result, kept) {
  const lines = linesOf(result, Object.keys(OFFERS.facts));
  const line = lines.find((one) => one.modifier?.id === modifier);
  if (coign === "toggle") return pressed(line, kept);
  if (coign === "undone") return undone(line, kept);
  if (coign === "hand")
    return put({ add: [withScope(byHand(effectOf(OFFERS.effects[Number(nth)], Number(value))), "roll", PARTIES)] });
  const about = lines.find((one) => one.modifier?.figure === fact) ?? { modifier: null, forced: [], beside: [] };
  return coign === "step" ? factSet(about, fact, JSON.parse(value), kept) : null;
}

test("the page's decisions take at most two presses each, on buttons that the card has", async () => {
  const page = await readFile(PAGE, "utf8");
  const listed = page.slice(page.indexOf("| you want to"), page.indexOf("Setting a degree")).split("\n").slice(2);
  const names = listed.flatMap((row) => /^\| (.+?) \|/.exec(row)?.[1] ?? []);
  assert.deepEqual(names, Object.keys(DECISIONS));
  assert.equal(names.length, 12);
  for (const [name, { modifiers = [HALF], forced = [], facts, overrides = [], presses, change }] of Object.entries(
    DECISIONS,
  )) {
    assert.ok(presses.length <= 2, name);
    const result = resultOf({ result: { modifiers, forced, facts } });
    const open = new Set(["card"]);
    let found = null;
    for (const face of presses) {
      const node = card(
        view({
          editable: true,
          offers: OFFERS,
          overrides,
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
    assert.deepEqual(decided(found, result, { overrides, parties: PARTIES }), change, name);
  }
});
