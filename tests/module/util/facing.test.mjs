import assert from "node:assert/strict";
import { test } from "node:test";
import { reportedFacing, snapFacing } from "../../../foundry-module/scripts/util/facing.mjs";

test("a facing is the GM's, else About Face's, else the rotation, the same as on the bridge", () => {
  const flags = { coign: { facing: 10 }, "about-face": { direction: 0 } };
  assert.equal(reportedFacing({ rotation: 45, flags }), 10);
  assert.equal(reportedFacing({ rotation: 45, flags: { "about-face": { direction: 0 } } }), -90);
  assert.equal(
    reportedFacing({ rotation: 45, flags: { coign: { facing: null }, "about-face": { direction: null } } }),
    45,
  );
  assert.equal(snapFacing(reportedFacing({ flags: { "about-face": { direction: 0 } } }), 1), 270);
  assert.equal(reportedFacing({}), 0);
});

test("a facing snaps to eight ways on squares, to sides on hexes, ties clockwise", () => {
  assert.deepEqual(
    [22, 22.5, 359, -90].map((degrees) => snapFacing(degrees, 1)),
    [0, 45, 0, 270],
  );
  assert.deepEqual(
    [29, 30, 350].map((degrees) => snapFacing(degrees, 4)),
    [0, 60, 0],
  );
  assert.deepEqual(
    [0, 31, 359].map((degrees) => snapFacing(degrees, 2)),
    [30, 30, 330],
  );
});
