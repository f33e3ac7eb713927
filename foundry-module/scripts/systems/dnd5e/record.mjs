/**
 * Dungeons & Dragons, fifth edition: the `dnd5e` system, versions 3 to 6 (1 and 2 as far as their messages allow).
 *
 * `messages.mjs` finds the attack in a message, of the system itself or of modules that merge several rolls into
 * one card. `fifth-edition.mjs` reads the attack from its item. The AC of a creature with one of the system's cover
 * statuses already includes that cover.
 */

import { SENSES, SPEEDS } from "../../util/wire.mjs";
import { agreed, armourClassOf, defences, describe, itemsOf, partiesOf } from "../attacks.mjs";
import { beyondSheet, coverInArmourClass } from "../cover-modules.mjs";
import { generic } from "../generic.mjs";
import { filled, itemById, lengths, list, number, partsOf, positive, sceneUnits, slug, systemOf } from "../reading.mjs";
import { readRoll } from "../rolls.mjs";
import { matchTargets, tokenOf } from "../tokens.mjs";
import { classLevel, commonTraits, statusesOf, watching } from "../traits.mjs";
import {
  attackActivity,
  attackOf,
  checkOccasion,
  coverOf,
  isOn,
  kindOf,
  reachOf,
  saveAgainst,
} from "./fifth-edition.mjs";
import { attackParts, explainedBy, includedIn } from "./messages.mjs";
import { wrapRolls } from "./rolls.mjs";

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const parts = attackParts(message, context);
  if (!parts) return null;
  const parties = partiesOf(message, context, parts.activity?.uuid ?? parts.item?.uuid, parts.targets);
  const { scene, targets, actor, units } = parties;
  const item = context.document(parts.item?.uuid) ?? itemById(actor, parts.item?.id);
  const entries = matchTargets(targets, parts.targets, (entry) => entry.uuid, context, scene);
  return describe(message, parties, {
    rolls: [readRoll(parts.roll)],
    attack: attackOf(parts, item, actor, units, message.flavor),
    defence: defences(context, parties, (foe, target, token) => {
      const entry = entries.get(target);
      const ac = entry && "ac" in entry ? armourClassIn(entry.ac) : armourClassOf(foe);
      return { ac, ...coverIn(message, { target, foe, token, ac }, context) };
    }),
  });
}

/** Return a message's armour class; modules write 999 for a target that cannot be hit. @param {Coign.Foreign} ac */
const armourClassIn = (ac) => (number(ac) === 999 ? null : number(ac));

/** @type {Coign.SystemRecord["attacksOf"]} */
function attacksOf(actor, units) {
  const weapons = list(actor.items).filter((item) => item.type === "weapon" && systemOf(item).equipped !== false);
  return weapons.map((item) => {
    const { _id, id = _id } = attackActivity(systemOf(item));
    return attackOf({ activity: { id }, item: null, mode: null }, item, actor, units);
  });
}

/**
 * Return what an attack adds to its d20: the label of its activity (from version 4 on) or of its item, without dice.
 * @type {Coign.SystemRecord["bonusOf"]}
 */
function bonusOf(actor, attack) {
  const bonuses = itemsOf(actor, attack).flatMap((item) => {
    const activities = list(systemOf(item).activities).filter(({ type }) => type === "attack");
    if (!activities.length) return item.labels?.toHit ?? [];
    const ofKind = activities.filter((activity) => kindOf(null, activity, item) === attack.kind);
    return (ofKind.length ? ofKind : activities).map(({ labels }) => labels?.toHit ?? item.labels?.toHit);
  });
  return agreed(bonuses);
}

/**
 * Return an actor's armour class as a roll meets it: with the cover that a module has put into the message.
 * @type {Coign.SystemRecord["armourClass"]}
 */
function armourClass(foe, message, context) {
  const ac = armourClassOf(foe);
  const seen = ac === null ? null : readAttack(message, context);
  if (ac === null || !seen) return ac;
  const entry = Object.entries(seen.defence).find(([target]) => tokenOf(context, seen.scene, target)?.actor === foe);
  return entry?.[1].by ? ac + beyondSheet(foe, entry[1].applied ?? null) : ac;
}

/**
 * Return the cover that is in a target's armour class.
 * @param {Coign.Foreign} message
 * @param {{target: string, foe: Coign.Foreign, token: Coign.Foreign, ac: number | null}} defender
 * @param {Coign.SystemContext} context
 */
const coverIn = (message, { token, ...defender }, context) =>
  coverInArmourClass(message, { ...defender, status: coverOf(statusesOf(token, defender.foe)) ?? null }, context);

/** @type {Coign.SystemRecord["tokenTraits"]} */
function tokenTraits(token, actor) {
  const [attributes, details] = partsOf(actor, "attributes", "details");
  const units = sceneUnits(token);
  const exhaustion = positive(attributes.exhaustion); // the system's own status does not tell the level
  const plain = commonTraits(token, actor, exhaustion ? [`exhaustion-${exhaustion}`] : []);
  const movement = attributes.movement ?? {};
  const senses = attributes.senses ?? {};
  return filled({
    ...plain,
    feats: [...(plain.feats ?? []), ...(isOn(actor?.flags?.dnd5e?.halflingLucky) ? ["halfling-luck"] : [])].sort(),
    reach: threatOf(actor, units),
    speeds: lengths(SPEEDS, movement.speeds ?? movement, movement.units || "ft", units), // the first from version 6 on
    senses: lengths(SENSES, senses.ranges ?? senses, senses.units || "ft", units),
    // A ship has a type too: its kind of vehicle.
    creatureType: actor?.type === "vehicle" ? undefined : slug(details.type?.value ?? details.type) || undefined,
    rogueLevel: classLevel(actor, "rogue"),
    shield: shieldOf(actor),
    ignoredGround: list(movement.ignoredDifficultTerrain),
    appliedCover: coverOf(plain.statuses ?? []),
  });
}

/**
 * Return how far a creature threatens: the longest reach of its melee weapons that are in hand or natural.
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units
 */
function threatOf(actor, units) {
  const weapons = list(actor?.items).filter((item) => {
    const system = systemOf(item);
    const natural = (system.type?.value ?? system.weaponType) === "natural";
    return (
      item.type === "weapon" &&
      (natural || system.equipped !== false) &&
      kindOf(null, attackActivity(system), item) === "melee"
    );
  });
  const reaches = weapons.map((item) => reachOf(item, systemOf(item).range ?? {}, units) ?? 0);
  return reaches.length ? Math.max(...reaches) : undefined;
}

/** @param {Coign.Foreign} actor */
function shieldOf(actor) {
  const shields = list(actor?.items)
    .map(systemOf)
    .find((system) => (system.type?.value ?? system.armor?.type) === "shield" && system.equipped);
  return shields
    ? { side: "left", bonus: (number(shields.armor?.value) ?? 0) + (number(shields.armor?.magicalBonus) ?? 0) }
    : undefined;
}

/** @type {Coign.SystemRecord} */
export const dnd5e = {
  ...generic,
  id: "dnd5e",
  knows: { majorVersions: [3, 4, 5, 6] },
  // Before version 4 the system has no such setting, and is that of 2014.
  rulesets: (setting) => [setting("rulesVersion") === "modern" ? "fifth-edition-2024" : "fifth-edition-2014"],
  readAttack,
  explainedBy,
  includedIn,
  saveAgainst,
  checkOccasion,
  inRoll: wrapRolls,
  tokenTraits,
  attacksOf,
  bonusOf,
  armourClass,
  defenceOf({ foe, token }, _attacker, context) {
    const ac = armourClassOf(foe);
    return { ac, ...coverIn({}, { target: token?.id, foe, token, ac }, context) };
  },
  watch: watching([
    "name",
    "system.attributes.exhaustion",
    "system.attributes.movement",
    "system.attributes.senses",
    "system.details",
    "system.traits.size",
    "items",
    "effects",
    "flags.dnd5e",
  ]),
};
