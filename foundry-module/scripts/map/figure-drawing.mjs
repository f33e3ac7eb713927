/**
 * A figure as drawing commands, which any canvas can carry out, and the part of it that the map shows. Pure.
 *
 * Roles differ in their stroke (solid, dashed, crossed, hatched, dotted) as well as in colour. All strokes but hatching
 * have a dark edge, so that they can be seen on any floor.
 */

import { CANVAS } from "../util/tokens.mjs";
import { cross, dashed, edges, hatched } from "./segments.mjs";

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box pixels of the scene
 *
 * @typedef {{op: "strokes", color: number, alpha: number, width: number, edge?: number, segments: import("./segments.mjs").Segment[]}} Strokes
 * @typedef {{op: "fill", color: number, alpha: number, points: number[]}} Fill
 * @typedef {{op: "dot", color: number, alpha: number, x: number, y: number, radius: number}} Dot
 * @typedef {{op: "label", text: string, x: number, y: number}} Label its middle is at the point
 * @typedef {{op: "plate", head?: string, columns?: string[], about: Box}} Plate words on dark
 *   ground, beside what they are about: a bold line, then columns of lines
 * @typedef {Strokes | Fill | Dot | Label | Plate} Command
 *
 * @typedef {object} Style
 * @property {number} color
 * @property {"solid" | "dashed" | "dotted"} [stroke]
 * @property {boolean} [crossed] a cross where it is stopped, else at its end
 * @property {boolean} [hatched]
 * @property {number} [fill] opacity of the inside
 * @property {number} [width] in strokes
 */

/** @type {Record<string, Style>} */
export const STYLES = {
  "line-clear": { color: CANVAS.for },
  "line-blocked": { color: CANVAS.against, stroke: "dashed", crossed: true },
  "line-covered": { color: CANVAS.partly, stroke: "dashed" },
  flanking: { color: CANVAS.ally, width: 2 },
  elevation: { color: CANVAS.ally, stroke: "dotted" },
  about: { color: CANVAS.partly },
  wall: { color: CANVAS.against, width: 2 },
  hidden: { color: CANVAS.against, hatched: true },
  target: { color: CANVAS.partly, fill: 0.06 },
  attacker: { color: CANVAS.for, fill: 0.06 },
  helper: { color: CANVAS.ally, fill: 0.1 },
  creature: { color: CANVAS.partly, stroke: "dashed", fill: 0.06 },
  "arc-front": { color: CANVAS.ally, fill: 0.08 },
  "arc-flank": { color: CANVAS.light, stroke: "dashed", fill: 0.08 },
  "arc-rear": { color: CANVAS.against, stroke: "dotted", fill: 0.08 },
  "lit-bright": { color: CANVAS.light, fill: 0.08 },
  "lit-dim": { color: CANVAS.light, stroke: "dotted", fill: 0.04 },
  darkness: { color: CANVAS.unknown, stroke: "dotted" }, // no fill: the map is dark there itself
  area: { color: CANVAS.for, stroke: "dotted", hatched: true },
  corner: { color: CANVAS.for },
  centre: { color: CANVAS.ally },
};
const PLAIN = { color: CANVAS.unknown };

/** Roles whose label is drawn. Other labels are ids of documents, or name something that is visible anyway. */
const LABELLED = new Set(["elevation", "about"]);

/**
 * @param {Coign.Figure | undefined} figure
 * @param {number} size of a grid space, pixels: strokes grow with it
 * @returns {Command[]} in the order to draw them
 */
export function commands(figure, size) {
  const unit = Math.max(1, size / 50);
  return [
    ...drawable(figure?.polygons).flatMap((mark) => polygon(mark, unit)),
    ...drawable(figure?.lines).flatMap((mark) => line(mark, unit)),
    ...drawable(figure?.points).flatMap((mark) => dots(mark, unit, size)),
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
function polygon({ role, points }, unit) {
  const style = STYLES[role] ?? PLAIN;
  const { color, fill = 0 } = style;
  return [
    .../** @type {Command[]} */ (fill ? [{ op: "fill", color, alpha: fill, points: points.flat() }] : []),
    ...(style.hatched ? [{ ...strokes(style, unit / 2, hatched(points, 6 * unit)), edge: undefined }] : []),
    strokes(style, unit, edges(points, true)),
  ];
}

/**
 * @param {Coign.Mark} mark
 * @param {number} unit
 * @returns {Command[]}
 */
function line({ role, points }, unit) {
  const style = STYLES[role] ?? PLAIN;
  const [from, to] = [points[0], points[points.length - 1]];
  const stopped = points.length > 2 ? points[1] : to; // where it meets a wall, if the reader may know
  return [
    strokes(style, unit, edges([from, to])),
    ...(style.crossed ? [strokes({ color: style.color }, unit, cross(stopped, 4 * unit))] : []),
  ];
}

/**
 * @param {Coign.Mark} mark
 * @param {number} unit
 * @param {number} size
 * @returns {Command[]}
 */
function dots({ role, points, label }, unit, size) {
  const { color } = STYLES[role] ?? PLAIN;
  const drawn = points.map(([x, y]) => /** @type {Dot} */ ({ op: "dot", color, alpha: 1, x, y, radius: 3 * unit }));
  if (!label || !LABELLED.has(role)) return drawn;
  // Only the label, beside the token in whose middle the point is.
  const about = (/** @type {[number, number]} */ [x, y]) => ({
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
  });
  return points.map((point) => ({ op: "plate", columns: [label], about: about(point) }));
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
  return { op: "strokes", color, alpha: 0.9, width: 1.5 * width * unit, edge: CANVAS.edge, segments };
}

/**
 * Return a result's figure without the marks of facts that no modifier in force cites: they prove nothing.
 * @param {Coign.Result} result
 * @param {Coign.Figure} figure the result's, as its reader may see it
 */
export function citedIn({ modifiers }, figure) {
  const cited = new Set(modifiers.filter(({ state }) => state === "on").map((modifier) => modifier.figure ?? ""));
  const kept = (/** @type {Coign.Mark[] | undefined} */ marks) =>
    (marks ?? []).filter(({ fact }) => !fact || cited.has(/** @type {Coign.Wire.FactName} */ (fact)));
  return {
    ...figure,
    points: kept(figure?.points),
    lines: kept(figure?.lines),
    polygons: kept(figure?.polygons),
  };
}
