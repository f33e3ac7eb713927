/**
 * The common part of Pathfinder's first edition and D&D 3.5: action types, immunities of kinds of creatures, and
 * whether a creature is armed. Both systems descend from one code base and still share these terms.
 */

import { SPEEDS } from "../util/wire.mjs";
import { plainText } from "./attacks.mjs";
import { lengths, list, partsOf, positive, sceneUnits, slug, systemOf } from "./reading.mjs";
import { classLevel, commonTraits } from "./traits.mjs";

/** `mwak` melee weapon, `rwak` ranged, `twak` thrown, `msak`/`rsak` spell, `mcman`/`rcman` combat maneuver. */
const MELEE = /^m(wak|sak|cman)$/;
const RANGED = /^(r(wak|sak|cman)|twak)$/;

/**
 * Return "melee" or "ranged"; null if an action is no attack.
 * @param {Coign.Foreign} actionType
 */
export const kindOf = (actionType) => (MELEE.test(actionType) ? "melee" : RANGED.test(actionType) ? "ranged" : null);

/** @param {Coign.Foreign} actionType */
export const isSpell = (actionType) => /^[mr]sak$/.test(actionType);

/** The title of a card whose item is gone. @param {Coign.Foreign} message */
export const cardTitle = (message) => plainText(/<h3[^>]*>(.*?)<\/h3>/s.exec(String(message?.content ?? ""))?.[1]);

/** Return the names of the conditions that are switched on. @param {Record<string, unknown>} [conditions] */
export const switchedOn = (conditions = {}) => Object.keys(conditions).filter((id) => conditions[id] === true);

/**
 * Return the actions of an item (pf1 from 0.80), or the item itself.
 * @param {Coign.Foreign} item
 */
export function actionsOf(item) {
  const system = systemOf(item);
  const actions = list(system.actions).length ? list(system.actions) : list(item?.actions);
  // A live action of pf1 10 keeps its data under `data`.
  return actions.length
    ? actions.map((action) => (action?.actionType === undefined ? (action?.data ?? action) : action))
    : [system];
}

/**
 * Return the attacks and weapons that a creature has ready.
 * @param {Coign.Foreign} actor
 * @returns {Coign.Foreign[]} items
 */
export const armsOf = (actor) =>
  list(actor?.items).filter((item) => ["attack", "weapon"].includes(item.type) && systemOf(item).equipped !== false);

/**
 * Return the traits that both systems keep alike.
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} actor
 * @param {Record<string, unknown>} [conditions] that are switched on in its data
 */
export function familyTraits(token, actor, conditions) {
  const [attributes, details] = partsOf(actor, "attributes", "details");
  return {
    ...commonTraits(token, actor, switchedOn(conditions)),
    speeds: speedsOf(attributes.speed, sceneUnits(token)),
    creatureType: creatureTypeOf(actor),
    level: positive(details.level?.value) ?? undefined,
    subtypes: subtypesOf(actor),
    rogueLevel: classLevel(actor, "rogue"),
    shield: shieldOf(actor),
    armed: armedOf(actor),
  };
}

/**
 * Return whether a creature threatens: true with a melee attack ready, false with only other attacks (a bow in both
 * hands), undefined without any attack that tells.
 * @param {Coign.Foreign} actor
 */
function armedOf(actor) {
  const kinds = armsOf(actor)
    .flatMap((item) => actionsOf(item))
    .map((action) => kindOf(action?.actionType));
  if (kinds.includes("melee")) return true;
  return kinds.includes("ranged") ? false : undefined;
}

/**
 * Return the creature's type as a slug: `magical-beast`. It is a field of the race or of the racial class.
 * @param {Coign.Foreign} actor
 */
function creatureTypeOf(actor) {
  const items = list(actor?.items);
  const race = systemOf(items.find((item) => item.type === "race"));
  const racial = items.find(
    (item) => item.type === "class" && slug(systemOf(item).classType ?? systemOf(item).subType) === "racial",
  );
  const type =
    list(race.creatureTypes)[0] ?? (race.creatureType || systemOf(racial).creatureType || systemOf(racial).tag);
  return slug(type) || undefined;
}

/**
 * Return the creature's subtypes as slugs: `["fire", "extraplanar"]`. They stand with its race, in a list or, up to pf1
 * 9 and in D35E, each in a list of its own.
 * @param {Coign.Foreign} actor
 */
function subtypesOf(actor) {
  const race = systemOf(list(actor?.items).find((item) => item.type === "race"));
  const entries = [...list(race.creatureSubtypes), ...list(race.subTypes)].flatMap((entry) =>
    typeof entry === "string" ? [entry] : list(entry),
  );
  return [...new Set(entries.map(slug).filter(Boolean))];
}

/**
 * Return the shield in use, with its bonus and enhancement. No document names its arm, so it is on the left until the
 * GM sets it.
 * @param {Coign.Foreign} actor
 */
function shieldOf(actor) {
  const shields = list(actor?.items)
    .filter((item) => item.type === "equipment")
    .map(systemOf)
    .find((system) => system.equipped && [system.subType, system.equipmentType, system.armor?.type].includes("shield"));
  if (!shields) return undefined;
  return { side: "left", bonus: (Number(shields.armor?.value) || 0) + (Number(shields.armor?.enh) || 0) };
}

/**
 * @param {Coign.Foreign} speed by kind, each a total on a live actor and a base in its source
 * @param {Coign.Foreign} units
 * @returns {Record<string, number>}
 */
export function speedsOf(speed, units) {
  const speeds = SPEEDS.map((kind) => [kind, speed?.[kind === "walk" ? "land" : kind]]);
  return lengths(
    SPEEDS,
    Object.fromEntries(speeds.map(([kind, rate]) => [kind, rate?.total ?? rate?.base])),
    "ft",
    units,
  );
}
