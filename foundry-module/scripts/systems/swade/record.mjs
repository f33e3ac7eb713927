/**
 * SWADE: the `swade` system, versions 3 to 5.
 *
 * Where it keeps an attack: a trait roll is a pool, `{1d8x[Shooting],1d6x[Wild Die]}kh`, whose first die has the name of its
 * skill as flavour. The actor's own skill of that name says by its `swid` which one it is, in any language. The message
 * names the targets (`flags.swade.targets`). It does not name the weapon: that is the one whose name the heading has, else
 * the only one in hand. Of the dice the total is read, with their aces; the better of trait and wild die is in it. Hit and
 * raises stay the system's word.
 */

import { abilitiesOf, describe, itemsOf, namedIn, partiesOf, plainText } from "../attacks.mjs";
import { generic } from "../generic.mjs";
import { list, number, partsOf, positive, slug, systemOf } from "../reading.mjs";
import { rollsOf, shownIn } from "../rolls.mjs";
import { watching } from "../traits.mjs";
import { countedIn, includedOf, wrapDialog } from "./in-roll.mjs";

/** Skills that are rolled to attack. A roll of athletics may be a throw, or none. */
const ATTACKING = /** @type {Record<string, "melee" | "ranged">} */ ({
  fighting: "melee",
  shooting: "ranged",
  athletics: "ranged",
});

const RANGED_TARGET = 4; // the target number of a ranged attack; of one in melee it is the target's parry
const HAND = 3; // the lowest equip state of an item in hand
const [MELEE_ONLY, RANGED_ONLY] = [0, 1]; // of a weapon's range type: 2 is both
const MELEE = /** @type {const} */ ("melee");
const RANGED = /** @type {const} */ ("ranged");

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const roll = rollsOf(message).find(poolOf);
  if (!roll) return null;
  const parties = partiesOf(message, context, null, list(message?.flags?.swade?.targets));
  const { actor, targets, space } = parties;
  const attack = attackIn({ roll, actor, words: plainText(message?.flavor), aimed: targets.length > 0, space });
  if (!attack) return null;
  const rerolled = Boolean(roll.options?.rerollMode);
  return describe(message, parties, {
    rolls: [{ d20: [], mode: "normal", total: number(roll.total), rerolled, ...shownIn(roll) }],
    attack,
    counted: countedIn(roll.options?.modifiers, context),
    sure: skillOf(actor, traitOf(roll)) !== "athletics",
  });
}

/**
 * Return the attack of a trait roll; null for other trait rolls. Athletics without a target is usually climbing.
 * @param {import("./in-roll.mjs").TraitRoll} rolled
 * @returns {Coign.Attack | null}
 */
export function attackIn({ roll, actor, item, words = "", aimed, space }) {
  const trait = traitOf(roll);
  const skill = skillOf(actor, trait);
  const kind = ATTACKING[skill];
  if (!kind || (skill === "athletics" && !aimed)) return null;
  const known = item?.type === "weapon" ? item : weaponOf(actor, skill === "athletics" ? null : kind, words);
  return attackOf(known, kind, actor, space, trait);
}

/** Return the pool of a trait roll; damage and other rolls have none. @param {Coign.Foreign} roll */
const poolOf = (roll) => list(roll?.terms).find((term) => list(term?.rolls).length > 0);

/** Return the name of the trait that was rolled: the first die's. @param {Coign.Foreign} roll */
function traitOf(roll) {
  const [first] = list(list(poolOf(roll)?.rolls)[0]?.terms);
  return String(first?.options?.flavor ?? first?.flavor ?? "");
}

/**
 * Return which skill a name is: by the actor's own skill of that name, else by the English name.
 * @param {Coign.Foreign} actor
 * @param {string} name
 */
function skillOf(actor, name) {
  const own = list(actor?.items).find((item) => item.type === "skill" && item.name === name);
  return slug(systemOf(own).swid || name);
}

/** @param {Coign.Foreign} actor */
const weaponsOf = (actor) => list(actor?.items).filter(({ type }) => type === "weapon");

/**
 * Return the weapon of an attack: the one that the heading names, else the only one in hand of its kind.
 * @param {Coign.Foreign} actor
 * @param {"melee" | "ranged" | null} kind null: unknown
 * @param {string} words the heading
 */
function weaponOf(actor, kind, words) {
  const weapons = weaponsOf(actor);
  const inHand = weapons.filter(
    (item) => Number(systemOf(item).equipStatus) >= HAND && kind !== null && kinds(item).includes(kind),
  );
  return namedIn(words, weapons) ?? (inHand.length === 1 ? inHand[0] : undefined);
}

/**
 * Return how a weapon is used. In version 3, whose weapons do not name their use, it is read from the range.
 * @param {Coign.Foreign} item
 */
function kinds(item) {
  const { rangeType, range } = systemOf(item);
  const type = number(rangeType) ?? (bracketsOf(range).length ? RANGED_ONLY : MELEE_ONLY);
  return [...(type === RANGED_ONLY ? [] : [MELEE]), ...(type === MELEE_ONLY ? [] : [RANGED])];
}

/** Short, medium and long range: "12/24/48". @param {Coign.Foreign} range */
const bracketsOf = (range) => (String(range ?? "").match(/\d+/g) ?? []).map(Number);

/**
 * @param {Coign.Foreign} item undefined where it is not known
 * @param {"melee" | "ranged"} kind
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} space the length of a space of the scene: ranges are in spaces
 * @param {string} called the name if there is no item
 * @returns {Coign.Attack}
 */
function attackOf(item, kind, actor, space, called = "") {
  const { range, reach } = systemOf(item);
  const each = number(space) || 1;
  const [short, ...farther] = bracketsOf(range);
  const name = String(item?.name ?? called);
  const far = kind === "ranged" && positive(short) !== null;
  return {
    kind,
    reach: kind === "melee" && item ? (1 + (number(reach) ?? 0)) * each : null,
    range: far ? { normal: short * each, long: Math.max(short, ...farther) * each } : null,
    name,
    abilities: abilitiesOf(actor, name, [item]),
    spell: false,
  };
}

/**
 * Return the dice and bonus of an attack: the die of its skill, for a wild card also the wild die, and the bonus to the
 * better die. A weapon names its skill; otherwise its kind decides. Wounds, fatigue and distraction count as the system counts them.
 * @type {Coign.SystemRecord["bonusOf"]}
 */
function bonusOf(actor, attack) {
  const [item] = itemsOf(actor, attack);
  const { trait, traitMod } = systemOf(item).actions ?? {};
  const named = trait ? skillOf(actor, trait) : "";
  const wanted = ATTACKING[named] ? named : Object.keys(ATTACKING).find((skill) => ATTACKING[skill] === attack.kind);
  const skill = list(actor?.items).find(({ type, name }) => type === "skill" && skillOf(actor, name) === wanted);
  const [die, wild] = partsOf(skill, "die", "wild-die");
  const added = [
    die.modifier,
    traitMod || 0,
    ...["calcWoundPenalties", "calcFatiguePenalties", "calcStatusPenalties"].map((of) => actor[of]?.() ?? 0),
  ];
  const sides = [die.sides, ...(systemOf(actor).wildcard ? [wild.sides] : [])].map(number);
  const bonus = added.reduce((sum, part) => sum + (number(part) ?? Number.NaN), 0);
  if (!item || !Number.isFinite(bonus) || sides.includes(null)) return null;
  return { bonus, traitDice: sides.map(Number) };
}

/** @type {Coign.SystemRecord} */
export const swade = {
  ...generic,
  id: "swade",
  knows: { majorVersions: [3, 4, 5] },
  rulesets: () => ["house-rules-swade"],
  readAttack,
  attacksOf: (actor) =>
    weaponsOf(actor)
      .filter((item) => Number(systemOf(item).equipStatus) >= HAND)
      .flatMap((item) => kinds(item).map((kind) => attackOf(item, kind, actor, 1))),
  bonusOf,
  defenceOf: ({ foe }, { attack }) => ({
    ac: attack.kind === "ranged" ? RANGED_TARGET : number(systemOf(foe).stats?.parry?.value),
    applied: null,
  }),
  includedIn: (message) => rollsOf(message).flatMap(includedOf),
  inRoll: (roll) => wrapDialog(roll, { attackIn }),
  watch: watching(["name", "system", "items", "effects"]),
};
