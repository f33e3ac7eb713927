/** The weapons of SWADE: which one an attack is made with, and how far it reaches. */

import { abilitiesOf } from "../attacks.mjs";
import { list, number, positive, systemOf } from "../reading.mjs";

const HAND = 3; // the least equip state of what is in hand
const [MELEE_ONLY, RANGED_ONLY] = [0, 1]; // of a weapon's range type: 2 is both
const MELEE = /** @type {const} */ ("melee");
const RANGED = /** @type {const} */ ("ranged");

/** @param {Coign.Foreign} actor */
const weaponsOf = (actor) => list(actor?.items).filter(({ type }) => type === "weapon");

/**
 * Return the weapon of an attack: the one that the heading names, else the only one in hand of its kind.
 * @param {Coign.Foreign} actor
 * @param {"melee" | "ranged" | null} kind null: of no kind that can be told
 * @param {string} words the heading
 */
export function weaponOf(actor, kind, words) {
  const weapons = weaponsOf(actor);
  const named = weapons.filter(({ name }) => name && words.includes(name));
  const held = weapons.filter(
    (item) => Number(systemOf(item).equipStatus) >= HAND && kind !== null && kinds(item).includes(kind),
  );
  return (
    named.sort((one, other) => other.name.length - one.name.length)[0] ?? (held.length === 1 ? held[0] : undefined)
  );
}

/**
 * Return how a weapon is used. Before it said so (version 3), by its range.
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
export function attackOf(item, kind, actor, space, called = "") {
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

/** @param {Coign.Foreign} actor @returns {Coign.Attack[]} */
export const attacksOf = (actor) =>
  weaponsOf(actor)
    .filter((item) => Number(systemOf(item).equipStatus) >= HAND)
    .flatMap((item) => kinds(item).map((kind) => attackOf(item, kind, actor, 1)));
