import assert from "node:assert/strict";
import { test } from "node:test";
import { diceToRoll } from "../../../foundry-module/scripts/attack/dice.mjs";
import { hasModifiers, outcomesOnly, published } from "../../../foundry-module/scripts/attack/publish.mjs";

const annotation = (modifiers, outcome = {}) => ({
  id: "1",
  revision: 1,
  rulesets: [],
  results: [{ target: "b", facts: { range: {} }, modifiers: modifiers.map((id) => ({ id, state: "on" })), outcome }],
});

test("hit and chance are published only where the world shows them and players see every modifier", () => {
  const gm = annotation(["cover"], { hit: true, chance: { before: 0.5, after: 0.4 } });
  const shown = (players, show) => published(players, gm, show).results[0];
  assert.deepEqual(shown(annotation(["cover"]), { hit: true, chance: true }).outcome, gm.results[0].outcome);
  assert.deepEqual(shown(annotation(["cover"]), { hit: false, chance: false }).outcome, { hit: null, chance: null });
  assert.deepEqual(
    shown(annotation([]), { hit: true, chance: true }).outcome,
    { hit: null, chance: null },
    "a hidden modifier",
  );
  assert.equal(shown(annotation(["cover"]), { hit: true, chance: true }).facts, null);
});

test("without modifiers there is no card; dice are rolled once for all targets", () => {
  assert.equal(hasModifiers(annotation([])), false);
  assert.equal(hasModifiers(annotation(["cover"])), true);
  const two = {
    results: [{ outcome: { to_roll: ["1d4"] } }, { outcome: { to_roll: ["1d4", "1d100"] } }, { outcome: {} }],
  };
  assert.deepEqual(diceToRoll([two]), [
    { dice: "1d4", nth: 0 },
    { dice: "1d100", nth: 0 },
  ]);
});

test("the flags keep only the outcome of a further roll", () => {
  const [result] = outcomesOnly(annotation(["cover"], { total: { before: 3, after: 5 } })).results;
  assert.deepEqual([result.target, result.outcome, result.modifiers], ["b", { total: { before: 3, after: 5 } }, []]);
});
