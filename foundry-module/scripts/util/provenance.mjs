/**
 * Provenance: decide which values of guarded flags a GM wrote. Pure.
 *
 * Players may write any flag of their own messages and tokens, so a flag alone proves nothing. Only a value that a GM wrote
 * counts. The server names the author of each update, and a GM's client notes the value when the update arrives.
 *
 * A note maps paths to the values that count: `overrides`, `senses.darkvision`. Records are noted field by field, so a GM who
 * sets one field confirms only that field. No other file decides which guarded values are trusted.
 */

import { FIELDS, fieldOf, readBy, rowOf, writerOf } from "./fields.mjs";
import { ID } from "./foundry.mjs";
import { isRecord } from "./shapes.mjs";

/** @typedef {"message" | "token"} Kind */
/** @typedef {Record<string, unknown>} Note the values that count, by path */

/** The option of an update that undoes a player's. It confirms nothing: a GM may have written after it was sent. */
export const UNDOES = "coignUndoes";

export const EVERYTHING = "";

/** The note of each message. @type {WeakMap<object, Note>} */
const notes = new WeakMap();

/**
 * Note what counts of what only a GM may write into a message: from now on its flags are read so.
 * @param {Coign.Foreign} message
 * @param {Note} note
 */
export function setNote(message, note) {
  notes.set(message, note);
  readBy(message, (flags) => believed("message", flags, note));
}

/**
 * Return the note of a message; undefined without one.
 * @param {Coign.Foreign} message
 */
export const noteOf = (message) => notes.get(message);

/**
 * Return the first note of a message. A GM's message is noted with all its values, a player's only with those that an author
 * may set when creating it.
 * @param {unknown} flags the module's
 * @param {boolean} byGM
 */
export const firstNote = (flags, byGM) =>
  Object.fromEntries(Object.entries(guardedIn("message", flags)).filter(([path, value]) => byGM || says(path, value)));

/** Return whether a message's author may say this when creating it, and says something. @param {string} path @param {unknown} value */
function says(path, value) {
  const row = rowOf("message", path);
  return row?.by === "creation" && !isEmpty(fieldOf(row, value));
}

/**
 * Return the change of a document's flags that restores the noted values where another user has overwritten them; null if
 * nothing has to change.
 * @param {Kind} kind
 * @param {unknown} flags the module's
 * @param {Note} note
 * @param {(path: string) => boolean} [concerns] true for the paths to include
 */
export function undone(kind, flags, note, concerns = () => true) {
  const present = guardedIn(kind, flags);
  const none = (/** @type {string} */ path) =>
    kind === "message" && !path.includes(".") ? noneOf(FIELDS[kind][path].shape) : null;
  const wrong = [...new Set([...Object.keys(present), ...Object.keys(note)])].filter(
    (path) => concerns(path) && !isEqual(present[path] ?? none(path), note[path] ?? none(path)),
  );
  /** @type {Record<string, any>} */
  const change = {};
  for (const path of wrong) {
    const [name, part] = splitPath(path);
    if (part === undefined) change[name] = note[path] ?? none(path);
    else if (change[name] === undefined || isRecord(change[name]))
      change[name] = { ...change[name], [part]: note[path] ?? null };
  }
  return wrong.length ? change : null;
}

/**
 * Return the value by which a flag of a shape says "none". On a token an empty list says that it ignores nothing.
 * @param {Coign.Shape} shape
 */
function noneOf(shape) {
  if (typeof shape !== "string" && "list" in shape) return [];
  if (typeof shape !== "string" && "whole" in shape) return 0;
  return typeof shape !== "string" && ("text" in shape || "one" in shape || "either" in shape) ? "" : null;
}

/**
 * Return whether only a GM may write a path, or its author with the document alone.
 * @param {Kind} kind
 * @param {string} path
 */
const isGuarded = (kind, path) => ["gm", "creation"].includes(writerOf(kind, path));

/**
 * Return the guarded values in a document's flags, regardless of their author.
 * @param {Kind} kind
 * @param {unknown} flags the module's
 * @returns {Note}
 */
export function guardedIn(kind, flags) {
  const parts = partsOf(kind, flags).filter(([path, value]) => isGuarded(kind, path) && !isEmpty(value));
  return Object.fromEntries(parts);
}

/**
 * Return the trusted flags of a document: fields that its owner may write are unchanged, guarded fields are as noted.
 * @param {Kind} kind
 * @param {unknown} flags the module's
 * @param {Note} note
 * @returns {Record<string, any>}
 */
export function believed(kind, flags, note) {
  const own = partsOf(kind, flags).filter(([path]) => !isGuarded(kind, path));
  /** @type {Map<string, unknown>} */
  const whole = new Map();
  /** @type {Map<string, Map<string, unknown>>} */
  const records = new Map();
  for (const [path, value] of [...own, ...Object.entries(note)]) {
    const [name, part] = splitPath(path);
    if (part === undefined) whole.set(name, value);
    else records.set(name, (records.get(name) ?? new Map()).set(part, value));
  }
  // From entries, for a name such as `__proto__` is then a name like any other.
  for (const [name, fields] of records) whole.set(name, Object.fromEntries(fields));
  return Object.fromEntries(whole);
}

/**
 * Return a note after a GM's update: of the paths that the update wrote it has the present values.
 * @param {Kind} kind
 * @param {Note} before
 * @param {unknown} flags the module's, after the update
 * @param {Coign.Foreign} change as the hook has it
 * @returns {Note}
 */
export function noteAfter(kind, before, flags, change) {
  const written = writtenIn(change);
  const isWritten = (/** @type {string} */ path) =>
    written.some(
      (known) => known === EVERYTHING || path === known || path.startsWith(`${known}.`) || known.startsWith(`${path}.`),
    );
  const old = Object.entries(before).filter(([path]) => !isWritten(path));
  const fresh = Object.entries(guardedIn(kind, flags)).filter(([path]) => isWritten(path));
  return Object.fromEntries([...old, ...fresh].sort());
}

/**
 * Return whether two values are equal, whatever the order of their fields.
 * @param {unknown} first
 * @param {unknown} second
 */
export function isEqual(first, second) {
  try {
    return JSON.stringify(sorted(first)) === JSON.stringify(sorted(second));
  } catch {
    return false; // nested too deep: that is certainly no GM's
  }
}

/**
 * Return the values in flags by their paths: those of a record one by one, a list as one. Fields that are not in the table
 * are left out.
 * @param {Kind} kind
 * @param {unknown} flags
 */
function partsOf(kind, flags) {
  if (!isRecord(flags)) return [];
  const isKnown = (/** @type {string} */ name) =>
    Object.hasOwn(FIELDS[kind], name) || (kind === "message" && name === "attack");
  const known = Object.entries(flags).filter(([name]) => isKnown(name));
  return known.flatMap(([name, value]) =>
    isRecord(value)
      ? Object.entries(value).map(([part, content]) => /** @type {[string, unknown]} */ ([`${name}.${part}`, content]))
      : [/** @type {[string, unknown]} */ ([name, value])],
  );
}

/**
 * Return whether a change writes or removes one of these flags.
 * @param {Coign.Foreign} change as the hook has it
 * @param {string[]} names
 */
export const writesOneOf = (change, names) =>
  writtenIn(change).some((path) => path === EVERYTHING || names.includes(splitPath(path)[0]));

/**
 * Return the paths that a change writes or removes. Replacing or removing an object writes every path inside it. Foundry 13
 * marks this with a key that starts with `==` or `-=`, Foundry 14 with an object of a special class.
 * @param {Coign.Foreign} change
 */
function writtenIn(change) {
  const flags = inside(change, "flags");
  if (flags === undefined || flags === EVERYTHING) return flags === undefined ? [] : [EVERYTHING];
  const own = inside(flags, ID);
  if (own === undefined || own === EVERYTHING) return own === undefined ? [] : [EVERYTHING];
  return Object.entries(own).flatMap(([key, value]) =>
    isPlain(value) && key === plain(key) ? Object.keys(value).map((part) => `${key}.${plain(part)}`) : [plain(key)],
  );
}

/**
 * Return the part of a change under a name; `EVERYTHING` if the part is replaced or removed as a whole.
 * @param {Coign.Foreign} change
 * @param {string} name
 */
export function inside(change, name) {
  if (!isRecord(change)) return undefined;
  if ([`-=${name}`, `==${name}`].some((key) => key in change)) return EVERYTHING;
  if (!(name in change)) return undefined;
  return isPlain(change[name]) ? change[name] : EVERYTHING;
}

/**
 * Return whether a value is a record of fields, and no operator.
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isPlain(value) {
  if (!isRecord(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null; // `Object.prototype` of any page
}

/**
 * Split a path into the name of the field and what comes after it.
 * @param {string} path
 * @returns {[string, string | undefined]}
 */
function splitPath(path) {
  const dot = path.indexOf(".");
  return dot < 0 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** @param {string} key */
const plain = (key) => key.replace(/^[-=]=/, "");

/**
 * Return whether a value says nothing. An empty list says something: it ignores nothing.
 * @param {unknown} value
 */
function isEmpty(value) {
  const isNothing = (/** @type {unknown} */ content) => content === undefined || content === null || content === "";
  return isRecord(value) ? Object.values(value).every(isNothing) : isNothing(value);
}

/** @param {unknown} value @returns {unknown} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([key, content]) => [key, sorted(content)]),
  );
}
