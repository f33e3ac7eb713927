/**
 * A figure as drawing commands, which any canvas can carry out. Pure.
 *
 * Roles differ in their stroke (solid, dashed, crossed, hatched, dotted) as well as in colour. All strokes but hatching
 * have a dark edge, so that they can be seen on any floor.
 */

import { EDGE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION, YELLOW } from "./colours.mjs";
import { cross, dashed, edges, hatched } from "./segments.mjs";

/**
 * @typedef {{op: "strokes", color: number, alpha: number, width: number, edge?: number, segments: import("./segments.mjs").Segment[]}} Strokes
 * @typedef {{op: "fill", color: number, alpha: number, points: number[]}} Fill
 * @typedef {{op: "dot", color: number, alpha: number, x: number, y: number, radius: number}} Dot
 * @typedef {{op: "label", text: string, x: number, y: number, anchor?: [x: number, y: number]}} Label its middle is at the
 *   point, or the part of it that `anchor` names: [0, 0] the top left, [1, 1] the bottom right
 * @typedef {Strokes | Fill | Dot | Label} Command
 *
 * @typedef {object} Style
 * @property {number} color
 * @property {"solid" | "dashed" | "dotted"} [stroke]
 * @property {boolean} [crossed]  a cross where it is stopped, or in the middle
 * @property {boolean} [hatched]
 * @property {number} [fill]  opacity of the inside
 * @property {number} [width]  in strokes
 */

/** @type {Record<string, Style>} */
export const STYLES = {
  "line-clear": { color: SKY },
  "line-blocked": { color: VERMILION, stroke: "dashed", crossed: true },
  "line-covered": { color: ORANGE, stroke: "dashed" },
  flanking: { color: PURPLE, width: 2 },
  elevation: { color: GREEN, stroke: "dotted" },
  about: { color: ORANGE },
  wall: { color: VERMILION, width: 2 },
  hidden: { color: VERMILION, hatched: true },
  target: { color: ORANGE, fill: 0.06 },
  attacker: { color: SKY, fill: 0.06 },
  helper: { color: PURPLE, fill: 0.1 },
  creature: { color: ORANGE, stroke: "dashed", fill: 0.06 },
  "arc-front": { color: GREEN, fill: 0.08 },
  "arc-flank": { color: YELLOW, stroke: "dashed", fill: 0.08 },
  "arc-rear": { color: VERMILION, stroke: "dotted", fill: 0.08 },
  "lit-bright": { color: YELLOW, fill: 0.08 },
  "lit-dim": { color: YELLOW, stroke: "dotted", fill: 0.04 },
  darkness: { color: GREY, stroke: "dotted" }, // no fill: the map is dark there itself
  area: { color: SKY, stroke: "dotted", hatched: true },
  corner: { color: SKY },
  centre: { color: PURPLE },
};
const PLAIN = { color: GREY };

/** Roles whose label is drawn; the labels of the others are ids of documents, or name a corner that is seen anyway. */
const LABELLED = new Set(["elevation", "about", "arc-front", "arc-flank", "arc-rear"]);

/**
 * @param {Coign.Figure | undefined} figure
 * @param {number} size  of a grid space, pixels: strokes grow with it
 * @returns {Command[]}  in the order to draw them
 */
export function commands(figure, size) {
  const unit = Math.max(1, size / 50);
  return [
    ...drawable(figure?.polygons).flatMap((mark) => polygon(mark, unit)),
    ...drawable(figure?.lines).flatMap((mark) => line(mark, unit)),
    ...drawable(figure?.points).flatMap((mark) => dots(mark, unit)),
  ];
}

/**
 * Return the marks whose points are all finite: a number may overflow in conversion.
 * @param {Coign.Mark[] | undefined} marks
 */
const drawable = (marks) =>
  (marks ?? []).filter(({ points }) => points.length > 0 && points.flat().every(Number.isFinite));

/**
 * @param {Coign.Mark} mark
 * @param {number} unit
 * @returns {Command[]}
 */
function polygon({ role, points, label }, unit) {
  const style = STYLES[role] ?? PLAIN;
  const { color, fill = 0 } = style;
  return [
    .../** @type {Command[]} */ (fill ? [{ op: "fill", color, alpha: fill, points: points.flat() }] : []),
    ...(style.hatched ? [{ ...strokes(style, unit / 2, hatched(points, 6 * unit)), edge: undefined }] : []),
    strokes(style, unit, edges(points, true)),
    ...text(role, label, points),
  ];
}

/**
 * @param {Coign.Mark} mark
 * @param {number} unit
 * @returns {Command[]}
 */
function line({ role, points, label }, unit) {
  const style = STYLES[role] ?? PLAIN;
  const [from, to] = [points[0], points[points.length - 1]];
  const middle = /** @type {[number, number]} */ ([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  const stopped = points.length > 2 ? points[1] : middle; // where it meets a wall, if the reader may know
  return [
    strokes(style, unit, edges([from, to])),
    ...(style.crossed ? [strokes({ color: style.color }, unit, cross(stopped, 4 * unit))] : []),
    ...text(role, label, points),
  ];
}

/**
 * @param {Coign.Mark} mark
 * @param {number} unit
 * @returns {Command[]}
 */
function dots({ role, points, label }, unit) {
  const { color } = STYLES[role] ?? PLAIN;
  const drawn = points.map(([x, y]) => /** @type {Dot} */ ({ op: "dot", color, alpha: 1, x, y, radius: 3 * unit }));
  if (!label || !LABELLED.has(role)) return drawn;
  // Only the label, beside the token: its picture is in the middle, its name and bars are above and below.
  return points.map(([x, y]) => ({ op: "label", text: label, x: x + 26 * unit, y, anchor: [0, 0.5] }));
}

/**
 * Return the summary of an attack as a label over its target.
 * @param {string[]} lines
 * @param {{x: number, y: number, width: number, height: number}} target  pixels
 * @param {number} size  of a grid space, pixels
 * @returns {Label[]}
 */
export function caption(lines, { x, y, width, height }, size) {
  if (!lines.length) return [];
  const above = y - size / 10;
  const fits = above > (lines.length * size) / 3; // else the map's upper edge would cut it off
  const at = fits ? { y: above, anchor: [0.5, 1] } : { y: y + height + size / 10, anchor: [0.5, 0] };
  return [/** @type {Label} */ ({ op: "label", text: lines.join("\n"), x: x + width / 2, ...at })];
}

/**
 * @param {Style} style
 * @param {number} unit
 * @param {import("./segments.mjs").Segment[]} lines
 * @returns {Strokes}
 */
function strokes({ color, stroke = "solid", width = 1 }, unit, lines) {
  const dash = { solid: 0, dashed: 6 * unit, dotted: 2 * unit }[stroke];
  const segments = dash ? lines.flatMap(([x0, y0, x1, y1]) => dashed([x0, y0], [x1, y1], dash)) : lines;
  return { op: "strokes", color, alpha: 0.9, width: 1.5 * width * unit, edge: EDGE, segments };
}

/**
 * @param {string} role
 * @param {string | undefined} label
 * @param {[number, number][]} points
 * @returns {Label[]}
 */
function text(role, label, points) {
  if (!label || !LABELLED.has(role)) return [];
  const middle = (/** @type {0 | 1} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [{ op: "label", text: label, x: middle(0), y: middle(1) }];
}
