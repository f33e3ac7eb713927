/**
 * Limit the previews of each player. Foundry does not tell who sends a query, so the GM's client gives each player a key,
 * which the player's client keeps and sends along. All queries with no key, or a wrong one, share one budget.
 *
 * A player's client does not know either who sends it a key: it asks the client with the connection whether the key is its
 * own. So no player can replace another's.
 */

import { planOf } from "../connection/connect.mjs";
import { TokenBucket } from "../connection/request-queue.mjs";
import { FIELDS, fieldsOf } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";

const PATIENCE = 5000; // ms for a player's client to take its key

/** The budget of a player, and of all those without a key together, in answers. */
export const LIMITS = { capacity: 12, rate: 6 };
const STRANGERS = "";

export class PlayerBudgets {
  /** @type {Map<string, string>} key -> user */
  #users = new Map();
  /** @type {Map<string, TokenBucket>} */
  #buckets = new Map();
  #newKey;
  #asked = Number.NEGATIVE_INFINITY; // when a player asked last, seconds

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
   * Return whether a key was made for a user, and for no later one.
   * @param {string} key
   * @param {string} user
   */
  belongs(key, user) {
    return this.#users.get(key) === user;
  }

  /**
   * Return whether a player has asked in the last seconds.
   * @param {number} seconds
   * @param {number} now seconds
   */
  askedWithin(seconds, now) {
    return now - this.#asked < seconds;
  }

  /**
   * Return the user that a key was made for.
   * @param {unknown} key
   * @returns {string} "" for all without a valid key
   */
  userOf(key) {
    return (typeof key === "string" && this.#users.get(key)) || STRANGERS;
  }

  /**
   * Spend of the budget that a key belongs to.
   * @param {unknown} key
   * @param {number} cost in answers
   * @param {number} now seconds
   * @returns {boolean} false: there is not enough left
   */
  spend(key, cost, now) {
    this.#asked = now;
    const user = this.userOf(key);
    const bucket = this.#buckets.get(user) ?? new TokenBucket(LIMITS);
    this.#buckets.set(user, bucket);
    return bucket.spend(cost, now);
  }
}

/**
 * Give keys to the players who are there. (`coign.connected`, `userConnected`)
 * @param {Coign.Context} coign
 */
export function issueKeys(coign) {
  if (!coign.bridge.connected) return;
  for (const user of game.users ?? []) {
    if (user.isGM || !user.active || coign.keyHolders.has(user.id ?? "")) continue;
    coign.keyHolders.add(user.id ?? "");
    const key = coign.playerBudgets.issue(user.id ?? "");
    const forget = () => coign.keyHolders.delete(user.id ?? "");
    user.query(`${ID}.key`, { key }, { timeout: PATIENCE }).catch(forget);
  }
}

/**
 * Give a new key to a player who left and came back. (`userConnected`)
 * @param {Coign.Context} coign
 * @param {{id: string | null}} user
 * @param {boolean} connected
 */
export function userConnected(coign, user, connected) {
  if (!connected) coign.keyHolders.delete(user.id ?? "");
  issueKeys(coign);
}

/**
 * `CONFIG.queries["coign.key"]`: on a player's client a key has come, on that with the connection one is shown.
 * @param {Coign.Context} coign
 * @param {unknown} query
 * @returns {Promise<boolean>} whether the key is that of the user
 */
export async function keepKey(coign, query) {
  const { key = "", user = "" } = fieldsOf(FIELDS.key, query);
  if (coign.bridge.connected) return coign.playerBudgets.belongs(key, user);
  const { owner } = planOf(coign);
  if (!owner || owner.isSelf) return false;
  const isOwn = /** @type {unknown} */ (
    await owner.query(`${ID}.key`, { key, user: game.user.id ?? "" }, { timeout: PATIENCE })
  );
  if (isOwn === true) coign.previewKey = key;
  return isOwn === true;
}
