import assert from "node:assert/strict";
import { test } from "node:test";
import { annotationKey, upToDate } from "../../../foundry-module/scripts/attack/annotation-key.mjs";

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
