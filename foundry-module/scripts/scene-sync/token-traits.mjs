/**
 * A cache of token traits: what the game system knows of each token, until a change of what it was read from. Pure.
 *
 * Reading them means going through an actor's items and effects. A token that only moves (sixty of them in one frame)
 * keeps its actor, so its traits are not read again.
 */

/** The fields of a token that change when it moves or turns. */
const PLACE = new Set(["_id", "x", "y", "elevation", "rotation", "_movementHistory", "_regions"]);

export class TraitsCache {
  /** @type {WeakMap<object, Coign.TokenTraits>} */
  #known = new WeakMap();
  #read;

  /** @param {(token: Coign.Foreign) => Coign.TokenTraits} read */
  constructor(read) {
    this.#read = read;
  }

  /**
   * Return a token's traits.
   * @param {Coign.Foreign} token
   * @returns {Coign.TokenTraits}
   */
  of(token) {
    const known = this.#known.get(token) ?? this.#read(token);
    this.#known.set(token, known);
    return known;
  }

  /**
   * Forget a token's traits if its change touches more than its place.
   * @param {Coign.Foreign} token
   * @param {object} change
   */
  changed(token, change) {
    if (Object.keys(change).some((field) => !PLACE.has(field))) this.#known.delete(token);
  }

  /** Forget all traits: an actor has changed, or a scene's units. */
  forgetAll() {
    this.#known = new WeakMap();
  }
}
