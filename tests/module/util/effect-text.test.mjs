import assert from "node:assert/strict";
import { test } from "node:test";
import { effectText } from "../../../foundry-module/scripts/util/effect-text.mjs";

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

test("effects in words", () => {
  const text = (effect) => effectText(effect, key);
  assert.equal(text({ kind: "flat", value: -5, to: "attack" }), "COIGN.Said.effect-flat −5 COIGN.Said.to-attack");
  assert.equal(text({ kind: "die", dice: "-1d4", to: "attack" }), "COIGN.Said.effect-die −1d4");
  assert.equal(text({ kind: "pool", dice: 1 }), "COIGN.Said.effect-pool +1");
  assert.equal(text({ kind: "movement", squares: 2 }), "COIGN.Said.effect-squares 2");
  assert.equal(text({ kind: "of-a-newer-bridge" }), "");
});
