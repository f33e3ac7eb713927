/** Questions about rolls of dnd5e that are about to be made: the roller, the targets and the weapon. */

import { armourClassOf, defences } from "../attacks.mjs";
import { ALONE } from "../effects.mjs";
import { pressedIn, saveQueryOf } from "../saves.mjs";
import { findAttacker, targetsIn, tokenOf } from "../tokens.mjs";
import { statusesOf } from "../traits.mjs";
import { attackOf, coverOf, occasionOf, saveAgainst } from "./fifth-edition.mjs";

/**
 * @typedef {object} Call How the system was asked to roll.
 * @property {Coign.Foreign} config
 * @property {Coign.Foreign} message
 * @property {import("../world.mjs").Table} table
 * @property {Coign.SystemContext} context
 */

/** @typedef {(subject: Coign.Foreign, call: Call) => Coign.InRollQuery | null} Query null: somebody is not on the map. */

/** @type {Query} */
export function attackQuery(activity, call) {
  const { config, context } = call;
  const actorToken = rollerOf(activity.actor, call);
  const targets = actorToken ? targetsIn(actorToken.scene, call.table.targets()) : [];
  if (!actorToken || !targets.length) return null;
  const mode = config.attackMode ?? activity.item.getFlag?.("dnd5e", `last.${activity.id}.attackMode`);
  return {
    actorToken,
    targets,
    attack: attackBy(activity, actorToken.scene, mode, context),
    mode: modeOf(config),
    modeOpen: true,
    defence: defences(context, { scene: actorToken.scene, targets }, (foe, _target, token) => ({
      ac: armourClassOf(foe),
      applied: coverOf(statusesOf(token, foe)) ?? null,
    })),
  };
}

/**
 * Describe the attack that an activity makes in one of its modes.
 * @param {Coign.Foreign} activity
 * @param {string} scene
 * @param {string | undefined} mode
 * @param {Coign.SystemContext} context
 */
export const attackBy = ({ id, item, actor }, scene, mode, context) =>
  attackOf({ activity: { id }, item, mode }, item, actor, context.scene(scene)?.grid?.units);

/** A save counts if it is made from the card of a spell or feature. @type {Query} */
export function saveQuery(actor, call) {
  const { config, message, context } = call;
  const { data = {} } = message;
  const origin =
    data.system?.origin ??
    data.flags?.dnd5e?.originatingMessage ??
    data["flags.dnd5e.originatingMessage"] ??
    pressedIn(config.event);
  const against = saveAgainst({ type: "save", system: { origin, ability: config.ability } }, context);
  const roller = rollerOf(actor, call);
  const query = roller && saveQueryOf(against, roller, "dnd5e", context);
  return query && { ...query, mode: modeOf(config), modeOpen: true };
}

/**
 * Return the questions about the saves of the other creatures that this user has selected. The system rolls their saves in
 * turn, and the first one asks for all.
 *
 * @param {Coign.Foreign} first the actor who saves first
 * @param {Call} call
 */
export function savesOfOthers(first, call) {
  const actors = (call.table.controlled?.() ?? []).map(({ actor }) => actor);
  if (!actors.includes(first)) return [];
  return actors.flatMap((actor) => (actor && actor !== first ? (saveQuery(actor, call) ?? []) : []));
}

/** A check of Perception needs somebody to perceive. @type {Query} */
export function checkQuery(actor, call) {
  const { config } = call;
  const occasion = occasionOf(config.skill);
  const actorToken = rollerOf(actor, call);
  const targets = actorToken ? targetsIn(actorToken.scene, call.table.targets()) : [];
  if (!actorToken || (!targets.length && !ALONE.has(occasion))) return null;
  return { actorToken, targets, occasion, ability: config.ability ?? null, mode: modeOf(config), modeOpen: true };
}

/**
 * Return the token that the message will name as its speaker.
 * @param {Coign.Foreign} actor
 * @param {Call} call
 */
function rollerOf(actor, { message, table, context }) {
  const speaker = message.data?.speaker ?? table.speakerOf(actor);
  const { scene, actor: token } = findAttacker({ speaker }, context);
  return token && tokenOf(context, scene, token) ? { scene, token } : null;
}

/**
 * Return the advantage with which the roll is requested.
 * @param {Coign.Foreign} config
 */
function modeOf({ advantage, disadvantage, rolls = [] }) {
  const [{ options = {} } = {}] = rolls;
  const better = Boolean(advantage || options.advantage);
  const worse = Boolean(disadvantage || options.disadvantage);
  return better === worse ? "normal" : better ? "advantage" : "disadvantage";
}
