/** The questions that are under way to the bridge: each has an id, and one answer. */

import { Refused, Unanswered } from "../util/errors.mjs";

/** @typedef {{resolve(answer: any): void, reject(why: Error): void, part?: (answer: any) => void}} Waiting */

export class Requests {
  /** @type {Map<string, Waiting>} */
  #open = new Map();
  #count = 0;

  /**
   * An id that no other request of this page has.
   * @param {string} prefix
   */
  nextId(prefix) {
    this.#count += 1;
    return `${prefix}-${this.#count}`;
  }

  /**
   * A question is asked.
   * @param {string} id
   * @param {(answer: any) => void} [part] is given each part of an answer in parts
   * @returns {Promise<any>} the answer, or its last part
   */
  open(id, part) {
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject, part }));
  }

  /**
   * Something has come from the bridge.
   * @param {Coign.Answer} answer
   * @returns {boolean} whether it was asked for
   */
  settle(answer) {
    const id = "id" in answer ? answer.id : null;
    const request = id ? this.#open.get(id) : undefined;
    if (!id || !request) return false;
    if (answer.type === "surveyed") request.part?.(answer);
    if (answer.type === "surveyed" && !answer.done) return true;
    this.#open.delete(id);
    if (answer.type === "error") request.reject(new Refused(answer));
    else request.resolve(answer);
    return true;
  }

  /**
   * No answer will come, or none is wanted.
   * @param {string} id
   * @param {string} why
   * @returns {boolean} whether it was open
   */
  abandon(id, why) {
    this.#open.get(id)?.reject(new Unanswered(why));
    return this.#open.delete(id);
  }

  /** @param {string} why */
  abandonAll(why) {
    for (const id of this.#open.keys()) this.abandon(id, why);
  }
}
