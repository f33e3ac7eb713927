/** How far apart two spaces are, roughly, and how a survey of places is drawn. Pure. */

import { cross } from "./strokes.mjs";

const BETTER = 0x0072b2;
const WORSE = 0xd55e00;
const BLOCKED = 0x555555;
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
 * A part of a survey as drawing commands.
 * @param {[number, number][]} squares
 * @param {Pick<Coign.Surveyed, "start" | "values">} part
 * @param {number} worth  of the square where the token stands now
 * @param {number} size  of a grid space, pixels
 * @returns {import("./overlay-drawing.mjs").Command[]}
 */
export function paint(squares, { start, values = [] }, worth, size) {
  return values.flatMap((value, n) => {
    const [x, y] = squares[start + n] ?? [];
    return x === undefined ? [] : square(x, y, value, worth, size);
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} value
 * @param {number} worth
 * @param {number} size
 * @returns {import("./overlay-drawing.mjs").Command[]}
 */
function square(x, y, value, worth, size) {
  const gain = value - worth;
  const blocked = value <= BLOCKED_VALUE;
  if (!blocked && gain === 0) return [];
  const color = blocked ? BLOCKED : gain > 0 ? BETTER : WORSE;
  const alpha = blocked ? 0.35 : 0.15 + 0.35 * Math.min(1, Math.abs(gain) / FULL);
  const [cx, cy, arm] = [x + size / 2, y + size / 2, size / 8];
  /** @type {import("./strokes.mjs").Segment[]} */
  const level = [[cx - arm, cy, cx + arm, cy]];
  const sign = blocked
    ? cross([cx, cy], arm)
    : gain > 0
      ? [...level, /** @type {const} */ ([cx, cy - arm, cx, cy + arm])]
      : level;
  return [
    { op: "fill", color, alpha, points: [x, y, x + size, y, x + size, y + size, x, y + size] },
    {
      op: "strokes",
      color,
      alpha: 0.9,
      width: Math.max(2, size / 33),
      segments: /** @type {import("./strokes.mjs").Segment[]} */ (sign),
    },
  ];
}
