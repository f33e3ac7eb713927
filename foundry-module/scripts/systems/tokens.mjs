/**
 * Find the tokens of the attacker and its targets in one scene, by uuids, ids and speakers.
 *
 * Game systems name a target by its actor as often as by its token, and two tokens of one actor then look alike. So the
 * tokens that the author had targeted, captured by this module when the message was made (`flags.coign.targets`), come
 * first; the system's own list fills in where nothing was captured, and says the armour class. But where the system names
 * one token that was not captured, the roll was against that one: the author has changed the targets since the click, in
 * an open dialog or before a reroll.
 */

import { ownFields } from "../util/fields.mjs";
import { idOf, list } from "./reading.mjs";

/**
 * The ids that a uuid spells out: `Scene.S.Token.T.Actor.A` has all three, `Actor.A` one.
 * @param {Coign.Foreign} uuid
 * @returns {{scene: string | null, token: string | null, actor: string | null}}
 */
export function parseUuid(uuid) {
  /** @type {Record<string, string>} */
  const ids = {};
  const parts = String(uuid ?? "").split(".");
  for (let i = 0; i + 1 < parts.length; i += 2) ids[parts[i]] ??= parts[i + 1];
  return { scene: ids.Scene ?? null, token: ids.Token ?? null, actor: ids.Actor ?? null };
}

/**
 * The tokens of a scene.
 * @param {Coign.SystemContext} context
 * @param {string} scene
 */
const tokensOf = (context, scene) => list(context.scene(scene)?.tokens);

/**
 * A token of a scene by its id, or null.
 * @param {Coign.SystemContext} context
 * @param {string} scene
 * @param {string | null} id
 */
export const tokenOf = (context, scene, id) => tokensOf(context, scene).find((token) => idOf(token) === id) ?? null;

/**
 * The actor of a token: its own, or the world's.
 * @param {Coign.SystemContext} context
 * @param {Coign.Foreign} token
 */
export const actorOf = (context, token) =>
  token?.actor ?? (token?.actorId ? context.document(`Actor.${token.actorId}`) : null);

/**
 * The attacker.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @param {Coign.Foreign} [said] the system's uuid of the attacker's token or actor, if the speaker does not name it
 * @returns {{scene: string, actor: string | null}} the scene's id, "" where nothing says it; the token's id or null
 */
export function findAttacker(message, context, said) {
  const named = parseUuid(said);
  const scene = message?.speaker?.scene ?? named.scene ?? captured(message)[0]?.scene ?? "";
  const token = message?.speaker?.token ?? (named.scene === scene ? named.token : null);
  if (token) return { scene, actor: token };
  // A roll from the sheet of a linked actor names no token: its only one in the scene is meant.
  const actor = message?.speaker?.actor ?? named.actor;
  const tokens = actor ? tokensOf(context, scene).filter((candidate) => candidate.actorId === actor) : [];
  return { scene, actor: tokens.length === 1 ? idOf(tokens[0]) : null };
}

/**
 * The attacker's actor: its token's, else the one that the speaker names.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @param {{scene: string, actor: string | null}} attacker
 */
export const attackingActor = (message, context, { scene, actor }) =>
  actorOf(context, tokenOf(context, scene, actor)) ??
  (message?.speaker?.actor ? context.document(`Actor.${message.speaker.actor}`) : null);

/**
 * The tokens that this module saw targeted when the message was made.
 * @param {Coign.Foreign} message
 * @returns {{scene: string | null, token: string | null, actor: string | null}[]}
 */
const captured = (message) => list(ownFields("message", message).targets).map((uuid) => parseUuid(uuid));

/**
 * The targets: token ids, each once, in the order given.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @param {string} scene
 * @param {{uuid: Coign.Foreign}[]} [said] the system's own list: uuids of tokens or actors, or token ids
 */
export function findTargets(message, context, scene, said = []) {
  const seen = captured(message).filter((target) => target.token && (target.scene ?? scene) === scene);
  const tokens = [...new Set(seen.map((target) => /** @type {string} */ (target.token)))];
  const named = said.length === 1 ? resolve(said[0].uuid, context, scene) : null;
  if (tokens.length && (named === null || tokens.includes(named))) return tokens;
  return [...new Set(said.flatMap(({ uuid }) => resolve(uuid, context, scene) ?? []))];
}

/**
 * Return the ids of those tokens that are in a scene, each once.
 * @param {string} scene
 * @param {Coign.Foreign[]} tokens documents
 */
export const targetsIn = (scene, tokens) => [
  ...new Set(tokens.filter(({ parent }) => parent?.id === scene).map(({ id }) => String(id))),
];

/**
 * Return the token of the scene that a uuid or a token id refers to, or null unless there is exactly one.
 * @param {Coign.Foreign} uuid
 * @param {Coign.SystemContext} context
 * @param {string} scene
 * @returns {string | null}
 */
export function resolve(uuid, context, scene) {
  const ids = parseUuid(uuid);
  if (ids.token) return ids.scene === scene ? ids.token : null;
  if (!ids.actor) return uuid && tokenOf(context, scene, String(uuid)) ? String(uuid) : null;
  const tokens = tokensOf(context, scene).filter((token) => token.actorId === ids.actor);
  return tokens.length === 1 ? idOf(tokens[0]) : null;
}

/**
 * For each target the entry of the system's list that is about it: by its token, else by its actor.
 * @template T
 * @param {string[]} targets
 * @param {T[]} said
 * @param {(entry: T) => Coign.Foreign} uuidOf
 * @param {Coign.SystemContext} context
 * @param {string} scene
 * @returns {Map<string, T>}
 */
export function matchTargets(targets, said, uuidOf, context, scene) {
  const matched = new Map();
  for (const target of targets) {
    const actorId = tokenOf(context, scene, target)?.actorId;
    const uuids = said.map((entry) => parseUuid(uuidOf(entry)));
    let at = uuids.findIndex((ids, i) => ids.token === target || uuidOf(said[i]) === target);
    if (at < 0 && actorId) at = uuids.findIndex((ids) => !ids.token && ids.actor === actorId);
    if (at >= 0) matched.set(target, said[at]);
  }
  return matched;
}
