import assert from "node:assert/strict";
import { test } from "node:test";
import { Edge } from "../../../bridge/tabletop/foundry/edges.mjs";
import { createPolygonBackends } from "../../../bridge/tabletop/foundry/polygon-backends.mjs";
import { placesWithin as reachedBy } from "../../../foundry-module/scripts/map/reachable.mjs";

/** For each rule of diagonals: the cost in spaces of a number of diagonal and of straight steps. */
const RULES = {
  equidistant: (slanted, level) => slanted + level,
  exact: (slanted, level) => slanted * Math.SQRT2 + level,
  alternating: (slanted, level) => slanted + Math.floor(slanted / 2) + level,
  rectilinear: (slanted, level) => 2 * slanted + level,
};

/** Return a square grid of 100 px and 5 ft with Foundry's methods. */
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

/** Return a grid of pointed hexes in rows, odd ones shifted to the right. Distance is by cube coordinates. */
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
  const edges = lines.map(([ax, ay, bx, by], n) => [n, new Edge({ x: ax, y: ay }, { x: bx, y: by }, { move: 20 })]);
  const { move } = createPolygonBackends({ canvas: { edges: new Map(edges) } });
  return (from, to) => move.testCollision(from, to, { type: "move", mode: "any" });
};

const placesWithin = (...asked) => reachedBy(...asked).map(({ at }) => at);
const wayTo = (place, ...asked) =>
  reachedBy(...asked)
    .find(({ at }) => String(at) === String(place))
    ?.way() ?? [];
const has = (places, x, y) => places.some(([px, py]) => px === x && py === y);

test("25 squares within 10 ft: its own first, then the nearest, none off the map", () => {
  const places = placesWithin(token(300, 300), 10, squares());
  assert.equal(places.length, 25);
  assert.deepEqual(places[0], [300, 300]);
  assert.ok(places.slice(1, 9).every(([x, y]) => Math.max(Math.abs(x - 300), Math.abs(y - 300)) === 100));
  const within = { x: 0, y: 0, width: 200, height: 1000 };
  assert.equal(placesWithin(token(0, 0), 10, squares(), { within }).length, 6);
  assert.equal(placesWithin(token(0, 0, 2), 10, squares(), { within }).length, 3, "a big one fits in one column");
});

test("a token off the grid is surveyed at its own place", () => {
  assert.deepEqual(placesWithin(token(310, 295), 0, squares()), [[310, 295]]);
});

test("diagonals cost as in the world's rule, at any point of the path", () => {
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

test("a wall is bypassed, and squares behind it cost the longer path", () => {
  const open = placesWithin(token(200, 200), 15, squares());
  assert.ok(has(open, 400, 200));
  const long = walls([300, -1000, 300, 1000]);
  assert.ok(!placesWithin(token(200, 200), 15, squares(), { blocked: long }).some(([x]) => x >= 300));
  const short = walls([300, 100, 300, 400]); // from one square above to one below
  const round = (distance) => placesWithin(token(200, 200), distance, squares(), { blocked: short });
  assert.ok(!has(round(20), 300, 200));
  assert.ok(has(round(25), 300, 200), "two up, one over, two down");
});

test("no path leads through the joint of two walls, or over the tip of a corner", () => {
  const corner = walls([300, 0, 300, 300], [300, 300, 600, 300]);
  assert.ok(corner({ x: 250, y: 350 }, { x: 350, y: 250 }));
  const shut = walls([200, 200, 300, 200], [300, 200, 300, 300], [300, 300, 200, 300], [200, 300, 200, 200]);
  assert.deepEqual(placesWithin(token(200, 200), 30, squares(), { blocked: shut }), [[200, 200]]);
});

test("six hexes touch a hex, eighteen are within two; a large token starts at its own place", () => {
  const grid = hexes();
  assert.equal(placesWithin(token(500, 300), 5, grid).length, 7);
  assert.equal(placesWithin(token(500, 300), 10, grid).length, 19);
  const places = placesWithin({ x: 480, y: 300, width: 2, height: 2 }, 5, grid);
  assert.ok(has(places, 580, 300), JSON.stringify(places));
});

test("without a grid the reach is a disc, not an octagon, and goes around walls", () => {
  const grid = { size: 100, distance: 5, isGridless: true };
  const places = placesWithin(token(1037, 1011), 30, grid);
  let expected = 0;
  for (let i = -6; i <= 6; i++) for (let j = -6; j <= 6; j++) if (Math.hypot(i, j) <= 6) expected += 1;
  assert.equal(places.length, expected);
  assert.deepEqual(places[0], [1037, 1011]);
  const blocked = walls([1137, 0, 1137, 2000]);
  assert.ok(placesWithin(token(1037, 1011), 30, grid, { blocked }).every(([x]) => x < 1137));
});

test("the way to a place goes round a wall, by the corners where it turns", () => {
  const blocked = walls([400, 0, 400, 400]); // open at its south end only
  const asked = [token(300, 300), 30, squares(), { blocked }];
  const way = wayTo([400, 300], ...asked);
  assert.deepEqual(way.at(-1), { x: 400, y: 300 });
  assert.ok(way.length > 1, JSON.stringify(way));
  const centres = [{ x: 300, y: 300 }, ...way].map(({ x, y }) => ({ x: x + 50, y: y + 50 }));
  for (const [n, at] of centres.slice(1).entries()) assert.equal(blocked(centres[n], at), false);
  assert.deepEqual(wayTo([200, 300], ...asked), [{ x: 200, y: 300 }], "straight where nothing is in the way");
  assert.deepEqual(wayTo([0, 200], ...asked), [{ x: 0, y: 200 }], "one leg for all steps of a free line");
  assert.deepEqual(wayTo([300, 300], ...asked), [], "it stands there");
  assert.deepEqual(wayTo([900, 300], ...asked), [], "out of reach");
});

test("the length of the way to each place is what it costs, on squares, hexes and without a grid", () => {
  for (const grid of [squares("alternating"), squares("exact"), hexes(), { ...squares("exact"), isGridless: true }]) {
    const own = grid.isHexagonal ? grid.getTopLeftPoint({ i: 4, j: 4 }) : { x: 400, y: 400 };
    const blocked = walls([500, 200, 500, 640], [300, 640, 500, 640]);
    const asked = [{ ...own, width: 1, height: 1 }, 25, grid, { blocked }];
    const places = placesWithin(...asked);
    assert.ok(places.length > 20);
    for (const place of places.slice(1)) {
      const way = [own, ...wayTo(place, ...asked)];
      assert.deepEqual([way.at(-1).x, way.at(-1).y], place);
      const legs = way.slice(1).map((at, n) => Math.hypot(at.x - way[n].x, at.y - way[n].y) / 100);
      // No leg is longer than the movement, and the way is never shorter than the straight line.
      const length = 5 * legs.reduce((sum, leg) => sum + leg, 0);
      assert.ok(length >= (5 * Math.hypot(place[0] - own.x, place[1] - own.y)) / 100 - 1e-6);
      assert.ok(length <= 25 * Math.SQRT2 + 1e-6, `${length}`);
      for (const [n, to] of way.slice(1).entries())
        assert.equal(blocked({ x: way[n].x + 50, y: way[n].y + 50 }, { x: to.x + 50, y: to.y + 50 }), false);
    }
  }
});
