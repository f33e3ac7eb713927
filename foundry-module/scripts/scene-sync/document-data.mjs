/**
 * Foundry's documents as the bridge reads them. Pure: names no Foundry global, derives nothing.
 *
 * A document is sent whole, from its source data, because the prepared values of a moving token are those of its animation.
 * What a token's actor sets is read as prepared: its source does not show it.
 * Data that the bridge does not use are left out: pictures, sounds, notes, other modules' flags. Differences between Foundry
 * 13 and 14 are detected; versions are not compared. Two things are added, because only Foundry knows them: a token's
 * `coign`, its traits from the game system and from the token's sheet; and a region's `polygons`.
 *
 * Players can write names, flags and actors of any length on their own tokens. Texts longer than the bridge reads are left
 * out here, so that no document makes a message that the bridge refuses.
 */

import { byteLength } from "../connection/message-size.mjs";
import { FIELDS, fieldsOf, ownFields } from "../util/fields.mjs";
import { isRecord, readFields } from "../util/shapes.mjs";
import { COLLECTIONS, DOCUMENT, SENT, SHAPES } from "../util/wire.mjs";

/** @typedef {Exclude<Coign.Change["document"], "Scene">} DocumentName */

const NAMES = /** @type {DocumentName[]} */ (Object.keys(COLLECTIONS));

/** @typedef {"regions" | "roofs" | "levels"} Part */
/** The documents and fields that are not sent while a feature is off. @type {Record<Part, {documents: DocumentName[], fields: string[]}>} */
export const PARTS = {
  regions: { documents: ["Region"], fields: [] },
  roofs: { documents: ["Tile"], fields: [] },
  levels: { documents: ["Level"], fields: ["levels", "level"] },
};

const LONGEST_NAME = 200; // characters of a token's name

const HEXAGONAL = 2; // grid types from here on are hexes

/**
 * Return a scene's own fields, without the documents in it.
 * @param {Coign.SceneDocument} scene
 */
export function sceneFields(scene) {
  const source = /** @type {Coign.SceneSource} */ (sourceOf(scene));
  const { light, floors } = ownFields("scene", source);
  const { grid, ...fields } = picked(source, SENT.Scene);
  return {
    ...fields,
    // The diagonal rule is the world's, not the scene's: the prepared grid has it.
    grid: { ...Object(grid), diagonals: scene.grid?.diagonals },
    flags: {
      coign: { ...(light && { light }), ...(floors && { floors }) },
      core: picked(source.flags?.core ?? {}, { legacyHex: true }),
    },
  };
}

/**
 * Return the data of one document. It may share objects with the document, which change with it: encode it now.
 *
 * @param {DocumentName} name
 * @param {Coign.Placed} document
 * @param {(token: Coign.Placed) => Coign.TokenTraits} traits from the game system and the token's sheet
 * @returns {Coign.Json}
 */
export function documentData(name, document, traits) {
  const source = /** @type {Coign.PlacedSource} */ (sourceOf(document));
  if (name === "Token") return tokenData(document, { ...source, ...setByActor(document) }, traits);
  const fields = picked(source, SENT[name]);
  switch (name) {
    case "Wall":
      return { ...fields, flags: keptFlags(source, ownFields("wall", source)) };
    case "Region":
      return { ...fields, polygons: polygons(document) };
    case "Tile":
      return { ...fields, flags: { coign: ownFields("tile", source) } };
    default:
      return fields;
  }
}

/**
 * Write a document's data as JSON, without the fields that are longer than the bridge reads.
 * @param {Coign.Json} data
 * @param {string} what for the console
 */
export function written(data, what) {
  const text = jsonOf(data);
  if (text !== null && byteLength(text, DOCUMENT.fieldBytes) <= DOCUMENT.fieldBytes) return text;
  const isShort = (/** @type {string | null} */ field) =>
    field !== null && byteLength(field, DOCUMENT.fieldBytes) <= DOCUMENT.fieldBytes;
  const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => isShort(jsonOf(value))));
  const left = Object.keys(data).filter((name) => !(name in kept));
  if (left.length)
    console.warn(`Coign | ${what}: ${left.join(", ")} left out: longer than ${DOCUMENT.fieldBytes} bytes`);
  return JSON.stringify(kept);
}

/**
 * Return a value as JSON; null if it is nested too deep for that.
 * @param {unknown} value
 */
function jsonOf(value) {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return null;
  }
}

/**
 * Yield every document in a scene.
 * @param {Coign.SceneDocument} scene
 * @returns {Generator<[DocumentName, Coign.Placed]>}
 */
export function* documentsOf(scene) {
  for (const name of NAMES) {
    for (const document of scene[COLLECTIONS[name]] ?? []) if (matters(name, document)) yield [name, document];
  }
}

/**
 * Return whether a document is sent. A map has many tiles, and only those matter that stop light or are objects.
 * @param {DocumentName} name
 * @param {Coign.Placed} document
 */
export function matters(name, document) {
  if (name !== "Tile") return true;
  const source = /** @type {Coign.PlacedSource} */ (sourceOf(document));
  return !source.hidden && Boolean(source.restrictions?.light || ownFields("tile", source).object);
}

/**
 * Return those of a token's fields that its actor sets, as prepared: by its effects since Foundry 14 (a torch), in pf2e by its
 * alliance and its items.
 * @param {Coign.Placed} token
 */
function setByActor({ name, disposition, light, sight, detectionModes, movementAction }) {
  const fields = { name, disposition, light, sight, detectionModes, movementAction };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null));
}

/**
 * Return a token's own fields, with its name cut, and what it has beside them.
 * @param {Coign.Placed} token
 * @param {Coign.PlacedSource} source
 * @param {(token: Coign.Placed) => Coign.TokenTraits} traits
 */
function tokenData(token, source, traits) {
  const cells = (token.parent?.grid?.type ?? 0) >= HEXAGONAL ? spacesOf(token, source) : undefined;
  /** @type {Coign.Json} */
  const reported = { cells: cells?.map(({ i, j }) => ({ i, j })), ...traits(token) };
  return {
    ...picked(source, SENT.Token),
    ...(typeof source.name === "string" && { name: source.name.slice(0, LONGEST_NAME) }),
    flags: keptFlags(source),
    coign: readFields(SHAPES.CoignToken, reported),
  };
}

/**
 * Return the spaces of a token's whole shape. Since v14 the token's own function leaves out those behind walls; that of the
 * first class to have one, `BaseToken`, does not.
 * @param {Coign.Placed} token
 * @param {Coign.PlacedSource} source
 */
function spacesOf(token, source) {
  let spaces = token.getOccupiedGridSpaceOffsets;
  for (let at = Object.getPrototypeOf(token); at; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, "getOccupiedGridSpaceOffsets")) spaces = at.getOccupiedGridSpaceOffsets;
  return spaces?.call(token, source);
}

/**
 * Return a region's outlines as Foundry has computed them, so that no shape is computed twice.
 * @param {Coign.Placed} region
 */
function polygons(region) {
  const found = region.polygons;
  return found
    ? Array.from(found, (outline) => Array.from("points" in outline ? outline.points : outline, Number))
    : undefined;
}

/**
 * Return the heights and facings that other modules keep in flags, and those of our flags that the bridge reads.
 * @param {Coign.PlacedSource} source
 * @param {Coign.Json} [coign]
 */
const keptFlags = ({ flags }, coign = {}) => ({ ...(flags && fieldsOf(FIELDS.other, flags)), coign });

/**
 * Return the source data, for reading only: `toObject()` would first copy it, of a scene with every document in it.
 * @param {{_source?: object, toObject(): object}} document
 */
const sourceOf = (document) => document._source ?? document.toObject();

/**
 * Return the fields of a record that are sent, as the table of the wire has them.
 * @param {Coign.Json} source
 * @param {Coign.SentFields} fields
 * @returns {Coign.Json}
 */
function picked(source, fields) {
  const pairs = Object.entries(fields).map(([name, part]) => /** @type {const} */ ([name, copied(source[name], part)]));
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/**
 * Return a value as it is sent; undefined if it says nothing.
 * @param {unknown} value
 * @param {Coign.SentFields[string]} part
 * @returns {unknown}
 */
function copied(value, part) {
  if (value === null) return part === "null" ? null : undefined;
  if (part === true || part === "null") return value;
  if (Array.isArray(value)) return value.map((entry) => copied(entry, part) ?? {});
  if (!isRecord(value)) return undefined;
  const found = picked(value, part);
  return Object.keys(found).length ? found : undefined;
}
