/** Find the effects on a creature, and its gear that is equipped and attuned. Pure. */

import { list, systemOf } from "./reading.mjs";

const EFFECT_ITEMS = ["effect", "buff"]; // of Pathfinder 2, and of its first edition and D&D 3.5
const REQUIRED = [1, "required"]; // attunement that the creature does not have: dnd5e before version 3, and since

/**
 * Return the effects on an actor, as documents: those of Foundry, and the items that some systems have in their place.
 * @param {Coign.Foreign} actor
 * @returns {Coign.Foreign[]}
 */
export function effectsOn(actor) {
  const effects = list(actor?.appliedEffects ?? actor?.effects).filter(({ disabled }) => !disabled);
  const items = list(actor?.items).filter(
    (item) => EFFECT_ITEMS.includes(item?.type) && systemOf(item).active !== false,
  );
  return [...effects, ...items];
}

/**
 * Return the items that an actor has equipped and is attuned to, and the enchantments on them.
 * @param {Coign.Foreign} actor
 * @returns {Coign.Foreign[]}
 */
export function gearInUse(actor) {
  const items = list(actor?.items).filter((item) => {
    const { equipped, attunement, attuned } = systemOf(item);
    return equipped === true && (attuned === true || !REQUIRED.includes(attunement));
  });
  return items.flatMap((item) => [item, ...list(item.effects).filter(({ disabled }) => !disabled)]);
}
