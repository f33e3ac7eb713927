/**
 * Saves and checks of Pathfinder 2: the effect of a save, the purpose of a check, and the modifiers that the system counts.
 * Pure.
 */

import { list, systemOf } from "../reading.mjs";
import { effectOf } from "../saves.mjs";
import { findAttacker } from "../tokens.mjs";
import { countedInCheck } from "./options.mjs";
import { contextOf, keptIn, shownIn } from "./put-in.mjs";

/** Traits of weapons that are fired at an area: `area-burst-10`, `area-cone-30`, `automatic`. */
const AREA_WEAPON = /^(area-|automatic$)/;

/** The ability that each save is made with. */
const SAVES = /** @type {Record<string, string>} */ ({ fortitude: "con", reflex: "dex", will: "wis" });

/**
 * A save names its origin where it was rolled from the card of a spell or an action: the token and the item, which a
 * template that it placed on the map names too.
 * @type {Coign.SystemRecord["saveAgainst"]}
 */
export function saveAgainst(message, context) {
  const check = contextOf(message);
  const makers = [check?.origin?.item, keptIn(message)?.origin?.uuid];
  return check ? effectAgainst(check, makers, message.speaker?.scene, context) : null;
}

/**
 * @param {Coign.Foreign} check the context of a check, with uuids in its origin
 * @param {Coign.Foreign[]} items uuids of the item whose effect it may be
 * @param {string | undefined} scene the scene of who saves
 * @param {Coign.SystemContext} context
 * @returns {Coign.SaveAgainst | null}
 */
export function effectAgainst({ type, origin, domains, options }, items, scene, context) {
  if (type !== "saving-throw") return null;
  const makers = items.filter((uuid) => typeof uuid === "string");
  // A save against one's own affliction comes from nowhere on the map.
  if (!origin || origin.self || !(origin.token || origin.actor || makers.length)) return null;
  const from = findAttacker({ speaker: { scene } }, context, origin.token ?? origin.actor ?? makers[0]);
  const save = Object.keys(SAVES).find((name) => list(domains).includes(name));
  return {
    scene: from.scene,
    token: from.actor,
    made: makers,
    ability: save ? SAVES[save] : null,
    area: isArea(list(options), context.document(makers[0])),
    ...effectOf(makers, context),
  };
}

/**
 * Return whether an effect fills an area: only from such a one does cover help a Reflex save.
 * @param {string[]} options the roll's
 * @param {Coign.Foreign} item whose effect it is
 * @returns {boolean | null} null: unknown
 */
function isArea(options, item) {
  if (options.includes("area-effect")) return true;
  // Starfinder 2: who saves against a weapon is in its area fire or automatic fire.
  if (item?.type === "weapon" && list(systemOf(item).traits?.value).some((trait) => AREA_WEAPON.test(trait)))
    return true;
  return item?.type === "spell" ? Boolean(systemOf(item).area) : null;
}

/**
 * Return the purpose of a check, if rules of cover or light mention it.
 * @param {Coign.Foreign} check its context
 */
export function occasionIn({ type, domains }) {
  if (type === "perception-check") return "perception";
  return type === "skill-check" && list(domains).includes("stealth") ? "stealth" : null;
}

/**
 * Return the purpose of a message's check.
 * @type {Coign.SystemRecord["checkOccasion"]}
 */
export const checkOccasion = (message) => occasionIn(contextOf(message) ?? {});

/**
 * Return a message's details of a save or a check, besides its dice.
 * @type {Coign.SystemRecord["rollDetails"]}
 */
export function rollDetails(message, roll) {
  const counted = countedInCheck(list(contextOf(message)?.options));
  return { ...shownIn(message, roll), ...(counted.length && { counted }) };
}
