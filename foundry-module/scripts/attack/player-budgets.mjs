/**
 * Limit the previews of each player. Foundry does not tell who sends a query, so the GM's client gives each player a key,
 * which the player's client sends along. All queries with no key, or a wrong one, share one budget. Pure.
 */

import { TokenBucket } from "../util/token-bucket.mjs";

/** The budget of a player, and of all those without a key together, in answers. */
export const LIMITS = { capacity: 12, rate: 6 };
const STRANGERS = "";

export class PlayerBudgets {
  /** @type {Map<string, string>} key -> user */
  #users = new Map();
  /** @type {Map<string, TokenBucket>} */
  #buckets = new Map();
  #newKey;

  /** @param {() => string} [newKey] */
  constructor(newKey = () => crypto.randomUUID?.() ?? String(crypto.getRandomValues(new Uint32Array(4)))) {
    this.#newKey = newKey;
  }

  /**
   * Make a key for a user, in place of an earlier one.
   * @param {string} user
   */
  issue(user) {
    for (const [key, owner] of this.#users) if (owner === user) this.#users.delete(key);
    const key = this.#newKey();
    this.#users.set(key, user);
    return key;
  }

  /**
   * Spend of the budget that a key belongs to.
   * @param {unknown} key
   * @param {number} cost in answers
   * @param {number} now seconds
   * @returns {boolean} false: there is not enough left
   */
  spend(key, cost, now) {
    const user = (typeof key === "string" && this.#users.get(key)) || STRANGERS;
    const bucket = this.#buckets.get(user) ?? new TokenBucket(LIMITS);
    this.#buckets.set(user, bucket);
    return bucket.spend(cost, now);
  }
}
