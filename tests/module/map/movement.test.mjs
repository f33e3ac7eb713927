import assert from "node:assert/strict";
import { test } from "node:test";
import { blockingWalls, crossesAny } from "../../../foundry-module/scripts/map/movement.mjs";

test("walls that block a step: no open door, no curtain, no wall of another level or height; a one-way wall from one side", () => {
  const line = { c: [0, 0, 0, 100] };
  const kept = (wall, where = {}) => blockingWalls([{ ...line, ...wall }], where).length === 1;
  assert.ok(kept({}));
  assert.ok(!kept({ move: 0 }));
  assert.ok(!kept({ door: 1, ds: 1 }));
  assert.ok(kept({ door: 1, ds: 2 }));
  assert.ok(kept({ door: 0, ds: 1 }), "a state without a door says nothing");
  assert.ok(!kept({ c: null }));
  assert.ok(!kept({ levels: ["up"] }, { level: "down" }));
  assert.ok(kept({ levels: [] }, { level: "down" }));
  const low = { flags: { "wall-height": { bottom: 0, top: 10 } } };
  assert.deepEqual(
    [kept(low, { elevation: 9 }), kept(low, { elevation: 10 }), kept(low, { elevation: -1 })],
    [true, false, false],
  );
  const old = { flags: { wallHeight: { wallHeightBottom: 0, wallHeightTop: 10 } } };
  assert.ok(!kept(old, { elevation: 10 }), "the module's old names");
  assert.ok(kept({ flags: { "wall-height": { top: "as high as you like" } } }, { elevation: 99 }), "no number");
  const [west, east] = [
    { x: -50, y: 50 },
    { x: 50, y: 50 },
  ];
  const oneWay = (dir) => [{ ...line, dir }];
  assert.notEqual(crossesAny(west, east, oneWay(1)), crossesAny(east, west, oneWay(1)));
  assert.equal(crossesAny(west, east, oneWay(1)), crossesAny(east, west, oneWay(2)));
  // s = (bx-ax)(py-ay) - (by-ay)(px-ax) = -100 * px: 1 stops where it is negative, from the east.
  assert.ok(crossesAny(east, west, oneWay(1)));
});
