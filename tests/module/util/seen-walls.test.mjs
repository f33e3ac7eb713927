import assert from "node:assert/strict";
import { test } from "node:test";
import { readerFigure, wallsBetween, withSeenWalls } from "../../../foundry-module/scripts/util/seen-walls.mjs";

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
  const [line] = withSeenWalls(figure(LINE), [far, near], SIZE, () => true).lines;
  assert.deepEqual(line.points, [LINE.points[0], [100, 50], LINE.points[1]], "and the line is stopped there");
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
  assert.deepEqual(asked, [{ x: 96, y: 50, share: 0.5 }], "a little before the wall");
});

test("a wall of another level, or wholly above or below both, is not what blocks the line", () => {
  const [up, everywhere] = [
    { c: [100, 0, 100, 200], levels: ["up"] },
    { c: [150, 0, 150, 200], levels: [] },
  ];
  const on = (level, bottom = 0) => ({ bottom, top: bottom + 5, level });
  assert.deepEqual(wallsBetween([up, everywhere], [on("down"), on("down")]), [everywhere]);
  assert.deepEqual(wallsBetween([up, everywhere], [on("down"), on("up")]), [up, everywhere]);
  assert.deepEqual(wallsBetween([up], []), [up], "nothing is known of the ends");
  assert.deepEqual(wallsBetween([up], [on(null), on(null)]), [up], "a scene without such a level");
  const fence = { c: [100, 0, 100, 200], flags: { "wall-height": { bottom: 0, top: 3 } } };
  const attic = { c: [100, 0, 100, 200], flags: { "wall-height": { bottom: 20, top: 30 } } };
  assert.deepEqual(wallsBetween([fence, attic], [on(null), on(null)]), [fence]);
  assert.deepEqual(wallsBetween([fence, attic], [on(null, 20), on(null, 20)]), [attic]);
  assert.deepEqual(wallsBetween([fence, attic], [on(null), on(null, 40)]), [fence, attic], "from one to the other");
});

test("a player's drawing asks whether a place is seen at the height of its line, and on its level", () => {
  const up = { id: "up" };
  const token = (elevation) => ({ _source: { elevation, level: "up", depth: 1 } });
  const asked = [];
  globalThis.game = { user: { isGM: false } };
  globalThis.canvas = {
    scene: {
      id: "scene",
      grid: { size: SIZE, distance: 5 },
      walls: [{ _source: { c: [100, 0, 100, 200], levels: ["up"] } }],
      tokens: new Map([
        ["bow", token(40)],
        ["orc", token(20)],
      ]),
      levels: new Map([["up", up]]),
    },
    visibility: { testVisibility: (...given) => asked.push(given) > 0 },
  };
  try {
    assert.equal(readerFigure(figure(LINE), "scene", ["bow", "orc"]).lines.length, 2);
    assert.deepEqual(asked, [
      [
        { x: 96, y: 50, elevation: 30 },
        { tolerance: 0, level: up },
      ],
    ]);
  } finally {
    delete globalThis.game;
    delete globalThis.canvas;
  }
});
