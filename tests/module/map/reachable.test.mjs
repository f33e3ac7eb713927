import assert from "node:assert/strict";
import { test } from "node:test";
import { blockingWalls, crossesAny } from "../../../foundry-module/scripts/map/blocking-walls.mjs";
import { placesWithin } from "../../../foundry-module/scripts/map/reachable.mjs";

/** What each rule for diagonals makes of so many of them and so many straight steps, in spaces. */
const RULES = {
  equidistant: (slanted, level) => slanted + level,
  exact: (slanted, level) => slanted * Math.SQRT2 + level,
  alternating: (slanted, level) => slanted + Math.floor(slanted / 2) + level,
  rectilinear: (slanted, level) => 2 * slanted + level,
};

/** A square grid of 100 px and 5 ft, as Foundry's answers. */
function squares(rule = "equidistant") {
  const centre = ({ i, j }) => ({ x: (j + 0.5) * 100, y: (i + 0.5) * 100 });
  return {
    size: 100,
    distance: 5,
    getOffset: ({ x, y }) => ({ i: Math.floor(y / 100), j: Math.floor(x / 100) }),
    getTopLeftPoint: ({ i, j }) => ({ x: j * 100, y: i * 100 }),
    getCenterPoint: centre,
    measurePath: ([a, b]) => {
      const [across, down] = [Math.abs(a.x - b.x) / 100, Math.abs(a.y - b.y) / 100];
      const slanted = Math.min(across, down);
      return { distance: 5 * RULES[rule](slanted, Math.max(across, down) - slanted) };
    },
  };
}

/** Rows of pointed hexes, the odd ones shoved to the right: the distance is by cube coordinates. */
function hexes() {
  const cube = ({ i, j }) => [j - (i - (i & 1)) / 2, i];
  const offset = ({ x, y }) => {
    const i = Math.floor(y / 75);
    return { i, j: Math.floor((x - (i & 1) * 50) / 100) };
  };
  return {
    size: 100,
    distance: 5,
    isHexagonal: true,
    getOffset: offset,
    getTopLeftPoint: ({ i, j }) => ({ x: j * 100 + (i & 1) * 50, y: i * 75 }),
    getCenterPoint: ({ i, j }) => ({ x: j * 100 + (i & 1) * 50 + 50, y: i * 75 + 37 }),
    measurePath: ([a, b]) => {
      const [[q, r], [s, t]] = [cube(offset(a)), cube(offset(b))];
      return { distance: 5 * Math.max(Math.abs(q - s), Math.abs(r - t), Math.abs(q + r - s - t)) };
    },
  };
}

const token = (x, y, side = 1) => ({ x, y, width: side, height: side });

const walls = (...lines) => {
  const all = blockingWalls(
    lines.map((c) => ({ c })),
    {},
  );
  return (from, to) => crossesAny(from, to, all);
};

const has = (places, x, y) => places.some(([px, py]) => px === x && py === y);

test("the squares within 10 ft: 25, one's own first, the nearest next, none off the map", () => {
  const places = placesWithin(token(300, 300), 10, squares());
  assert.equal(places.length, 25);
  assert.deepEqual(places[0], [300, 300]);
  assert.ok(places.slice(1, 9).every(([x, y]) => Math.max(Math.abs(x - 300), Math.abs(y - 300)) === 100));
  const within = { x: 0, y: 0, width: 200, height: 1000 };
  assert.equal(placesWithin(token(0, 0), 10, squares(), { within }).length, 6);
  assert.equal(placesWithin(token(0, 0, 2), 10, squares(), { within }).length, 3, "a big one fits in one column");
});

test("a token off the grid is surveyed where it stands", () => {
  assert.deepEqual(placesWithin(token(310, 295), 0, squares()), [[310, 295]]);
});

test("diagonals cost what the world's rule says, wherever they come in the way", () => {
  const count = (rule, distance) => placesWithin(token(1000, 1000), distance, squares(rule)).length;
  // By counting cells (x, y) with 5 * RULES(min, max - min) <= distance.
  for (const rule of Object.keys(RULES)) {
    for (const distance of [5, 10, 15, 30]) {
      let expected = 0;
      for (let x = -7; x <= 7; x++)
        for (let y = -7; y <= 7; y++) {
          const slanted = Math.min(Math.abs(x), Math.abs(y));
          const level = Math.max(Math.abs(x), Math.abs(y)) - slanted;
          if (5 * RULES[rule](slanted, level) <= distance + 1e-6) expected += 1;
        }
      assert.equal(count(rule, distance), expected, `${rule}, ${distance} ft`);
    }
  }
});

test("a wall is walked round, and what lies behind costs the way", () => {
  const open = placesWithin(token(200, 200), 15, squares());
  assert.ok(has(open, 400, 200));
  const long = walls([300, -1000, 300, 1000]);
  assert.ok(!placesWithin(token(200, 200), 15, squares(), { blocked: long }).some(([x]) => x >= 300));
  const short = walls([300, 100, 300, 400]); // from one square above to one below
  const round = (distance) => placesWithin(token(200, 200), distance, squares(), { blocked: short });
  assert.ok(!has(round(20), 300, 200));
  assert.ok(has(round(25), 300, 200), "two up, one over, two down");
});

test("nobody slips through where two walls meet, nor past a corner's tip", () => {
  const corner = walls([300, 0, 300, 300], [300, 300, 600, 300]);
  assert.ok(corner({ x: 250, y: 350 }, { x: 350, y: 250 }));
  const shut = walls([200, 200, 300, 200], [300, 200, 300, 300], [300, 300, 200, 300], [200, 300, 200, 200]);
  assert.deepEqual(placesWithin(token(200, 200), 30, squares(), { blocked: shut }), [[200, 200]]);
});

test("six hexes touch a hex, eighteen are within two; a body of several begins where its token does", () => {
  const grid = hexes();
  assert.equal(placesWithin(token(500, 300), 5, grid).length, 7);
  assert.equal(placesWithin(token(500, 300), 10, grid).length, 19);
  const places = placesWithin({ x: 480, y: 300, width: 2, height: 2 }, 5, grid);
  assert.ok(has(places, 580, 300), JSON.stringify(places));
});

test("without a grid: a disc, not an octagon, and the long way round a wall", () => {
  const grid = { size: 100, distance: 5, isGridless: true };
  const places = placesWithin(token(1037, 1011), 30, grid);
  let expected = 0;
  for (let i = -6; i <= 6; i++) for (let j = -6; j <= 6; j++) if (Math.hypot(i, j) <= 6) expected += 1;
  assert.equal(places.length, expected);
  assert.deepEqual(places[0], [1037, 1011]);
  const blocked = walls([1137, 0, 1137, 2000]);
  assert.ok(placesWithin(token(1037, 1011), 30, grid, { blocked }).every(([x]) => x < 1137));
});
