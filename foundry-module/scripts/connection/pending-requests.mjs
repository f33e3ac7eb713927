/** Requests to the bridge that wait for their answers. Each has an id, and most have one answer. */

import { Refused, Unanswered } from "../util/errors.mjs";

/**
 * @typedef {object} Pending
 * @property {(answers: any[]) => void} resolve
 * @property {(why: Error) => void} reject
 * @property {any[]} answers those that have come
 * @property {number} count how many answers it waits for
 * @property {(answer: any) => void} [part]
 */

export class PendingRequests {
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  #count = 0;

  /** The number of requests that wait. */
  get size() {
    return this.#pending.size;
  }

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
   * @param {{count?: number, part?: (answer: any) => void}} [options] `count`: how many answers it has; `part`: called
   *   with each part of an answer that comes in parts
   * @returns {Promise<any[]>} the answers in the order in which they came; of one in parts the last part
   */
  open(id, { count = 1, part } = {}) {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject, answers: [], count, part }));
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
    // A view that arrives twice does not count as another view.
    if (answer.type === "annotation" && request.answers.some(({ viewer }) => viewer === answer.viewer)) return false;
    if (answer.type !== "error" && request.answers.push(answer) < request.count) return true;
    this.#pending.delete(id);
    if (answer.type === "error") request.reject(new Refused(answer));
    else request.resolve(request.answers);
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
