/** The effects of modifiers that can go into a roll, by what they change. Pure. */

/** Checks that concern no other creature if there is no target. @type {Set<Coign.Occasion | undefined>} */
export const ALONE = new Set(["stealth", "check"]);

/**
 * Return whether a modifier changes the target's armour class.
 * @template {{effect: Coign.Effect}} M
 * @param {M} modifier
 * @returns {modifier is M & {effect: Coign.Wire.Flat}}
 */
export const isArmour = (modifier) => modifier.effect.kind === "flat" && modifier.effect.to === "ac";

/**
 * Return whether a modifier is an edge or a bane: each target of a power roll has its own.
 * @param {{effect: {kind: string}}} modifier
 */
export const isEdge = ({ effect }) => effect.kind === "edge" || effect.kind === "bane";

/**
 * Return whether a modifier is advantage or disadvantage.
 * @param {{effect: {kind: string}}} modifier
 */
export const isAdvantage = ({ effect }) => effect.kind === "advantage" || effect.kind === "disadvantage";
