/**
 * How often a creature has turned in its turn of a combat: for rules by which turning is free while moving, free once
 * for who stands still or takes a five-foot step, and a move action after that (Combat Facing). Pure.
 *
 * Turning on the spot is done in many small turns of a wheel, and taken back; what counts is how a creature stands when
 * it acts. So it has turned when it attacks with another facing than it began its turn or attacked with before.
 */

/** @typedef {{facing: number, turns: number, moved: number}} Count `moved` in scene units. */

export class Turning {
  /** @type {string | null} whose turn it is: a token's id */
  #token = null;
  /** @type {Count} */
  #count = { facing: 0, turns: 0, moved: 0 };

  /**
   * A turn begins.
   * @param {string | null} token nobody's, where no combat goes on
   * @param {number} facing
   */
  begin(token, facing) {
    this.#token = token;
    this.#count = { facing, turns: 0, moved: 0 };
  }

  /**
   * @param {string} token
   * @param {number} distance scene units
   */
  moves(token, distance) {
    if (token === this.#token) this.#count.moved += distance;
  }

  /**
   * A token attacks.
   *
   * @param {string} token
   * @param {number} facing
   * @param {number} step a five-foot step, scene units
   * @returns {number} how often it has turned by now without moving: 0 where it is another's turn, or it has moved
   */
  attacks(token, facing, step) {
    if (token !== this.#token) return 0;
    if (facing !== this.#count.facing) this.#count = { ...this.#count, facing, turns: this.#count.turns + 1 };
    return this.#count.moved > step ? 0 : this.#count.turns;
  }
}
