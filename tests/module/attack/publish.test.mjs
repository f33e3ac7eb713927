import assert from "node:assert/strict";
import { test } from "node:test";
import { diceToRoll } from "../../../foundry-module/scripts/attack/dice.mjs";
import { annotationKey, forFlags, published, upToDate } from "../../../foundry-module/scripts/attack/publish.mjs";

const annotation = (modifiers, outcome = {}) => ({
  id: "1",
  revision: 1,
  rulesets: [],
  results: [{ target: "b", facts: { range: {} }, modifiers: modifiers.map((id) => ({ id, state: "on" })), outcome }],
});

test("all that players' cards need of an annotation is published, without its number and its time", () => {
  const players = { ...annotation(["cover"]), viewer: "player", occasion: "save", elapsed_us: 7 };
  const { results, ...about } = published(players);
  assert.deepEqual(results, players.results, "the engine has taken out what is secret");
  assert.deepEqual(about, { viewer: "player", occasion: "save", rulesets: [], id: "", revision: 0, elapsed_us: 0 });
});

test("without modifiers there is no card; dice are rolled once for all targets", () => {
  const shown = (modifiers) => forFlags([annotation(modifiers)]);
  assert.deepEqual(shown([]), []);
  assert.equal(shown(["cover"]).length, 1);
  const two = {
    results: [{ outcome: { to_roll: ["1d4"] } }, { outcome: { to_roll: ["1d4", "1d100"] } }, { outcome: {} }],
  };
  assert.deepEqual(diceToRoll([two]), [
    { dice: "1d4", nth: 0 },
    { dice: "1d100", nth: 0 },
  ]);
});

test("the flags keep only the outcome of a further roll", () => {
  const total = { before: 3, after: 5 };
  const rolls = [annotation(["cover"]), annotation(["cover"], { total })];
  const [first, further] = forFlags(rolls).map(({ results }) => results[0]);
  assert.deepEqual([further.target, further.outcome, further.modifiers], ["b", { total }, []]);
  assert.equal(first.modifiers.length, 1);
});

test("a key stays the same until the roll, the targets, an override or a die changes", () => {
  const key = annotationKey("roll-1", { overrides: [], rolled: [] });
  assert.equal(annotationKey("roll-1", {}), key);
  assert.equal(annotationKey("roll-1", { annotations: [{}], annotationKey: "x" }), key, "its own answer is no news");
  for (const [roll, flags] of [
    ["roll-2", {}],
    ["roll-1", { targets: ["Scene.s1.Token.b"] }],
    ["roll-1", { overrides: [{ modifier: "cover", state: "off" }] }],
    ["roll-1", { rolled: [{ dice: "1d4", values: [3] }] }],
  ]) {
    assert.notEqual(annotationKey(roll, flags), key);
  }
});

test("a card's flags tell whether its annotation is up to date", () => {
  const flags = { overrides: [{ modifier: "cover", state: "off" }] };
  assert.equal(upToDate({}), true, "not annotated, nothing to wait for");
  assert.equal(upToDate({ ...flags, annotationKey: annotationKey("a.b#c", flags) }), true);
  assert.equal(upToDate({ ...flags, annotationKey: annotationKey("a.b#c", {}) }), false);
});
