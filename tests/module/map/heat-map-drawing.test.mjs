import assert from "node:assert/strict";
import { test } from "node:test";
import { cellOf, paint, shapeOf, taken } from "../../../foundry-module/scripts/map/heat-map-drawing.mjs";
import { CANVAS } from "../../../foundry-module/scripts/util/tokens.mjs";

const SQUARES = { size: 100, isHexagonal: false };

/** Cells worth so much; none is worth -20 but one that is blocked. */
const cells = (values) => values.map((worth) => ({ worth, blocked: worth === -20, text: "" }));

const ONE = { width: 100, height: 100 };

test("better squares have a plus, worse a minus, impossible ones a cross, equal ones two lines", () => {
  const shape = shapeOf(SQUARES, ONE);
  const squares = [
    [0, 0],
    [100, 0],
    [200, 0],
    [300, 0],
    [400, 0],
  ];
  const drawn = paint(squares, { start: 0, cells: cells([1, 1, 3.5, 0, -20]) }, 1, shape);
  const strokes = drawn.filter(({ op }) => op === "strokes").map(({ segments }) => segments.length);
  assert.deepEqual(strokes, [2, 2, 2, 2, 1, 1, 2, 2], "each with its edge, and none on the token's own");
  assert.equal(drawn.filter(({ op }) => op === "fill").length, 5);
  assert.deepEqual(paint(squares, { start: 5, cells: cells([9]) }, 0, shape), [], "a part beyond the squares");
});

test("a sign has a dark edge all round, at its ends too, and the two lines of equal are apart", () => {
  const squares = [
    [0, 0],
    [100, 0],
    [200, 0],
  ];
  const [, , edge, minus, , around] = paint(squares, { start: 0, cells: cells([1, 0, 1]) }, 1, shapeOf(SQUARES, ONE));
  assert.ok(edge.width > minus.width);
  assert.ok(edge.segments[0][0] < minus.segments[0][0] && edge.segments[0][2] > minus.segments[0][2]);
  assert.ok(around.segments[1][1] - around.segments[0][1] > 1.5 * around.width);
});

test("a place is painted as the grid's square, or as the hex at the token's centre", () => {
  const square = shapeOf(SQUARES, { width: 200, height: 200 });
  assert.deepEqual(square.middle, [50, 50], "of a large token its first square");
  const hexes = {
    size: 100,
    isHexagonal: true,
    getShape: () => [
      { x: 0, y: -57 },
      { x: 50, y: 29 },
      { x: -50, y: 29 },
    ],
  };
  const [fill] = paint([[100, 200]], { start: 0, cells: cells([3]) }, 0, shapeOf(hexes, { width: 100, height: 116 }));
  assert.deepEqual(fill.points, [150, 201, 200, 287, 100, 287]);
});

test("occupied spaces are left out, any corner of a large token's included; a shared edge is free", () => {
  const others = [{ x: 200, y: 200, width: 100, height: 100 }];
  const big = { width: 200, height: 200 };
  const free = (place, size) => !taken(place, shapeOf(SQUARES, size), others);
  assert.deepEqual([free([100, 200], ONE), free([200, 200], ONE), free([250, 250], ONE)], [true, false, false]);
  assert.deepEqual([free([0, 200], big), free([100, 100], big)], [true, false]);
});

test("a square from which the attack does not reach is bare; a blocked one has a cross", () => {
  const reached = { label: "plain", value: 2, possible: true };
  assert.equal(cellOf("mine", { ...reached, possible: false }), null);
  assert.equal(cellOf("trade", { ...reached, possible: false }, reached), null);
  assert.equal(cellOf("mine", { ...reached, label: "blocked" }).blocked, true);
  assert.deepEqual(paint([[0, 0]], { start: 0, cells: [null] }, 0, shapeOf(SQUARES, ONE)), []);
});

test("the three views: mine, theirs and the trade, by the chance where it is known", () => {
  const known = (chance, more = {}) => ({ label: "plain", value: 7, possible: true, chance, ...more });
  assert.deepEqual(cellOf("mine", known(0.65), known(0.4)), { worth: 13, blocked: false, text: "65" });
  assert.deepEqual(cellOf("theirs", known(0.65), known(0.4)), { worth: -8, blocked: false, text: "40" });
  assert.deepEqual(cellOf("trade", known(0.65), known(0.4)), { worth: 5, blocked: false, text: null });
  assert.equal(cellOf("trade", known(0.4), known(0.65)).worth, -5);
  assert.equal(cellOf("mine", known(0.8257)).text, "83", "whole per cents");
  assert.deepEqual(cellOf("mine", known(null)), { worth: 7, blocked: false, text: "" });
  assert.deepEqual(cellOf("trade", known(null), known(null)).text, "");
  // Who cannot reach the token has no chance: that is the best of places.
  assert.equal(cellOf("theirs", known(0.65), known(0.4, { possible: false })).worth, -0);
  assert.equal(cellOf("theirs", known(0.65, { possible: false }), known(0.4)).worth, -8, "it needs no attack of mine");
});

test("yours against theirs says what is won or lost against here", () => {
  const squares = [0, 100, 200, 300].map((x) => [x, 0]);
  const cells = [-2, 1, -2.01, -8].map((worth) => ({ worth, blocked: false, text: null }));
  const labels = paint(squares, { start: 0, cells }, -2, shapeOf(SQUARES, ONE)).filter(({ op }) => op === "label");
  assert.deepEqual(
    labels.map(({ text }) => text),
    ["+15", "−30"],
    "and nothing for a twentieth of a per cent",
  );
});

test("a chance stands below the sign, where it is better or worse than here", () => {
  const squares = [
    [0, 0],
    [100, 0],
    [200, 0],
    [300, 0],
  ];
  const cells = [10, 13, 10, 7].map((worth) => ({ worth, blocked: false, text: String(5 * worth) }));
  const drawn = paint(squares, { start: 0, cells }, 10, shapeOf(SQUARES, ONE));
  const labels = drawn.filter(({ op }) => op === "label");
  assert.deepEqual(
    labels.map(({ text }) => text),
    ["65", "35"],
  );
});

test("a better square is blue, a worse one orange, an equal one grey; a percentage stands below the sign", () => {
  const squares = [0, 100, 200, 300, 400].map((x) => [x, 0]);
  const part = { start: 0, cells: cells([1, 3, -3, 1, -20]) };
  part.cells[1].text = "65";
  const drawn = paint(squares, part, 1, shapeOf(SQUARES, ONE));
  const colors = drawn.filter(({ op }) => op === "fill").map(({ color }) => color);
  assert.deepEqual(colors, [CANVAS.ink, CANVAS.forArea, CANVAS.against, CANVAS.ink, CANVAS.unknown]);
  const label = drawn.find(({ op }) => op === "label");
  const sign = drawn.find(({ op, width }) => op === "strokes" && width);
  assert.equal(label.text, "65");
  assert.ok(label.y > Math.max(...sign.segments.flatMap(([, top, , bottom]) => [top, bottom])) && label.y < 100);
});
