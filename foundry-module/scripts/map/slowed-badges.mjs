/** Badges on tokens that a roll has slowed. */

import { ownFlags } from "../util/fields.mjs";
import { hooksFor } from "../util/foundry.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { CANVAS } from "../util/tokens.mjs";
import { CanvasLayer } from "./canvas-layer.mjs";

const Z_INDEX = 790; // above tokens, below figures and arrows

/**
 * Register the badges' hooks. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerSlowedBadges(coign) {
  const { on } = hooksFor(coign, "slowed");
  const layer = new CanvasLayer(Z_INDEX);
  const isSlowed = (/** @type {TokenDocument.Implementation} */ token) => coign.slowed.factorOf(token) < 1;
  const draw = oncePerFrame(() => {
    const slowed = (canvas?.tokens?.placeables ?? []).filter((token) => token.visible && isSlowed(token.document));
    const size = canvas?.dimensions?.size ?? 100;
    layer.draw(slowed.flatMap((token) => badge(token.bounds, coign.slowed.factorOf(token.document), size)));
  });

  on("coign.slowed", draw);
  on("canvasReady", () => {
    layer.remove();
    draw();
  });
  on("canvasTearDown", () => layer.remove());
  on("updateToken", (_token, change) => {
    if ("slowed" in ownFlags(change)) draw();
  });
  // Tokens are refreshed in every frame of a drag, so draw only for those that have a badge.
  on("refreshToken", (token) => isSlowed(token.document) && draw());
  on("destroyToken", (token) => isSlowed(token.document) && draw());
}

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
