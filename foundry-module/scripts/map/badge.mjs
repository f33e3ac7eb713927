/** The badge on a slowed token, as drawing commands. Pure. */

import { CANVAS } from "../util/tokens.mjs";

/**
 * Return a badge with the factor, readable without colour: on dark ground, in the upper right corner of the token.
 *
 * @param {{x: number, y: number, width: number, height: number}} bounds pixels
 * @param {number} factor
 * @param {number} size of a grid space, pixels
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
export function badge({ x, y, width }, factor, size) {
  const radius = size / 6;
  const at = { x: x + width - radius, y: y + radius };
  return [
    { op: "dot", color: CANVAS.edge, alpha: 0.75, ...at, radius },
    { op: "label", text: factor === 0.5 ? "½" : `×${factor}`, ...at },
  ];
}
