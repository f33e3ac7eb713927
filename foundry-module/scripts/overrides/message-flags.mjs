/**
 * Read `flags.coign` of a chat message. Its author may write anything there, so malformed parts are treated as absent,
 * and the part that only a GM may write can be compared with what a GM wrote. Pure.
 */

import { FIELDS, fieldOf, ownFields, ownFlags } from "../util/fields.mjs";
import { isRecord } from "../util/shapes.mjs";
import { AIMED, ROLLED } from "../util/wire.mjs";
import { validOverrides } from "./overrides.mjs";

/** The targets of effects that go into a roll. @type {Set<unknown>} */
const CHANGEABLE = new Set(["ac", ...Object.values(ROLLED)]);

/** List the flags that only GMs write after the message is made. */
const gmOnly = () => Object.entries(FIELDS.message).filter(([, { by }]) => by === "gm" || by === "creation");

/** What a GM says of a roll of which no GM has said anything. @type {Coign.Judged} */
export const NOTHING_JUDGED = { kind: null, die: null, attack: null, primary: null, damage: null };

/**
 * Return the value by which a flag of a shape says "none".
 * @param {Coign.Shape} shape
 */
function noneOf(shape) {
  if (typeof shape === "string" || "fields" in shape) return null;
  if ("list" in shape) return [];
  return "whole" in shape ? 0 : "";
}

/**
 * Return the flags of a message without malformed parts.
 * @param {{flags?: any}} message
 * @returns {Coign.MessageFlags}
 */
export function messageFlags(message) {
  const { attack: _, attackRoll: __, ...flags } = ownFields("message", message); // those are read with the roll
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, STRICTER[name]?.(value) ?? value]));
}

/**
 * Return the part of a message's flags that only GMs write, with empty values for missing flags. Writing it back undoes
 * changes by other users.
 * @param {{flags?: any}} message
 */
export function gmPart(message) {
  const source = ownFlags(message);
  return Object.fromEntries(gmOnly().map(([name, { shape }]) => [name, copyOf(source[name] ?? noneOf(shape))]));
}

/**
 * Copy a value that anybody may have written. One that is nested too deep to be copied is certainly no GM's.
 * @param {unknown} value
 */
function copyOf(value) {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return "unreadable";
  }
}

/**
 * Return whether the GM-only part of a message's flags differs from the last version that a GM wrote.
 * @param {Record<string, unknown>} part as `gmPart` returns it
 * @param {Record<string, unknown>} written the same, as a GM wrote it
 */
export const isTampered = (part, written) => JSON.stringify(part) !== JSON.stringify(written);

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
 * Return the entries that say what was put into a roll.
 * @param {readonly unknown[]} entries
 */
export const validIncluded = (entries) => onlyPutIn(fieldOf(FIELDS.message.included, entries) ?? []);

/**
 * @param {Coign.Included[]} list
 * @returns {Coign.Included[]}
 */
function onlyPutIn(list) {
  return list.filter(({ effect }) => isPutIn(effect)).map((one) => ({ ...one, target: one.target ?? null }));
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

/** The GM-only part of a message into which no GM has written. */
export const NOTHING_WRITTEN = gmPart({});

/**
 * Return the GM-only part of a message as its author may make it: with what is written at its creation, and nothing else.
 * @param {{flags?: any}} message as it is first seen
 */
export function partByAuthor(message) {
  const atCreation = gmOnly()
    .filter(([, { by }]) => by === "creation")
    .map(([name]) => name);
  const part = gmPart(message);
  return { ...NOTHING_WRITTEN, ...Object.fromEntries(atCreation.map((name) => [name, part[name]])) };
}
