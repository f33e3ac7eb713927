/** How far apart two spaces are, roughly, and how a survey of places is drawn. Pure. */

import { BLUE as BETTER, GREY as BLOCKED, EDGE, WHITE, VERMILION as WORSE } from "./colours.mjs";
import { cross } from "./segments.mjs";

const BLOCKED_VALUE = -20;
const FULL = 5; // points of a d20 at which a colour is at its strongest: the worth of advantage at its best

/**
 * About how far two spaces are apart, as reach is counted: one grid distance where they touch. For choosing what to ask
 * about, no more; the bridge measures.
 * @param {{x: number, y: number, width: number, height: number}} a  pixels, and sides in grid spaces
 * @param {{x: number, y: number, width: number, height: number}} b
 * @param {{size: number, distance: number}} grid
 * @returns {number} scene units
 */
export function gapBetween(a, b, { size, distance }) {
  const apart = (/** @type {"x" | "y"} */ axis, /** @type {"width" | "height"} */ side) =>
    Math.max(b[axis] - a[axis] - a[side] * size, a[axis] - b[axis] - b[side] * size);
  const pixels = Math.max(0, apart("x", "width"), apart("y", "height"));
  return (Math.round(pixels / size) + 1) * distance;
}

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box pixels
 *
 * @typedef {object} Shape how a place is painted
 * @property {[number, number][]} outline  of a grid space, off the place's north-west corner
 * @property {[number, number]} middle  of the same
 * @property {number} size  of a grid space, pixels
 * @property {Box} heart  what of the token's space nobody else may share, off the same corner
 */

/**
 * A place as the grid shows it: a hex, a square, and a square where there is no grid.
 * @param {Coign.Foreign} grid  the scene's
 * @param {{width: number, height: number}} token  pixels
 * @returns {Shape}
 */
export function shapeOf(grid, { width, height }) {
  const { size } = grid;
  if (!grid.isHexagonal) {
    const outline = /** @type {[number, number][]} */ ([
      [0, 0],
      [size, 0],
      [size, size],
      [0, size],
    ]);
    // A pixel in, for neighbours share an edge.
    return { outline, middle: [size / 2, size / 2], size, heart: { x: 1, y: 1, width: width - 2, height: height - 2 } };
  }
  // A body of several hexes begins at the corner of none, so the hex about its middle stands for it.
  const [x, y] = [width / 2, height / 2];
  const outline = grid.getShape().map((/** @type {{x: number, y: number}} */ point) => [x + point.x, y + point.y]);
  return { outline, middle: [x, y], size, heart: { x, y, width: 0, height: 0 } };
}

/**
 * Whether somebody stands at a place: nobody else ends a move there.
 * @param {[number, number]} place
 * @param {Shape} shape
 * @param {Box[]} others  their spaces
 */
export function taken([x, y], { heart }, others) {
  const [left, top] = [x + heart.x, y + heart.y];
  return others.some(
    (box) =>
      left < box.x + box.width && left + heart.width > box.x && top < box.y + box.height && top + heart.height > box.y,
  );
}

/**
 * A part of a survey as drawing commands.
 * @param {[number, number][]} squares
 * @param {Pick<Coign.Surveyed, "start" | "values">} part
 * @param {number} worth  of the square where the token stands now
 * @param {Shape} shape
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
export function paint(squares, { start, values = [] }, worth, shape) {
  return values.flatMap((value, n) => (squares[start + n] ? painted(squares[start + n], value, worth, shape) : []));
}

/**
 * @param {[number, number]} place
 * @param {number} value
 * @param {number} worth
 * @param {Shape} shape
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function painted([x, y], value, worth, { outline, middle, size }) {
  const gain = value - worth;
  const blocked = value <= BLOCKED_VALUE;
  if (!blocked && gain === 0) return [];
  const color = blocked ? BLOCKED : gain > 0 ? BETTER : WORSE;
  const alpha = blocked ? 0.35 : 0.15 + 0.35 * Math.min(1, Math.abs(gain) / FULL);
  const [cx, cy, arm] = [x + middle[0], y + middle[1], size / 8];
  /** @type {import("./segments.mjs").Segment[]} */
  const level = [[cx - arm, cy, cx + arm, cy]];
  const sign = blocked
    ? cross([cx, cy], arm)
    : gain > 0
      ? [...level, /** @type {const} */ ([cx, cy - arm, cx, cy + arm])]
      : level;
  return [
    { op: "fill", color, alpha, points: outline.flatMap(([dx, dy]) => [x + dx, y + dy]) },
    {
      op: "strokes",
      color: WHITE,
      alpha: 1,
      edge: EDGE,
      width: Math.max(2, size / 33),
      segments: /** @type {import("./segments.mjs").Segment[]} */ (sign),
    },
  ];
}
