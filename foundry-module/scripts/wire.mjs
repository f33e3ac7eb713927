/**
 * Foundry's documents as the bridge reads them. Pure: names no Foundry global, derives nothing.
 *
 * A document goes whole, in its source data (never the prepared values, which are half-way through an animation while a
 * token moves), less what the bridge has no use for: pictures, sounds, notes, other modules' flags. What differs between
 * Foundry 13 and 14 is found by looking, not by version. Two things are added, because only Foundry knows them: a
 * token's `coign`, from the game system's record with the GM's word on the token laid over it, and a region's `polygons`.
 */

/** @typedef {"Token" | "Wall" | "AmbientLight" | "Region" | "Level"} DocumentName */

/** @type {Record<DocumentName, string>} Where in a scene each kind of document stands. */
export const COLLECTIONS = {
  Wall: "walls",
  Token: "tokens",
  AmbientLight: "lights",
  Region: "regions",
  Level: "levels",
};

const SCENE = ["_id", "name", "width", "height", "padding", "tokenVision"];
const GRID = ["type", "size", "distance", "units"];
const WALL = ["_id", "c", "sight", "move", "light", "dir", "door", "ds", "levels"];
const LIGHT = ["_id", "x", "y", "elevation", "rotation", "walls", "hidden", "levels"];
const LIGHT_CONFIG = ["dim", "bright", "angle", "luminosity", "negative", "priority", "darkness"];
const REGION = ["_id", "name", "shapes", "elevation", "hidden", "levels"];
const LEVEL = ["_id", "name", "elevation"];
const TOKEN = [
  ...["_id", "name", "x", "y", "width", "height", "depth", "elevation", "rotation", "disposition", "hidden"],
  ...["shape", "hexagonalShape", "level", "movementAction"],
];
const HEIGHT_FLAGS = ["wall-height", "wallHeight", "about-face"];

const HEXAGONAL = 2; // grid types from here on are hexes

/**
 * A scene without what stands in it.
 * @param {any} scene a Scene document
 * @returns {Coign.Json}
 */
export function sceneFields(scene) {
  const source = scene.toObject();
  const { darknessLevel, globalLight } = source.environment ?? {};
  return {
    ...picked(source, SCENE),
    // The diagonal rule is the world's, not the scene's: the prepared grid has it.
    grid: { ...picked(source.grid ?? {}, GRID), diagonals: scene.grid?.diagonals },
    environment: { darknessLevel, globalLight: picked(globalLight ?? {}, ["enabled", "bright", "darkness"]) },
  };
}

/**
 * One document of a scene.
 *
 * @param {DocumentName} name
 * @param {any} document
 * @param {(token: any) => Coign.TokenExtras} extras the game system's word on a token
 * @returns {Coign.Json}
 */
export function documentData(name, document, extras) {
  const source = document.toObject();
  switch (name) {
    case "Wall":
      return { ...picked(source, WALL), flags: keptFlags(source, ["cover"]) };
    case "Token":
      return tokenData(document, source, extras);
    case "AmbientLight":
      return { ...picked(source, LIGHT), config: picked(source.config ?? {}, LIGHT_CONFIG) };
    case "Region":
      return {
        ...picked(source, REGION),
        polygons: polygons(document),
        behaviors: list(source.behaviors).map((behavior) => picked(behavior, ["_id", "type", "disabled", "system"])),
      };
    case "Level":
      return picked(source, LEVEL);
  }
}

/**
 * Every document that stands in a scene.
 * @param {any} scene
 * @returns {Generator<[DocumentName, any]>}
 */
export function* documentsOf(scene) {
  for (const [name, collection] of Object.entries(COLLECTIONS)) {
    for (const document of scene[collection] ?? []) yield [/** @type {DocumentName} */ (name), document];
  }
}

/**
 * @param {any} token
 * @param {any} source
 * @param {(token: any) => Coign.TokenExtras} extras
 */
function tokenData(token, source, extras) {
  const cells = token.parent?.grid?.type >= HEXAGONAL ? token.getOccupiedGridSpaceOffsets?.(source) : undefined;
  /** @type {Coign.Json} */
  const said = { cells: cells?.map((/** @type {{i: number, j: number}} */ { i, j }) => ({ i, j })), ...extras(token) };
  return {
    ...picked(source, TOKEN),
    light: picked(source.light ?? {}, LIGHT_CONFIG),
    flags: keptFlags(source, []),
    coign: picked(said, Object.keys(said)),
  };
}

/**
 * A region's outlines as Foundry itself has worked them out, so that no shape is worked out twice.
 * @param {any} region
 * @returns {number[][] | undefined}
 */
function polygons(region) {
  const found = region.polygons;
  return found
    ? Array.from(found, (/** @type {any} */ polygon) => Array.from(polygon.points ?? polygon, Number))
    : undefined;
}

/**
 * The heights that other modules keep, and those of our own flags that the bridge reads.
 * @param {any} source
 * @param {string[]} own
 */
function keptFlags(source, own) {
  const flags = source.flags ?? {};
  return { ...picked(flags, HEIGHT_FLAGS), coign: picked(flags.coign ?? {}, own) };
}

/**
 * The fields of these names that are there and say something.
 * @param {any} source
 * @param {string[]} names
 * @returns {Coign.Json}
 */
function picked(source, names) {
  const pairs = names.map((name) => /** @type {const} */ ([name, source[name]]));
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== null));
}

/** @param {any} value an array, a collection, or nothing */
const list = (value) => Array.from(value ?? [], (/** @type {any} */ entry) => entry);
