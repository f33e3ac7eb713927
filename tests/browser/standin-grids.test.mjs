/** The stand-in's grids: Foundry's sizes and offsets of hexes, and where tokens snap to. In one process, no browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Client } from "../../bridge/tabletop/foundry/client.mjs";
import { sceneGrid } from "../../bridge/tabletop/foundry/grid.mjs";
import { offsetsOf, shifted, sizeOf, snapped } from "../../bridge/tabletop/foundry/token-space.mjs";
import { World } from "../../bridge/tabletop/foundry/world.mjs";

const [GRIDLESS, SQUARE, ODD_ROWS, EVEN_ROWS, ODD_COLUMNS, EVEN_COLUMNS] = [0, 1, 2, 3, 4, 5];
const HEXES = [ODD_ROWS, EVEN_ROWS, ODD_COLUMNS, EVEN_COLUMNS];
const gridOf = (type) => sceneGrid({ type, size: 100, distance: 5, units: "ft" }, 0);
const LONG = 200 / Math.sqrt(3);
const body = (side) => ({ width: side, height: side });

/** The offsets of a patch that extends beyond the map's north-west corner. */
const patch = Array.from({ length: 64 }, (_, n) => ({ i: Math.floor(n / 8) - 3, j: (n % 8) - 3 }));

test("the grid size is from side to side: hexes in rows are higher than that, in columns wider", () => {
  for (const type of HEXES) {
    const { sizeX, sizeY, columns, even, isHexagonal, isSquare } = gridOf(type);
    assert.deepEqual([sizeX, sizeY], columns ? [LONG, 100] : [100, LONG]);
    assert.deepEqual([columns, even], [type >= ODD_COLUMNS, type === EVEN_ROWS || type === EVEN_COLUMNS]);
    assert.deepEqual([isHexagonal, isSquare], [true, false]);
  }
});

test("the odd or the even rows or columns are shifted by half a hex", () => {
  const first = (type) =>
    [0, 1].map((n) => gridOf(type).getTopLeftPoint(type >= ODD_COLUMNS ? { i: 0, j: n } : { i: n, j: 0 }));
  assert.deepEqual(
    HEXES.map((type) => first(type).map(({ x, y }) => Math.round(type >= ODD_COLUMNS ? y : x))),
    [
      [-50, 0],
      [0, -50],
      [-50, 0],
      [0, -50],
    ],
  );
});

test("hexes lie where real maps have their tokens", async () => {
  const [, ...lines] = (await readFile(new URL("../data/hex-tokens.tsv", import.meta.url), "utf8")).trim().split("\n");
  const off = lines.map((line) => {
    const [type, size, , x, y] = line.split("\t").map(Number);
    const grid = sceneGrid({ type, size, distance: 5, units: "ft" }, 0);
    const place = grid.getTopLeftPoint({ x: x + grid.sizeX / 2, y: y + grid.sizeY / 2 });
    return Math.max(Math.abs(place.x - x), Math.abs(place.y - y));
  });
  assert.deepEqual([lines.length, off.filter((pixels) => pixels > 2.5).length], [151, 3]);
});

test("the hexes of an old scene are as high, or as wide, as its grid size from corner to corner", () => {
  const [rows, columns] = [ODD_ROWS, ODD_COLUMNS].map((type) =>
    sceneGrid({ type, size: 100, distance: 5, units: "ft", legacy: true }, 0),
  );
  assert.deepEqual([rows.sizeY, Math.round(rows.sizeX)], [100, 87]);
  assert.deepEqual([columns.sizeX, Math.round(columns.sizeY)], [100, 87]);
});

test("every point belongs to the hex with the nearest centre, and a hex has six neighbours at one step", () => {
  for (const type of HEXES) {
    const grid = gridOf(type);
    for (const at of patch) {
      const { x, y } = grid.getCenterPoint(at);
      for (const [dx, dy] of [
        [0, 0],
        [40, 0],
        [-40, 0],
        [0, 40],
        [0, -40],
      ])
        assert.deepEqual(grid.getOffset({ x: x + dx, y: y + dy }), at);
      const beside = grid.getAdjacentOffsets(at);
      assert.equal(beside.length, 6);
      for (const other of beside) {
        const { x: ox, y: oy } = grid.getCenterPoint(other);
        assert.equal(Math.round(Math.hypot(ox - x, oy - y)), 100);
        assert.equal(
          grid.measurePath([
            { x, y },
            { x: ox, y: oy },
          ]).distance,
          5,
        );
      }
    }
  }
});

test("hexes are counted by the shortest way", () => {
  const grid = gridOf(ODD_ROWS);
  const apart = (a, b) => grid.measurePath([grid.getCenterPoint(a), grid.getCenterPoint(b)]).spaces;
  assert.equal(apart({ i: 0, j: 0 }, { i: 0, j: 4 }), 4);
  assert.equal(apart({ i: 0, j: 0 }, { i: 4, j: 2 }), 4, "two columns on the way down are free");
  assert.equal(apart({ i: 0, j: 0 }, { i: 4, j: 5 }), 7);
  assert.equal(apart({ i: 3, j: -2 }, { i: 3, j: -2 }), 0);
});

test("tokens of side 1, 2 and 3 occupy 1, 3 and 7 hexes wherever they are dropped, and snap by at most a hex", () => {
  for (const type of HEXES) {
    const grid = gridOf(type);
    for (const side of [1, 2, 3]) {
      for (const at of patch) {
        const { x, y } = grid.getTopLeftPoint(at);
        const place = snapped(body(side), grid, { x: x + 23, y: y - 17 });
        assert.equal(offsetsOf(body(side), grid, place).length, [0, 1, 3, 7][side]);
        assert.ok(Math.hypot(place.x - x - 23, place.y - y + 17) <= 100);
        assert.deepEqual(snapped(body(side), grid, place), place, "what has snapped stays");
        assert.ok(Number.isInteger(place.x) && Number.isInteger(place.y), "Foundry's tokens stand on whole pixels");
      }
    }
  }
});

test("a token of three hexes has its single hex to the north in rows, to the west in columns", () => {
  const three = (type) => {
    const grid = gridOf(type);
    return offsetsOf(body(2), grid, snapped(body(2), grid, { x: 400, y: 400 }));
  };
  const rows = three(ODD_ROWS).map(({ i }) => i);
  assert.deepEqual([rows[1] - rows[0], rows[2] - rows[0]], [1, 1]);
  const columns = three(ODD_COLUMNS)
    .map(({ j }) => j)
    .sort((a, b) => a - b);
  assert.deepEqual([columns[1] - columns[0], columns[2] - columns[0]], [1, 1]);
  assert.deepEqual(sizeOf(body(2), gridOf(ODD_ROWS)), { width: 200, height: 1.75 * LONG });
});

test("without a grid a point is its own space, distance is straight, and tokens snap to pixels only", () => {
  const grid = gridOf(GRIDLESS);
  assert.deepEqual(grid.getTopLeftPoint({ x: 12.5, y: 7 }), { x: 12.5, y: 7 });
  assert.deepEqual(
    [grid.getShape(), grid.getVertices({ x: 1, y: 1 }), grid.getAdjacentOffsets({ i: 0, j: 0 })],
    [[], [], []],
  );
  assert.equal(
    grid.measurePath([
      { x: 0, y: 0 },
      { x: 300, y: 400 },
    ]).distance,
    25,
  );
  assert.deepEqual(snapped(body(1), grid, { x: 12.4, y: 7.6 }), { x: 12, y: 8 });
  assert.deepEqual(offsetsOf(body(1), grid, { x: 0, y: 0 }), []);
});

test("an arrow key moves to the next space", () => {
  const ways = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  assert.deepEqual(
    ways.map((way) => shifted(gridOf(SQUARE), { x: 200, y: 200 }, way)).map(({ x, y }) => [x - 200, y - 200]),
    [
      [100, 0],
      [0, 100],
      [-100, 0],
      [0, -100],
    ],
  );
  for (const type of [...HEXES, GRIDLESS]) {
    const grid = gridOf(type);
    const from = type === GRIDLESS ? { x: 210, y: 133 } : grid.getTopLeftPoint({ i: 4, j: 4 });
    for (const [across, down] of ways) {
      const to = shifted(grid, from, [across, down]);
      const moved = [to.x - from.x, to.y - from.y];
      assert.equal(Math.round(Math.hypot(...moved)), 100);
      assert.ok(moved[0] * across + moved[1] * down > 80, `${type}: ${moved} for ${[across, down]}`);
    }
  }
});

test("everybody views an activated scene, and the one before is no longer active", async () => {
  const scene = (_id, active) => ({ _id, name: _id, active });
  const documents = {
    User: [
      { _id: "gm", role: 4 },
      { _id: "player", role: 1 },
    ],
    Scene: [scene("one", true), scene("two", false)],
  };
  const world = new World({
    id: "w",
    generation: 13,
    version: "13.351",
    system: { id: "dnd5e" },
    modules: [],
    documents,
  });
  const [gm, player] = await Promise.all(["gm", "player"].map((user) => new Client(world, user).start()));
  await gm.game.scenes.get("two").activate();
  for (let hop = 0; hop < 8; hop++) await new Promise((resolve) => setTimeout(resolve, 3)); // each packet is a timer
  for (const { game } of [gm, player]) {
    assert.equal(game.canvas.scene.id, "two");
    assert.deepEqual(
      game.scenes.map(({ active }) => active),
      [false, true],
    );
  }
});
