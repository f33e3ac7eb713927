/** The test of what blocks a token's movement: Foundry's own if there is one, else by the scene's walls. */

import { blockingWalls, crossesAny } from "./blocking-walls.mjs";

/** @typedef {import("./blocking-walls.mjs").Place} Place */

/**
 * Return a test of whether something blocks the token's centre from one place straight to another, in the scene as it
 * is now.
 * @param {Coign.Mover} token of the viewed scene
 * @returns {(from: Place, to: Place) => boolean}
 */
export function movementTest({ _source: source, parent: scene }) {
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
  const blocking = blockingWalls(walls, source);
  return (from, to) => crossesAny(from, to, blocking);
}
