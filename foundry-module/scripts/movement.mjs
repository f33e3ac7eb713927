/** What stops a token on its way: Foundry's own collision test where there is one, else the scene's walls. */

import { crossesAny, stopping } from "./barriers.mjs";

/** @typedef {import("./barriers.mjs").Place} Place */

/**
 * Whether the token's centre cannot go straight from one place to another, for one look at the scene as it stands.
 * @param {TokenDocument.Implementation} token of the viewed scene
 * @returns {(from: Place, to: Place) => boolean}
 */
export function barriersFor(token) {
  const source = /** @type {Coign.Foreign} */ (token._source);
  const scene = /** @type {Coign.Foreign} */ (token.parent);
  const backend = /** @type {Coign.Foreign} */ (CONFIG.Canvas.polygonBackends)?.move;
  if (typeof backend?.testCollision === "function") {
    const level = scene.levels?.get(source.level) ?? undefined; // since v14: the walls of this level
    const { elevation } = source;
    return (from, to) =>
      Boolean(
        backend.testCollision({ ...from, elevation }, { ...to, elevation }, { type: "move", mode: "any", level }),
      );
  }
  const walls = stopping(
    Array.from(scene.walls, (/** @type {Coign.Foreign} */ wall) => wall._source),
    source,
  );
  return (from, to) => crossesAny(from, to, walls);
}
