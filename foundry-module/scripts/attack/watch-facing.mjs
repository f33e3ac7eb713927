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

/** @typedef {Coign.Context} Context */
/** @typedef {{facing: number, turns: number, moved: number}} Count `moved` in scene units. */

export class FacingChanges {
  /** @type {string | null} the id of the token whose turn it is */
  #token = null;
  /** @type {Count} */
  #count = { facing: 0, turns: 0, moved: 0 };

  /**
   * Begin a turn.
   * @param {string | null} token null: no combat is going on
   * @param {number} facing
   */
  begin(token, facing) {
    this.#token = token;
    this.#count = { facing, turns: 0, moved: 0 };
  }

  /**
   * Count a token's movement.
   * @param {string} token
   * @param {number} distance scene units
   */
  moves(token, distance) {
    if (token === this.#token) this.#count.moved += distance;
  }

  /**
   * Count a token's attack.
   *
   * @param {string} token
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
 * @param {string} message its id
 * @param {{scene: string, token: string}} attacker
 */
export function countTurns(coign, message, attacker) {
  const token = findToken(attacker.scene, attacker.token);
  if (token && coign.contract.works("facing") && coign.records.turnsIn(message) === undefined)
    coign.records.setTurns(message, coign.facing.attacked(token));
}

/** @param {TokenDocument.Implementation} token */
const placeOf = ({ _source: { x, y } }) => ({ x, y });

/**
 * Return the direction that a token faces, of those that its grid has.
 * @param {TokenDocument.Implementation} token
 */
const facingOf = (token) => snapFacing(reportedFacing(token._source), token.parent?.grid.type ?? 1);
