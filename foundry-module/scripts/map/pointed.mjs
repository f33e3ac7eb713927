/** Marks on the map for the row of a card that is pointed at: its target, and the numbers of targets of one name. */

import { hooksFor } from "../util/foundry.mjs";
import { CANVAS } from "../util/tokens.mjs";
import { CanvasLayer } from "./canvas-layer.mjs";
import { edges } from "./segments.mjs";

const Z_INDEX = 795; // above tokens and badges, below figures

/** @typedef {{target: string, numbers: Map<string, number>}} Pointed */

/**
 * Register the marks' hooks. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerPointed(coign) {
  const { on } = hooksFor(coign, "overlay");
  const layer = new CanvasLayer(Z_INDEX);
  const boundsOf = (/** @type {string} */ id) => {
    const token = canvas?.tokens?.get(id);
    return token?.visible ? token.bounds : null;
  };
  on("coign.pointed", (pointed) =>
    layer.draw(pointed ? marks(pointed, boundsOf, canvas?.dimensions?.size ?? 100) : []),
  );
  on("deleteChatMessage", () => layer.clear());
  on("canvasTearDown", () => layer.remove());
}

/**
 * Return a frame round the target that is pointed at, and the numbers.
 * @param {Pointed} pointed
 * @param {(id: string) => import("./figure-drawing.mjs").Box | null} boundsOf a token's; null: it is not seen
 * @param {number} size of a grid space, pixels
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
export function marks({ target, numbers }, boundsOf, size) {
  const around = boundsOf(target);
  /** @type {import("./figure-drawing.mjs").Command[]} */
  const frame = around
    ? [
        {
          op: "strokes",
          color: CANVAS.partly,
          alpha: 1,
          edge: CANVAS.edge,
          width: size / 16,
          segments: edges(cornersOf(around), true),
        },
      ]
    : [];
  const labels = [...numbers].flatMap(([id, number]) => {
    const box = boundsOf(id);
    return box ? numberIn(box, number, size / 5) : [];
  });
  return [...frame, ...labels];
}

/**
 * Return a number on dark ground in the middle of a token.
 * @param {import("./figure-drawing.mjs").Box} box
 * @param {number} number
 * @param {number} radius
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function numberIn({ x, y, width, height }, number, radius) {
  const at = { x: x + width / 2, y: y + height / 2 };
  return [
    { op: "dot", color: CANVAS.edge, alpha: 0.75, ...at, radius },
    { op: "label", text: String(number), ...at },
  ];
}

/** @param {import("./figure-drawing.mjs").Box} box @returns {[number, number][]} */
const cornersOf = ({ x, y, width, height }) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
