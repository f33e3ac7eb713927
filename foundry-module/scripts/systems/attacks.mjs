/** Build the description of an attack: the common part, which each game system's record completes. */

import { ownFields } from "../util/fields.mjs";
import { IGNORING_ABILITIES, IGNORING_GEAR } from "./ignoring-names.mjs";
import { list, number, slug, slugsOf, systemOf } from "./reading.mjs";
import { bonusIn, keyOf } from "./rolls.mjs";
import { actorOf, attackingActor, findAttacker, findTargets, tokenOf } from "./tokens.mjs";
import { effectsOn, featsOf } from "./traits.mjs";

/** Rolls of one message that are read: more than any full attack has. */
const MOST_ROLLS = 20;

const REQUIRED = [1, "required"]; // attunement that the creature does not have: dnd5e before version 3, and since

/**
 * Find the attacker and the targets in a message, with the attacker's actor and the scene's measures.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @param {Coign.Foreign} [by] the system's uuid of the attacker, if the speaker does not name it
 * @param {Parameters<typeof findTargets>[3]} [said] the system's own list of targets
 */
export function partiesOf(message, context, by, said) {
  const attacker = findAttacker(message, context, by);
  const { units, distance: space } = context.scene(attacker.scene)?.grid ?? {};
  return {
    scene: attacker.scene,
    attacker: attacker.actor,
    actor: attackingActor(message, context, attacker),
    targets: findTargets(message, context, attacker.scene, said),
    units,
    space,
  };
}

/**
 * @param {Coign.Foreign} message
 * @param {Pick<ReturnType<typeof partiesOf>, "scene" | "attacker" | "targets">} parties
 * @param {object} found
 * @param {Coign.SeenRoll[]} found.rolls at least one
 * @param {Coign.Attack} found.attack
 * @param {Record<string, Coign.Defence>} [found.defence]
 * @param {string[]} [found.counted] ids of modifiers that the game system has counted in the roll or in the defence
 * @param {boolean} [found.sure]
 * @returns {Coign.SeenAttack}
 */
export function describe(message, parties, { rolls, attack, defence = {}, counted = [], sure = true }) {
  const { scene, attacker, targets } = parties;
  // A macro that rolls an attack gives data here that no document has.
  const merged = { ...attack, ...ownFields("message", message).attack };
  return {
    key: keyOf(message, rolls.slice(0, MOST_ROLLS)),
    scene,
    actorToken: attacker ? { scene, token: attacker } : null,
    targets: targets.map((token) => ({ scene, token })),
    attack: {
      ...merged,
      reach: merged.kind === "ranged" ? null : (merged.reach ?? null),
      range: merged.kind === "ranged" ? (merged.range ?? null) : null,
    },
    roll: rolls[0],
    further: rolls.slice(1, MOST_ROLLS),
    defence,
    ...(counted.length && { counted }),
    sure,
  };
}

/**
 * Return the abilities of one attack that rules name: sneak attack where the attacker has it, a kind of cleave where
 * the attack's own name says that it is one, and what ignores cover and the like.
 * @param {Coign.Foreign} actor
 * @param {string} name the attack's
 * @param {Coign.Foreign[]} [used] the item and the activity of the attack
 */
export function abilitiesOf(actor, name, used = []) {
  const sneak = featsOf(actor).includes("sneak-attack") ? ["sneak-attack"] : [];
  const cleave = ["great-cleave", "cleave", "whirlwind-attack"].find((ability) => slug(name).includes(ability));
  return [...new Set([...sneak, ...(cleave ? [cleave] : []), ...ignoringAbilities(actor, used)])];
}

/**
 * Return what ignores cover and the like: what an attack or a spell is made with, and what its maker has in use.
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign[]} used
 */
export function ignoringAbilities(actor, used) {
  const effects = effectsOn(actor)
    .flatMap(slugsOf)
    .filter((name) => IGNORING_ABILITIES.has(name));
  const names = used.flatMap(slugsOf); // a weapon's has the quality among other words: "seeking-longbow"
  const qualities = [...IGNORING_ABILITIES].filter((ability) =>
    names.some((name) => `-${name}-`.includes(`-${ability}-`)),
  );
  const gear = gearInUse(actor)
    .flatMap(slugsOf)
    .filter((name) => IGNORING_GEAR.has(name));
  return [...new Set([...qualities, ...effects, ...gear])];
}

/** The kinds of weapon damage that rules distinguish. */
const DAMAGE_KINDS = ["piercing", "slashing", "bludgeoning"];

/**
 * Return the kinds of physical damage that are named anywhere in an attack's data.
 * @param {Coign.Foreign} damage in whatever form a system keeps it
 */
export function damageKinds(damage) {
  const words = new Set(wordsIn(damage, 6));
  return DAMAGE_KINDS.filter((kind) => words.has(kind));
}

/** @param {Coign.Foreign} value @param {number} depth @returns {string[]} */
function wordsIn(value, depth) {
  if (typeof value === "string") return [value];
  if (!value || typeof value !== "object" || !depth) return [];
  const within = Array.isArray(value) || value instanceof Set ? [...value] : Object.values(value);
  return within.flatMap((part) => wordsIn(part, depth - 1));
}

/** The paths where game systems keep an armour class, the most common first. */
const ARMOUR_CLASS = [
  "attributes.ac.value",
  "attributes.ac.total",
  "ac.value",
  "armorClass.value",
  "defense.value",
  "ac",
];

/**
 * Return an actor's armour class, or null if none of the paths has a number.
 * @param {Coign.Foreign} actor
 * @param {string[]} [paths]
 */
export function armourClassOf(actor, paths = ARMOUR_CLASS) {
  const classes = paths.map((path) => number(path.split(".").reduce((at, key) => at?.[key], systemOf(actor))));
  return classes.find((value) => value !== null) ?? null;
}

/**
 * Return the items that an attack is made with: those of its name.
 * @param {Coign.Foreign} actor
 * @param {Coign.Attack} attack
 */
export const itemsOf = (actor, { name }) => list(actor?.items).filter((item) => name && item?.name === name);

/**
 * Return the item that a heading names, of several the one with the longest name.
 * @param {string} words the heading
 * @param {Coign.Foreign[]} items
 */
export const namedIn = (words, items) =>
  items
    .filter(({ name }) => name && words.includes(name))
    .sort((first, second) => second.name.length - first.name.length)[0];

/**
 * Return the bonus that all weapons of one name have; null if they differ, or if one cannot be read, because the message does
 * not tell which of them is meant.
 * @param {Coign.Foreign[]} bonuses numbers, or texts as "+5" and "+ 5 + 1d4"
 */
export function agreed(bonuses) {
  const [first = null, ...others] = bonuses.map(bonusIn);
  return others.every((bonus) => JSON.stringify(bonus) === JSON.stringify(first)) ? first : null;
}

/**
 * Return the defences of the targets, by token id.
 * @param {Coign.SystemContext} context
 * @param {{scene: string, targets: string[]}} parties
 * @param {(actor: Coign.Foreign, target: string, token: Coign.Foreign) => Coign.Defence} read actor and token may be null
 * @returns {Record<string, Coign.Defence>}
 */
export function defences(context, { scene, targets }, read) {
  return Object.fromEntries(
    targets.map((target) => {
      const token = tokenOf(context, scene, target);
      return [target, read(actorOf(context, token), target, token)];
    }),
  );
}

/**
 * Return the text of a label without markup, at most 200 characters.
 * @param {Coign.Foreign} html
 */
export const plainText = (html) =>
  String(html ?? "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);

/**
 * Return the items that an actor has equipped and is attuned to, and the enchantments on them.
 * @param {Coign.Foreign} actor
 */
export function gearInUse(actor) {
  const items = list(actor?.items).filter((item) => {
    const { equipped, attunement, attuned } = systemOf(item);
    return equipped === true && (attuned === true || !REQUIRED.includes(attunement));
  });
  return items.flatMap((item) => [item, ...list(item.effects).filter(({ disabled }) => !disabled)]);
}
