/**
 * Records about chat messages that only this client has: the GM's annotations, hidden targets, and work in progress.
 *
 * Everyone can read a message's flags, so nothing of this may be kept there. It is lost when the page is reloaded. Pure.
 */

const ANNOTATIONS_KEPT = 500; // messages

/**
 * @typedef {object} Hidden
 * @property {string[]} targets hidden tokens among the targets
 * @property {boolean} only whether a GM has said that they are the only targets
 * @property {Coign.Override[]} overrides about them
 */

/** @type {Hidden} */
const NONE = { targets: [], only: false, overrides: [] };

export class MessageRecords {
  /** @type {Map<string, Coign.AnnotatedRoll>} */
  #annotated = new Map();
  /** @type {Map<string, Hidden>} */
  #hidden = new Map();
  /** @type {Map<string, Coign.Point>} */
  #origins = new Map();

  /** How often a message's attacker had turned in its combat turn, where that is counted. @type {Map<string, Promise<number>>} */
  turns = new Map();
  /** The part of a message's flags that only GMs write, as a GM wrote it last. @type {Map<string, Record<string, unknown>>} */
  written = new Map();
  /** How often an overloaded bridge has refused a message. @type {Map<string, number>} */
  refusals = new Map();
  /** Why a message could not be judged. @type {Map<string, string>} */
  unjudged = new Map();
  /** For each message that is being annotated, the key of its annotation. @type {Map<string, string>} */
  inProgress = new Map();
  /** Messages that this client saw come in and has not annotated yet. @type {Set<string>} */
  pending = new Set();

  /**
   * Return the GM's annotations of a message, if this client has made them.
   * @param {string | null} id
   */
  annotated(id) {
    return this.#annotated.get(id ?? "");
  }

  /**
   * @param {string} id
   * @param {Coign.AnnotatedRoll} roll
   */
  setAnnotated(id, roll) {
    this.#annotated.delete(id);
    this.#annotated.set(id, roll);
    this.unjudged.delete(id);
    for (const oldest of this.#annotated.keys()) {
      if (this.#annotated.size <= ANNOTATIONS_KEPT) break;
      this.#annotated.delete(oldest);
    }
  }

  /**
   * Return the hidden tokens among a message's targets, and the GM's overrides about them.
   * @param {string} id
   * @returns {Readonly<Hidden>}
   */
  hiddenIn(id) {
    return this.#hidden.get(id) ?? NONE;
  }

  /**
   * @param {string} id
   * @param {Partial<Hidden>} change
   */
  hide(id, change) {
    this.#hidden.set(id, { ...this.hiddenIn(id), ...change });
  }

  /**
   * Return where the area starts that a message's save is against, and keep it: an area is taken off the map as soon as
   * it has done its work, and the save may be annotated again after that.
   *
   * @param {string} id
   * @param {Coign.Point | undefined} current where the area starts, while it is on the map
   */
  originOf(id, current) {
    const origin = current ?? this.#origins.get(id);
    if (origin) this.#origins.set(id, origin);
    return origin;
  }

  /**
   * Forget a message.
   * @param {string} id
   */
  forget(id) {
    const records = [this.#annotated, this.#hidden, this.#origins, this.turns, this.written, this.refusals];
    for (const record of [...records, this.unjudged, this.pending]) record.delete(id);
  }
}
