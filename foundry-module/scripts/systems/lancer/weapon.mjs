/** Lancer: what attacks, and how: by melee or tech, how far, and whether past cover. Lengths of items are in spaces. */

import { list, number, positive, systemOf } from "../reading.mjs";

/** Tags by which an attack ignores cover: Seeking. */
const SEEKING = "tg_seeking";
/** The tag of weapons that are rolled against e-defence. */
const SMART = "tg_smart";
/** The accuracy that each tag gives; negative for difficulty. @type {Record<string, number>} */
const ACCURACY = { tg_accurate: 1, tg_inaccurate: -1 };
const REACHING = ["Threat", "Thrown"];
const WEAPONS = ["mech_weapon", "pilot_weapon"];

/**
 * @param {Coign.Foreign} item null: a basic attack, or it is gone
 * @param {Coign.Foreign} space the length of a space of the scene, in its units
 * @param {string} [called] the name if there is no item
 * @returns {Coign.Attack}
 */
export function attackOf(item, space, called = "") {
  const profile = profileOf(item);
  const { melee, tech } = natureOf(item, profile);
  const tags = tagsOf(item);
  const thrown = tags.includes("tg_thrown");
  const farthest = (/** @type {(type: string) => boolean} */ wanted) =>
    positive(Math.max(0, ...ranges(profile).flatMap(({ type, val }) => (wanted(type) ? (number(val) ?? 0) : []))));
  const reach = farthest((type) => type === "Threat");
  const far = farthest((type) => !REACHING.includes(type)) ?? (thrown ? farthest((type) => type === "Thrown") : null);
  const length = (/** @type {number | null} */ spaces) => (spaces === null ? null : spaces * (number(space) || 1));
  return {
    kind: melee && !thrown ? "melee" : "ranged",
    reach: melee && !thrown ? length(reach) : null,
    range: melee && !thrown ? null : far === null ? null : { normal: length(far), long: length(far) },
    name: String(item?.name ?? called),
    abilities: [],
    spell: tech,
    ...((tech || tags.includes(SEEKING)) && { ignores: ["cover"] }),
    ...(!item && { guessed: true }),
  };
}

/** Return what of an item attacks: the profile of a mech's weapon that is chosen, else its data. @param {Coign.Foreign} item */
function profileOf(item) {
  const system = systemOf(item);
  return system.active_profile ?? list(system.profiles)[number(system.selected_profile_index) ?? 0] ?? system;
}

/** @param {Coign.Foreign} item @returns {string[]} */
function tagsOf(item) {
  const { all_tags: all, tags } = profileOf(item);
  return [...new Set([...list(all ?? tags), ...list(systemOf(item).tags)].map(({ lid }) => lid))];
}

/** @param {Coign.Foreign} item */
export const isSmart = (item) => tagsOf(item).includes(SMART);

/**
 * Return what an attack adds to its d20, as a text: grit, the tech attack or an NPC's bonus by tier, and its accuracy as
 * d6, subtracted if it is difficulty. They cancel one by one, and the highest of those that are left counts.
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} actor
 * @returns {string | null} null: it cannot be read
 */
export function toHit(item, actor) {
  const { attack_bonus: byTier, accuracy, tier_override: tier } = systemOf(item);
  const own = systemOf(actor);
  const row = (positive(tier) ?? number(own.tier) ?? 1) - 1;
  const mech = natureOf(item, profileOf(item)).tech ? own.tech_attack : own.grit;
  const bonus = number(byTier ? list(byTier)[row] : mech);
  if (bonus === null) return null;
  const tagged = tagsOf(item).reduce((sum, lid) => sum + (ACCURACY[lid] ?? 0), 0);
  const sixes = tagged + (number(list(accuracy)[row]) ?? 0);
  return sixes ? `${bonus} ${sixes > 0 ? "+" : "-"} ${Math.abs(sixes)}d6` : String(bonus);
}

/**
 * Return whether an item attacks in melee, and whether by a tech attack. Without an item an attack is in melee, as the
 * system takes it.
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} profile of a mech's weapon, else the item's data
 */
function natureOf(item, profile) {
  const words = String(profile.type ?? "") + String(systemOf(item).weapon_type ?? "");
  if (!item) return { melee: true, tech: false };
  if (item.type === "mech_system" || words === "Tech") return { melee: false, tech: true };
  if (item.type === "pilot_weapon")
    return { melee: ranges(profile).every(({ type }) => REACHING.includes(type)), tech: false };
  return { melee: /melee/i.test(words), tech: false };
}

/** The ranges of a weapon; an NPC's has them by tier. @param {Coign.Foreign} profile */
const ranges = ({ range }) => list(range).flatMap((entry) => (Array.isArray(entry) ? entry : [entry]));

/** @param {Coign.Foreign} item */
export const isArm = (item) =>
  WEAPONS.includes(item.type) || (item.type === "npc_feature" && systemOf(item).type === "Weapon");
