import assert from "node:assert/strict";
import { test } from "node:test";
import * as overrides from "../../../foundry-module/scripts/overrides/overrides.mjs";

const DECISION = { modifier: "high-ground", state: "off" };

test("the scope of an override determines where it is kept", () => {
  const places = ["roll", "token", "pair", "scene", "world"].map((scope) =>
    overrides.storageOf({ ...DECISION, scope }),
  );
  assert.deepEqual(places, ["message", "scene", "scene", "scene", "world"]);
  assert.equal(overrides.storageOf(DECISION), "message");
});

test("a later override replaces an earlier one with the same subject, and no other", () => {
  const off = { ...DECISION, scope: "roll", target: "b" };
  const on = { ...off, state: "on", why: "a ladder" };
  const other = { ...off, target: "c" };
  assert.deepEqual(overrides.withOverride([off, other], on), [other, on]);
  assert.deepEqual(overrides.changed([off, other], { remove: [on], add: [] }), [other]);
  const table = { ...off, effect: { kind: "flat", value: 1, to: "attack" }, why: "on a table" };
  const song = { ...table, why: "a song" };
  assert.deepEqual(overrides.withOverride([table, off], song), [table, off, song], "each by hand is its own");
});

test("what is taken back is what is still as it was decided", () => {
  const off = { ...DECISION, scope: "roll", target: "b" };
  const on = { ...off, state: "on" };
  const other = { ...off, target: "c" };
  for (const [what, list, back, expected] of [
    ["set", [off, other], { remove: [off], add: [] }, [other]],
    ["set, and as its reason was changed", [{ ...off, why: "mud" }], { remove: [off], add: [] }, []],
    ["set in place of another", [on], { remove: [on], add: [off] }, [off]],
    ["removed", [other], { remove: [], add: [off] }, [other, off]],
    ["set, and replaced by another GM", [on, other], { remove: [off], add: [] }, null],
    ["set, and removed by another GM", [other], { remove: [off], add: [] }, null],
    ["removed, and set anew by another GM", [on], { remove: [], add: [off] }, null],
    ["two set, and one of them replaced", [on, other], { remove: [off, other], add: [] }, [on]],
  ]) {
    const after = overrides.tookBack(list, back);
    assert.deepEqual(after, expected ?? list, what);
    assert.equal(after === list, !expected, what);
  }
});

test("deleting a token deletes the overrides about it, and no others", () => {
  const scene = { modifier: "s", scope: "scene", scene: "s1" };
  const ours = { modifier: "1", scope: "token", actor: "a" };
  const pair = { modifier: "3", scope: "pair", actor: "b", target: "a" };
  const other = { modifier: "2", scope: "token", target: "b" };
  assert.deepEqual(overrides.withoutToken([scene, ours, pair, other], "a"), [scene, other]);
});

const OFF = { scope: "token", modifier: "high-ground", state: "off", actor: "a" };
const COVER = { scope: "roll", fact: "cover", value: "half", target: "b", why: "a hedge" };
const BONUS = { modifier: "gm-1", effect: { kind: "flat", value: 2, to: "attack" }, why: "blessed", scope: "scene" };

test("the dialogs' overrides are valid", () => {
  for (const override of [OFF, COVER, BONUS, { fact: "cover", state: "measured" }, { ...OFF, public: true }])
    assert.deepEqual(overrides.validOverrides([override]), [override]);
});

test("a malformed override is left out, and the rest is kept", () => {
  assert.deepEqual(overrides.validOverrides([OFF, null, "high-ground", { scope: "moon" }, COVER]), [OFF, COVER]);
  assert.deepEqual(overrides.validOverrides({ 0: OFF }), []);
  assert.deepEqual(overrides.validOverrides(undefined), []);
});

for (const [what, override] of Object.entries({
  "neither a modifier nor a fact": { state: "off" },
  "both of them": { modifier: "a", fact: "cover" },
  "a modifier that is no text": { modifier: 7 },
  "an unknown state": { ...OFF, state: "maybe" },
  "an unknown fact": { fact: "colour", value: "red" },
  "a value that the fact does not take": { fact: "cover", value: "a lot" },
  "the name of an object's own property as a fact": { fact: "constructor", value: "x" },
  "an effect of no kind": { modifier: "gm", effect: { value: 30 } },
  "a bonus that is no number": { modifier: "gm", effect: { kind: "flat", value: "30", to: "attack" } },
  "an actor that is no id": { ...OFF, actor: { $ne: 1 } },
  "a reason of a book's length": { ...OFF, why: "x".repeat(501) },
  "a switch that is no boolean": { ...OFF, public: "yes" },
}))
  test(`${what} cannot be used`, () => assert.deepEqual(overrides.validOverrides([override]), []));

test("more overrides than anybody sets by hand are cut", () => {
  assert.equal(overrides.validOverrides(Array.from({ length: 5000 }, () => OFF)).length, 100);
});
