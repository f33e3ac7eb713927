/** Counts how often creatures turn in their combat turns: the bridge is told with each attack. */

import { facingSaid, snapFacing } from "../map/segments.mjs";
import { findToken } from "../util/find-token.mjs";
import { Turning } from "./facing-changes.mjs";

/** @typedef {ChatMessage.Implementation} Message */

const turning = new Turning();
/** @type {Map<string, number>} by message: how often its attacker had turned by then */
const turned = new Map();
/** @type {Map<string, {x: number, y: number}>} where each token was last seen */
const places = new Map();

/** Register the hooks. To be called while Foundry initialises. */
export function registerTurnWatch() {
  Hooks.on("updateCombat", (combat, change) => {
    if (!("turn" in change || "round" in change)) return;
    const token = combat.started ? findToken(combat.combatant?.sceneId, combat.combatant?.tokenId) : undefined;
    turning.begin(token?.id ?? null, token ? facingOf(token) : 0);
    places.clear();
    if (token?.id) places.set(token.id, placeOf(token));
  });
  Hooks.on("deleteCombat", () => turning.begin(null, 0));
  Hooks.on("updateToken", (token, change) => {
    if (!("x" in change || "y" in change)) return;
    const before = places.get(token.id ?? "");
    if (!before) return; // not its turn
    const now = placeOf(token);
    places.set(token.id ?? "", now);
    turning.moves(token.id ?? "", token.parent?.grid.measurePath([before, now], {}).distance ?? 0);
  });
}

/**
 * An attack has come in.
 * @param {Message} message
 * @param {{scene: string, token: string}} attacker
 */
export function countTurn(message, attacker) {
  const token = findToken(attacker.scene, attacker.token);
  if (!token || !message.id || turned.has(message.id)) return;
  turned.set(message.id, turning.attacks(attacker.token, facingOf(token), token.parent?.grid.distance ?? 0));
}

/**
 * How often a message's attacker had turned when it attacked; 0 where this client was not there.
 * @param {string} message its id
 */
export const turnsBy = (message) => turned.get(message) ?? 0;

/** @param {string} id */
export const forgetTurns = (id) => turned.delete(id);

/** @param {TokenDocument.Implementation} token */
const placeOf = ({ _source: { x, y } }) => ({ x, y });

/**
 * Which way a token faces, of the ways that its grid has.
 * @param {TokenDocument.Implementation} token
 */
function facingOf(token) {
  return snapFacing(facingSaid(token._source), token.parent?.grid.type ?? 1);
}
