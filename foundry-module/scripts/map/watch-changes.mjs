/** Watch for changes that make a drawing on the map untrue, so that it is asked for again. */

import { oncePerFrame } from "../util/next-frame.mjs";

/**
 * Call back after every change that may alter an attack in the viewed scene, at most once a frame: of a document, of the
 * rules or an override, of the weapon that somebody used last, and of the connection.
 *
 * @param {Coign.Context} coign
 * @param {() => void} changed
 */
export function watchChanges(coign, changed) {
  const soon = oncePerFrame(changed);
  Hooks.on("coign.sceneChanged", (scene) => {
    if (scene === null || scene === canvas?.scene?.id) soon();
  });
  Hooks.on("coign.rulesChanged", soon);
  Hooks.on("coign.configured", soon);
  Hooks.on("coign.likelyAttackChanged", soon);
  coign.bridge.on("lost", soon);
}
