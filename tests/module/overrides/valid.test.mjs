/** Overrides that the bridge can use, and malformed ones. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isOverride, validOverrides } from "../../../foundry-module/scripts/overrides/valid.mjs";

const OFF = { scope: "token", modifier: "high-ground", state: "off", actor: "a" };
const COVER = { scope: "roll", fact: "cover", value: "half", target: "b", why: "a hedge" };
const BONUS = { modifier: "gm-1", effect: { kind: "flat", value: 2, to: "attack" }, why: "blessed", scope: "scene" };

test("the dialogs' overrides are valid", () => {
  for (const override of [OFF, COVER, BONUS, { fact: "cover", state: "measured" }, { ...OFF, public: true }])
    assert.ok(isOverride(override), JSON.stringify(override));
});

test("a malformed override is left out, and the rest is kept", () => {
  assert.deepEqual(validOverrides([OFF, null, "high-ground", { scope: "moon" }, COVER]), [OFF, COVER]);
  assert.deepEqual(validOverrides({ 0: OFF }), []);
  assert.deepEqual(validOverrides(undefined), []);
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
  test(`${what} cannot be used`, () => assert.equal(isOverride(override), false));

test("more overrides than anybody sets by hand are cut", () => {
  assert.equal(validOverrides(Array.from({ length: 5000 }, () => OFF)).length, 100);
});
