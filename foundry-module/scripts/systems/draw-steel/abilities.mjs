/** Abilities of Draw Steel as attacks: their keywords, and how far they reach. Pure. */

import { plainText } from "../attacks.mjs";
import { list, positive, slug, systemOf } from "../reading.mjs";

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
  const { distance = {}, keywords, type } = systemOf(item);
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
  const found = positive(squares);
  return found === null ? null : found * side;
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
