/**
 * Count how often a creature changes its facing in its combat turn: requests tell it to the bridge.
 *
 * It is for rules (Combat Facing) by which a creature turns freely while it moves, once freely if it stands still or
 * takes a five-foot step, and after that with a move action. A player turns a token in many small steps of the wheel and
 * takes some back; what counts is how the creature stands when it acts. So it has turned when it attacks with another
 * facing than it began its turn with, or attacked with before.
 */

import { reportedFacing, snapFacing } from "../util/facing.mjs";
import { findToken } from "../util/foundry.mjs";

/** @typedef {{x: number, y: number}} Place pixels */

export class FacingWatch {
  /** The id of the token whose turn it is; null: no combat is going on. @type {string | null} */
  #token = null;
  /** `moved` in scene units. */
  #count = { facing: 0, turns: 0, moved: 0 };
  /** Where that token was last seen. @type {Place | null} */
  #place = null;

  /**
   * Begin a turn.
   * @param {string | null} token null: no combat is going on
   * @param {number} facing
   * @param {Place | null} [place]
   */
  begin(token, facing, place = null) {
    this.#token = token;
    this.#count = { facing, turns: 0, moved: 0 };
    this.#place = place;
  }

  /**
   * Return where a token was last seen; null if it is not its turn.
   * @param {string | null} token
   */
  placeOf(token) {
    return token === this.#token ? this.#place : null;
  }

  /**
   * Count a token's movement.
   * @param {string | null} token
   * @param {number} distance scene units
   * @param {Place | null} [place] where it is now
   */
  moves(token, distance, place = null) {
    if (token !== this.#token) return;
    this.#count.moved += distance;
    this.#place = place;
  }

  /**
   * Count a token's attack.
   *
   * @param {string | null} token
   * @param {number} facing
   * @param {number} step a five-foot step, scene units
   * @returns {number} how often it has turned by now without moving; 0 if it has moved, or if it is not its turn
   */
  attacks(token, facing, step) {
    if (token !== this.#token) return 0;
    if (facing !== this.#count.facing) this.#count = { ...this.#count, facing, turns: this.#count.turns + 1 };
    return this.#count.moved > step ? 0 : this.#count.turns;
  }
}

/**
 * `updateCombat`.
 * @param {Coign.Context} coign
 * @param {Combat.Implementation} combat
 * @param {object} change
 */
export function watchTurn(coign, combat, change) {
  if (!("turn" in change || "round" in change) || !coign.contract.meet("combat-hooks", combat)) return;
  const { started, combatant } = combat;
  const token = started ? findToken(combatant?.sceneId, combatant?.tokenId) : undefined;
  if (token) coign.facing.begin(token.id, facingOf(token), placeOf(token));
  else coign.facing.begin(null, 0);
}

/**
 * `deleteCombat`.
 * @param {Coign.Context} coign
 */
export const watchCombatEnd = (coign) => coign.facing.begin(null, 0);

/**
 * `updateToken`.
 * @param {Coign.Context} coign
 * @param {TokenDocument.Implementation} token
 * @param {object} change
 */
export function watchMovement(coign, token, change) {
  const before = "x" in change || "y" in change ? coign.facing.placeOf(token.id) : null;
  if (!before) return;
  const now = placeOf(token);
  coign.facing.moves(token.id, token.parent?.grid.measurePath([before, now], {}).distance ?? 0, now);
}

/**
 * Count how often the attacker of a message that has just come in had turned, and keep it with the message's records.
 *
 * @param {Coign.Context} coign
 * @param {string} message its id
 * @param {{scene: string, token: string}} attacker
 */
export function countTurns(coign, message, attacker) {
  const token = findToken(attacker.scene, attacker.token);
  const { turns } = coign.records;
  if (!token || !coign.contract.works("facing") || turns.has(message)) return;
  turns.set(message, coign.facing.attacks(token.id, facingOf(token), token.parent?.grid.distance ?? 0));
}

/** @param {TokenDocument.Implementation} token */
const placeOf = ({ _source: { x, y } }) => ({ x, y });

/**
 * Return the direction that a token faces, of those that its grid has.
 * @param {TokenDocument.Implementation} token
 */
const facingOf = (token) => snapFacing(reportedFacing(token._source), token.parent?.grid.type ?? 1);
