import assert from "node:assert/strict";
import { test } from "node:test";

import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { FacingWatch, watchMovement, watchTurn } from "../../../foundry-module/scripts/attack/watch-facing.mjs";

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

const coign = (facing) => ({ facing, contract: new Contract() });

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
  assert.doesNotThrow(() => watchTurn(coign(new FacingWatch()), { started: false, combatants: [] }, { turn: 0 }));
});

test("a turn begins when the turn or the round changes, and at nothing else", () => {
  const hero = { id: "hero", _source: { x: 1, y: 2, rotation: 0 } };
  const tokens = new Map([["hero", hero]]);
  globalThis.game = { scenes: new Map([["s", { tokens }]]) };
  const fight = { started: true, combatants: [], combatant: { sceneId: "s", tokenId: "hero" } };
  for (const change of [{ turn: 1 }, { round: 2 }, { active: true }]) {
    const facing = turn();
    watchTurn(coign(facing), fight, change);
    assert.deepEqual(facing.placeOf("hero"), "active" in change ? null : { x: 1, y: 2 });
  }
  delete globalThis.game;
});

test("a token's way is measured from where it was last seen, in its own turn alone", () => {
  const measurePath = ([from, to]) => ({ distance: Math.abs(to.x - from.x) + Math.abs(to.y - from.y) });
  const moved = (...changes) => {
    const facing = new FacingWatch();
    facing.begin("A", 180, { x: 0, y: 0 });
    const token = { id: "A", _source: { x: 0, y: 0 }, parent: { grid: { measurePath } } };
    for (const { id = "A", ...change } of changes) {
      Object.assign(token._source, change);
      watchMovement({ facing }, { ...token, id }, change);
    }
    return facing.attacks("A", 90, STEP) === 0;
  };
  assert.deepEqual(
    [moved({ x: 6 }), moved({ y: 6 }), moved({ x: 3 }, { x: 6 }), moved({ x: 3 }, { y: -3 })],
    Array(4).fill(true),
  );
  assert.deepEqual([moved({ x: 5 }), moved({ elevation: 60 }), moved({ id: "B", x: 60 })], Array(3).fill(false));
});
