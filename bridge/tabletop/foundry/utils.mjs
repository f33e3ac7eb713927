/** The part of `foundry.utils` that documents and modules use. Plain data in, plain data out. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** v14's two data operators, used in a change instead of v13's keys that begin with `-=` or `==`. */
export class ForcedDeletion {
  static create() {
    return new this();
  }

  toJSON() {
    return { "@operator": "delete" };
  }
}

export class ForcedReplacement {
  static create(value) {
    return new this(value);
  }

  constructor(value) {
    this.value = value;
  }

  toJSON() {
    return { "@operator": "replace", value: this.value };
  }
}

export function isPlainObject(value) {
  if (value === null || typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function deepClone(value) {
  if (Array.isArray(value)) return value.map(deepClone);
  if (value instanceof Set) return new Set([...value].map(deepClone));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepClone(inner)]));
}

/** Return a value as it arrives over the network: no `undefined`, no Infinity, no class, no shared reference. */
export const overTheWire = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

export function randomID(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

export function getProperty(object, path) {
  if (!path) return undefined;
  return path.split(".").reduce((inner, key) => inner?.[key], object);
}

function hasProperty(object, path) {
  let inner = object;
  for (const key of path.split(".")) {
    if (inner === null || typeof inner !== "object" || !(key in inner)) return false;
    inner = inner[key];
  }
  return true;
}

export function setProperty(object, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  let inner = object;
  for (const key of keys) {
    if (inner[key] === null || typeof inner[key] !== "object") inner[key] = {};
    inner = inner[key];
  }
  const changed = inner[last] !== value;
  inner[last] = value;
  return changed;
}

/** Unfold dotted keys at every depth: {"flags.coign": {a: 1}} -> {flags: {coign: {a: 1}}}. */
export function expandObject(object) {
  if (!isPlainObject(object)) return object;
  const expanded = {};
  for (const [path, value] of Object.entries(object)) {
    const inner = expandObject(value);
    const before = getProperty(expanded, path);
    setProperty(expanded, path, isPlainObject(before) && isPlainObject(inner) ? { ...before, ...inner } : inner);
  }
  return expanded;
}

function flattenObject(object, prefix = "") {
  const flat = {};
  for (const [key, value] of Object.entries(object)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (isPlainObject(value) && Object.keys(value).length) Object.assign(flat, flattenObject(value, path));
    else flat[path] = value;
  }
  return flat;
}

function operatorOf(value) {
  if (value instanceof ForcedDeletion) return "delete";
  if (value instanceof ForcedReplacement) return "replace";
  return isPlainObject(value) ? value["@operator"] : undefined;
}

/**
 * Merge `changes` into `original`, in place: objects merge, anything else is replaced. A key `-=name` deletes, `==name`
 * replaces whole objects; so do v14's operators. Documents apply partial updates by it (Foundry's `mergeObject`).
 */
export function mergeObject(original, changes = {}, { inplace = true } = {}) {
  return merge(inplace ? original : deepClone(original), expandObject(changes));
}

/** Merge changes whose dotted keys are unfolded, at every depth, into `target`. */
function merge(target, changes) {
  for (const [key, value] of Object.entries(changes)) {
    const operator = operatorOf(value);
    if (key.startsWith("-=")) delete target[key.slice(2)];
    else if (key.startsWith("==")) target[key.slice(2)] = deepClone(value);
    else if (operator === "delete") delete target[key];
    else if (operator === "replace") target[key] = deepClone(value.value);
    else if (isPlainObject(value)) target[key] = merge(isPlainObject(target[key]) ? target[key] : {}, value);
    else target[key] = deepClone(value);
  }
  return target;
}

/**
 * `foundry.utils.mergeObject`, with its options. Unlike a document's update it deletes nothing without
 * `performDeletions`. (fvtt-types 13.346, `common/utils/helpers.d.mts`.)
 */
export function mergeAsked(original, other = {}, options = {}) {
  const { insertKeys = true, insertValues = true, overwrite = true, recursive = true } = options;
  const { inplace = true, enforceTypes = false, performDeletions = false, nested = false } = options;
  const target = inplace ? original : deepClone(original);
  for (const [key, value] of Object.entries(nested ? other : expandObject(other))) {
    if (performDeletions && key.startsWith("-=")) {
      delete target[key.slice(2)];
      continue;
    }
    if (performDeletions && key.startsWith("==")) {
      target[key.slice(2)] = deepClone(value);
      continue;
    }
    const there = Object.hasOwn(target, key);
    const before = target[key];
    if (there && recursive && isPlainObject(before) && isPlainObject(value))
      mergeAsked(before, value, { ...options, inplace: true, nested: true, insertKeys: insertValues });
    else if (there && !overwrite) continue;
    else if (there && enforceTypes && before !== undefined && typeof before !== typeof value)
      throw new Error(`Mismatched data types encountered during object merge: ${key}`);
    else if (there ? true : nested ? insertValues && insertKeys : insertKeys) target[key] = deepClone(value);
  }
  return target;
}

function equals(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Return the part of `changes` that differs from `original`. Operators always differ, deletions if the key exists. */
export function diffObject(original, changes) {
  const different = {};
  for (const [key, value] of Object.entries(changes)) {
    const before = original?.[key];
    if (key.startsWith("-=")) {
      if (original && key.slice(2) in original) different[key] = value;
    } else if (key.startsWith("==") || operatorOf(value)) different[key] = value;
    else if (isPlainObject(value) && isPlainObject(before)) {
      const inner = diffObject(before, value);
      if (Object.keys(inner).length) different[key] = inner;
    } else if (!equals(before, value)) different[key] = value;
  }
  return different;
}

export function isEmpty(value) {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Set || value instanceof Map) return value.size === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}

function debounce(fn, delay) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), delay);
  };
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

export const escapeHTML = (text) => String(text).replace(/[&<>"']/g, (character) => ESCAPES[character]);

function isNewerVersion(version, other) {
  const left = String(version).split(".").map(Number);
  const right = String(other).split(".").map(Number);
  for (let n = 0; n < Math.max(left.length, right.length); n++) {
    if ((left[n] ?? 0) !== (right[n] ?? 0)) return (left[n] ?? 0) > (right[n] ?? 0);
  }
  return false;
}

/** Runs tasks with a limit on how many run at once, by default one. */
class Semaphore {
  #waiting = [];
  #active = 0;

  constructor(max = 1) {
    this.max = max;
  }

  add(fn, ...args) {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => Promise.resolve(fn(...args)).then(resolve, reject));
      this.#next();
    });
  }

  #next() {
    if (this.#active >= this.max || !this.#waiting.length) return;
    this.#active++;
    this.#waiting
      .shift()()
      .finally(() => {
        this.#active--;
        this.#next();
      });
  }
}

function deepFreeze(value) {
  for (const inner of Object.values(value ?? {})) if (typeof inner === "object") deepFreeze(inner);
  return Object.freeze(value);
}

/** Return a positive number if a, b and c go counter-clockwise. */
const orient2dFast = (a, b, c) => (a.y - c.y) * (b.x - c.x) - (a.x - c.x) * (b.y - c.y);

export function lineSegmentIntersects(a, b, c, d) {
  const [abc, abd] = [orient2dFast(a, b, c), orient2dFast(a, b, d)];
  if (abc * abd > 0) return false;
  return orient2dFast(c, d, a) * orient2dFast(c, d, b) <= 0 && (abc !== 0 || abd !== 0);
}

function closestPointToSegment(point, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return a;
  const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy);
  const part = Math.min(1, Math.max(0, along));
  return { x: a.x + part * dx, y: a.y + part * dy };
}

/** Split "Scene.a.Token.b" into the names and ids of the document and its parents. */
function parseUuid(uuid) {
  if (!uuid) return null;
  const parts = uuid.split(".");
  const [type, id] = parts.slice(-2);
  return { uuid, type, id, documentId: parts[1], documentType: parts[0], embedded: parts.slice(2) };
}

export const utilities = {
  Semaphore,
  closestPointToSegment,
  deepFreeze,
  filterObject: (source, template) => Object.fromEntries(Object.entries(source).filter(([key]) => key in template)),
  invertObject: (object) => Object.fromEntries(Object.entries(object).map(([key, value]) => [value, key])),
  lineSegmentIntersects,
  logCompatibilityWarning: (message) => console.warn(message),
  orient2dFast,
  parseUuid,
  deepClone,
  debounce,
  diffObject,
  duplicate: overTheWire,
  equals,
  escapeHTML,
  expandObject,
  flattenObject,
  getProperty,
  getType: (value) =>
    value === null ? "null" : Array.isArray(value) ? "Array" : (value?.constructor?.name ?? typeof value),
  hasProperty,
  isEmpty,
  isNewerVersion,
  isPlainObject,
  mergeObject: mergeAsked,
  objectsEqual: equals,
  randomID,
  setProperty,
};
