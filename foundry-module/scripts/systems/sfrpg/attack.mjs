/** Read an attack of Starfinder 1 from its item: its kind, its reach or range, and the armour class that it is against. */

import { abilitiesOf, armourClassOf, namedIn, plainText } from "../attacks.mjs";
import { isSpell, kindOf } from "../d20-family.mjs";
import { length, list, partsOf, positive, systemOf, withId } from "../reading.mjs";
import { sizeWord, sureReach } from "../traits.mjs";

const REACH_WEAPON = 10; // feet (Core Rulebook, Weapon Special Properties, Reach)
const INCREMENTS = { thrown: 5, other: 10 }; // how many a weapon reaches (Core Rulebook, Combat Basics, Range)

/** The paths of each kind of armour class: of a live actor, and of a stat block's source. */
const ARMOUR = /** @type {Record<string, {paths: string[], more: number}>} */ ({
  kac: { paths: ["attributes.kac.value", "attributes.kac.base"], more: 0 },
  eac: { paths: ["attributes.eac.value", "attributes.eac.base"], more: 0 },
  kac8: { paths: ["attributes.kac.value", "attributes.kac.base"], more: 8 },
});
const FIXED = /** @type {Record<string, number>} */ ({ ac5: 5, ac15: 15 }); // of a space, or a point in the air

/** @param {Coign.Foreign} foe @param {Coign.Foreign} meets the kind of armour class */
export function acOf(foe, meets) {
  if (meets in FIXED) return FIXED[meets];
  const { paths, more } = ARMOUR[meets] ?? ARMOUR.kac;
  const armourClass = armourClassOf(foe, paths);
  return armourClass === null ? null : armourClass + more;
}

/**
 * @param {Coign.Foreign} item undefined where it is gone
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units the scene's
 * @param {string} [called] the name if there is no item
 * @returns {Coign.Attack}
 */
export function attackOf(item, actor, units, called = "") {
  const { actionType } = systemOf(item);
  const [range, properties] = partsOf(item, "range", "properties");
  const known = kindOf(actionType);
  const kind = known ?? "melee";
  const name = String(item?.name ?? called);
  const normal = ["ft", "m"].includes(range.units) ? positive(length(range.value, range.units, units)) : null;
  const many = properties.thrown?.value ? INCREMENTS.thrown : INCREMENTS.other;
  const reach = properties.reach?.value ? Math.max(REACH_WEAPON, reachOf(actor) ?? 0) : reachOf(actor);
  return {
    kind,
    reach: kind === "melee" && item ? length(reach, "ft", units) : null,
    range: normal === null || kind === "melee" ? null : { normal, long: normal * (isSpell(actionType) ? 1 : many) },
    name,
    abilities: [...abilitiesOf(actor, name, [item]), ...(properties.thrown?.value ? ["thrown"] : [])],
    spell: isSpell(actionType),
    ...(!known && { guessed: true }),
  };
}

/** The first number of a stat block's reach ("5 ft. (10 ft. with a spear)"), else natural reach where all agree on it. */
export function reachOf(/** @type {Coign.Foreign} */ actor) {
  const [attributes, traits] = partsOf(actor, "attributes", "traits");
  return positive(/\d+/.exec(String(attributes.reach ?? ""))?.[0]) ?? sureReach(sizeWord(traits.size));
}

/** Return the id of a card's item. @param {Coign.Foreign} message */
export const idIn = (message) => /data-item-id="([^"]+)"/.exec(String(message?.content ?? ""))?.[1] ?? null;

/**
 * Return the item of a card: by the id in its markup, else the attack with the longest name in the flavour.
 * @param {Coign.Foreign} message
 * @param {Coign.Foreign} actor
 */
export function itemIn(message, actor) {
  const id = idIn(message);
  const words = plainText(message?.flavor);
  const attacks = list(actor?.items).filter((item) => kindOf(systemOf(item).actionType));
  return withId(attacks, id) ?? namedIn(words, attacks);
}
