/**
 * Show the cost of each step on Foundry's own ruler while a token is dragged. By rules with facing, a step sideways or
 * backwards costs what the engine answers. A step into difficult ground of Coign's regions costs two squares.
 *
 * Foundry calls a function of the movement action for each step (v13 and v14: `CONFIG.Token.movement.actions`). Coign wraps
 * the system's function. A token that turns as it moves faces every step, so no step costs more. A player's ruler counts
 * only regions that every player sees on the map.
 */

import { bearingOf } from "../scene-sync/bearings.mjs";
import { FIELDS, fieldOf, ownFields } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";
import { isOnLevel } from "../util/heights.mjs";

/** @typedef {TokenDocument.Implementation} Token */
/** @typedef {{i: number, j: number, k?: number}} Offset */
/** @typedef {(cost: number, from: Offset, to: Offset, distance: number, segment: unknown) => number} Cost */
/** @typedef {{getCostFunction?: (token: Token, options: unknown) => Cost, costMultiplier?: number, teleport?: boolean}} Action */

const EPSILON = 1e-6; // degrees
const DIFFICULT = 2; // squares for each
const ALOFT = ["fly"]; // ways of moving that touch no ground

/**
 * Wrap the cost of every movement action. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerMovementCosts(coign) {
  /** @type {Record<string, Action>} */
  const actions = /** @type {Coign.Foreign} */ (CONFIG.Token).movement?.actions ?? {};
  for (const [name, action] of Object.entries(actions)) {
    if (action.teleport) continue;
    const own = action.getCostFunction ?? (() => (/** @type {number} */ cost) => cost * (action.costMultiplier ?? 1));
    action.getCostFunction = (token, options) => {
      const before = own(token, options);
      const times = stepCost(coign, token);
      const onGround = ALOFT.includes(name) ? () => false : difficultGround(coign, token);
      const { grid } = sceneOf(token);
      return (cost, from, to, distance, segment) => {
        const [start, end] = [from, to].map((at) => grid.getCenterPoint(at));
        const entered = before(cost, from, to, distance, segment) * times(end.x - start.x, end.y - start.y);
        return onGround({ ...end, elevation: token._source.elevation })
          ? Math.max(entered, DIFFICULT * distance)
          : entered;
      };
    };
  }
}

/**
 * Return how many times as much each step of a token costs by the facing that it has now.
 * @param {Coign.Context} coign
 * @param {Token} token
 * @returns {(x: number, y: number) => number} of a step, pixels
 */
function stepCost(coign, token) {
  const steps = turnsAsItMoves(token) ? [] : (bearingOf(coign, token)?.steps ?? []);
  return (x, y) => factorOf(steps, { x, y });
}

/**
 * Return whether Foundry turns a token in the direction of each step, or About Face does.
 * @param {Token} token
 */
function turnsAsItMoves(token) {
  const { "about-face": aboutFace } = /** @type {Coign.Foreign} */ (token.flags ?? {});
  if (fieldOf(FIELDS.other["about-face"], aboutFace)?.direction !== undefined) return true;
  const settings = /** @type {Coign.Foreign} */ (game.settings);
  const turns = settings.settings.has("core.tokenAutoRotate") && settings.get("core", "tokenAutoRotate");
  return Boolean(turns) && !token.lockRotation && ownFields("token", token).facing === undefined;
}

/**
 * Return how many times as much a step costs in its direction.
 * @param {Coign.Wire.Bearing["steps"]} steps of `Bearing`: the first that has the direction counts
 * @param {{x: number, y: number}} step pixels
 */
export function factorOf(steps, { x, y }) {
  if (!x && !y) return 1;
  const direction = (Math.atan2(-x, y) * 180) / Math.PI;
  const off = (/** @type {number} */ start) => (((direction - start + EPSILON) % 360) + 360) % 360;
  const isIn = (/** @type {number[]} */ [start, end]) => off(start) <= ((end - start + 360) % 360) + 2 * EPSILON;
  return steps.find(isIn)?.[2] ?? 1;
}

/**
 * Return a test of whether a place is in difficult ground of our regions, of those on the token's level. A space counts by its
 * middle, as for Foundry's own regions.
 * @param {Coign.Context} coign
 * @param {Token} token
 * @returns {(at: {x: number, y: number, elevation: number}) => boolean}
 */
function difficultGround(coign, token) {
  const slows = (/** @type {Coign.Foreign} */ { type, disabled, system }) =>
    type === `${ID}.terrain` && !disabled && system.difficult;
  const { level } = bearingOf(coign, token) ?? {};
  const regions = [...sceneOf(token).regions].filter(
    ({ visibility, behaviors, _source }) =>
      !(/** @type {Coign.Foreign} */ (_source).hidden) && // then all its behaviours are off (Foundry 14)
      (game.user?.isGM || visibility === CONST.REGION_VISIBILITY.ALWAYS) &&
      isOnLevel(/** @type {Coign.Foreign} */ (_source), level) &&
      [...behaviors].some(slows),
  );
  return (at) => regions.some((region) => region.testPoint(at));
}

/** @param {Token} token of a scene: only such a token is dragged */
const sceneOf = ({ parent }) => /** @type {Scene.Implementation} */ (parent);
