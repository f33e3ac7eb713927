/**
 * Dungeons & Dragons, fifth edition: the `dnd5e` system, versions 3 to 6 (1 and 2 are read as far as they say).
 *
 * Where it keeps an attack: up to 5 in `flags.dnd5e` (`roll.type`, `targets` with *actor* uuids and their AC, the item
 * and, from 4, the activity); from 6 in the message's own `type` and `system` (`targets` with token and actor uuids).
 * Melee or ranged is the attack mode where that says it (thrown), else the activity's or item's own word: the mode of a
 * bow is "twoHanded". An AC under one of the system's cover statuses already has that cover in it.
 */

import { abilitiesOf, armourClassOf, defences, describe, plainText } from "./attacks.mjs";
import { generic } from "./generic.mjs";
import { filled, has, length, lengths, list, number, positive, sceneUnits, slug, systemOf } from "./reading.mjs";
import { isD20Roll, readRoll, rollsOf } from "./rolls.mjs";
import { fifthEditionSave } from "./saves.mjs";
import { attackingActor, findAttacker, findTargets, matchTargets } from "./tokens.mjs";
import { classLevel, featsOf, locomotionOf, SENSES, SPEEDS, sizeWord, speciesOf, statusesOf } from "./traits.mjs";
import { watching } from "./watching.mjs";

const COVER_STATUSES = [
  ["cover-total", "total"],
  ["cover-three-quarters", "three-quarters"],
  ["cover-half", "half"],
];
const NO_CREATURES = ["vehicle", "group", "encounter"];

/**
 * The parts of a message in one shape, whichever version wrote it; null where it is no attack roll.
 * @param {Coign.Foreign} message
 */
function partsOf(message) {
  if (message?.type === "attack" && message.system) {
    const { activity, item, mode, targets } = message.system;
    const said = list(targets).map(({ token, actor, ac, name }) => ({ uuid: token ?? actor, ac, name }));
    return { activity, item, mode, said };
  }
  const flags = message?.flags?.dnd5e;
  if (flags?.roll?.type !== "attack") return null;
  const item = flags.item ?? { id: flags.roll.itemId, uuid: flags.roll.itemUuid };
  return { activity: flags.activity, item, mode: flags.roll.attackMode, said: list(flags.targets) };
}

/**
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @returns {Coign.SeenAttack | null}
 */
function readAttack(message, context) {
  const parts = partsOf(message);
  const roll = parts && rollsOf(message).find(isD20Roll);
  if (!parts || !roll) return null;
  const attacker = findAttacker(message, context, parts.activity?.uuid ?? parts.item?.uuid);
  const { scene } = attacker;
  const aim = findTargets(message, context, scene, parts.said);
  const actor = attackingActor(message, context, attacker);
  const item = context.document(parts.item?.uuid) ?? itemOf(actor, parts.item?.id);
  const acs = matchTargets(aim.targets, parts.said, (entry) => entry.uuid, context, scene);
  return describe(message, {
    rolls: [readRoll(roll)],
    attack: attackOf(message, parts, item, actor, context.scene(scene)?.grid?.units),
    attacker,
    aim,
    defence: defences(context, scene, aim.targets, (target, foe, token) => {
      const said = acs.get(target);
      return { ac: said ? number(said.ac) : armourClassOf(foe), applied: coverOf(statusesOf(token, foe)) ?? null };
    }),
  });
}

/**
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} id
 */
const itemOf = (actor, id) => list(actor?.items).find((item) => id && (item._id ?? item.id) === id) ?? null;

/**
 * @param {Coign.Foreign} message
 * @param {NonNullable<ReturnType<typeof partsOf>>} parts
 * @param {Coign.Foreign} item  null where it is gone: a thrown last dagger
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units  the scene's
 * @returns {Coign.Attack}
 */
function attackOf(message, parts, item, actor, units) {
  const system = systemOf(item);
  const activityId = parts.activity?.id ?? parseActivity(parts.activity?.uuid);
  const activity = list(system.activities).find((entry) => (entry._id ?? entry.id) === activityId) ?? {};
  const name = String(item?.name ?? parts.item?.name ?? plainText(message.flavor));
  const kind = kindOf(parts.mode, activity, item);
  const spell =
    (item?.type ?? parts.item?.type) === "spell" ||
    activity.attack?.type?.classification === "spell" ||
    /^[mr]sak$/.test(system.actionType);
  // The activity's own range counts where it says so; until then its numbers are leftovers of a migration.
  const range = activity.range?.override ? activity.range : (system.range ?? {});
  const normal = positive(length(range.value, range.units, units));
  return {
    kind,
    reach: kind === "melee" ? reachOf(item, range, units) : null,
    range:
      kind === "ranged" && normal !== null ? { normal, long: positive(length(range.long, range.units, units)) } : null,
    name,
    abilities: [
      ...abilitiesOf(actor, name).filter((ability) => ability !== "sneak-attack" || sneaky(kind, system)),
      ...sharpness(actor, kind, spell),
    ],
    spell,
  };
}

/**
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units
 * @returns {Coign.Attack[]}
 */
function attacksOf(actor, units) {
  const weapons = list(actor.items).filter((item) => item.type === "weapon" && systemOf(item).equipped !== false);
  return weapons.map((item) => {
    const { _id, id = _id } = attackActivity(systemOf(item));
    return attackOf({}, { activity: { id }, item: null, mode: null, said: [] }, item, actor, units);
  });
}

/** @param {Coign.Foreign} uuid */
const parseActivity = (uuid) => /\.Activity\.([^.]+)/.exec(String(uuid ?? ""))?.[1] ?? null;

/**
 * @param {Coign.Foreign} mode
 * @param {Coign.Foreign} activity
 * @param {Coign.Foreign} item
 * @returns {"melee" | "ranged"}
 */
function kindOf(mode, activity, item) {
  if (/^(thrown|ranged)/.test(mode ?? "")) return "ranged";
  const system = systemOf(item);
  const said = activity.attack?.type?.value || activity.actionType || system.actionType;
  if (said) return /^r/.test(said) ? "ranged" : "melee";
  const weapon = String(system.type?.value ?? system.weaponType ?? "");
  if (weapon) return /(R|siege)$/.test(weapon) ? "ranged" : "melee";
  return item?.type === "spell" && positive(system.range?.value) !== null ? "ranged" : "melee";
}

/**
 * The reach of a melee attack: what the weapon says, else 5 ft, or 10 ft with the reach property.
 * Before version 4 a natural weapon kept its reach in `range.value`, where a thrown one has its range.
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} range
 * @param {Coign.Foreign} units
 */
function reachOf(item, range, units) {
  if (!item) return null;
  const system = systemOf(item);
  const said =
    positive(range.reach) ?? ("reach" in range || has(system.properties, "thr") ? null : positive(range.value));
  if (said !== null && range.units !== "touch") return length(said, range.units, units);
  return length(has(system.properties, "rch") ? 10 : 5, "ft", units);
}

/**
 * Sneak Attack needs a finesse or a ranged weapon.
 * @param {"melee" | "ranged"} kind
 * @param {Coign.Foreign} system  the weapon's
 */
const sneaky = (kind, system) => kind === "ranged" || has(system.properties, "fin");

/**
 * Feats that let this very attack ignore half and three-quarters cover.
 * @param {Coign.Foreign} actor
 * @param {"melee" | "ranged"} kind
 * @param {boolean} spell
 */
const sharpness = (actor, kind, spell) =>
  kind === "ranged" ? featsOf(actor).filter((feat) => feat === (spell ? "spell-sniper" : "sharpshooter")) : [];

/**
 * The cover that one of the system's statuses has put into the AC.
 * @param {string[]} statuses
 */
const coverOf = (statuses) => COVER_STATUSES.find(([id]) => statuses.includes(id))?.[1];

/**
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} actor
 * @returns {Coign.TokenExtras}
 */
function tokenExtras(token, actor) {
  if (!actor) return generic.tokenExtras(token, actor);
  const { attributes = {}, details = {}, traits = {} } = systemOf(actor);
  const units = sceneUnits(token);
  const statuses = statusesOf(token, actor);
  const movement = attributes.movement ?? {};
  const senses = attributes.senses ?? {};
  const thing = NO_CREATURES.includes(actor.type);
  return filled({
    ...generic.tokenExtras(token, actor),
    statuses,
    locomotion: locomotionOf(statuses),
    reach: threatOf(actor, units),
    speeds: lengths(SPEEDS, movement, movement.units || "ft", units),
    senses: lengths(SENSES, senses.ranges ?? senses, senses.units || "ft", units),
    size: sizeWord(traits.size),
    // A ship has a type too: what it travels on.
    creatureType: thing ? undefined : slug(details.type?.value ?? details.type) || undefined,
    species: speciesOf(token, actor),
    rogueLevel: classLevel(actor, "rogue"),
    shield: shieldOf(actor),
    creature: thing ? false : undefined,
    appliedCover: coverOf(statuses),
  });
}

/**
 * How far a creature threatens: the longest reach among its melee weapons that are in hand or its own body.
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units
 */
function threatOf(actor, units) {
  const weapons = list(actor.items).filter((item) => {
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

/** @param {Coign.Foreign} system */
const attackActivity = (system) => list(system.activities).find((activity) => activity.type === "attack") ?? {};

/** @param {Coign.Foreign} actor */
function shieldOf(actor) {
  const held = list(actor.items)
    .map(systemOf)
    .find((system) => (system.type?.value ?? system.armor?.type) === "shield" && system.equipped);
  return held
    ? { side: "left", bonus: (number(held.armor?.value) ?? 0) + (number(held.armor?.magicalBonus) ?? 0) }
    : undefined;
}

/** @type {Coign.SystemRecord} */
export const dnd5e = {
  ...generic,
  id: "dnd5e",
  title: "Dungeons & Dragons Fifth Edition",
  knows: { majorVersions: [3, 4, 5, 6] },
  readAttack,
  saveAgainst: fifthEditionSave,
  tokenExtras,
  attacksOf,
  watch: watching(
    [
      "name",
      "system.attributes.movement",
      "system.attributes.senses",
      "system.details",
      "system.traits.size",
      "items",
      "effects",
    ],
    [
      "name",
      "system.equipped",
      "system.range",
      "system.armor",
      "system.properties",
      "system.levels",
      "system.activities",
    ],
  ),
};
