/**
 * Half movement: which tokens a roll slows, and for how long. Pure.
 *
 * The rules say "for the round": a token keeps the mark until its next turn begins. Without a combat there are no turns,
 * and nothing would ever remove a mark, so only the card shows it.
 */

import { FIELDS, fieldOf, ownFlags } from "../util/fields.mjs";

/**
 * @typedef {{combat: string, round: number, turn: number}} Moment The time of a roll, in a combat.
 * @typedef {{factor: number, message: string} & Moment} Mark An entry of a token's `flags.coign.slowed`.
 * @typedef {{round: number, turn: number | null, turns: readonly {tokenId: string | null}[]}} Order
 *   The turn order of a combat, and whose turn it is.
 */

/**
 * Return the tokens that an attack's rolls slow, and to what part of their speed: the attacker, or those who save.
 *
 * @param {Coign.Annotation[]} annotations
 * @param {string} actor
 * @returns {Map<string, number>}
 */
export function slowedBy(annotations, actor) {
  /** @type {Map<string, number>} */
  const slowed = new Map();
  for (const { occasion, results } of annotations) {
    for (const { target, outcome } of results) {
      const who = occasion === "save" ? target : actor;
      if (!who || typeof outcome.movement !== "number" || outcome.movement >= 1) continue;
      slowed.set(who, Math.min(outcome.movement, slowed.get(who) ?? 1));
    }
  }
  return slowed;
}

/**
 * Return whether a token is still slowed: its next turn after the moment has not begun. A turn that was taken back has
 * not begun.
 *
 * @param {string} token
 * @param {Moment} moment
 * @param {Order | undefined} combat the combat of that moment, if it is still going on
 */
export function isSlowed(token, moment, combat) {
  if (!combat || combat.round < 1) return false;
  const own = combat.turns.findIndex(({ tokenId }) => tokenId === token);
  if (own < 0) return false;
  const next = own > moment.turn ? moment.round : moment.round + 1;
  return combat.round < next || (combat.round === next && (combat.turn ?? 0) < own);
}

/**
 * Return the part of its speed that a token has left by the marks in its flags: 1 if nothing slows it.
 * @param {{flags?: Record<string, any>}} token
 * @returns {number}
 */
export function speedFactor(token) {
  return Math.min(1, ...marksOn(token).map(({ factor }) => factor));
}

/**
 * Return the marks in a token's flags.
 * @param {{flags?: Record<string, any>}} token
 * @returns {Mark[]}
 */
export const marksOn = (token) => fieldOf(FIELDS.token.slowed, ownFlags(token).slowed) ?? [];
