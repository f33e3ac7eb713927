/** The fields of documents that Coign reads, in their source. */

import { createIfKnown, later } from "./scratch.mjs";

const TYPES = "fvtt-types 13.346, the schemas of the documents";
const DATA = "scripts/scene-sync/document-data.mjs";
const PATIENCE = 2000; // ms
const RESTRICTIONS = [0, 10, 20, 30, 40]; // of a wall: none, limited, normal, near, far

const DOCUMENT = /** @type {const} */ ({ used: DATA, from: TYPES, feature: "judging", when: "asked" });
const SCENE = /** @type {const} */ ({ ...DOCUMENT, part: "scenes" });
const WALL = /** @type {const} */ ({ ...DOCUMENT, part: "walls" });
const TOKEN = /** @type {const} */ ({ ...DOCUMENT, part: "tokens" });
const TILE = /** @type {const} */ ({ ...DOCUMENT, feature: "roofs", part: "tiles" });
const REGION = /** @type {const} */ ({ ...DOCUMENT, feature: "regions", part: "regions" });
const LEVEL = /** @type {const} */ ({ ...DOCUMENT, feature: "levels", part: "levels", generation: 14 });

/**
 * Name the fields that a document's source lacks; true if it has them all, null if there is no document.
 * @param {any} document
 * @param {string[]} names such as "config.dim"
 */
function has(document, names) {
  if (!document) return null; // another module did not let it be made
  const value = (/** @type {string} */ name) => name.split(".").reduce((one, key) => one?.[key], document?._source);
  const missing = names.filter((name) => value(name) === undefined);
  return missing.length === 0 || `no ${missing.join(", ")}`;
}

/** @type {import("./index.mjs").Check[]} */
export const DOCUMENTS = [
  {
    ...SCENE,
    id: "scene-fields",
    says: "a scene's source has its size, padding, grid and light",
    holds: ({ scratch }) =>
      has(scratch.scene, [
        ...["width", "height", "padding", "grid.type", "grid.size", "grid.distance", "grid.units"],
        ...["environment.darknessLevel", "environment.globalLight.enabled", "environment.globalLight.darkness"],
      ]),
  },
  {
    ...SCENE,
    id: "grid-diagonals",
    says: "a scene's prepared grid has the world's rule for diagonals, as a number",
    from: "fvtt-types 13.346, `common/grid/base.d.mts`",
    holds: ({ scratch }) => typeof scratch.scene.grid?.diagonals === "number" || typeof scratch.scene.grid?.diagonals,
  },
  {
    ...WALL,
    id: "wall-fields",
    says: "a wall's source has its ends, what it restricts, its side and its door",
    holds: ({ scratch }) => has(scratch.wall, ["c", "sight", "move", "light", "dir", "door", "ds"]),
  },
  {
    ...WALL,
    id: "wall-values",
    says: "a wall restricts by 20 unless it says otherwise, and its ends are four numbers",
    used: "bridge/coign/scene/wall_kinds.py",
    from: "fvtt-types 13.346, `WALL_SENSE_TYPES`",
    holds: ({ scratch }) => {
      const { c, sight, move } = scratch.wall._source;
      if (sight === 20 && move === 20) return c.length === 4 || JSON.stringify(c);
      return RESTRICTIONS.includes(sight) && RESTRICTIONS.includes(move) ? null : JSON.stringify({ sight, move }); // set by a module
    },
  },
  {
    ...TOKEN,
    id: "token-fields",
    says: "a token's source has its place, size, elevation, rotation, side, light and shape",
    holds: ({ scratch }) =>
      has(scratch.tokens[0], [
        ...["name", "x", "y", "width", "height", "elevation", "rotation", "disposition", "hidden", "shape"],
        ...["light.dim", "light.bright", "flags"],
      ]),
  },
  {
    ...TOKEN,
    id: "token-in-px-and-spaces",
    says: "a token's place is in pixels of the canvas, its size in grid spaces",
    from: "fvtt-types 13.346, `TokenDocument#getSize`",
    names: ["getSnappedPosition"],
    holds: ({ scratch }) => {
      const [token] = scratch.tokens;
      const { width, height } = token.getSize();
      const size = scratch.scene.grid.size;
      const [across, down] = [token._source.width, token._source.height];
      return (width === size * across && height === size * down) || `${width} x ${height} px of ${across} x ${down}`;
    },
  },
  {
    ...TOKEN,
    id: "token-spaces",
    says: "a token lists the grid spaces that it occupies, as {i, j}",
    used: `${DATA}, on hexes`,
    from: "fvtt-types 13.346, `getOccupiedGridSpaceOffsets`",
    holds: ({ scratch }) => {
      const [first] = scratch.tokens[0].getOccupiedGridSpaceOffsets?.(scratch.tokens[0]._source) ?? [];
      return (Number.isFinite(first?.i) && Number.isFinite(first?.j)) || JSON.stringify(first);
    },
  },
  {
    ...SCENE,
    id: "light-fields",
    says: "a light's source has its place, its walls, and in `config` its radii, angle and darkness",
    part: "lights",
    holds: ({ scratch }) =>
      has(scratch.light, [
        ...["x", "y", "elevation", "rotation", "walls", "hidden"],
        ...["config.dim", "config.bright", "config.angle", "config.negative", "config.priority", "config.darkness"],
      ]),
  },
  {
    ...TILE,
    id: "tile-fields",
    says: "a tile's source has its place, its size, its elevation, and whether it restricts light",
    holds: ({ scratch }) =>
      has(scratch.tile, [
        ...["x", "y", "width", "height", "elevation", "rotation", "hidden", "restrictions.light"],
        ...["texture.anchorX", "texture.anchorY"],
      ]),
  },
  {
    ...TILE,
    id: "tile-levels",
    says: "a tile, whose place is that of its anchor since version 14, has levels",
    used: "bridge/coign/scene/roofs.py: read_tile",
    from: "foundryvtt/foundryvtt#13442",
    generation: 14,
    holds: ({ scratch }) => has(scratch.tile, ["levels"]),
  },
  {
    ...REGION,
    id: "region-fields",
    says: "a region's source has its shapes, its elevation and its behaviours",
    holds: ({ scratch }) => has(scratch.region, ["shapes", "elevation", "behaviors"]),
  },
  {
    ...REGION,
    id: "region-polygons",
    says: "a region has `polygons`, each with the points of its outline in pixels",
    from: "fvtt-types 13.346, `RegionDocument#polygons`",
    holds: ({ scratch }) => {
      const outlines = Array.from(scratch.region.polygons ?? [], (/** @type {any} */ one) => [...(one.points ?? one)]);
      const [points = []] = outlines;
      const spans = [Math.min(...points), Math.max(...points)].join() === "200,300"; // some close the outline, some do not
      return (outlines.length === 1 && points.length >= 8 && spans) || JSON.stringify(outlines);
    },
  },
  {
    ...REGION,
    id: "attached-region-follows",
    says: "a region attached to a token has its outline at the token's new place after `updateToken`",
    used: "scripts/scene-sync/document-hooks.mjs: tokenUpdated reads the regions of the token again",
    from: "pf2e's types for Foundry 14; that `updateRegion` runs too is not to be found anywhere",
    generation: 14,
    async holds(at) {
      const { scene, tokens, data } = at.scratch;
      const attachment = { token: tokens[1].id };
      const region = await createIfKnown(scene, "Region", { ...data.region, attachment });
      if (!region) return null;
      try {
        const left = () => Number((region.polygons[0].points ?? region.polygons[0])[0]);
        const before = left();
        await tokens[1].update({ x: tokens[1]._source.x + 100 }, { animate: false });
        // One that never moves is attached in another way than we try here.
        if (!(await later(() => left() !== before, PATIENCE))) return null;
        return left() === before + 100 || `its left side is at ${left()}, after ${before}`;
      } finally {
        await region.delete();
      }
    },
  },
  {
    ...LEVEL,
    id: "no-levels-means-all",
    says: "a wall that is on no level is on every level: an empty set in its source",
    from: "pf2e's types for Foundry 14; issue 13844 of Foundry's tracker",
    holds: ({ scratch }) => {
      const { levels } = scratch.wall._source;
      return levels ? Array.from(levels).length === 0 || JSON.stringify(levels) : null;
    },
  },
  {
    ...LEVEL,
    id: "token-has-one-level",
    says: "a token is on one level of its scene, and has a depth",
    from: "foundryvtt.com/api/v14, TokenData",
    holds: ({ scratch }) => {
      const { level, depth } = scratch.tokens[0]._source;
      if (level === undefined || level === null) return null; // the scene has none
      return (typeof level === "string" && typeof depth === "number") || JSON.stringify({ level, depth });
    },
  },
  {
    ...LEVEL,
    id: "level-fields",
    says: "a level has its heights in `elevation`",
    from: "foundry-vtt-types 14.366, in work",
    async holds({ scratch }) {
      const level = { name: "check", elevation: { bottom: 5, top: 9 } };
      const made = await createIfKnown(scratch.scene, "Level", level);
      if (!made) return null;
      const { bottom, top } = made._source.elevation ?? {};
      await made.delete();
      return (bottom === 5 && top === 9) || JSON.stringify({ bottom, top });
    },
  },
  {
    ...SCENE,
    id: "flags-merge",
    says: "an update of one of our flags leaves the others, and `-=` takes one away",
    used: "scripts/attack/message.mjs, scripts/overrides/store.mjs",
    from: "fvtt-types 13.346, `foundry.utils.mergeObject`",
    part: "flags",
    async holds({ scratch }) {
      const { scene } = scratch;
      await scene.update({ flags: { coign: { scratch: true, one: 1 } } });
      await scene.update({ flags: { coign: { two: 2 } } });
      if (scene.flags.coign.one !== 1) return null;
      await scene.unsetFlag("coign", "one");
      const { one, two, scratch: kept } = scene.flags.coign;
      return (one === undefined && two === 2 && kept === true) || JSON.stringify(scene.flags.coign);
    },
  },
  {
    id: "movement-passed",
    says: "`moveToken` gets the movement with the distance of the way that was gone, in `passed`",
    used: "scripts/attack/watch-facing.mjs",
    from: "fvtt-types 13.346, `TokenDocument.MovementData`",
    feature: "facing",
    part: "tokens",
    when: "use",
    names: ["moveToken"],
    holds: (movement) => Number.isFinite(movement?.passed?.distance),
  },
  {
    id: "combat-hooks",
    says: "`updateCombat` gets the combat, which knows whether it has started and whose turn it is",
    used: "scripts/attack/watch-facing.mjs",
    from: "fvtt-types 13.346, Combat",
    feature: "facing",
    part: "combats",
    when: "use",
    holds: (combat) =>
      typeof combat?.started === "boolean" && typeof combat.combatants?.[Symbol.iterator] === "function",
  },
];
