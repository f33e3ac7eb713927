/** The attacks that a token may make, with the one that it made last: of them the engine picks the likely one for a preview. */

import { tellIfAlone } from "../connection/connect.mjs";
import { DEFAULTS, LIMITS } from "../util/wire.mjs";

/** @type {Coign.Wire.Candidate[]} Attacks with what no sheet has. */
const ANY = [{ attack: { kind: "melee" } }, { attack: { kind: "ranged" } }];

/**
 * Remember the last attack of each token. (`createChatMessage`)
 * @param {Coign.Context} coign
 * @param {ChatMessage.Implementation} message
 */
export function rememberAttack(coign, message) {
  if (!message.visible) return; // a preview must not betray a message that this client may not read
  const seen = coign.adapter.readAttack(message);
  if (!seen?.actorToken) return;
  if (seen.sure && message.isAuthor) tellIfAlone(coign);
  const { token } = seen.actorToken;
  if (JSON.stringify(coign.lastAttacks.get(token)) === JSON.stringify(seen.attack)) return;
  coign.lastAttacks.set(token, seen.attack);
  Hooks.callAll("coign.likelyAttackChanged");
}

/**
 * Make the request for a preview.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} from the attacker's token document
 * @param {Coign.Foreign[]} targets those of the targets
 * @param {Coign.Point} [at] where the attacker would stand
 * @returns {Coign.EvaluateRequest | null} null: one of them is not on the map yet, or there is no target
 */
export function previewRequest(coign, from, targets, at) {
  const scene = from.parent?.id;
  const ids = targets.map(({ id }) => id);
  if (!scene || !from.id || !ids.length || !ids.every(Boolean)) return null;
  const candidates = candidatesOf(coign, from);
  return { scene, actor: from.id, targets: ids, occasion: "attack", candidates, ...(at ? { at } : {}) };
}

/**
 * Return the attacks that a token may make: the last one, those with the weapons that it has in hand, and any other.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token document
 * @returns {Coign.Wire.Candidate[]}
 */
export function candidatesOf(coign, token) {
  const last = coign.lastAttacks.get(token.id);
  const inHand = coign.traits.attacksOf(token).map((attack) => ({ attack }));
  const known = [...(last ? [{ attack: last, last: true }] : []), ...inHand];
  return [...known.slice(0, LIMITS.candidates - ANY.length), ...ANY];
}

/**
 * Return the name of a preview's attack: its weapon's, else what kind of attack it is.
 * @param {Coign.Attack | null | undefined} attack
 * @param {Coign.Translate} t
 */
export const attackName = (attack, t) => attack?.name || t(`COIGN.Attack.${attack?.kind ?? DEFAULTS.kind}`);
