/**
 * Pathfinder, first edition: the `pf1` system, versions 9 to 11 (and 0.79, which tells less).
 *
 * Where it keeps an attack: never in `message.rolls`, but in `system.rolls.attacks` (11) or
 * `flags.pf1.metadata.rolls.attacks` (before; an object keyed "0", "1" at first, then an array). A full attack is one
 * card with several. Targets are token ids, later uuids. Reach is derived: `traits.reach.total` on a live actor, else
 * the rulebook's table by size and stature; a reach weapon doubles it.
 */

import { DEFAULTS } from "../../util/wire.mjs";
import {
  abilitiesOf,
  agreed,
  armourClassOf,
  damageKinds,
  defences,
  describe,
  gearInUse,
  itemsOf,
  partiesOf,
} from "../attacks.mjs";
import { actionsOf, armsOf, cardTitle, familyTraits, isSpell, kindOf } from "../d20-family.mjs";
import { generic } from "../generic.mjs";
import {
  filled,
  itemById,
  length,
  list,
  number,
  partsOf,
  positive,
  sceneUnits,
  slugsOf,
  systemOf,
  withId,
} from "../reading.mjs";
import { isD20Roll, parseRoll, readRoll } from "../rolls.mjs";
import { classLevel, effectsOn, FAR, naturalReach, SCENT, sensesInText, sizeWord, watching } from "../traits.mjs";
import { wrapUses } from "./rolls.mjs";
import { saveAgainst, wrapSaves } from "./saves.mjs";

/** Spells and wear that give their bearer a miss chance, in percent (Pathfinder RPG Reference Document, Spells). */
const MISS = new Map([
  ["blink", 50],
  ["blur", 20],
  ["cloak-of-displacement-minor", 20],
  ["displacement", 50],
  ["minor-cloak-of-displacement", 20],
]);

/** Not subject to flanking, nor to the precision damage of a sneak attack, by the bestiary's rules of their type. */
const UNFLANKABLE = ["elemental", "ooze"];

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  // From 11 on the old place warns when it is read, so the new one is asked first.
  const model = message?.system?.rolls ? message.system : message?.flags?.pf1?.metadata;
  const rolls = list(model?.rolls?.attacks)
    .map((entry) => ({ roll: parseRoll(entry?.attack), damage: damageOf(entry) }))
    .filter(({ roll }) => isD20Roll(roll));
  if (!rolls.length) return null;
  const aimed = list(model.targets).map((uuid) => ({ uuid }));
  const parties = partiesOf(message, context, model.actor, aimed);
  const { actor, units } = parties;
  const item = itemById(actor, model.item?.id ?? model.item);
  const action = actionNamed(item, model.action?.id ?? model.action);
  return describe(message, parties, {
    rolls: rolls.map(({ roll, damage }) => ({
      ...readRoll(roll),
      ...(damage !== null && { rolled: { damage: [damage] } }),
    })),
    attack: attackOf(item, action, actor, units, cardTitle(message)),
    defence: defences(context, parties, (foe) => ({ ac: armourClassOf(foe, [pathOf(action)]), applied: null })),
    counted: ["attacker-prone"], // the condition takes 4 from melee attacks by itself
  });
}

/**
 * Return the damage that is in an attack's own card, which no message of its own will have; null without any.
 * @param {Coign.Foreign} entry one attack of the card; up to 0.79 its damage is in objects with a `roll`
 */
function damageOf(entry) {
  const totals = list(entry?.damage).map((part) => number(parseRoll(part?.roll ?? part)?.total));
  if (!totals.length || totals.includes(null)) return null;
  return Math.floor(totals.reduce((/** @type {number} */ sum, total) => sum + Number(total), 0)); // fractions of damage round down
}

/** Return where the armour class is that an action meets. @param {Coign.Foreign} action */
const pathOf = (action) => (action?.touch ? "attributes.ac.touch.total" : "attributes.ac.normal.total");

/**
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} id
 */
const actionNamed = (item, id) => (item ? (withId(actionsOf(item), id) ?? actionsOf(item)[0]) : null);

/**
 * @param {Coign.Foreign} item null where it is gone
 * @param {Coign.Foreign} action
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units the scene's
 * @param {string} [called] the name if there is no item
 * @returns {Coign.Attack}
 */
function attackOf(item, action, actor, units, called = "") {
  const name = String(item?.name ?? called);
  const kind = kindOf(action?.actionType) ?? "melee";
  const range = action?.range ?? {};
  // close, medium and long go by caster level, which no message tells: unknown.
  const normal = ["ft", "m", "mi"].includes(range.units) ? positive(length(range.value, range.units, units)) : null;
  const increments = positive(range.maxIncrements);
  return {
    kind,
    reach: kind === "melee" && item ? reachOf(actor, range.units === "reach", units) : null,
    range: normal === null ? null : { normal, long: increments ? normal * increments : null },
    name,
    abilities: [
      ...abilitiesOf(actor, name, [item, action]),
      ...damageKinds(action?.damage),
      ...(action?.actionType === "twak" ? ["thrown"] : []),
    ],
    spell: isSpell(action?.actionType),
  };
}

/**
 * Return the reach of an actor, with or without a reach weapon; null if its size is unknown.
 * @param {Coign.Foreign} actor
 * @param {boolean} reachWeapon
 * @param {Coign.Foreign} units
 */
function reachOf(actor, reachWeapon, units) {
  const traits = systemOf(actor).traits ?? {};
  const derived = number(traits.reach?.total?.[reachWeapon ? "reach" : "melee"]);
  const table = naturalReach(sizeWord(traits.size), traits.stature);
  return length(derived ?? (table === null ? null : table * (reachWeapon ? 2 : 1)), "ft", units);
}

/** @type {Coign.SystemRecord["tokenTraits"]} */
function tokenTraits(token, actor) {
  const [attributes, traits] = partsOf(actor, "attributes", "traits");
  const units = sceneUnits(token);
  // Before version 9 conditions were switches of the actor; reading them later is answered with a warning.
  const plain = familyTraits(token, actor, actor?.statuses ? {} : attributes.conditions);
  return filled({
    ...plain,
    feats: [...(plain.feats ?? []), ...(traits.senses?.sid === true ? ["see-in-darkness"] : [])].sort(),
    reach: reachOf(actor, false, units),
    senses: sensesOf(traits.senses, units),
    rogueLevel: plain.rogueLevel ?? classLevel(actor, "rogue-unchained"),
    miss: missChanceOf(actor),
    immune: UNFLANKABLE.includes(plain.creatureType ?? "") ? ["sneak-attack", "flanking"] : [],
  });
}

/**
 * Return a creature's own greatest miss chance, in percent. The system has no field for it, but buffs and worn items have
 * the names of the spells.
 * @param {Coign.Foreign} actor
 */
const missChanceOf = (actor) =>
  positive(
    Math.max(0, ...[...effectsOn(actor), ...gearInUse(actor)].flatMap(slugsOf).map((name) => MISS.get(name) ?? 0)),
  );

/**
 * @param {Coign.Foreign} senses a stat block's line before version 9, an object since
 * @param {Coign.Foreign} units
 * @returns {Record<string, number | boolean>}
 */
function sensesOf(senses, units) {
  if (typeof senses === "string") return sensesInText(senses);
  const { dv, bs, bse, ts, tr, si, ll, sc } = senses ?? {};
  /** @param {Coign.Foreign} sense */
  const range = (sense) =>
    sense === true ? FAR : positive(length(sense?.total ?? sense?.value ?? sense, "ft", units));
  return filled({
    darkvision: range(dv),
    blindsight: range(bs),
    blindsense: range(bse),
    tremorsense: range(ts),
    scent: range(sc === true ? SCENT : sc), // before version 10 it was a switch
    truesight: range(tr),
    seeInvisible: range(si),
    lowLight: ll?.enabled === true ? true : undefined,
  });
}

/**
 * Return the actions of an actor that make an attack.
 * @param {Coign.Foreign} actor
 * @param {Coign.Attack} attack
 */
const actionsFor = (actor, attack) =>
  itemsOf(actor, attack)
    .flatMap((item) => (list(item.actions).length ? list(item.actions) : actionsOf(item)))
    .filter((action) => kindOf(action?.actionType ?? action?.data?.actionType) === (attack.kind ?? DEFAULTS.kind));

/** @type {Coign.SystemRecord} */
export const pf1 = {
  ...generic,
  id: "pf1",
  knows: { majorVersions: [9, 10, 11] },
  rulesets: () => ["pathfinder-1e"],
  readAttack,
  tokenTraits,
  attacksOf: (actor, units) =>
    armsOf(actor).flatMap((item) =>
      actionsOf(item)
        .filter((action) => kindOf(action.actionType))
        .map((action) => attackOf(item, action, actor, units)),
    ),
  // The first attack of a full attack: only a live action can work it out.
  bonusOf: (actor, attack) =>
    agreed(
      actionsFor(actor, attack).map(
        (action) => action.getAttacks?.({ full: true, resolve: true, conditionals: true, bonuses: true })?.[0]?.bonus,
      ),
    ),
  defenceOf: ({ foe }, { actor, attack }) => ({
    ac: armourClassOf(foe, [pathOf(actionsFor(actor, attack)[0])]),
    applied: null,
  }),
  saveAgainst,
  inRoll(roll) {
    wrapUses(roll, { attackOf, actionOf: actionNamed });
    wrapSaves(roll);
  },
  watch: watching([
    "name",
    "system.attributes.speed",
    "system.attributes.conditions",
    "system.traits",
    "items",
    "effects",
  ]),
};
