/**
 * Separate usable overrides from malformed ones, which an old version or a macro may have left in flags. A
 * malformed override is left out, and the rest is kept. Pure.
 */

const SCOPES = new Set(["roll", "token", "pair", "scene", "world"]);
const STATES = new Set(["on", "off", "measured"]);
const YES_OR_NO = [true, false];
const ARCS = ["front", "flank", "rear", "none"];
/** The values that each fact takes, for a `state` of "on". */
const FACTS = /** @type {Record<string, readonly unknown[]>} */ ({
  cover: ["none", "half", "three-quarters", "total", "soft", "cover", "improved", "lesser", "standard", "greater"],
  obscurement: ["none", "lightly", "heavily"],
  flanking: YES_OR_NO,
  flanked: YES_OR_NO,
  standing: YES_OR_NO,
  difficult: YES_OR_NO,
  "attacker-difficult": YES_OR_NO,
  arcs: ARCS,
  "target-arc": ARCS,
  "attacker-arc": ARCS,
  enemy: YES_OR_NO,
});
const EFFECTS = new Set([
  "flat",
  "die",
  "advantage",
  "disadvantage",
  "pool",
  "damage",
  "miss-chance",
  "flat-check",
  "blocked",
  "permit",
  "forbid",
  "movement",
  "note",
]);
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
  if (!SCOPES.has(scope) || !STATES.has(state) || !texts.every(isShortText)) return false;
  if ((modifier === null) === (fact === null) || !(effect === null || isEffect(effect))) return false;
  if (fact !== null && !(Object.hasOwn(FACTS, fact) && (state !== "on" || FACTS[fact].includes(forced)))) return false;
  return [value.public, value.overrides_cancelling].every((flag) => flag === undefined || typeof flag === "boolean");
}

/**
 * Return whether an effect has a known kind; the bridge checks its numbers and words.
 * @param {any} effect
 */
function isEffect(effect) {
  if (!isRecord(effect) || !EFFECTS.has(effect.kind)) return false;
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
