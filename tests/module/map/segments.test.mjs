import assert from "node:assert/strict";
import { test } from "node:test";
import { arrow, cross, dashed, edges, hatched } from "../../../foundry-module/scripts/map/segments.mjs";

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test("a dashed line begins with a dash and never runs past its end", () => {
  assert.deepEqual(dashed([0, 0], [10, 0], 4), [
    [0, 0, 4, 0],
    [8, 0, 10, 0],
  ]);
  assert.deepEqual(dashed([3, 3], [3, 3], 4), []);
});

test("edges close a polygon, and leave a line open", () => {
  const corners = [
    [0, 0],
    [2, 0],
    [2, 2],
  ];
  assert.equal(edges(corners).length, 2);
  assert.deepEqual(edges(corners, true).at(-1), [2, 2, 0, 0]);
});

test("hatching stays inside the polygon, a concave one too", () => {
  const bent = [
    [0, 0],
    [30, 0],
    [30, 10],
    [10, 10],
    [10, 30],
    [0, 30],
  ];
  const strokes = hatched(bent, 2);
  assert.ok(strokes.length > 10);
  for (const [x0, y0, x1, y1] of strokes) {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    assert.ok(x <= 10 || y <= 10, `(${x}, ${y}) is in the notch`);
    near(x0 + y0, x1 + y1);
  }
  assert.deepEqual(
    hatched(
      [
        [0, 0],
        [Infinity, 0],
        [0, 5],
      ],
      2,
    ),
    [],
  );
});

test("an arrow points as Foundry turns tokens: 0 south, 90 west", () => {
  near(arrow([0, 0], 0, 5, 10)[0][3], 10);
  near(arrow([0, 0], 90, 5, 10)[0][2], -10);
  assert.equal(cross([0, 0], 2).length, 2);
});
