import assert from "node:assert/strict";
import { test } from "node:test";

import { FacingChanges } from "../../../foundry-module/scripts/attack/facing-changes.mjs";

const STEP = 5;

/** A's turn, who faces north. */
function turn() {
  const turning = new FacingChanges();
  turning.begin("A", 180);
  return turning;
}

test("it has turned when it attacks with another facing than before, however it came to that", () => {
  const turning = turn();
  assert.equal(turning.attacks("A", 180, STEP), 0);
  assert.equal(turning.attacks("A", 90, STEP), 1);
  assert.equal(turning.attacks("A", 90, STEP), 1, "the rest of a full attack");
  assert.equal(turning.attacks("A", 180, STEP), 2);
});

test("a five-foot step turns nothing; who moves farther turns as it likes", () => {
  const turning = turn();
  turning.moves("A", 5);
  assert.equal(turning.attacks("A", 90, STEP), 1);
  turning.moves("A", 5);
  assert.equal(turning.attacks("A", 0, STEP), 0);
});

test("in another's turn nothing is counted, and a new turn begins anew", () => {
  const turning = turn();
  assert.equal(turning.attacks("B", 90, STEP), 0);
  turning.moves("B", 30);
  assert.equal(turning.attacks("A", 90, STEP), 1);
  turning.begin("A", 90);
  assert.equal(turning.attacks("A", 90, STEP), 0);
  turning.begin(null, 0);
  assert.equal(turning.attacks("A", 0, STEP), 0);
});
