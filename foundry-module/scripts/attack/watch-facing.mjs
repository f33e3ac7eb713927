/**
 * Count how often a creature changes its facing in its combat turn: requests tell it to the bridge.
 *
 * It is for rules (Combat Facing) by which a creature turns freely while it moves, once freely if it stands still or
 * takes a five-foot step, and after that with a move action. A player turns a token in many small steps of the wheel and
 * takes some back; what counts is how the creature stands when it acts. So it has turned when it attacks with another
 * facing than it began its turn with, or attacked with before.
 */

import { bearingOf } from "../scene-sync/bearings.mjs";
import { findToken } from "../util/foundry.mjs";

/** @typedef {number | null} Facing degrees; null: it has none, or none is known */

export class FacingWatch {
  #turn = turnOf(null);

  /**
   * Begin a turn.
   * @param {string | null} token null: no combat is going on
   * @param {Facing | Promise<Facing>} [facing]
   */
  begin(token, facing = null) {
    this.#turn = turnOf(token, facing);
  }

  /**
   * Count a token's movement.
   * @param {string | null} token
   * @param {number} distance scene units
   */
  moves(token, distance) {
    if (token === this.#turn.token) this.#turn.ways.push(distance);
  }

  /**
   * Take a token's last movement back.
   * @param {string | null} token
   */
  movesBack(token) {
    if (token === this.#turn.token) this.#turn.ways.pop();
  }

  /**
   * Count a token's attack.
   *
   * @param {string | null} token
   * @param {() => Facing | Promise<Facing>} facing asked for in its turn alone
   * @param {number} step a five-foot step, scene units
   * @returns {Promise<number>} how often it has turned by now without moving; 0 if it has moved, or if it is not its turn
   */
  async attacks(token, facing, step) {
    const turn = this.#turn;
    if (token !== turn.token) return 0;
    const moved = turn.ways.reduce((sum, way) => sum + way, 0);
    const counted = Promise.all([turn.counted, facing()]).then(([before, now]) => {
      const hasTurned = before.facing !== null && now !== null && now !== before.facing;
      return { facing: now, turns: before.turns + Number(hasTurned) };
    });
    turn.counted = counted;
    const { turns } = await counted;
    return moved > step ? 0 : turns;
  }
}

/**
 * Make the record of a turn that begins.
 * @param {string | null} token
 * @param {Facing | Promise<Facing>} [facing]
 */
const turnOf = (token, facing = null) => ({
  token,
  /** The ways that it has gone, scene units. @type {number[]} */
  ways: [],
  /** The facing of the last attack, and the turns up to it. */
  counted: Promise.resolve(facing).then((first) => ({ facing: first, turns: 0 })),
});

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
  if (token) coign.facing.begin(token.id, facingOf(coign, token));
  else coign.facing.begin(null);
}

/**
 * `deleteCombat`.
 * @param {Coign.Context} coign
 */
export const watchCombatEnd = (coign) => coign.facing.begin(null);

/**
 * `moveToken`. What counts is the way that was gone and not where it ended: out and back is a walk.
 * @param {Coign.Context} coign
 * @param {TokenDocument.Implementation} token
 * @param {TokenDocument.MovementData} movement
 */
export function watchMovement(coign, token, movement) {
  if (!coign.contract.meet("movement-passed", movement)) return;
  if (movement.method === "undo") coign.facing.movesBack(token.id);
  else coign.facing.moves(token.id, movement.passed.distance);
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
  const { records } = coign;
  if (!token || !coign.contract.works("facing") || records.turns.has(message)) return;
  const counted = coign.facing.attacks(token.id, () => facingOf(coign, token), token.parent?.grid.distance ?? 0);
  records.turns.set(message, counted);
  void counted.then((turns) => turns && records.of(message) && records.edit(message, { turns }));
}

/**
 * Return the number of times that a message's attacker had turned.
 * @param {Coign.Context} coign
 * @param {string} message its id
 */
export const turnsAt = async ({ records }, message) =>
  (await records.turns.get(message)) ?? records.of(message)?.turns ?? 0;

/**
 * Return the direction that a token faces now. The engine says it, once it has heard of the last change.
 * @param {Coign.Context} coign
 * @param {TokenDocument.Implementation} token
 * @returns {Promise<Facing>}
 */
async function facingOf(coign, token) {
  if (coign.engine.connected) await coign.scenes.settled(token.parent?.id ?? "").catch(() => {}); // without a connection: the last known facing
  return bearingOf(coign, token)?.facing ?? null;
}
