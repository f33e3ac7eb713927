/** Badges on tokens that a roll has slowed. */

import { ID } from "../util/id.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { badge } from "./badge.mjs";
import { CanvasLayer } from "./canvas-layer.mjs";

const Z_INDEX = 790; // above tokens, below figures and arrows

/**
 * Register the badges' hooks. To be called while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerSlowedBadges(coign) {
  const layer = new CanvasLayer(Z_INDEX);
  const draw = oncePerFrame(() => {
    const slowed = (canvas?.tokens?.placeables ?? []).filter((token) => token.visible && isSlowed(token.document));
    const size = canvas?.dimensions?.size ?? 100;
    layer.draw(slowed.flatMap((token) => badge(token.bounds, coign.slowed.factorOf(token.document), size)));
  });
  const isSlowed = (/** @type {TokenDocument.Implementation} */ token) => coign.slowed.factorOf(token) < 1;

  Hooks.on("coign.slowed", draw);
  Hooks.on("canvasReady", () => {
    layer.remove();
    draw();
  });
  Hooks.on("canvasTearDown", () => layer.remove());
  Hooks.on("updateToken", (_token, change) => {
    if (change.flags?.[ID] && "slowed" in change.flags[ID]) draw();
  });
  // Tokens are refreshed in every frame of a drag, so draw only for those that have a badge.
  Hooks.on("refreshToken", (token) => {
    if (isSlowed(token.document)) draw();
  });
  Hooks.on("destroyToken", (token) => {
    if (isSlowed(token.document)) draw();
  });
}
