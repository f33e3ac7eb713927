/**
 * Overrides: a GM's decisions about modifiers or facts, each with its scope. Pure.
 *
 * Foundry keeps them (`store.mjs`), they travel with each request, and the bridge applies them. An old version or a macro
 * may have left malformed ones in flags: they are left out, and the rest is kept.
 */

import { readWhole } from "../util/shapes.mjs";
import { DEFAULTS, FORCIBLE, SHAPES } from "../util/wire.mjs";

const MOST = 100; // overrides of one document: more were not set by hand

/** @typedef {{remove: Coign.Override[], add: Coign.Override[]}} Change A change of the overrides of one roll. */

/**
 * Return an override's place: in the roll's message, the scene, or the world's settings. The scene keeps those of its
 * tokens too, for a player may write a token's own flags.
 *
 * @param {Coign.Override} override
 */
export function storageOf({ scope = DEFAULTS.scope }) {
  if (scope === "roll") return "message";
  return scope === "world" ? "world" : "scene";
}

const SUBJECT = /** @type {const} */ (["scope", "modifier", "fact", "actor", "target", "token", "scene"]);

/**
 * Return whether two overrides have the same subject, so that the later replaces the earlier. Modifiers that were added
 * by hand have the same subject only if they are equal.
 *
 * @param {Coign.Override} first
 * @param {Coign.Override} second
 */
function sameSubject(first, second) {
  const alike = SUBJECT.every((part) => (first[part] ?? null) === (second[part] ?? null));
  const byHand = JSON.stringify([first.effect, first.why]) === JSON.stringify([second.effect, second.why]);
  return alike && (byHand || !(first.effect || second.effect));
}

/**
 * Return whether two overrides say the same of the same subject.
 * @param {Coign.Override} first
 * @param {Coign.Override} second
 */
function isSame(first, second) {
  const [one, other] = [first, second].map(({ state = DEFAULTS.state, value = null }) =>
    JSON.stringify([state, value]),
  );
  return one === other && sameSubject(first, second);
}

/**
 * Add an override to a list, in place of an earlier one with the same subject.
 * @param {Coign.Override[]} list
 * @param {Coign.Override} override
 */
export const withOverride = (list, override) => [...withoutOverride(list, override), override];

/**
 * @param {Coign.Override[]} list
 * @param {Coign.Override} override
 */
const withoutOverride = (list, override) => list.filter((kept) => !sameSubject(kept, override));

/**
 * Change the overrides of a list: remove some, then add others.
 * @param {Coign.Override[]} list
 * @param {Change} change
 */
export const changed = (list, { remove, add }) => add.reduce(withOverride, remove.reduce(withoutOverride, list));

/**
 * Take back an earlier change of a list. What any GM has decided otherwise since stays. If nothing is left to take back, return
 * the list itself.
 * @param {Coign.Override[]} list
 * @param {Change} change the one that takes it back
 */
export function tookBack(list, { remove, add }) {
  const there = remove.filter((override) => list.some((kept) => isSame(kept, override)));
  const isFree = (/** @type {Coign.Override} */ override) =>
    there.some((gone) => sameSubject(gone, override)) || !list.some((kept) => sameSubject(kept, override));
  const back = add.filter(isFree);
  return there.length + back.length ? changed(list, { remove: there, add: back }) : list;
}

/**
 * Return the overrides of a scene without those about a token that is gone.
 * @param {Coign.Override[]} list
 * @param {string} token its id
 */
export const withoutToken = (list, token) =>
  list.filter(({ scope, ...parties }) => scope === "scene" || !Object.values(parties).includes(token));

/**
 * Return the usable overrides of a list, as the engine reads them.
 * @param {unknown} list
 * @param {number} [most]
 */
export const validOverrides = (list, most = MOST) =>
  Array.isArray(list) ? list.flatMap((entry) => readOverride(entry) ?? []).slice(0, most) : [];

/**
 * @param {unknown} kept
 * @returns {Coign.Override | undefined} undefined: it cannot be obeyed
 */
function readOverride(kept) {
  const found = /** @type {Coign.Override | undefined} */ (readWhole(SHAPES.Override, kept));
  if (!found || (found.modifier === undefined) === (found.fact === undefined)) return undefined;
  const { state = DEFAULTS.state, value } = found;
  if (typeof found.fact !== "string") return found;
  const fact = found.fact.replaceAll("_", "-");
  const values = Object.hasOwn(FORCIBLE, fact) ? FORCIBLE[fact] : [];
  const isSet = (/** @type {unknown} */ setting) => setting === value || (setting === true && value === undefined);
  return (state === "on" ? values.some(isSet) : values.length > 0) ? { ...found, fact } : undefined;
}
