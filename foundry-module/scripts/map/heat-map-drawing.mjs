/** The squares of a heat map as drawing commands. Pure. */

import { signed } from "../util/effect-text.mjs";
import { CANVAS } from "../util/tokens.mjs";
import { cross } from "./segments.mjs";

const DIE = 20; // faces: so many points of a d20 is a certain hit
const FULL = 5; // points of a d20 at which a colour is at its strongest: the worth of advantage at its best

/**
 * @typedef {import("./figure-drawing.mjs").Box} Box
 *
 * @typedef {object} Shape how a square is painted
 * @property {[number, number][]} outline of a grid space, off the place's north-west corner
 * @property {[number, number]} middle of the same
 * @property {number} size of a grid space, pixels
 * @property {Box} body the part of the token's space that no other token may share, from the same corner
 */

/**
 * Return a square as the grid shows it: a hex, a square, and a square if there is no grid.
 * @param {Coign.Foreign} grid the scene's
 * @param {{width: number, height: number}} token pixels
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
 * Return whether a square is taken, so that no other token may end a move there.
 * @param {[number, number]} square
 * @param {Shape} shape
 * @param {Box[]} others their spaces
 */
export function taken([x, y], { body }, others) {
  const [left, top] = [x + body.x, y + body.y];
  return others.some(
    (box) =>
      left < box.x + box.width && left + body.width > box.x && top < box.y + box.height && top + body.height > box.y,
  );
}

/**
 * @typedef {"mine" | "theirs" | "trade"} View what the token would have, what the target would have, the one less the other
 *
 * @typedef {object} Cell what is shown of a square
 * @property {number} worth in points of a d20, more is better for the token
 * @property {boolean} blocked the attack reaches so far, but the target cannot be attacked
 * @property {string | null} text the chance, where it is known; null: what is won or lost against here
 */

/**
 * Return the content of a square in a view; null if the attack cannot be made from there.
 * @param {View} view
 * @param {Coign.Wire.Prospect} mine
 * @param {Coign.Wire.Prospect | undefined} theirs
 * @returns {Cell | null}
 */
export function cellOf(view, mine, theirs) {
  const attacked = view === "mine" || !theirs ? 0 : pointsOf(theirs);
  const back = theirs ? chanceOf(theirs) : null;
  if (view === "theirs") return { worth: -attacked, blocked: false, text: back === null ? "" : String(back) };
  if (mine.possible === false) return null;
  const forth = chanceOf(mine);
  const known = forth !== null && (view === "mine" || back !== null);
  const text = !known ? "" : view === "mine" ? String(forth) : null;
  return { worth: pointsOf(mine) - attacked, blocked: mine.label === "blocked", text };
}

/**
 * Return what an attack is worth in points of a d20: by its chance, else by its modifiers.
 * @param {Coign.Wire.Prospect} prospect
 */
export function pointsOf({ label, possible, chance, value = 0 }) {
  if (label === "blocked" || possible === false) return typeof chance === "number" ? 0 : -DIE;
  return typeof chance === "number" ? DIE * chance : value;
}

/**
 * Return the chance in whole per cents; null if it is not known.
 * @param {Coign.Wire.Prospect} prospect
 */
const chanceOf = ({ chance, possible }) =>
  typeof chance === "number" ? (possible === false ? 0 : Math.round(100 * chance)) : null;

/**
 * Return the drawing commands for a part of a survey.
 * @param {[number, number][]} squares the token's own first
 * @param {{start: number, cells: (Cell | null)[]}} part
 * @param {number} worth of the square where the token stands now: the others are compared with it
 * @param {Shape} shape
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
export function paint(squares, { start, cells }, worth, shape) {
  return cells.flatMap((cell, n) => {
    if (!squares[start + n] || !cell) return [];
    const [fill, ...sign] = painted(squares[start + n], cell, worth, shape);
    return start + n ? [fill, ...sign] : [fill]; // a sign on the first square, the token's own, would cover its picture
  });
}

/**
 * @param {[number, number]} square
 * @param {Cell} cell
 * @param {number} worth
 * @param {Shape} shape
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function painted([x, y], { worth: value, blocked, text: chance }, worth, { outline, middle, size }) {
  const gain = Math.abs(value - worth) < 1e-6 ? 0 : value - worth;
  const change = Math.round((100 * gain) / DIE);
  const text = gain === 0 ? "" : (chance ?? (change ? signed(change) : "")); // no gain and no loss: the sign says it all
  const color = blocked ? CANVAS.unknown : gain === 0 ? CANVAS.ink : gain > 0 ? CANVAS.forArea : CANVAS.against;
  const alpha = blocked ? 0.35 : gain === 0 ? 0.3 : 0.15 + 0.35 * Math.min(1, Math.abs(gain) / FULL);
  const [cx, cy, arm] = [x + middle[0], y + middle[1] - (text ? size / 5 : 0), size / 8];
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
      color: CANVAS.edge,
      alpha: 1,
      width: width + 2 * edge,
      segments: segments.map((line) => longer(line, edge)),
    },
    { op: "strokes", color: CANVAS.ink, alpha: 1, width, segments },
    .../** @type {import("./figure-drawing.mjs").Command[]} */ (
      text ? [{ op: "label", text, x: cx, y: cy + (2 * size) / 5 }] : []
    ),
  ];
}

/**
 * Return a segment that is longer at both ends.
 * @param {import("./segments.mjs").Segment} segment
 * @param {number} more pixels, at each end
 * @returns {import("./segments.mjs").Segment}
 */
function longer([ax, ay, bx, by], more) {
  const share = more / Math.hypot(bx - ax, by - ay);
  const [dx, dy] = [(bx - ax) * share, (by - ay) * share];
  return [ax - dx, ay - dy, bx + dx, by + dy];
}
