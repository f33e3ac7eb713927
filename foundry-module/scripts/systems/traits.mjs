/**
 * Translate a game system's terms for a creature into Coign's: sizes, statuses, feats, kinds.
 *
 * Coign's terms are those of the rule texts, as slugs: `flat-footed`, `large`, `improved-uncanny-dodge`.
 */

import { EVERYTHING, inside } from "../util/provenance.mjs";
import { SIZES, STATUSES } from "../util/wire.mjs";
import { EFFECTS, IGNORING_FEATS } from "./ignoring-names.mjs";
import { filled, list, slug, slugsOf, systemOf } from "./reading.mjs";

/** Feats and features that a rule text names: no others are worth a place on the wire. */
const FEATS = new Set([
  ...IGNORING_FEATS,
  "cleave",
  "combat-awareness",
  "combat-reflexes",
  "deny-advantage",
  "great-cleave",
  "mounted-combat",
  "sneak-attack",
  "uncanny-dodge",
  "whirlwind-attack",
]);

const OUR_WORDS = new Map(Object.entries(STATUSES));

const EFFECT_ITEMS = ["effect", "buff"]; // of Pathfinder 2, and of its first edition and D&D 3.5

/** The movement that each status means, the most specific first: a creature that hovers also flies. */
const LOCOMOTION = [
  ["hovering", "hover"],
  ["flying", "fly"],
  ["burrowing", "burrow"],
  ["swimming", "swim"],
  ["climbing", "climb"],
];

/** The range of a sense that has none: farther than any map, and still a number. */
export const FAR = 10_000;

const SIZE_WORDS = new Map([
  ["dim", "diminutive"],
  ["sm", "small"],
  ["med", "medium"],
  ["lg", "large"],
  ["grg", "gargantuan"],
  ["col", "colossal"],
  ...SIZES.map((size) => /** @type {[string, string]} */ ([size, size])),
]);

/**
 * Return the name of a size: `lg`, `{value: "lg"}` and `Large` are all `large`. Undefined for an unknown size.
 * @param {Coign.Foreign} size
 */
export const sizeWord = (size) => SIZE_WORDS.get(slug(size?.value ?? size));

/**
 * Vertical reach and natural reach of the d20 family by size, in feet: the tables of the two rulebooks, whose "tall"
 * column is for those that stand upright and "long" for those that go on all fours.
 */
const REACH_IN_FEET = {
  tall: { fine: 0, diminutive: 0, tiny: 0, small: 5, medium: 5, large: 10, huge: 15, gargantuan: 20, colossal: 30 },
  long: { fine: 0, diminutive: 0, tiny: 0, small: 5, medium: 5, large: 5, huge: 10, gargantuan: 15, colossal: 20 },
};

/**
 * Natural reach in feet, or null where the size is unknown.
 * @param {string | undefined} size
 * @param {Coign.Foreign} stature `tall` (also for anything that is not `long`) or `long`
 * @returns {number | null}
 */
export function naturalReach(size, stature) {
  /** @type {Record<string, number>} */
  const table = REACH_IN_FEET[stature === "long" ? "long" : "tall"];
  return table[size ?? ""] ?? null;
}

/**
 * Natural reach in feet where the system does not tell tall from long creatures: null where they differ, which is from
 * Large on, or where the size is unknown.
 * @param {string | undefined} size
 */
export function sureReach(size) {
  const [tall, long] = [naturalReach(size, "tall"), naturalReach(size, "long")];
  return tall === long ? tall : null;
}

/**
 * Return the effects on an actor, as documents: those of Foundry, and the items that some systems have in their place.
 * @param {Coign.Foreign} actor
 */
export function effectsOn(actor) {
  const effects = list(actor?.appliedEffects ?? actor?.effects).filter(({ disabled }) => !disabled);
  const items = list(actor?.items).filter(
    (item) => EFFECT_ITEMS.includes(item?.type) && systemOf(item).active !== false,
  );
  return [...effects, ...items];
}

/**
 * The statuses of an actor and of its token, and the effects that rules know by name, in our words, each once, sorted.
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} actor
 * @param {Iterable<string>} [further] statuses that the system keeps in a place of its own
 */
export function statusesOf(token, actor, further = []) {
  // A live actor has the set; plain data has the effects that make it.
  const effects = [...list(actor?.effects), ...list(token?.delta?.effects)].filter((effect) => !effect?.disabled);
  const named = effectsOn(actor)
    .flatMap(slugsOf)
    .filter((name) => EFFECTS.has(name));
  const ids = [...list(actor?.statuses), ...effects.flatMap((effect) => list(effect?.statuses)), ...named, ...further];
  const words = ids.map((id) => slug(id)).filter((id) => id !== "");
  return [...new Set(words.map((id) => OUR_WORDS.get(id) ?? id))].sort();
}

/**
 * Return the traits that are read alike in every system.
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} actor
 * @param {Iterable<string>} [further] statuses that the system keeps in a place of its own
 */
export function commonTraits(token, actor, further) {
  const statuses = statusesOf(token, actor, further);
  return filled({
    statuses,
    locomotion: LOCOMOTION.find(([status]) => statuses.includes(status))?.[1],
    size: sizeWord(systemOf(actor).traits?.size ?? systemOf(actor).size),
    // The creature's own name where its token goes by another.
    species: actor?.name && actor.name !== token?.name ? String(actor.name) : undefined,
    feats: featsOf(actor),
  });
}

/**
 * Return the feats and features of an actor that matter to a rule.
 * @param {Coign.Foreign} actor
 */
export function featsOf(actor) {
  const names = list(actor?.items).flatMap(slugsOf);
  return [...new Set(names.filter((name) => FEATS.has(name)))].sort();
}

/**
 * The level in a class, or undefined.
 * @param {Coign.Foreign} actor
 * @param {string} name the class's slug
 */
export function classLevel(actor, name) {
  const isIt = (/** @type {Coign.Foreign} */ item) =>
    item?.type === "class" &&
    [systemOf(item).identifier, systemOf(item).tag, item.name].some((said) => slug(said) === name);
  const levels = list(actor?.items)
    .filter(isIt)
    .map((item) => Number(systemOf(item).levels ?? systemOf(item).level));
  return levels.find((level) => level > 0);
}

/** The range of scent, in feet, where a sheet says only that a creature has it. */
export const SCENT = 30;

const SENSE_TEXTS = /** @type {const} */ ([
  ["darkvision", /darkvision\D{0,3}(\d+)/i],
  ["blindsight", /blindsight\D{0,3}(\d+)/i],
  ["blindsense", /blindsense\D{0,3}(\d+)/i],
  ["tremorsense", /tremorsense\D{0,3}(\d+)/i],
  ["scent", /scent\D{0,3}(\d+)/i],
  ["truesight", /true\s?(?:sight|seeing)\D{0,3}(\d+)/i],
]);

/**
 * Senses out of a stat block's line: "darkvision 60 ft., low-light vision; Perception +2".
 * @param {Coign.Foreign} text
 * @returns {Record<string, number | boolean>} ranges in the text's own units
 */
export function sensesInText(text) {
  const line = typeof text === "string" ? text : "";
  /** @type {Record<string, number | boolean>} */
  const senses = {};
  for (const [name, pattern] of SENSE_TEXTS) {
    const match = pattern.exec(line);
    if (match) senses[name] = Number(match[1]);
  }
  if (/\bscent\b/i.test(line)) senses.scent ??= SCENT;
  if (/low.?light/i.test(line)) senses.lowLight = true;
  return senses;
}

/**
 * Return what changes of actors, items and effects make a token's traits stale: not each lost hit point, after which a heat
 * map would be measured again, but any change of an item.
 * @param {string[]} actorPaths what of an actor's update matters
 * @returns {Coign.Watch}
 */
export function watching(actorPaths) {
  const paths = [...actorPaths, "type", "flags.item-piles"];
  return {
    // An unlinked token keeps its own data in a delta, whose parent is the token.
    createActorDelta: (delta) => delta.parent,
    updateActorDelta: (delta, change) => (touches(change, paths) ? delta.parent : null),
    updateActor: (actor, change) => (touches(change, paths) ? actor : null),
    createItem: actorAbove,
    updateItem: actorAbove,
    deleteItem: actorAbove,
    createActiveEffect: actorAbove,
    updateActiveEffect: actorAbove,
    deleteActiveEffect: actorAbove,
  };
}

/**
 * Return the actor that a document belongs to, through the items and effects between; null if it belongs to none.
 * @param {Coign.Foreign} document
 */
function actorAbove(document) {
  for (let at = document; at; at = at.parent) if (at.documentName === "Actor") return at;
  return null;
}

/**
 * Return whether a partial update changes, replaces or removes one of the paths, or a part that contains one.
 * @param {Coign.Foreign} change
 * @param {string[]} paths
 */
const touches = (change, paths) =>
  paths.some((path) => {
    const at = path.split(".").reduce((part, key) => (part === EVERYTHING ? part : inside(part, key)), change);
    return at !== undefined;
  });
