/** Count changes of facing in combats: requests tell the bridge how often an attacker had turned. */

import { reportedFacing, snapFacing } from "../util/facing.mjs";
import { findToken } from "../util/find-token.mjs";
import { FacingChanges } from "./facing-changes.mjs";

/** @typedef {Coign.Context} Context */

export class FacingWatch {
  #changes = new FacingChanges();
  /** @type {Map<string, {x: number, y: number}>} where the token whose turn it is was last seen, by its id */
  #places = new Map();

  /** @param {Combat.Implementation} combat */
  turnBegins(combat) {
    const token = combat.started ? findToken(combat.combatant?.sceneId, combat.combatant?.tokenId) : undefined;
    this.#changes.begin(token?.id ?? null, token ? facingOf(token) : 0);
    this.#places.clear();
    if (token?.id) this.#places.set(token.id, placeOf(token));
  }

  combatEnds() {
    this.#changes.begin(null, 0);
  }

  /** @param {TokenDocument.Implementation} token */
  moved(token) {
    const id = token.id ?? "";
    const before = this.#places.get(id);
    if (!before) return; // not its turn
    const now = placeOf(token);
    this.#places.set(id, now);
    this.#changes.moves(id, token.parent?.grid.measurePath([before, now], {}).distance ?? 0);
  }

  /**
   * Count an attack.
   * @param {TokenDocument.Implementation} attacker
   * @returns {number} how often it has turned by now
   */
  attacked(attacker) {
    return this.#changes.attacks(attacker.id ?? "", facingOf(attacker), attacker.parent?.grid.distance ?? 0);
  }
}

/**
 * `updateCombat`.
 * @param {Context} coign
 * @param {Combat.Implementation} combat
 * @param {object} change
 */
export function watchTurn(coign, combat, change) {
  if ("turn" in change || "round" in change) coign.facing.turnBegins(combat);
}

/**
 * `deleteCombat`.
 * @param {Context} coign
 */
export const watchCombatEnd = (coign) => coign.facing.combatEnds();

/**
 * `updateToken`.
 * @param {Context} coign
 * @param {TokenDocument.Implementation} token
 * @param {object} change
 */
export function watchMovement(coign, token, change) {
  if ("x" in change || "y" in change) coign.facing.moved(token);
}

/**
 * Count how often the attacker of a message that has just come in had turned, and keep it with the message's records.
 *
 * @param {Context} coign
 * @param {ChatMessage.Implementation} message
 * @param {{scene: string, token: string}} attacker
 */
export function countTurns(coign, message, attacker) {
  const token = findToken(attacker.scene, attacker.token);
  if (!token || !message.id || coign.records.turnsIn(message.id) !== undefined) return;
  coign.records.setTurns(message.id, coign.facing.attacked(token));
}

/** @param {TokenDocument.Implementation} token */
const placeOf = ({ _source: { x, y } }) => ({ x, y });

/**
 * Return the direction that a token faces, of those that its grid has.
 * @param {TokenDocument.Implementation} token
 */
const facingOf = (token) => snapFacing(reportedFacing(token._source), token.parent?.grid.type ?? 1);
