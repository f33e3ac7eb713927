/**
 * Build the requests for a message with an attack: from its flags, its author's targets and the scene. Each asks for the
 * GM's view and, if players may read the message, for the players'. What only GMs know is marked; the bridge takes it out.
 */

import { messageFlags } from "../overrides/message-flags.mjs";
import { withOwnArmourClass } from "./included.mjs";
import { requestsOf, targetsOf } from "./requests.mjs";

/** @typedef {Coign.Context} Context */
/** @typedef {ChatMessage.Implementation} Message */

/** Rolls that concern nobody else, if nobody is targeted. @type {Set<Coign.Occasion | undefined>} */
const ALONE = new Set(["check", "stealth"]);
const TARGETS_CURRENT = 30_000; // ms: for so long after a message its author's targets are taken to be the same

/**
 * @param {Context} coign
 * @param {Message} message
 * @param {Coign.SeenAttack} attack
 * @returns {Coign.EvaluateRequest[] | null} one for each roll; null: no attacker or target on the map
 */
export function buildRequests(coign, message, attack) {
  const { id } = message;
  const flags = messageFlags(message);
  const scene = game.scenes.get(attack.actorToken?.scene ?? "");
  const before = coign.records.annotated(id)?.annotations[0];
  // A target may have been deleted since the last annotation: the scene of that revision still has it.
  const known = (/** @type {string} */ token) =>
    scene?.tokens.has(token) || before?.results.some(({ target }) => target === token);
  const actor = attack.actorToken?.token ?? "";
  if (!scene || !(scene.tokens.has(actor) || before)) return null;
  const hidden = coign.records.hiddenIn(id);
  const targets = targetsIn(coign, message, attack, scene.id).filter(known);
  if (!targets.length && !ALONE.has(attack.occasion)) return null;
  const published = new Set(flags.annotations?.[0]?.results.map(({ target }) => target));
  const isPublished = (/** @type {string} */ token) => published.has(token) || (published.size > 0 && token === actor);
  const isSecret = (/** @type {string} */ token) => scene.tokens.get(token)?.hidden ?? !isPublished(token);
  const overrides = [...(flags.overrides ?? []), ...hidden.overrides.map((one) => ({ ...one, secret: true }))];
  const ownArmourClass = (/** @type {string} */ token) =>
    coign.adapter.armourClass(scene.tokens.get(token)?.actor, message);
  return requestsOf(attack, targets, { ...flags, overrides }).map((request) => ({
    ...withOwnArmourClass(request, ownArmourClass),
    secret: [actor, ...targets].filter(isSecret),
    viewers: playersRead(message) ? ["gm", "player"] : ["gm"],
  }));
}

/**
 * Return the targets, each once. For a save they are the rollers, each with its formation; for an attack they are those
 * captured, or listed by the system, or the author's.
 *
 * @param {Context} coign
 * @param {Message} message
 * @param {Coign.SeenAttack} attack
 * @param {string} scene
 * @returns {string[]} token ids
 */
function targetsIn(coign, message, { targets, occasion }, scene) {
  if (occasion === "save") return targets.flatMap(({ token }) => [token, ...formationOf(coign, token, scene)]);
  const captured = messageFlags(message).targets;
  const visible = targetsOf({ captured, system: targets, current: authorsTargets(message, scene) }, scene);
  return [...new Set([...visible, ...coign.records.hiddenIn(message.id).targets])];
}

/**
 * Return the other tokens of a token's formation: they save from the worst place that any of them has.
 * @param {Context} coign
 * @param {string} token
 * @param {string} scene
 */
function formationOf(coign, token, scene) {
  const tokens = [...(game.scenes.get(scene)?.tokens ?? [])];
  const nameOf = (/** @type {TokenDocument.Implementation} */ member) => coign.traits.of(member).formation;
  const own = tokens.find(({ id }) => id === token);
  const name = own && nameOf(own);
  if (!name) return [];
  return tokens.flatMap((member) => (member.id && member !== own && nameOf(member) === name ? [member.id] : []));
}

/**
 * Return the author's targets of this moment, for a message that has just come in.
 * @param {Message} message
 * @param {string} scene
 */
function authorsTargets(message, scene) {
  if (Date.now() - message.timestamp > TARGETS_CURRENT) return [];
  return [...(message.author?.targets ?? [])]
    .filter(({ document }) => document.parent?.id === scene)
    .map(({ id }) => id);
}

/**
 * Return whether any player may read the message's content; if not, nothing is published.
 * @param {Message} message
 */
function playersRead({ blind, whisper, author }) {
  if (blind) return false;
  return !whisper.length || !author?.isGM || whisper.some((user) => game.users.get(user ?? "")?.isGM === false);
}
