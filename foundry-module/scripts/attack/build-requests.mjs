/**
 * Build the requests for a message with an attack: from its flags, its author's targets and the scene. Each asks for the
 * GM's view and, if players may read the message, for the players'. What only GMs know is marked; the bridge takes it out.
 */

import { withStanding } from "../systems/cover-modules.mjs";
import { ALONE } from "../systems/effects.mjs";
import { VIEWERS } from "../util/wire.mjs";
import { withOwnArmourClass } from "./included.mjs";
import { ownArmourClass } from "./message.mjs";
import { requestsOf, targetsOf } from "./requests.mjs";
import { ageOf } from "./tampering.mjs";

/** @typedef {Coign.Context} Context */
/** @typedef {Coign.RolledMessage} Rolled */

const TARGETS_CURRENT = 30_000; // ms: for so long after a message its author's targets are taken to be the same

/**
 * @param {Context} coign
 * @param {Rolled} message
 * @returns {Coign.EvaluateRequest[] | null} one for each roll; null: no attacker or target on the map
 */
export function buildRequests(coign, message) {
  const { attack, flags, id, isPublic } = message;
  const scene = game.scenes.get(attack.actorToken?.scene ?? "");
  const actor = attack.actorToken?.token ?? "";
  // A token may have been deleted since the last annotation: the scene of that revision still has it.
  const before = coign.records.annotated(id)?.annotations[0];
  if (!scene || !(scene.tokens.has(actor) || before)) return null;
  const known = new Set(before?.results.map(({ target }) => target));
  const targets = targetsIn(coign, message, scene).filter((token) => scene.tokens.has(token) || known.has(token));
  if (!targets.length && !ALONE.has(attack.occasion)) return null;
  const isSecret = secrecyOf(scene, message);
  const hidden = coign.records.hiddenIn(id).overrides.map((one) => ({ ...one, secret: true }));
  const overrides = [...(flags.overrides ?? []), ...hidden];
  const defence = withStanding(attack.defence ?? {}, coign.setting("coverStands"));
  const turned = coign.records.turnsIn(id) ?? 0;
  return requestsOf({ ...attack, defence, turned }, targets, { ...flags, overrides }).map((request) => ({
    ...withOwnArmourClass(request, (token) => ownArmourClass(coign, id, scene.tokens.get(token))),
    secret: [actor, ...targets].filter(isSecret),
    viewers: isPublic ? VIEWERS : ["gm"],
  }));
}

/**
 * Return the test of which tokens of a roll players may not know: hidden ones, and those that were deleted before players
 * had read of them.
 * @param {Scene.Implementation} scene
 * @param {Rolled} message
 * @returns {(token: string) => boolean}
 */
function secrecyOf(scene, { attack, flags }) {
  const published = new Set(flags.annotations?.[0]?.results.map(({ target }) => target));
  if (published.size) published.add(attack.actorToken?.token ?? "");
  return (token) => scene.tokens.get(token)?.hidden ?? !published.has(token);
}

/**
 * Return the targets, each once. For a save they are the rollers, each with its formation; for an attack they are those
 * captured, or listed by the system, or the author's.
 *
 * @param {Context} coign
 * @param {Rolled} message
 * @param {Scene.Implementation} scene
 * @returns {string[]} token ids
 */
function targetsIn(coign, message, scene) {
  const { targets, occasion } = message.attack;
  if (occasion === "save") return targets.flatMap(({ token }) => [token, ...formationOf(coign, token, scene)]);
  const captured = message.flags.targets;
  const current = authorsTargets(message, scene.id ?? "");
  const visible = targetsOf({ captured, system: targets, current }, scene.id ?? "");
  return [...new Set([...visible, ...coign.records.hiddenIn(message.id).targets])];
}

/**
 * Return the other tokens of a token's formation: they save from the worst place that any of them has.
 * @param {Context} coign
 * @param {string} token
 * @param {Scene.Implementation} scene
 */
function formationOf(coign, token, scene) {
  const nameOf = (/** @type {TokenDocument.Implementation} */ member) => coign.traits.of(member).formation;
  const own = scene.tokens.get(token);
  const name = own && nameOf(own);
  if (!name) return [];
  return [...scene.tokens].flatMap((member) =>
    member.id && member !== own && nameOf(member) === name ? [member.id] : [],
  );
}

/**
 * Return the author's targets of this moment, for a message that has just come in.
 * @param {Rolled} message
 * @param {string} scene
 */
function authorsTargets(message, scene) {
  if (ageOf(message) > TARGETS_CURRENT) return [];
  return message.author.targets.filter((target) => target.scene === scene).map(({ token }) => token);
}
