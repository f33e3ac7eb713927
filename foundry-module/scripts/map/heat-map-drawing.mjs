/** The squares of a heat map as drawing commands. Pure. */

import { BLUE as BETTER, GREY as BLOCKED, EDGE, WHITE, VERMILION as WORSE } from "./colours.mjs";
import { cross } from "./segments.mjs";

const BLOCKED_VALUE = -20;
const FULL = 5; // points of a d20 at which a colour is at its strongest: the worth of advantage at its best

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box pixels
 *
 * @typedef {object} Shape how a square is painted
 * @property {[number, number][]} outline  of a grid space, off the place's north-west corner
 * @property {[number, number]} middle  of the same
 * @property {number} size  of a grid space, pixels
 * @property {Box} body  the part of the token's space that nobody else may share, from the same corner
 */

/**
 * Return a square as the grid shows it: a hex, a square, and a square if there is no grid.
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
    // One pixel inside, because neighbours share an edge.
    return { outline, middle: [size / 2, size / 2], size, body: { x: 1, y: 1, width: width - 2, height: height - 2 } };
  }
  // The corner of a token of several hexes is no hex's corner, so the hex in its middle is painted.
  const [x, y] = [width / 2, height / 2];
  const outline = grid.getShape().map((/** @type {{x: number, y: number}} */ point) => [x + point.x, y + point.y]);
  return { outline, middle: [x, y], size, body: { x, y, width: 0, height: 0 } };
}

/**
 * Return whether a square is taken: nobody else may end a move there.
 * @param {[number, number]} square
 * @param {Shape} shape
 * @param {Box[]} others  their spaces
 */
export function taken([x, y], { body }, others) {
  const [left, top] = [x + body.x, y + body.y];
  return others.some(
    (box) =>
      left < box.x + box.width && left + body.width > box.x && top < box.y + box.height && top + body.height > box.y,
  );
}

/**
 * Return the drawing commands for a part of a survey.
 * @param {[number, number][]} squares  the token's own first
 * @param {Pick<Coign.Surveyed, "start" | "values">} part
 * @param {number} worth  of the square where the token stands now: the others are compared with it
 * @param {Shape} shape
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
export function paint(squares, { start, values = [] }, worth, shape) {
  return values.flatMap((value, n) => {
    if (!squares[start + n]) return [];
    const [fill, ...sign] = painted(squares[start + n], value, worth, shape);
    return start + n ? [fill, ...sign] : [fill]; // a sign on the first square, the token's own, would cover its picture
  });
}

/**
 * @param {[number, number]} square
 * @param {number} value
 * @param {number} worth
 * @param {Shape} shape
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function painted([x, y], value, worth, { outline, middle, size }) {
  const gain = value - worth;
  const blocked = value <= BLOCKED_VALUE;
  const color = blocked ? BLOCKED : gain === 0 ? WHITE : gain > 0 ? BETTER : WORSE;
  const alpha = blocked ? 0.35 : gain === 0 ? 0.12 : 0.15 + 0.35 * Math.min(1, Math.abs(gain) / FULL);
  const [cx, cy, arm] = [x + middle[0], y + middle[1], size / 8];
  const level = (/** @type {number} */ dy) => /** @type {const} */ ([cx - arm, cy + dy, cx + arm, cy + dy]);
  const upright = /** @type {const} */ ([cx, cy - arm, cx, cy + arm]);
  const equal = [level(-0.8 * arm), level(0.8 * arm)]; // so far apart that their dark edges do not meet
  const sign = blocked ? cross([cx, cy], arm) : gain === 0 ? equal : gain > 0 ? [level(0), upright] : [level(0)];
  const [width, edge] = [Math.max(2, size / 14), Math.max(1, size / 50)];
  const segments = /** @type {import("./segments.mjs").Segment[]} */ (sign);
  // The edge goes round the ends too: open at the ends, a minus looks like the two lines of equal.
  return [
    { op: "fill", color, alpha, points: outline.flatMap(([dx, dy]) => [x + dx, y + dy]) },
    {
      op: "strokes",
      color: EDGE,
      alpha: 1,
      width: width + 2 * edge,
      segments: segments.map((line) => longer(line, edge)),
    },
    { op: "strokes", color: WHITE, alpha: 1, width, segments },
  ];
}

/**
 * Return a segment that is longer at both ends.
 * @param {import("./segments.mjs").Segment} segment
 * @param {number} more  pixels, at each end
 * @returns {import("./segments.mjs").Segment}
 */
function longer([ax, ay, bx, by], more) {
  const share = more / Math.hypot(bx - ax, by - ay);
  const [dx, dy] = [(bx - ax) * share, (by - ay) * share];
  return [ax - dx, ay - dy, bx + dx, by + dy];
}
