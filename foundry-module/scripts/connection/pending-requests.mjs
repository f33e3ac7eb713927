/** Requests to the bridge that wait for their answer. Each has an id, and one answer. */

import { Refused, Unanswered } from "../util/errors.mjs";

/** @typedef {{resolve(answer: any): void, reject(why: Error): void, part?: (answer: any) => void}} Pending */

export class PendingRequests {
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  #count = 0;

  /**
   * Return an id that no other request of this page has.
   * @param {string} prefix
   */
  nextId(prefix) {
    this.#count += 1;
    return `${prefix}-${this.#count}`;
  }

  /**
   * Register a request.
   * @param {string} id
   * @param {(answer: any) => void} [part] called with each part of an answer that comes in parts
   * @returns {Promise<any>} the answer, or its last part
   */
  open(id, part) {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject, part }));
  }

  /**
   * Give a message from the bridge to the request that it answers.
   * @param {Coign.Answer} answer
   * @returns {boolean} false: no request waits for it
   */
  settle(answer) {
    const id = "id" in answer ? answer.id : null;
    const request = id ? this.#pending.get(id) : undefined;
    if (!id || !request) return false;
    if (answer.type === "surveyed") request.part?.(answer);
    if (answer.type === "surveyed" && !answer.done) return true;
    this.#pending.delete(id);
    if (answer.type === "error") request.reject(new Refused(answer));
    else request.resolve(answer);
    return true;
  }

  /**
   * Reject a request with `Unanswered`.
   * @param {string} id
   * @param {string} why
   * @returns {boolean} false: it was not pending
   */
  abandon(id, why) {
    this.#pending.get(id)?.reject(new Unanswered(why));
    return this.#pending.delete(id);
  }

  /** @param {string} why */
  abandonAll(why) {
    for (const id of this.#pending.keys()) this.abandon(id, why);
  }
}
