/**
 * Foundry's documents as the bridge reads them. Pure: names no Foundry global, derives nothing.
 *
 * A document goes whole, in its source data (never the prepared values, which are half-way through an animation while a
 * token moves), less what the bridge has no use for: pictures, sounds, notes, other modules' flags. What differs between
 * Foundry 13 and 14 is found by looking, not by version. Two things are added, because only Foundry knows them: a
 * token's `coign`, from the game system's record with the GM's word on the token laid over it, and a region's `polygons`.
 */

/** @typedef {"Token" | "Wall" | "AmbientLight" | "Region" | "Level"} DocumentName */

/** Where in a scene each kind of document stands. */
export const COLLECTIONS = /** @type {const} */ ({
  Wall: "walls",
  Token: "tokens",
  AmbientLight: "lights",
  Region: "regions",
  Level: "levels",
});
const NAMES = /** @type {DocumentName[]} */ (Object.keys(COLLECTIONS));

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
 * @param {Coign.SceneDocument} scene
 * @returns {Coign.Json}
 */
export function sceneFields(scene) {
  const source = /** @type {Coign.SceneSource} */ (sourceOf(scene));
  const { darknessLevel, globalLight } = source.environment ?? {};
  return {
    ...picked(source, SCENE),
    // The diagonal rule is the world's, not the scene's: the prepared grid has it.
    grid: { ...picked(source.grid ?? {}, GRID), diagonals: scene.grid?.diagonals },
    environment: { darknessLevel, globalLight: picked(globalLight ?? {}, ["enabled", "bright", "darkness"]) },
    flags: {
      coign: picked(source.flags?.coign ?? {}, ["light"]),
      core: picked(source.flags?.core ?? {}, ["legacyHex"]),
    },
  };
}

/**
 * One document of a scene. What is in it may be the document's own, which changes with it: it is for writing down now.
 *
 * @param {DocumentName} name
 * @param {Coign.Placed} document
 * @param {(token: Coign.Placed) => Coign.TokenExtras} extras the game system's word on a token
 * @returns {Coign.Json}
 */
export function documentData(name, document, extras) {
  const source = /** @type {Coign.PlacedSource} */ (sourceOf(document));
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
        behaviors: Array.from(source.behaviors ?? [], (behavior) =>
          picked(behavior, ["_id", "type", "disabled", "system"]),
        ),
      };
    case "Level":
      return picked(source, LEVEL);
  }
}

/**
 * Every document that stands in a scene.
 * @param {Coign.SceneDocument} scene
 * @returns {Generator<[DocumentName, Coign.Placed]>}
 */
export function* documentsOf(scene) {
  for (const name of NAMES) {
    for (const document of scene[COLLECTIONS[name]] ?? []) yield [name, document];
  }
}

/**
 * @param {Coign.Placed} token
 * @param {Coign.PlacedSource} source
 * @param {(token: Coign.Placed) => Coign.TokenExtras} extras
 */
function tokenData(token, source, extras) {
  const cells = (token.parent?.grid?.type ?? 0) >= HEXAGONAL ? token.getOccupiedGridSpaceOffsets?.(source) : undefined;
  /** @type {Coign.Json} */
  const said = { cells: cells?.map(({ i, j }) => ({ i, j })), ...extras(token) };
  return {
    ...picked(source, TOKEN),
    light: picked(source.light ?? {}, LIGHT_CONFIG),
    flags: keptFlags(source, []),
    coign: picked(said, Object.keys(said)),
  };
}

/**
 * A region's outlines as Foundry itself has worked them out, so that no shape is worked out twice.
 * @param {Coign.Placed} region
 * @returns {number[][] | undefined}
 */
function polygons(region) {
  const found = region.polygons;
  return found
    ? Array.from(found, (outline) => Array.from("points" in outline ? outline.points : outline, Number))
    : undefined;
}

/**
 * The heights that other modules keep, and those of our own flags that the bridge reads.
 * @param {Coign.PlacedSource} source
 * @param {string[]} own
 */
function keptFlags(source, own) {
  const flags = source.flags ?? {};
  return { ...picked(flags, HEIGHT_FLAGS), coign: picked(flags.coign ?? {}, own) };
}

/**
 * The source data, only to be read: `toObject()` would copy it first, of a scene with everything that stands in it.
 * @param {{_source?: object, toObject(): object}} document
 */
const sourceOf = (document) => document._source ?? document.toObject();

/**
 * The fields of these names that are there and say something.
 * @param {Coign.Json} source
 * @param {string[]} names
 * @returns {Coign.Json}
 */
function picked(source, names) {
  const pairs = names.map((name) => /** @type {const} */ ([name, source[name]]));
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== null));
}
