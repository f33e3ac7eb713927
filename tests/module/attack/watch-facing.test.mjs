import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import {
  countTurns,
  FacingWatch,
  watchMovement,
  watchTurn,
} from "../../../foundry-module/scripts/attack/watch-facing.mjs";
import { Rolls } from "../../../foundry-module/scripts/ledger/rolls.mjs";

const STEP = 5;

/** A promise, and what resolves it. */
function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve) => {
    made.resolve = resolve;
  });
  return made;
}

/** Start a turn of A, who faces north. */
function turn() {
  const turning = new FacingWatch();
  turning.begin("A", 180);
  return turning;
}

test("an attack with a changed facing counts as a turn on the spot, whatever changed it", async () => {
  const turning = turn();
  assert.equal(await turning.attacks("A", () => 180, STEP), 0);
  assert.equal(await turning.attacks("A", () => 90, STEP), 1);
  assert.equal(await turning.attacks("A", () => 90, STEP), 1, "the rest of a full attack");
  assert.equal(await turning.attacks("A", () => 180, STEP), 2);
});

test("a five-foot step is no free turn; a longer move allows any facing", async () => {
  const turning = turn();
  turning.moves("A", 5);
  assert.equal(await turning.attacks("A", () => 90, STEP), 1);
  turning.moves("A", 5);
  assert.equal(await turning.attacks("A", () => 0, STEP), 0);
});

const coignOf = (facing) => ({ facing, contract: new Contract(), engine: {}, bearings: new Map() });

test("turns are not counted in another creature's turn, and each turn starts at zero", async () => {
  const turning = turn();
  assert.equal(await turning.attacks("B", () => 90, STEP), 0);
  turning.moves("B", 30);
  assert.equal(await turning.attacks("A", () => 90, STEP), 1);
  turning.begin("A", 90);
  assert.equal(await turning.attacks("A", () => 90, STEP), 0);
  turning.begin(null);
  assert.equal(await turning.attacks("A", () => 0, STEP), 0);
});

test("each attack is compared with the one before it, in whatever order the facings come to be known", async () => {
  const turning = new FacingWatch();
  const facings = Array.from({ length: 4 }, () => withResolvers());
  turning.begin("A", facings[0].promise);
  const counts = [1, 2, 3].map((nth) => turning.attacks("A", () => facings[nth].promise, STEP));
  for (const [nth, facing] of [90, 90, 180, 90].entries()) facings[3 - nth].resolve(facing);
  assert.deepEqual(await Promise.all(counts), [1, 2, 2]);
});

test("a creature without a facing, or whose facing nobody knows yet, has not turned", async () => {
  const turning = new FacingWatch();
  turning.begin("A", null);
  assert.deepEqual(
    await Promise.all([90, null, 90].map((facing) => turning.attacks("A", () => facing, STEP))),
    [0, 0, 0],
  );
});

test("a facing is the engine's, after its answer to the last change; without an answer what was known last", async () => {
  const bearings = new Map([["s", { hero: { facing: 0, steps: [] } }]]);
  const hero = { id: "hero", _source: { x: 1, y: 2 }, parent: { id: "s", grid: { distance: 5 } } };
  globalThis.game = { scenes: new Map([["s", { tokens: new Map([["hero", hero]]) }]]) };
  let answer = async () => {};
  const coign = {
    bearings,
    facing: new FacingWatch(),
    engine: { connected: true },
    scenes: { settled: () => answer() },
    contract: new Contract(),
    records: new Rolls(),
  };
  const count = (message) => {
    countTurns(coign, message, { scene: "s", token: "hero" });
    return coign.records.turns.get(message);
  };
  watchTurn(coign, { started: true, combatants: [], combatant: { sceneId: "s", tokenId: "hero" } }, { turn: 1 });
  assert.equal(await count("one"), 0);
  answer = async () => bearings.set("s", { hero: { facing: 90, steps: [] } });
  assert.equal(await count("two"), 1);
  answer = () => Promise.reject(new Error("the connection was lost"));
  assert.equal(await count("three"), 1);
  delete globalThis.game;
});

test("a turn of nobody on the map is nobody's turn", () => {
  assert.doesNotThrow(() => watchTurn(coignOf(new FacingWatch()), { started: false, combatants: [] }, { turn: 0 }));
});

test("a turn begins when the turn or the round changes, and at nothing else", async () => {
  const hero = { id: "hero", _source: { x: 1, y: 2 }, parent: { id: "s" } };
  globalThis.game = { scenes: new Map([["s", { tokens: new Map([["hero", hero]]) }]]) };
  const fight = { started: true, combatants: [], combatant: { sceneId: "s", tokenId: "hero" } };
  for (const change of [{ turn: 1 }, { round: 2 }, { active: true }]) {
    const facing = turn();
    const coign = coignOf(facing);
    coign.bearings.set("s", { hero: { facing: 180, steps: [] } });
    watchTurn(coign, fight, change);
    assert.equal(await facing.attacks("hero", () => 90, STEP), "active" in change ? 0 : 1);
  }
  delete globalThis.game;
});

test("what counts is the way that was gone: a walk that ends beside its start, and out and back", async () => {
  const moved = async (...ways) => {
    const facing = new FacingWatch();
    facing.begin("A", 180);
    for (const { id = "A", method = "dragging", distance } of ways)
      watchMovement(coignOf(facing), { id }, { method, passed: { distance } });
    return (await facing.attacks("A", () => 90, STEP)) === 0;
  };
  assert.ok(await moved({ distance: 40 }), "one that ends one square away");
  assert.ok(await moved({ distance: 5 }, { distance: 5 }), "out and back");
  assert.ok(!(await moved({ distance: 5 })));
  assert.ok(!(await moved({ id: "B", distance: 60 })), "another's");
  assert.ok(!(await moved({ distance: 40 }, { method: "undo", distance: 5 })), "taken back");
  assert.ok(await moved({ distance: 40 }, { distance: 5 }, { method: "undo", distance: 5 }), "the last one taken back");
});
