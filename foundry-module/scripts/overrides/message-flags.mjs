/**
 * Read `flags.coign` of a chat message. Its author may write anything there, so malformed parts are treated as absent; what
 * only a GM may write is read as it was noted (`util/provenance.mjs`). Pure.
 */

import { FIELDS, fieldOf, ownFields } from "../util/fields.mjs";
import { isRecord } from "../util/shapes.mjs";
import { AIMED, ROLLED } from "../util/wire.mjs";
import { validOverrides } from "./overrides.mjs";

/** The targets of effects that go into a roll. @type {Set<unknown>} */
const CHANGEABLE = new Set(["ac", ...Object.values(ROLLED)]);

/** The GM's statements about a roll before any GM has made one. @type {Coign.Judged} */
export const NOTHING_JUDGED = { kind: null, die: null, attack: null, primary: null, damage: null };

/**
 * Return the flags of a message without malformed parts.
 * @param {{flags?: any}} message
 * @returns {Coign.MessageFlags}
 */
export function messageFlags(message) {
  const { attack: _, attackRoll: __, ...flags } = ownFields("message", message); // those are read with the roll
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, STRICTER[name]?.(value) ?? value]));
}

/** @param {Coign.Annotation} value */
const isAnnotation = ({ results }) =>
  Array.isArray(results) &&
  results.every((result) => isRecord(result) && Array.isArray(result.modifiers) && isRecord(result.outcome));

/**
 * Return whether an effect is one that goes into a roll.
 * @param {any} effect
 */
function isPutIn(effect) {
  if (!CHANGEABLE.has(effect.to)) return false;
  if (effect.kind === "flat") return Number.isInteger(effect.value) && Math.abs(effect.value) <= 100;
  if (effect.kind === "die") return /^[-+]?\d{0,2}d\d{1,3}$/.test(effect.dice);
  return AIMED.includes(effect.kind) && effect.to !== "ac";
}

/**
 * Return the entries of the modifiers that were put into a roll.
 * @param {unknown} entries
 */
export const validIncluded = (entries) => onlyPutIn(fieldOf(FIELDS.message.included, entries) ?? []);

/**
 * @param {Coign.Included[]} list
 * @returns {Coign.Included[]}
 */
function onlyPutIn(list) {
  return list
    .filter(({ effect }) => isPutIn(effect))
    .map((modifier) => ({ ...modifier, target: modifier.target ?? null }));
}

/**
 * Checks that go beyond the shapes of the table.
 * @type {Record<string, (value: any) => unknown>}
 */
const STRICTER = {
  annotations: (list) => list.filter(isAnnotation),
  overrides: validOverrides,
  included: onlyPutIn,
  judged: (said) => ({ ...NOTHING_JUDGED, ...said }),
};
