/** Abilities of Draw Steel as attacks: their keywords, how far they reach, and their power rolls in a message. Pure. */

import { plainText } from "../attacks.mjs";
import { list, number, partsOf, positive, slug, systemOf } from "../reading.mjs";
import { parseRoll } from "../rolls.mjs";

/** Distances, by type, that are counted from the creature's own body. */
const MELEE = ["melee", "meleeRanged"];

/**
 * Return an ability as an attack.
 * @param {Coign.Foreign} item null where it cannot be found
 * @param {Coign.Foreign} name for that case
 * @param {Coign.Foreign} square a square's side in scene units
 * @returns {Coign.Attack}
 */
export function attackOf(item, name, square) {
  const { keywords, type } = systemOf(item);
  const [distance] = partsOf(item, "distance");
  const words = list(keywords).map(slug);
  const side = positive(square) ?? 1;
  const [first, second] = [distance.primary, distance.secondary].map((squares) => inUnits(squares, side));
  const isMelee = !item || MELEE.includes(distance.type);
  const farthest = distance.type === "meleeRanged" ? second : first;
  const isAimed = distance.type === "ranged" || distance.type === "meleeRanged";
  return {
    kind: isMelee ? "melee" : "ranged",
    reach: isMelee ? first : null,
    range: isAimed && farthest !== null ? { normal: farthest, long: farthest } : null,
    name: String(item?.name ?? plainText(name)),
    abilities: [...words, ...(type === "maneuver" ? ["maneuver"] : [])],
    spell: words.includes("magic") || words.includes("psionic"),
    ...((!item || distance.type === "meleeRanged") && { guessed: true }),
  };
}

/** @param {Coign.Foreign} squares @param {number} side */
function inUnits(squares, side) {
  const size = positive(squares);
  return size === null ? null : size * side;
}

/**
 * Return how far a creature's longest melee ability reaches, in scene units; null if it has none.
 * @param {Coign.Foreign} actor
 * @param {number} square
 */
export function reachesTo(actor, square) {
  const reaches = list(actor?.items)
    .filter(({ type, system }) => type === "ability" && MELEE.includes(system?.distance?.type))
    .flatMap((item) => inUnits(systemOf(item).distance.primary, square) ?? []);
  return reaches.length ? Math.max(...reaches) : null;
}

/** The default bonus of a power roll: the best of the ability's characteristics. */
const CHARACTERISTIC = "@chr";

/**
 * Return what an ability's power roll adds to its dice; null where it cannot be read.
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} actor
 * @returns {Coign.Foreign} a number, or a text as "+ 2"
 */
export function bonusOf(item, actor) {
  const { formula = CHARACTERISTIC, characteristics } = systemOf(item).power?.roll ?? {};
  if (formula !== CHARACTERISTIC) return formula;
  const values = list(characteristics).map(
    (characteristic) => number(systemOf(actor).characteristics?.[characteristic]?.value) ?? Number.NaN,
  );
  return values.length ? number(Math.max(...values)) : null;
}

/** @typedef {{edges: number, banes: number}} Edges  those that count: at most two of each */

/**
 * Add up edges and banes, as far as they count.
 * @param {...Coign.Foreign} some records with edges and banes
 * @returns {Edges}
 */
export function counting(...some) {
  const sum = (/** @type {"edges" | "banes"} */ kind) =>
    some.reduce((all, counts) => all + (number(counts?.[kind]) ?? 0), 0);
  const upTo = (/** @type {number} */ count) => Math.max(0, Math.min(MOST, count));
  return { edges: upTo(sum("edges")), banes: upTo(sum("banes")) };
}

/**
 * Return the edges and banes that a roll has against every target. (`getActorModifiers`; `rolls/power.mjs`)
 * @param {Coign.Foreign} item null where it cannot be found
 * @param {Coign.Foreign} actor
 */
export const edgesOfUser = (item, actor) =>
  counting(systemOf(item).power?.roll, { banes: holding(has(actor, "restrained"), has(actor, "weakened")) });

/**
 * Return whether the system counts who is prone, as it does from 1.1 on: its `getActorModifiers` then returns the
 * user's edges and banes, and takes none.
 * @param {Coign.Foreign} model the ability's
 */
export const countsProne = (model) => model?.getActorModifiers?.length === 0;

/** The modifiers of ours that the system then counts. */
export const BY_PRONE = ["target-prone", "attacker-prone"];

/**
 * Return the edges and banes of a roll that is not yet made, as far as the sheets of both and the ability tell. Those that
 * depend on the map, flanking and taunts, are left out. (`getTargetModifiers`)
 *
 * @param {Coign.Foreign} item null where it cannot be found
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} foe
 */
export const edgesAgainst = (item, actor, foe) =>
  counting(edgesOfUser(item, actor), systemOf(foe).combat?.targetModifiers, {
    edges: holding(has(foe, "restrained"), has(foe, "surprised"), isDueTo(foe, "frightened", actor) === true),
    banes: holding(isDueTo(actor, "frightened", foe) === true, isDueTo(actor, "grabbed", foe) === false),
  });

/** @param {...boolean} some */
const holding = (...some) => some.filter(Boolean).length;

/** @param {Coign.Foreign} actor @param {string} status */
const has = (actor, status) => list(actor?.statuses).includes(status);

/**
 * Tell whether a creature is a source of another's condition; null if the other has none, or none with a source.
 * @param {Coign.Foreign} actor the other
 * @param {string} status
 * @param {Coign.Foreign} source
 */
function isDueTo(actor, status, source) {
  const sources = systemOf(actor).statuses?.[status]?.sources;
  return has(actor, status) && sources ? list(sources).includes(source?.uuid) : null;
}

/** The most edges, or banes, that count. One of balance changes the total; two change the tier instead. */
const MOST = 2;
const PER_EDGE = 2;

/** Parts of a message with an ability's results: of a tier, and from 1.1 on of a target. */
const RESULTS = ["abilityResult", "targetResult"];

/**
 * Return the parts of a message that hold an ability's results.
 * @param {Coign.Foreign} message
 */
export const resultsOf = (message) => list(message?.system?.parts).filter(({ type }) => RESULTS.includes(type));

/**
 * Return the power rolls of a message, each with the uuid of its target's actor, if it has one: its part names it, else the
 * roll itself. The rolls of damage beside them have no edges.
 * @param {Coign.Foreign} message
 * @returns {{roll: Coign.Foreign, target: Coign.Foreign}[]}
 */
export const powerRollsOf = (message) =>
  resultsOf(message).flatMap(({ rolls, targetUuid }) =>
    list(rolls)
      .map(parseRoll)
      .filter((roll) => number(roll?.options?.edges) !== null && number(roll?.total) !== null)
      .map((roll) => ({ roll, target: targetUuid ?? roll.options.target })),
  );

/**
 * Return the total of a power roll without its edges and banes.
 * @param {Coign.Foreign} roll
 * @returns {number}
 */
export function baseTotal({ total, options: { edges, banes } }) {
  const balance = Math.min(number(edges) ?? 0, MOST) - Math.min(number(banes) ?? 0, MOST);
  return Math.abs(balance) === 1 ? total - PER_EDGE * balance : total;
}
