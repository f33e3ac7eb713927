/**
 * Cover that another module has already put into a target's armour class, so that it is counted once.
 *
 * Simple Cover 5e measures cover itself before a dnd5e attack is rolled. It raises the AC in the message, and sets the
 * target's status only later. It notes the degree in `flags.simplecover5e`: a list up to version 2.0, `targets` in it
 * since. Automated Conditions 5e writes the latter too, where it uses Simple Cover 5e as its library. Where no note is
 * kept (a setting), the degree is the difference between the message's AC and the actor's own, less what we have put in.
 */

import { ownFields } from "../util/fields.mjs";
import { armourClassOf } from "./attacks.mjs";
import { isArmour } from "./effects.mjs";
import { list, number, systemOf } from "./reading.mjs";

const MODULE = "simplecover5e";
const USER = "automated-conditions-5e";
const DEGREES = /** @type {Record<string, string>} */ ({
  none: "none",
  half: "half",
  threeQuarters: "three-quarters",
  total: "total",
});
/** The degrees of cover by the bonus that dnd5e adds to the AC. */
const WORTH = /** @type {Record<number, string>} */ ({ 2: "half", 5: "three-quarters" });

/**
 * @param {Coign.Foreign} message
 * @param {object} defender
 * @param {string} defender.target the token's id
 * @param {Coign.Foreign} defender.foe its actor, or null
 * @param {number | null} defender.ac as the message has it
 * @param {string | null} defender.status the degree that the actor's own status gives now
 * @param {Coign.SystemContext} context
 * @returns {{applied: string | null, by?: string}} `applied` is "none" where the module measured no cover
 */
export function coverInArmourClass(message, { target, foe, ac, status }, context) {
  const title = context.module?.(MODULE)?.title;
  const noted = notedDegree(message, target, foe);
  if (!title && noted === null) return { applied: status };
  const own = armourClassOf(foe);
  const beyond = ac === null || own === null ? 0 : ac - own - putInto(message, target);
  const applied = noted ?? status ?? WORTH[beyond] ?? null;
  if (applied === null) return { applied };
  const user = message?.flags?.[MODULE]?.targets ? context.module?.(USER)?.title : undefined;
  return { applied, by: [title ?? "Simple Cover 5e", user].filter(Boolean).join(", ") };
}

/**
 * Return the change of a target's armour class that a message says we have put in.
 * @param {Coign.Foreign} message
 * @param {string} target
 */
const putInto = (message, target) =>
  list(ownFields("message", message).included).reduce(
    (sum, modifier) => sum + (isArmour(modifier) && modifier.target === target ? modifier.effect.value : 0),
    0,
  );

/**
 * Return the bonus that a module's cover has added to an armour class. The actor's sheet lacks it, because the module sets
 * the actor's status only after the roll.
 * @param {Coign.Foreign} foe
 * @param {string | null} applied the module's degree
 */
export const beyondSheet = (foe, applied) =>
  Number(Object.keys(WORTH).find((worth) => WORTH[Number(worth)] === applied) ?? 0) -
  (number(systemOf(foe).attributes?.ac?.cover) ?? 0);

/** Game systems in which cover that any module adds is known by the armour class of a roll. */
const SEEN_IN = ["pf2e", "sf2e"];

/**
 * Return whether a module may add cover that we see, so that a GM may have to say whose counts.
 * @param {Coign.SystemContext} context
 * @param {string} system the game system's id
 */
export const addsCover = (context, system) => SEEN_IN.includes(system) || Boolean(context.module?.(MODULE));

/**
 * Return the defences with the world's decision about whose cover counts. The game system's own cover is no module's: of
 * it and ours the greater counts in every world.
 *
 * @param {Record<string, Coign.Defence>} defence
 * @param {Coign.Defence["stands"]} stands
 */
export const withStanding = (defence, stands) =>
  Object.fromEntries(
    Object.entries(defence).map(([target, entry]) => [target, entry.by ? { ...entry, stands } : entry]),
  );

/**
 * Return the title of the module that will put cover into the armour class of an attack's targets; null if none is
 * active.
 * @param {Coign.SystemContext} context
 * @returns {string | null}
 */
export const coverModule = (context) => context.module?.(MODULE)?.title ?? null;

/**
 * Return the degree that the module noted for a target, by token or actor; null without a note.
 * @param {Coign.Foreign} message
 * @param {string} target
 * @param {Coign.Foreign} foe
 */
function notedDegree(message, target, foe) {
  const flags = message?.flags?.[MODULE];
  const entries = list(Array.isArray(flags) ? flags : flags?.targets);
  const actor = foe?.uuid ?? (foe?._id ? `Actor.${foe._id}` : null);
  const ofToken = (/** @type {Coign.Foreign} */ { targetId, tokenUuid }) =>
    targetId === target || (typeof tokenUuid === "string" && tokenUuid.endsWith(`.Token.${target}`));
  const ofActor = (/** @type {Coign.Foreign} */ { targetActorUuid, uuid }) =>
    actor !== null && [targetActorUuid, uuid].includes(actor);
  const entry = entries.find(ofToken) ?? entries.find(ofActor);
  const degree = entry && (entry.newMode ?? entry.newCover ?? entry.desiredCover ?? entry.originalCover);
  return degree === undefined || degree === null ? null : (DEGREES[String(degree)] ?? null);
}
