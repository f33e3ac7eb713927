/** What stops a token on its way: Foundry's own collision test where there is one, else the scene's walls. */

import { crossesAny, stopping } from "./blocking-walls.mjs";

/** @typedef {import("./blocking-walls.mjs").Place} Place */

/**
 * Whether the token's centre cannot go straight from one place to another, for one look at the scene as it stands.
 * @param {Coign.Mover} token of the viewed scene
 * @returns {(from: Place, to: Place) => boolean}
 */
export function barriersFor({ _source: source, parent: scene }) {
  /** @type {Coign.CollisionBackend | undefined} */
  const backend = CONFIG.Canvas.polygonBackends?.move;
  const test = backend?.testCollision?.bind(backend);
  if (test) {
    const level = scene?.levels?.get(source.level ?? ""); // since v14: the walls of this level
    const { elevation } = source;
    const how = { type: "move", mode: "any", level };
    return (from, to) => Boolean(test({ ...from, elevation }, { ...to, elevation }, how));
  }
  const walls = Array.from(
    scene?.walls ?? [],
    (wall) => /** @type {import("./blocking-walls.mjs").Wall} */ (wall._source),
  );
  const inTheWay = stopping(walls, source);
  return (from, to) => crossesAny(from, to, inTheWay);
}
