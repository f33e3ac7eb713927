/**
 * Foundry's documents as the bridge reads them. Pure: names no Foundry global, derives nothing.
 *
 * A document is sent whole, from its source data: the prepared values of a moving token are those of its animation. Left
 * out is what the bridge does not use: pictures, sounds, notes, other modules' flags. What differs between Foundry 13
 * and 14 is detected, versions are not compared. Two things are added, because only Foundry knows them: a token's
 * `coign`, its traits from the game system and from the token's sheet; and a region's `polygons`.
 *
 * A player writes the names, flags and actors of its own tokens, of any length. What is longer than the bridge reads is
 * left out here, so that no document makes a message that the bridge does not take.
 */

import { byteLength } from "../connection/message-size.mjs";
import { FIELDS, fieldsOf, ownFields } from "../util/fields.mjs";
import { readFields } from "../util/shapes.mjs";
import { DOCUMENT, SHAPES } from "../util/wire.mjs";

/** @typedef {Exclude<Coign.Change["document"], "Scene">} DocumentName */

/** The scene's collection for each kind of document. Walls, of which there are most, stand on the ground of regions. */
export const COLLECTIONS = /** @type {const} */ ({
  Level: "levels",
  Region: "regions",
  Tile: "tiles",
  AmbientLight: "lights",
  Token: "tokens",
  Wall: "walls",
});
const NAMES = /** @type {DocumentName[]} */ (Object.keys(COLLECTIONS));

const SCENE = ["_id", "name", "width", "height", "padding", "tokenVision"];
const GRID = ["type", "size", "distance", "units"];
const WALL = ["_id", "c", "sight", "move", "light", "dir", "door", "ds", "levels"];
const LIGHT = ["_id", "x", "y", "elevation", "rotation", "walls", "hidden", "levels"];
const LIGHT_CONFIG = ["dim", "bright", "angle", "luminosity", "negative", "priority", "darkness"];
const REGION = ["_id", "name", "shapes", "elevation", "hidden", "levels"];
const TILE = ["_id", "x", "y", "width", "height", "elevation", "rotation", "levels"];
const LEVEL = ["_id", "name", "elevation", "visibility"];
const TOKEN = [
  ...["_id", "name", "x", "y", "width", "height", "depth", "elevation", "rotation", "disposition", "hidden"],
  ...["shape", "hexagonalShape", "level", "movementAction", "detectionModes"],
];
const SIGHT = ["enabled", "visionMode"];
/** @typedef {"regions" | "roofs" | "levels"} Part */
/** What is not sent while a feature is off. @type {Record<Part, {documents: DocumentName[], fields: string[]}>} */
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
  const { darknessLevel, globalLight } = source.environment ?? {};
  const { light, floors } = ownFields("scene", source);
  return {
    ...picked(source, SCENE),
    // The diagonal rule is the world's, not the scene's: the prepared grid has it.
    grid: { ...picked(source.grid ?? {}, GRID), diagonals: scene.grid?.diagonals },
    environment: { darknessLevel, globalLight: picked(globalLight ?? {}, ["enabled", "bright", "darkness"]) },
    flags: {
      coign: { ...(light && { light }), ...(floors && { floors }) },
      core: picked(source.flags?.core ?? {}, ["legacyHex"]),
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
  switch (name) {
    case "Wall": {
      const sight = source.threshold?.sight; // from what distance a window is seen through; few walls have one
      const flags = keptFlags(source, ownFields("wall", source));
      return { ...picked(source, WALL), ...(sight && { threshold: { sight } }), flags };
    }
    case "Token":
      return tokenData(document, source, traits);
    case "AmbientLight":
      return { ...picked(source, LIGHT), config: picked(source.config ?? {}, LIGHT_CONFIG) };
    case "Region":
      return {
        ...picked(source, REGION),
        polygons: polygons(document),
        behaviors: Array.from(source.behaviors ?? [], (behavior) =>
          picked(behavior, ["_id", "type", "disabled", "system"]),
        ),
      };
    case "Tile":
      return {
        ...picked(source, TILE),
        restrictions: { light: true },
        texture: picked(source.texture ?? {}, ["anchorX", "anchorY"]),
      };
    case "Level":
      return picked(source, LEVEL);
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
 * Return whether a document is sent. A map has many tiles, and only those that stop light matter.
 * @param {DocumentName} name
 * @param {Coign.Placed} document
 */
export function matters(name, document) {
  if (name !== "Tile") return true;
  const { hidden, restrictions } = /** @type {Coign.PlacedSource} */ (sourceOf(document));
  return Boolean(restrictions?.light) && !hidden;
}

/**
 * @param {Coign.Placed} token
 * @param {Coign.PlacedSource} source
 * @param {(token: Coign.Placed) => Coign.TokenTraits} traits
 */
function tokenData(token, source, traits) {
  const cells = (token.parent?.grid?.type ?? 0) >= HEXAGONAL ? token.getOccupiedGridSpaceOffsets?.(source) : undefined;
  /** @type {Coign.Json} */
  const reported = { cells: cells?.map(({ i, j }) => ({ i, j })), ...traits(token) };
  return {
    ...picked(source, TOKEN),
    ...(typeof source.name === "string" && { name: source.name.slice(0, LONGEST_NAME) }),
    light: picked(source.light ?? {}, LIGHT_CONFIG),
    sight: { ...picked(source.sight ?? {}, SIGHT), range: source.sight?.range }, // null: without end
    flags: keptFlags(source),
    coign: readFields(SHAPES.CoignToken, reported),
  };
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
 * Return the fields of these names that are neither undefined nor null.
 * @param {Coign.Json} source
 * @param {string[]} names
 */
function picked(source, names) {
  const pairs = names.map((name) => /** @type {const} */ ([name, source[name]]));
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== null));
}
