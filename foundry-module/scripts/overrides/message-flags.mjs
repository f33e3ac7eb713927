/**
 * Read `flags.coign` of a chat message. Its author may write anything there, so malformed parts are treated as absent,
 * and the part that only a GM may write can be compared with what a GM wrote. Pure.
 */

import { MOST_ROLLS } from "../systems/attacks.mjs";
import { ownFlags } from "../util/own-flags.mjs";
import { AIMED, CHECK_KINDS, LIMITS, OCCASIONS, ROLLED } from "../util/wire.mjs";
import { validOverrides } from "./valid.mjs";

const MOST_TARGETS = 50;
const MOST_DICE = 100;

/** The targets of effects that go into a roll. @type {Set<unknown>} */
const CHANGEABLE = new Set(["ac", ...Object.values(ROLLED)]);

/** The flags that only GMs write after the message is made, with the value that means "none". */
const GM_ONLY = /** @type {const} */ ({
  overrides: [],
  annotations: [],
  annotationKey: "",
  save: "",
  occasion: "",
  judged: null,
  recheck: 0,
  included: [],
});

/**
 * Return the flags of a message without malformed parts.
 * @param {{flags?: any}} message
 * @returns {Coign.MessageFlags}
 */
export function messageFlags(message) {
  const flags = ownFlags(message);
  /** @type {Coign.MessageFlags} */
  const valid = {};
  if (Array.isArray(flags.targets)) valid.targets = flags.targets.filter(isText).slice(0, MOST_TARGETS);
  if (isText(flags.scene)) valid.scene = flags.scene;
  if (Array.isArray(flags.annotations)) valid.annotations = flags.annotations.filter(isAnnotation);
  if (isText(flags.annotationKey)) valid.annotationKey = flags.annotationKey;
  if (Array.isArray(flags.overrides)) valid.overrides = validOverrides(flags.overrides);
  if (Array.isArray(flags.rolled)) valid.rolled = flags.rolled.filter(isRolled).slice(0, MOST_DICE);
  if (isText(flags.save) || isPoint(flags.save)) valid.save = flags.save;
  if (OCCASIONS.includes(flags.occasion)) valid.occasion = flags.occasion;
  if (isRecord(flags.judged)) valid.judged = judgedOf(flags.judged);
  if (Array.isArray(flags.included)) valid.included = validIncluded(flags.included);
  if (isMoment(flags.moment)) valid.moment = flags.moment;
  if (Number.isInteger(flags.recheck)) valid.recheck = flags.recheck;
  return valid;
}

/**
 * Return the part of a message's flags that only GMs write, with empty values for missing flags. Writing it back undoes
 * changes by other users.
 * @param {{flags?: any}} message
 * @returns {Record<string, unknown>}
 */
export function gmPart(message) {
  const source = ownFlags(message);
  return Object.fromEntries(
    Object.entries(GM_ONLY).map(([name, none]) => [name, structuredClone(source[name] ?? none)]),
  );
}

/**
 * Return whether the GM-only part of a message's flags differs from the last version that a GM wrote.
 * @param {Record<string, unknown>} part as `gmPart` returns it
 * @param {Record<string, unknown>} written the same, as a GM wrote it
 */
export const isTampered = (part, written) => JSON.stringify(part) !== JSON.stringify(written);

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === "string" && value.length <= 500;

/** @param {unknown} value @returns {value is Record<string, any>} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is Coign.Annotation} */
const isAnnotation = (value) =>
  isRecord(value) &&
  Array.isArray(value.results) &&
  value.results.every((result) => isRecord(result) && Array.isArray(result.modifiers) && isRecord(result.outcome));

/** @param {unknown} value @returns {value is Coign.Rolled} */
const isRolled = (value) =>
  isRecord(value) &&
  isText(value.dice) &&
  Array.isArray(value.values) &&
  value.values.every(Number.isFinite) &&
  (value.nth === undefined || (Number.isInteger(value.nth) && value.nth >= 0 && value.nth < MOST_ROLLS));

/**
 * @param {Record<string, any>} value
 * @returns {Coign.Judged}
 */
const judgedOf = ({ kind, die, attack, primary, damage }) => ({
  kind: CHECK_KINDS.includes(kind) ? kind : null,
  die: Number.isInteger(die) && die > 1 && die <= 100 ? die : null,
  attack: attack === "melee" || attack === "ranged" ? attack : null,
  primary: typeof primary === "boolean" ? primary : null,
  damage: Number.isFinite(damage) ? damage : null,
});

/** @param {unknown} value @returns {value is Coign.Point} */
const isPoint = (value) => isRecord(value) && Number.isFinite(value.x) && Number.isFinite(value.y);

/**
 * Return the entries that say what was put into a roll.
 * @param {readonly unknown[]} entries
 */
export const validIncluded = (entries) => entries.filter(isIncluded).slice(0, LIMITS.included);

/** @param {unknown} value @returns {value is Coign.Included} */
const isIncluded = (value) =>
  isRecord(value) &&
  isText(value.modifier) &&
  (value.target === null || isText(value.target)) &&
  isText(value.flavor) &&
  isPutIn(value.effect);

/**
 * Return whether an effect is one that goes into a roll.
 * @param {any} effect
 */
function isPutIn(effect) {
  if (!isRecord(effect) || !CHANGEABLE.has(effect.to)) return false;
  if (effect.kind === "flat") return Number.isInteger(effect.value) && Math.abs(effect.value) <= 100;
  if (effect.kind === "die") return isText(effect.dice) && /^[-+]?\d{0,2}d\d{1,3}$/.test(effect.dice);
  return AIMED.includes(effect.kind) && effect.to !== "ac";
}

/** @param {unknown} value @returns {value is NonNullable<Coign.MessageFlags["moment"]>} */
const isMoment = (value) =>
  isRecord(value) && isText(value.combat) && Number.isInteger(value.round) && Number.isInteger(value.turn);

/** The GM-only part of a message into which no GM has written. */
export const NOTHING_WRITTEN = gmPart({});

/**
 * Return the GM-only part of a message as its author may make it: with what was put into its roll, and nothing else.
 * @param {{flags?: any}} message as it is first seen
 */
export const partByAuthor = (message) => ({ ...NOTHING_WRITTEN, included: gmPart(message).included });
