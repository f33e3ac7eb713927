/**
 * Records about chat messages that only this client has: the GM's annotations, hidden targets, and work in progress.
 *
 * Everyone can read a message's flags, so nothing of this may be kept there. It is lost when the page is reloaded. Pure.
 */

import { NOTHING_WRITTEN } from "../overrides/message-flags.mjs";

const ANNOTATIONS_KEPT = 500; // messages

/** @typedef {{targets: string[], overrides: Coign.Override[]}} Hidden tokens among the targets, and overrides about them */

export class MessageRecords {
  /** @type {Map<string, Coign.AnnotatedRoll>} */
  #annotated = new Map();
  /** @type {Map<string, Hidden>} */
  #hidden = new Map();
  /** @type {Map<string, Coign.Point>} */
  #origins = new Map();
  /** @type {Map<string, number>} */
  #turns = new Map();
  /** @type {Map<string, Record<string, unknown>>} */
  #written = new Map();
  /** @type {Map<string, number>} */
  #refusals = new Map();
  /** @type {Map<string, string>} */
  #unjudged = new Map();

  /** @type {Map<string, string>} for each message that is being annotated, the key of its annotation */
  inProgress = new Map();
  /** @type {Set<string>} messages that this client saw come in and has not annotated yet */
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
    this.#unjudged.delete(id);
    for (const oldest of this.#annotated.keys()) {
      if (this.#annotated.size <= ANNOTATIONS_KEPT) break;
      this.#annotated.delete(oldest);
    }
  }

  /**
   * Forget the annotations alone, so that they are made again.
   * @param {string} id
   */
  forgetAnnotated(id) {
    this.#annotated.delete(id);
  }

  /**
   * Return the hidden tokens among a message's targets, and the GM's overrides about them.
   * @param {string | null} id
   * @returns {Readonly<Hidden>}
   */
  hiddenIn(id) {
    return this.#hidden.get(id ?? "") ?? { targets: [], overrides: [] };
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
   * Return how often a message's attacker had turned in its combat turn; undefined if that was not counted.
   * @param {string} id
   */
  turnsIn(id) {
    return this.#turns.get(id);
  }

  /**
   * @param {string} id
   * @param {number} turns
   */
  setTurns(id, turns) {
    this.#turns.set(id, turns);
  }

  /**
   * Return the part of a message's flags that only GMs write, as a GM wrote it last.
   * @param {string} id
   */
  written(id) {
    return this.#written.get(id) ?? NOTHING_WRITTEN;
  }

  /**
   * @param {string} id
   * @param {Record<string, unknown>} part as `gmPart` returns it
   */
  setWritten(id, part) {
    this.#written.set(id, part);
  }

  /**
   * Count how often an overloaded bridge has refused a message.
   * @param {string} id
   * @returns {number}
   */
  countRefusal(id) {
    const count = (this.#refusals.get(id) ?? 0) + 1;
    this.#refusals.set(id, count);
    return count;
  }

  /**
   * Return why a message could not be judged; an empty string if it was, or will be.
   * @param {string | null} id
   */
  unjudged(id) {
    return this.#unjudged.get(id ?? "") ?? "";
  }

  /**
   * @param {string} id
   * @param {string} why
   */
  setUnjudged(id, why) {
    this.#unjudged.set(id, why);
  }

  /**
   * Forget a message.
   * @param {string} id
   */
  forget(id) {
    const seen = [this.#annotated, this.#hidden, this.#origins, this.#turns];
    for (const map of [...seen, this.#written, this.#refusals, this.#unjudged]) map.delete(id);
    this.pending.delete(id);
  }
}
