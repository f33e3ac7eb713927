import assert from "node:assert/strict";
import { test } from "node:test";
import { diceToRoll } from "../../../foundry-module/scripts/attack/dice.mjs";
import {
  annotationKey,
  DECISIONS,
  forFlags,
  published,
  upToDate,
} from "../../../foundry-module/scripts/attack/publish.mjs";
import { FIELDS } from "../../../foundry-module/scripts/util/fields.mjs";

const KEYS = ["roll#dfeb067763272e76", "roll#22b1dee44c3f4f80"]; // as they were written before
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

test("each flag of a message is a decision that the key has, or one whose change asks for no other annotation", () => {
  const ours = ["moment", "included", "card", "annotations", "annotationKey"]; // of the roll as it was made; our own answer
  assert.deepEqual([...DECISIONS, ...ours].sort(), Object.keys(FIELDS.message).sort());
  const key = annotationKey("roll", {});
  for (const name of DECISIONS.filter((name) => name !== "attackRoll"))
    assert.notEqual(annotationKey("roll", { [name]: ["changed"] }), key, name);
});

test("the keys of messages that were annotated before stay as they are", () => {
  const flags = { targets: ["Scene.s1.Token.b"], save: "a", judged: { occasion: "save" }, recheck: 2 };
  assert.deepEqual([annotationKey("roll", {}), annotationKey("roll", flags)], KEYS);
});

test("a card's flags tell whether its annotation is up to date", () => {
  const flags = { overrides: [{ modifier: "cover", state: "off" }] };
  assert.equal(upToDate({}), true, "not annotated, nothing to wait for");
  assert.equal(upToDate({ ...flags, annotationKey: annotationKey("a.b#c", flags) }), true);
  assert.equal(upToDate({ ...flags, annotationKey: annotationKey("a.b#c", {}) }), false);
});
