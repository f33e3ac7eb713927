/** Checks of the canvas: its layers, its tokens, and how far a token can move. */

const CANVAS = "fvtt-types 13.346, `client/canvas`";
const BASE_GRID = "fvtt-types 13.346, `common/grid/base.d.mts`";
const SEEN = /** @type {const} */ ({ from: CANVAS, feature: "overlay", part: "canvas", when: "start" });
const DRAWN = /** @type {const} */ ({ ...SEEN, page: true });
const GRID = /** @type {const} */ ({ from: BASE_GRID, feature: "heatMap", part: "grid", when: "asked" });

/** @type {import("./index.mjs").Check[]} */
export const CANVAS_CHECKS = [
  {
    ...DRAWN,
    id: "canvas-group",
    says: "`canvas.interface` takes a container of ours, above the tokens, with a `zIndex`",
    used: "scripts/map/canvas-layer.mjs",
    holds({ canvas, PIXI }) {
      if (!canvas?.ready) return null;
      const container = canvas.interface?.addChild(new PIXI.Container());
      const fits = container?.parent === canvas.interface && canvas.interface.sortableChildren === true;
      container?.destroy();
      return fits || "it does not sort what is in it";
    },
  },
  {
    ...DRAWN,
    id: "graphics-pen",
    says: "`PIXI.Graphics` draws as in PIXI 7: `lineStyle`, `beginFill`, `drawPolygon`, `endFill`",
    used: "scripts/map/canvas-layer.mjs",
    from: "pixi.js 7.4, which Foundry 13 and 14 include",
    holds({ PIXI }) {
      const pen = new PIXI.Graphics();
      const names = ["lineStyle", "beginFill", "drawPolygon", "endFill", "moveTo", "lineTo", "drawCircle"];
      const missing = names.filter((name) => typeof pen[name] !== "function");
      pen.destroy();
      return missing.length === 0 || `no ${missing.join(", ")}`;
    },
  },
  {
    ...DRAWN,
    id: "canvas-text",
    says: "`foundry.canvas.containers.PreciseText` makes a text with a style of its own",
    used: "scripts/map/canvas-layer.mjs",
    holds({ foundry }) {
      const { PreciseText } = foundry.canvas?.containers ?? {};
      return typeof PreciseText?.getTextStyle === "function" || typeof PreciseText;
    },
  },
  {
    ...SEEN,
    id: "token-placeables",
    says: "`canvas.tokens.placeables` are the viewed scene's tokens, each with its document and bounds",
    used: "scripts/map/overlay.mjs, scripts/map/slowed-badges.mjs",
    holds({ canvas }) {
      if (!canvas?.ready) return null;
      const { placeables } = canvas.tokens ?? {};
      if (!Array.isArray(placeables)) return typeof placeables;
      const strange = placeables.filter(({ document, bounds }) => !document?.id || !Number.isFinite(bounds?.x));
      return strange.length === 0 || `${strange.length} without a document or bounds`;
    },
  },
  {
    ...SEEN,
    id: "token-bounds",
    says: "a token's placeable tells whether it is visible, for its badge",
    used: "scripts/map/slowed-badges.mjs",
    feature: "slowed",
    holds({ canvas }) {
      const [token] = canvas?.tokens?.placeables ?? [];
      return token ? typeof token.visible === "boolean" || typeof token.visible : null;
    },
  },
  {
    ...SEEN,
    id: "token-controlled",
    says: "`canvas.tokens.controlled` and `user.targets` are what this user has selected and targets",
    used: "scripts/map/overlay.mjs, scripts/attack/capture.mjs",
    holds({ canvas, game }) {
      if (!canvas?.ready) return null;
      const targets = game.user.targets;
      return (Array.isArray(canvas.tokens.controlled) && typeof targets?.[Symbol.iterator] === "function") || "no list";
    },
  },
  {
    ...GRID,
    id: "grid-spaces",
    says: "a scene's grid tells the space at a point, and the north-west corner and the centre of a space",
    used: "scripts/map/reachable.mjs, scripts/map/heat-map-drawing.mjs",
    names: ["getShape"],
    holds({ scratch }) {
      const { grid } = scratch.scene;
      const offset = grid.getOffset({ x: 250, y: 150 });
      const [corner, centre] = [grid.getTopLeftPoint(offset), grid.getCenterPoint(offset)];
      const fits = offset.i === 1 && offset.j === 2 && corner.x === 200 && corner.y === 100 && centre.x === 250;
      return (fits && typeof grid.getShape === "function") || JSON.stringify({ offset, corner, centre });
    },
  },
  {
    ...GRID,
    id: "grid-path",
    says: "`measurePath` gives the distance of a way in the scene's units: one space is one `distance`",
    used: "scripts/map/reachable.mjs: what a step costs",
    holds({ scratch }) {
      const centre = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y });
      const straight = scratch.scene.grid.measurePath([centre(150, 150), centre(350, 150)])?.distance;
      const diagonal = scratch.scene.grid.measurePath([centre(150, 150), centre(250, 250)])?.distance;
      return (straight === 10 && diagonal >= 5 && diagonal <= 10) || `${straight}, ${diagonal}`;
    },
  },
  {
    id: "movement-backend",
    says: "there is a polygon backend for movement, whose `testCollision` answers with yes or no",
    used: "scripts/map/heat-map.mjs",
    from: "fvtt-types 13.346, PointSourcePolygon; the sources of simplecover5e",
    feature: "heatMap",
    part: "walls",
    when: "start",
    holds({ CONFIG, canvas }) {
      if (!canvas?.ready) return null;
      const backend = CONFIG.Canvas?.polygonBackends?.move;
      if (!backend?.testCollision) return "none";
      const { sceneX: x = 0, sceneY: y = 0 } = canvas.dimensions;
      const answer = backend.testCollision({ x, y }, { x: x + 1, y: y + 1 }, { type: "move", mode: "any" });
      return typeof answer === "boolean" || typeof answer;
    },
  },
];
