import assert from "node:assert/strict";
import { test } from "node:test";
import { withSeenWalls } from "../../../foundry-module/scripts/util/seen-walls.mjs";

const SIZE = 100;
const LINE = {
  role: "line-blocked",
  fact: "cover",
  label: "",
  points: [
    [0, 50],
    [200, 50],
  ],
}; // prettier-ignore
const CLEAR = { ...LINE, role: "line-clear" };
const figure = (...lines) => ({ points: [], polygons: [], lines });
const piecesOf = (walls, lines = [LINE], sees = () => true) =>
  withSeenWalls(figure(...lines), walls, SIZE, sees)
    .lines.filter(({ role }) => role === "wall")
    .map(({ points }) => points);

test("a piece of the nearest wall is drawn where a line is blocked", () => {
  const [near, far] = [{ c: [100, 0, 100, 200] }, { c: [150, 0, 150, 200] }];
  assert.deepEqual(piecesOf([far, near]), [
    [
      [100, 10],
      [100, 90],
    ],
  ]);
  assert.deepEqual(piecesOf([near], [CLEAR]), []);
  assert.deepEqual(piecesOf([{ c: [100, 60, 100, 200] }]), [], "a wall beside the line");
});

test("it ends where the wall ends, or where it turns", () => {
  const short = { c: [100, 30, 100, 200] };
  assert.deepEqual(piecesOf([short])[0][0], [100, 30]);
  assert.deepEqual(piecesOf([short, { c: [100, 30, 200, 30] }])[0][0], [100, 30]);
});

test("a secret door in a row of walls looks like the rest of the row", () => {
  const whole = piecesOf([{ c: [100, 0, 100, 200] }]);
  const door = { c: [100, 40, 100, 60], door: 2, ds: 0 };
  const row = [{ c: [100, 40, 100, 0] }, door, { c: [100, 60, 100, 200] }];
  assert.deepEqual(
    piecesOf(row).map((points) => points.toSorted(([, y], [, z]) => y - z)),
    whole,
  );
});

test("nothing is drawn for what is no wall to the eye, or is not seen", () => {
  const wall = { c: [100, 0, 100, 200] };
  assert.deepEqual(piecesOf([{ ...wall, sight: 0 }]), [], "glass");
  assert.deepEqual(piecesOf([{ ...wall, door: 1, ds: 1 }]), [], "an open door");
  const asked = [];
  const blind = (point) => asked.push(point) === 0;
  assert.deepEqual(piecesOf([wall], [LINE], blind), []);
  assert.deepEqual(asked, [{ x: 96, y: 50 }], "a little before the wall");
});
