import assert from "node:assert/strict";
import { test } from "node:test";

import { FacingWatch, watchTurn } from "../../../foundry-module/scripts/attack/watch-facing.mjs";

const STEP = 5;

/** Start a turn of A, who faces north. */
function turn() {
  const turning = new FacingWatch();
  turning.begin("A", 180);
  return turning;
}

test("an attack with a changed facing counts as a turn on the spot, whatever changed it", () => {
  const turning = turn();
  assert.equal(turning.attacks("A", 180, STEP), 0);
  assert.equal(turning.attacks("A", 90, STEP), 1);
  assert.equal(turning.attacks("A", 90, STEP), 1, "the rest of a full attack");
  assert.equal(turning.attacks("A", 180, STEP), 2);
});

test("a five-foot step is no free turn; a longer move allows any facing", () => {
  const turning = turn();
  turning.moves("A", 5);
  assert.equal(turning.attacks("A", 90, STEP), 1);
  turning.moves("A", 5);
  assert.equal(turning.attacks("A", 0, STEP), 0);
});

test("turns are not counted in another creature's turn, and each turn starts at zero", () => {
  const turning = turn();
  assert.equal(turning.attacks("B", 90, STEP), 0);
  turning.moves("B", 30);
  assert.equal(turning.attacks("A", 90, STEP), 1);
  turning.begin("A", 90);
  assert.equal(turning.attacks("A", 90, STEP), 0);
  turning.begin(null, 0);
  assert.equal(turning.attacks("A", 0, STEP), 0);
});

test("a turn of nobody on the map is nobody's turn", () => {
  assert.doesNotThrow(() => watchTurn({ facing: new FacingWatch() }, { started: false }, { turn: 0 }));
});
