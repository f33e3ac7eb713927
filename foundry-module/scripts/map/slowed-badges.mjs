/** Badges on tokens that a roll has slowed. */

import { ownFlags } from "../util/fields.mjs";
import { hooksFor } from "../util/foundry.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { badge } from "./badge.mjs";
import { CanvasLayer } from "./canvas-layer.mjs";

const Z_INDEX = 790; // above tokens, below figures and arrows

/**
 * Register the badges' hooks. To be called while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerSlowedBadges(coign) {
  const { on } = hooksFor(coign, "slowed");
  const layer = new CanvasLayer(Z_INDEX);
  const draw = oncePerFrame(() => {
    const slowed = (canvas?.tokens?.placeables ?? []).filter((token) => token.visible && isSlowed(token.document));
    const size = canvas?.dimensions?.size ?? 100;
    layer.draw(slowed.flatMap((token) => badge(token.bounds, coign.slowed.factorOf(token.document), size)));
  });
  const isSlowed = (/** @type {TokenDocument.Implementation} */ token) => coign.slowed.factorOf(token) < 1;

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
  on("refreshToken", (token) => {
    if (isSlowed(token.document)) draw();
  });
  on("destroyToken", (token) => {
    if (isSlowed(token.document)) draw();
  });
}
