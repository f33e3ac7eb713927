/**
 * Separate usable overrides from malformed ones, which an old version or a macro may have left in flags. A
 * malformed override is left out, and the rest is kept. Pure.
 */

import { EFFECTS, FORCIBLE, SCOPES, STATES } from "../util/wire.mjs";

const MOST = 100; // overrides of one document: more were not set by hand
const LONGEST = 500; // characters of an id or a reason

/**
 * Return the usable overrides of a list.
 * @param {unknown} list
 * @returns {Coign.Override[]}
 */
export const validOverrides = (list) => (Array.isArray(list) ? list.filter(isOverride).slice(0, MOST) : []);

/**
 * @param {unknown} value
 * @returns {value is Coign.Override}
 */
export function isOverride(value) {
  if (!isRecord(value)) return false;
  const { scope = "roll", state = "on", modifier = null, fact = null, effect = null, value: forced } = value;
  const texts = [value.actor, value.target, value.token, value.scene, value.by, value.why, modifier, fact];
  if (!SCOPES.includes(scope) || !STATES.includes(state) || !texts.every(isShortText)) return false;
  if ((modifier === null) === (fact === null) || !(effect === null || isEffect(effect))) return false;
  if (fact !== null && !(Object.hasOwn(FORCIBLE, fact) && (state !== "on" || FORCIBLE[fact].includes(forced))))
    return false;
  return [value.public, value.overrides_cancelling].every((flag) => flag === undefined || typeof flag === "boolean");
}

/**
 * Return whether an effect has a known kind; the bridge checks its numbers and words.
 * @param {any} effect
 */
function isEffect(effect) {
  if (!isRecord(effect) || !EFFECTS.includes(effect.kind)) return false;
  if (effect.kind === "flat") return Number.isInteger(effect.value) && typeof effect.to === "string";
  if (effect.kind === "die" || effect.kind === "damage") return isShortText(effect.dice);
  return true;
}

/** @param {unknown} value */
const isShortText = (value) =>
  value === undefined || value === null || (typeof value === "string" && value.length <= LONGEST);

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
