/**
 * Read a fifth edition attack from its item and activity: melee or ranged, its range, its feats and what it ignores. Find
 * the effect that a save is against.
 *
 * The attack mode decides between melee and ranged if it can (thrown); otherwise the activity or item does, because the
 * mode of a bow is "twoHanded".
 */

import { abilitiesOf, damageKinds, plainText } from "../attacks.mjs";
import { has, length, list, number, positive, systemOf, withId } from "../reading.mjs";
import { effectOf } from "../saves.mjs";
import { findAttacker } from "../tokens.mjs";
import { featsOf } from "../traits.mjs";

const PARTIAL = ["half", "three-quarters"];
const COVER_STATUSES = [
  ["cover-total", "total"],
  ["cover-three-quarters", "three-quarters"],
  ["cover-half", "half"],
];

/** The abilities by which Elven Accuracy rolls a third d20, as the system's own flag has them. */
const ACCURATE = ["dex", "int", "wis", "cha"];

/** Skills that have an occasion of their own. @type {Record<string, Coign.Occasion>} */
const OCCASIONS = { prc: "perception", ste: "stealth" };

/**
 * @param {Pick<import("./messages.mjs").AttackParts, "activity" | "item" | "mode" | "ability">} parts
 * @param {Coign.Foreign} item null where it is gone: a thrown last dagger
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units the scene's
 * @param {Coign.Foreign} [called] the name if there is no item
 * @returns {Coign.Attack}
 */
export function attackOf(parts, item, actor, units, called) {
  const system = systemOf(item);
  const activityId = parts.activity?.id ?? /\.Activity\.([^.]+)/.exec(String(parts.activity?.uuid ?? ""))?.[1] ?? null;
  const activity = withId(system.activities, activityId) ?? {};
  const name = String(item?.name ?? parts.item?.name ?? plainText(called));
  const kind = kindOf(parts.mode, activity, item);
  const spell =
    (item?.type ?? parts.item?.type) === "spell" ||
    activity.attack?.type?.classification === "spell" ||
    /^[mr]sak$/.test(system.actionType);
  // The activity's own range counts only if it is marked to override; else its numbers are left over from a migration.
  const range = activity.range?.override ? activity.range : (system.range ?? {});
  const normal = positive(length(range.value, range.units, units));
  const ignores = ignoredByFlags(actor, item, "attack");
  return {
    kind,
    reach: kind === "melee" ? reachOf(item, range, units) : null,
    range:
      kind === "ranged" && normal !== null ? { normal, long: positive(length(range.long, range.units, units)) } : null,
    name,
    abilities: [
      ...abilitiesOf(actor, name, [item, activity]).filter(
        (ability) => ability !== "sneak-attack" || kind === "ranged" || has(system.properties, "fin"), // finesse
      ),
      ...sharpness(actor, kind, spell),
      ...damageKinds(system.damage),
      ...(system.type?.baseItem === "lance" ? ["lance"] : []),
      ...(isOn(actor?.flags?.dnd5e?.elvenAccuracy) &&
      isAccurate(item, activity, actor, { spell, chosen: parts.ability })
        ? ["elven-accuracy"]
        : []),
    ],
    spell,
    ...(ignores.length && { ignores }),
  };
}

/**
 * Return whether Elven Accuracy holds for an attack: one by Dexterity, Intelligence, Wisdom or Charisma.
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} activity
 * @param {Coign.Foreign} actor
 * @param {{spell: boolean, chosen?: Coign.Foreign}} made `chosen`: the ability that the roll's dialog was set to
 */
function isAccurate(item, activity, actor, { spell, chosen }) {
  const { ability, properties } = systemOf(item);
  const name = chosen || activity.attack?.ability || ability;
  if (spell || name === "spellcasting") return true;
  if (name || kindOf(null, activity, item) === "ranged") return ACCURATE.includes(name || "dex");
  const { dex, str } = systemOf(actor).abilities ?? {};
  return has(properties, "fin") && (number(dex?.mod) ?? 0) >= (number(str?.mod) ?? 0);
}

/**
 * Return the attack activity of an item; empty if it has none.
 * @param {Coign.Foreign} system
 */
export const attackActivity = (system) => list(system.activities).find((activity) => activity.type === "attack") ?? {};

/**
 * @param {Coign.Foreign} mode
 * @param {Coign.Foreign} activity
 * @param {Coign.Foreign} item
 */
export function kindOf(mode, activity, item) {
  if (/^(thrown|ranged)/.test(mode ?? "")) return "ranged";
  const system = systemOf(item);
  const word = activity.attack?.type?.value || activity.actionType || system.actionType;
  if (word) return /^r/.test(word) ? "ranged" : "melee";
  const weapon = String(system.type?.value ?? system.weaponType ?? "");
  if (weapon) return /(R|siege)$/.test(weapon) ? "ranged" : "melee";
  return item?.type === "spell" && positive(system.range?.value) !== null ? "ranged" : "melee";
}

/**
 * Return the reach of a melee attack: the weapon's value, else 5 ft, or 10 ft with the reach property.
 * Before version 4 a natural weapon kept its reach in `range.value`, where a thrown one has its range.
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} range
 * @param {Coign.Foreign} units
 */
export function reachOf(item, range, units) {
  if (!item) return null;
  const system = systemOf(item);
  const reach =
    positive(range.reach) ?? ("reach" in range || has(system.properties, "thr") ? null : positive(range.value));
  if (reach !== null && range.units !== "touch") return length(reach, range.units, units);
  return length(has(system.properties, "rch") ? 10 : 5, "ft", units);
}

/**
 * Return the feats that let this attack ignore half and three-quarters cover.
 * @param {Coign.Foreign} actor
 * @param {"melee" | "ranged"} kind
 * @param {boolean} spell
 */
const sharpness = (actor, kind, spell) =>
  kind === "ranged" ? featsOf(actor).filter((feat) => feat === (spell ? "spell-sniper" : "sharpshooter")) : [];

/**
 * Return the cover that one of the system's statuses has added to the AC.
 * @param {string[]} statuses
 */
export const coverOf = (statuses) => COVER_STATUSES.find(([id]) => statuses.includes(id))?.[1];

/**
 * Return the occasion of a skill check.
 * @param {string | undefined} skill "prc"; undefined for a check of an ability
 */
export const occasionOf = (skill) => OCCASIONS[skill ?? ""] ?? "check";

/**
 * Return the occasion of a message's check: up to version 5 from `flags.dnd5e.roll`, from 6 from the message's type.
 * @type {Coign.SystemRecord["checkOccasion"]}
 */
export function checkOccasion(message) {
  if (message?.type === "check") return occasionOf(message.system?.skill);
  const { type, skillId } = message?.flags?.dnd5e?.roll ?? {};
  return type === "skill" || type === "ability" ? occasionOf(skillId) : null;
}

/**
 * Find the effect that a save is against. A save rolled from the card of a spell or feature names the card's message, in
 * `flags.dnd5e.originatingMessage` up to version 5 and in `system.origin` from 6. The card contains the activity. Areas that
 * the activity placed on the map name it too. If a card does nothing but ask for a save, the save is against nothing.
 * @type {Coign.SystemRecord["saveAgainst"]}
 */
export function saveAgainst(message, context) {
  const { dnd5e } = message?.flags ?? {};
  const model = message?.type === "save" ? message.system : null;
  if (!model && dnd5e?.roll?.type !== "save") return null;
  const origin = model?.origin ?? dnd5e?.originatingMessage;
  const card = context.document(`ChatMessage.${origin?.id ?? origin}`);
  if (!card || card === message) return null;
  const { activity, item, use } = card.flags?.dnd5e ?? {};
  const uses = [card.system?.activity, card.system?.item, activity, item, { uuid: use?.itemUuid }]; // the last in version 3
  const makers = list(uses).flatMap((used) => (typeof used.uuid === "string" ? [used.uuid] : []));
  // A card that only asks for a save, for example to keep concentration, names no activity and no item.
  if (!makers.length) return null;
  const { scene, actor } = findAttacker(card, context, makers[0]);
  const ability = model?.ability ?? dnd5e?.roll?.ability;
  return {
    scene,
    token: actor,
    made: makers,
    ability: typeof ability === "string" ? ability : null,
    ...effectOf(makers, context, (item) => ignoredByFlags(item.actor ?? item.parent, item, "save")),
  };
}

/**
 * Return what an attack or spell ignores, by the item's properties and the actor's flags.
 *
 * | who notes it | where |
 * | --- | --- |
 * | Simple Cover 5e | the item's property `ignoreCover`; the actor's flags `ignoreHalfCover`, `ignoreThreeQuartersCover`, `ignoreAllCover` |
 * | Simbul's Cover Calculator, Token Cover | `flags.dnd5e.helpersIgnoreCover`: 1 half cover, 2 three-quarters cover too |
 * | midi-qol | `flags.midi-qol.ignoreCover`, `sharpShooter` (long range) and `ignoreNearbyFoes`; before, `flags.dnd5e.sharpShooter` |
 *
 * Total cover is never ignored: it is a question of reach.
 *
 * @param {Coign.Foreign} actor whose attack or spell it is
 * @param {Coign.Foreign} item
 * @param {"attack" | "save"} occasion
 * @returns {string[]} degrees of cover and hindrances, as `coign.rules.ignoring` names them
 */
export function ignoredByFlags(actor, item, occasion) {
  const { dnd5e, simplecover5e: simple, "midi-qol": midi } = actor?.flags ?? {};
  const level = number(dnd5e?.helpersIgnoreCover) ?? 0;
  const says = (/** @type {Coign.Foreign} */ flag) =>
    (flag === true && occasion === "attack") || isOn(flag?.all) || isOn(flag?.[occasion]);
  const attacking = occasion === "attack";
  const both =
    has(systemOf(item).properties, "ignoreCover") ||
    says(simple?.ignoreAllCover) ||
    says(simple?.ignoreThreeQuartersCover) ||
    (attacking && (level >= 2 || isOn(midi?.ignoreCover)));
  return [
    ...(both ? PARTIAL : says(simple?.ignoreHalfCover) || (attacking && level === 1) ? ["half"] : []),
    ...(attacking && (isOn(midi?.sharpShooter) || isOn(dnd5e?.sharpShooter)) ? ["long-range"] : []),
    ...(attacking && isOn(midi?.ignoreNearbyFoes) ? ["foe-beside"] : []),
  ];
}

/** Return whether a flag is set: active effects write it as text. A condition to evaluate is not. @param {Coign.Foreign} flag */
export const isOn = (flag) => flag === true || number(flag) === 1 || flag === "true";
