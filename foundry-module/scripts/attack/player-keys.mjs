/** The keys of players' budgets: the client that owns the connection makes them, and each player's client keeps its own. */

import { ID } from "../util/id.mjs";

const PATIENCE = 5000; // ms for a player's client to take its key

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
    user.query(`${ID}.key`, key, { timeout: PATIENCE }).catch(() => coign.keyHolders.delete(user.id ?? ""));
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
 * `CONFIG.queries["coign.key"]`, on a player's client.
 * @param {Coign.Context} coign
 * @param {unknown} key
 */
export function keepKey(coign, key) {
  if (typeof key === "string" && key.length < 100) coign.previewKey = key;
}
