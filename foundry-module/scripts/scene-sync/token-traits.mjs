/**
 * What the game system says of each token, kept until something changes that it was read from. Pure.
 *
 * To read it is to go through an actor's items and effects; a token that merely moves, sixty of them in one frame, has
 * the same actor as before.
 */

/** What changes of a token when it moves or turns, and nothing else does. */
const PLACE = new Set(["_id", "x", "y", "elevation", "rotation", "_movementHistory", "_regions"]);

export class Extras {
  /** @type {WeakMap<object, Coign.TokenExtras>} */
  #known = new WeakMap();
  #read;

  /** @param {(token: Coign.Foreign) => Coign.TokenExtras} read */
  constructor(read) {
    this.#read = read;
  }

  /**
   * @param {Coign.Foreign} token
   * @returns {Coign.TokenExtras}
   */
  of(token) {
    const known = this.#known.get(token) ?? this.#read(token);
    this.#known.set(token, known);
    return known;
  }

  /**
   * The token's own document has changed.
   * @param {Coign.Foreign} token
   * @param {object} change
   */
  changed(token, change) {
    if (Object.keys(change).some((field) => !PLACE.has(field))) this.#known.delete(token);
  }

  /** An actor has changed, or a scene's units. */
  forgetAll() {
    this.#known = new WeakMap();
  }
}
