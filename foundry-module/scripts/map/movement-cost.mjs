/**
 * What a step costs, on Foundry's own ruler while a token is dragged: a step to the side or backwards costs twice by rules
 * with a facing, and one into difficult ground of Coign's regions costs two squares.
 *
 * Foundry asks a function of the movement action for each step (v13 and v14: `CONFIG.Token.movement.actions`). Ours is laid
 * around the system's. A token that turns as it moves faces every step, so nothing costs more. A player's ruler counts
 * only regions that every player sees on the map.
 */

import { optionsByRuleset, pickedRulesets } from "../connection/rulesets.mjs";
import { aboutFace, reportedFacing, snapFacing } from "../util/facing.mjs";
import { ownFields } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";
import { SIDEWAYS } from "../util/wire.mjs";

/** @typedef {TokenDocument.Implementation} Token */
/** @typedef {{i: number, j: number, k?: number}} Offset */
/** @typedef {(cost: number, from: Offset, to: Offset, distance: number, segment: unknown) => number} Cost */
/** @typedef {{getCostFunction?: (token: Token, options: unknown) => Cost, costMultiplier?: number, teleport?: boolean}} Action */

const DIFFICULT = 2; // squares for each
const ALOFT = ["fly"]; // ways of moving that touch no ground

/**
 * Lay our costs around those of every movement action. To be called while Foundry initialises.
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
      const times = sidewaysCost(coign, token);
      const onGround = ALOFT.includes(name) ? () => false : difficultGround(token);
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
function sidewaysCost(coign, token) {
  const ruleset = pickedRulesets(coign).find((id) => id in SIDEWAYS.rulesets);
  if (!ruleset || turnsAsItMoves(token) || ownFields("token", token).faceless) return () => 1;
  const arcs = String(optionsByRuleset(coign)[ruleset]?.[SIDEWAYS.rulesets[ruleset]] ?? Object.keys(SIDEWAYS.hexes)[0]);
  const { type } = sceneOf(token).grid;
  const facing = snapFacing(reportedFacing(token) + Number(coign.setting("facingOffset") ?? 0), type);
  return (x, y) => (isAhead({ x, y }, facing, type, arcs) ? 1 : SIDEWAYS.times);
}

/**
 * Return whether Foundry turns a token in the direction of each step, or About Face does.
 * @param {Token} token
 */
function turnsAsItMoves(token) {
  if (aboutFace(token.flags) !== undefined) return true;
  const settings = /** @type {Coign.Foreign} */ (game.settings);
  const turns = settings.settings.has("core.tokenAutoRotate") && settings.get("core", "tokenAutoRotate");
  return Boolean(turns) && !token.lockRotation && ownFields("token", token).facing === undefined;
}

/**
 * Return whether a step goes into the front area of who takes it.
 *
 * @param {{x: number, y: number}} step pixels
 * @param {number} facing degrees, as `snapFacing` returns them
 * @param {number} gridType Foundry's `GRID_TYPES`
 * @param {string} arcs how many hexes are front, flank and rear
 */
export function isAhead({ x, y }, facing, gridType, arcs) {
  if (!x && !y) return true;
  const off = (((((Math.atan2(-x, y) * 180) / Math.PI - facing) % 360) + 540) % 360) - 180;
  const front = gridType >= 2 ? SIDEWAYS.hexes[arcs] : SIDEWAYS.squares;
  return Math.abs(off) <= front + 1e-6;
}

/**
 * Return a test of whether a place is in difficult ground of our regions.
 * @param {Token} token
 * @returns {(at: {x: number, y: number, elevation: number}) => boolean}
 */
function difficultGround(token) {
  const slows = (/** @type {Coign.Foreign} */ { type, disabled, system }) =>
    type === `${ID}.terrain` && !disabled && system.difficult;
  const regions = [...sceneOf(token).regions].filter(
    ({ visibility, behaviors }) =>
      (game.user?.isGM || visibility === CONST.REGION_VISIBILITY.ALWAYS) && [...behaviors].some(slows),
  );
  return (at) => regions.some((region) => region.testPoint(at));
}

/** @param {Token} token of a scene: only such a token is dragged */
const sceneOf = ({ parent }) => /** @type {Scene.Implementation} */ (parent);
