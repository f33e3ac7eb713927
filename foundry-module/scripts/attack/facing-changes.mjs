/**
 * Count how often a creature changes its facing in its combat turn. Pure.
 *
 * It is for rules (Combat Facing) by which a creature turns freely while it moves, once freely if it stands still or
 * takes a five-foot step, and after that with a move action. A player turns a token in many small steps of the wheel and
 * takes some back; what counts is how the creature stands when it acts. So it has turned when it attacks with another
 * facing than it began its turn with, or attacked with before.
 */

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
