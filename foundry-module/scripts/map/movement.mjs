/**
 * The test of what blocks a token's movement: Foundry's own if there is one, else by the scene's walls. By those, a step
 * that only touches a wall, or passes its end, is blocked too: nobody slips between two walls that meet.
 */

import { heightsOf, isOnLevel } from "../util/heights.mjs";

/** @typedef {{x: number, y: number}} Place pixels */
/**
 * @typedef {object} Wall the part of Foundry's source data that is used
 * @property {number[]} c
 * @property {number} [move]
 * @property {number} [dir]
 * @property {number} [door]
 * @property {number} [ds]
 * @property {string[]} [levels]
 * @property {Record<string, any>} [flags]
 */

const OPEN = 1;
const NORMAL = 20;

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
  const walls = Array.from(scene?.walls ?? [], (wall) => /** @type {Wall} */ (wall._source));
  const blocking = blockingWalls(walls, source);
  return (from, to) => crossesAny(from, to, blocking);
}

/**
 * Return the walls that block a token: without those that let everything pass, open doors, walls of other levels, and
 * walls that it is above or below.
 *
 * @param {Iterable<Wall>} walls
 * @param {{level?: string | null, elevation?: number}} token
 */
export function blockingWalls(walls, { level, elevation = 0 }) {
  return [...walls].filter((wall) => {
    const { c, move = NORMAL, door = 0, ds = 0 } = wall;
    if (c?.length !== 4 || !move || (door > 0 && ds === OPEN) || !isOnLevel(wall, level)) return false;
    const [bottom, top] = heightsOf(wall);
    return elevation >= bottom && elevation < top;
  });
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {Iterable<Wall>} walls
 */
export function crossesAny(from, to, walls) {
  for (const { c, dir = 0 } of walls) {
    const [ax, ay, bx, by] = c;
    if (Math.max(ax, bx) < Math.min(from.x, to.x) || Math.min(ax, bx) > Math.max(from.x, to.x)) continue;
    if (Math.max(ay, by) < Math.min(from.y, to.y) || Math.min(ay, by) > Math.max(from.y, to.y)) continue;
    const [a, b] = [
      { x: ax, y: ay },
      { x: bx, y: by },
    ];
    const [here, there] = [side(a, b, from), side(a, b, to)];
    // A one-way wall blocks from one side only: direction 1 from where the turn is negative, 2 from the other.
    if ((dir === 1 && here > 0) || (dir === 2 && here < 0)) continue;
    if (here * there <= 0 && side(from, to, a) * side(from, to, b) <= 0) return true;
  }
  return false;
}

/** Which side of a-b a point lies on: the sign of the turn. @param {Place} a @param {Place} b @param {Place} p */
const side = (a, b, p) => Math.sign((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
