/**
 * Read values that somebody else wrote, by their shape: what fits is returned, what does not is treated as absent. A
 * malformed entry of a list or field of a record is left out, and the rest is kept. A list in which each entry has its
 * place is read as a whole or not at all. No value makes it throw. Pure.
 *
 * The shapes of the wire's own types are made from these types (`SHAPES` in `wire.mjs`).
 */

/** @typedef {Coign.Shape} Shape */

const DEEPEST = 12; // levels of a value of any shape
const MOST_PARTS = 10_000; // of a value of any shape
const READ_AT_MOST = 20; // times as many entries as are kept

/**
 * Return a value in its shape.
 * @param {Shape} shape
 * @param {unknown} value
 * @returns {any} undefined: it has another shape, or is null
 */
export function read(shape, value) {
  if (value === null || value === undefined) return undefined;
  if (shape === "any") return partsOf(value, DEEPEST) <= MOST_PARTS ? value : undefined;
  if (shape === "record") return isRecord(value) ? value : undefined;
  if (shape === "boolean") return typeof value === "boolean" ? value : undefined;
  if ("text" in shape) return readText(shape, value);
  if ("number" in shape) return within(shape.number, numberIn(value));
  if ("whole" in shape) return Number.isInteger(value) ? within(shape.whole, value) : undefined;
  if ("one" in shape) return shape.one.includes(value) ? value : undefined;
  if ("kinds" in shape) return readKind(shape.kinds, value);
  if ("list" in shape) return readList(shape, value);
  if ("map" in shape) return readMap(shape, value);
  if ("fields" in shape) return readFields(shape.fields, value, shape.needs);
  return shape.either.map((shape) => read(shape, value)).find((content) => content !== undefined);
}

/**
 * Return the fields of a record that fit their shapes.
 * @param {Record<string, Shape>} shapes
 * @param {unknown} value
 * @param {string[]} [needs] the fields without which it says nothing
 * @returns {Record<string, any> | undefined} undefined: it is no record, or lacks a field that it needs
 */
export function readFields(shapes, value, needs = []) {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(shapes).map(([name, shape]) => [name, own(value, name, shape)]);
  const fields = Object.fromEntries(pairs.filter(([, content]) => content !== undefined));
  return needs.every((name) => name in fields) ? fields : undefined;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Return a record if each of its fields fits its shape, without those that are null or have another name.
 * @param {Record<string, Shape>} shapes
 * @param {unknown} value
 * @param {string[]} [needs] the fields without which it says nothing
 */
export function readWhole(shapes, value, needs) {
  const whole = readFields(shapes, value, needs);
  const fits = (/** @type {string} */ name) => name in Object(whole) || (Object(value)[name] ?? null) === null;
  return whole && Object.keys(shapes).every(fits) ? whole : undefined;
}

/** @param {Record<string, any>} value @param {string} name @param {Shape} shape */
const own = (value, name, shape) => (Object.hasOwn(value, name) ? read(shape, value[name]) : undefined);

/** @param {{text: number, least?: number}} shape @param {unknown} value */
const readText = ({ text, least = 0 }, value) =>
  typeof value === "string" && value.length >= least && value.length <= text ? value : undefined;

/** @param {Coign.Kinds} kinds @param {unknown} value */
function readKind(kinds, value) {
  if (!isRecord(value) || !Object.hasOwn(kinds, value.kind)) return undefined;
  const { fields, needs } = kinds[value.kind];
  const whole = readWhole(fields, value, needs);
  return whole && { kind: value.kind, ...whole };
}

/** @param {{list: Shape, least?: number, most: number, asWhole?: boolean}} shape @param {unknown} value */
function readList({ list, least = 0, most, asWhole = false }, value) {
  if (!Array.isArray(value) || (asWhole && (value.length > most || value.length < least))) return undefined;
  const entries = value.slice(0, most * READ_AT_MOST).map((entry) => read(list, entry));
  if (asWhole && entries.includes(undefined)) return undefined;
  return entries.filter((entry) => entry !== undefined).slice(0, most);
}

/** @param {{map: Shape, most: number}} shape @param {unknown} value */
function readMap({ map, most }, value) {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).slice(0, most);
  const pairs = entries.map(([name, entry]) => [name, name.length > 200 ? undefined : read(map, entry)]);
  return Object.fromEntries(pairs.filter(([, entry]) => entry !== undefined));
}

/** Return a number, also from a text that spells one, as old sheets saved them. @param {unknown} value */
const numberIn = (value) =>
  typeof value === "string" && value.length < 30 && value.trim() !== "" ? Number(value) : value;

/** @param {readonly number[]} range @param {unknown} value */
const within = ([least, most], value) =>
  typeof value === "number" && value >= least && value <= most ? value : undefined;

/**
 * Count the values in a value, and the characters of its texts; a value that is too deep has too many.
 * @param {unknown} value
 * @param {number} levels
 */
function partsOf(value, levels) {
  if (typeof value === "string") return 1 + value.length / 10;
  if (typeof value !== "object" || value === null) return 1;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  let parts = 1;
  for (const entry of Array.isArray(value) ? value : Object.values(value)) {
    parts += partsOf(entry, levels - 1);
    if (parts > MOST_PARTS) break;
  }
  return parts;
}
