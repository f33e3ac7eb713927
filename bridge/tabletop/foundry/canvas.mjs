/**
 * `canvas` as modules see it: the viewed scene, its tokens as placeables, and PIXI containers to draw on.
 *
 * Placeables exist for the viewed scene alone. Drawing a scene destroys what modules put into the canvas groups and
 * then fires `canvasReady`, so an overlay has to be made again each time; in v14 that happens on a change of level too.
 */

import { Collection } from "./collections.mjs";
import { CanvasEdges, WallPlaceable } from "./edges.mjs";
import { TokenPlaceable } from "./placeable.mjs";
import { TilePlaceable } from "./tile.mjs";

export function createCanvas(client, PIXI) {
  client.CONFIG.Token.objectClass = TokenPlaceable;
  const container = (name) =>
    PIXI ? Object.assign(new PIXI.Container(), { name, sortableChildren: true }) : undefined;
  const canvas = {
    ready: false,
    scene: null,
    level: null,
    dimensions: null,
    mousePosition: { x: 0, y: 0 },
    app: { ticker: PIXI?.Ticker?.shared, stage: null },
    stage: container("stage"),
    tokens: tokenLayer(client, container("preview")),
    walls: placedLayer(client, WallPlaceable),
    edges: new CanvasEdges(),
    lighting: layer(),
    effects: client.sight.effects,
    environment: client.sight.environment,
    perception: { update() {} }, // what is seen is measured when it is asked for
    regions: layer(),
    tiles: placedLayer(client, TilePlaceable),
    draw,
    tearDown,
    pan() {},
    animatePan: async () => true,
    clientCoordinatesFromCanvas: (point) => client.toPage?.(point) ?? point,
    canvasCoordinatesFromClient: (point) => client.toScene?.(point) ?? point,
    get grid() {
      return canvas.scene?.grid;
    },
    /** Nothing of the map is dark or undiscovered here: everybody sees every place. */
    visibility: { testVisibility: () => true, _createVisibilityTestConfig },
    get activeLayer() {
      return canvas.tokens;
    },
  };
  return canvas;

  async function draw(scene = canvas.scene, level = null) {
    if (canvas.ready) await tearDown({ nextScene: scene, nextLevel: level });
    canvas.scene = scene;
    if (!scene) return canvas;
    canvas.dimensions = scene.dimensions;
    canvas.level = level ?? scene.firstLevel;
    for (const group of ["primary", "interface", "controls"]) {
      canvas[group] = container(group);
      if (canvas[group]) canvas.stage.addChild(canvas[group]);
    }
    canvas.edges.clear();
    canvas.walls.fill(scene.walls);
    canvas.tiles.fill(scene.tiles);
    const Token = client.CONFIG.Token.objectClass;
    canvas.tokens.placeables = scene.tokens.map((document) => new Token(client, document));
    client.Hooks.callAll("canvasInit", canvas);
    canvas.ready = true;
    client.Hooks.callAll("canvasReady", canvas);
    return canvas;
  }

  async function tearDown(next = {}) {
    client.Hooks.callAll("canvasTearDown", canvas, next);
    canvas.ready = false;
    for (const token of canvas.tokens.controlled) token.release();
    for (const token of canvas.tokens.placeables) token.destroy();
    canvas.tokens.placeables = [];
    for (const group of ["primary", "interface", "controls"]) canvas[group]?.destroy({ children: true });
  }
}

/** Return the points of a token that are tested for its visibility: one, and eight round it. (types: `VisibilityTestConfig`) */
function _createVisibilityTestConfig({ x, y, elevation = 0 }, { tolerance = 2, object = null } = {}) {
  const steps = tolerance > 0 ? [0, -tolerance, tolerance] : [0];
  const points = steps.flatMap((dx) => steps.map((dy) => ({ x: x + dx, y: y + dy, elevation })));
  return { object, tests: points.map((point) => ({ point, elevation, los: new Map() })) };
}

function layer() {
  return { placeables: [], controlled: [], get: () => undefined, active: false, activate() {} };
}

/** The layer of walls or of tiles. */
function placedLayer(client, Placeable) {
  return {
    ...layer(),
    get(id) {
      return this.placeables.find((one) => one.id === id);
    },
    fill(documents) {
      this.placeables = documents.map((document) => new Placeable(client, document));
      for (const one of this.placeables) one.appear();
    },
    addPlaceable(document) {
      const one = new Placeable(client, document);
      this.placeables.push(one);
      one.appear();
    },
    removePlaceable(document) {
      const one = this.get(document.id);
      this.placeables.splice(this.placeables.indexOf(one), 1);
      one.disappear();
    },
  };
}

function tokenLayer(client, preview) {
  return {
    placeables: [],
    preview,
    active: true,
    activate() {},
    get: (id) => client.canvas.tokens.placeables.find((token) => token.id === id),
    get controlled() {
      return this.placeables.filter((token) => token.controlled);
    },
    get hover() {
      return this.placeables.find((token) => token.hover) ?? null;
    },
    get ownedTokens() {
      return this.placeables.filter((token) => token.isOwner);
    },
    get documentCollection() {
      return client.canvas.scene?.tokens ?? new Collection();
    },
    releaseAll() {
      for (const token of this.controlled) token.release();
    },
    addPlaceable(document) {
      this.placeables.push(new client.CONFIG.Token.objectClass(client, document));
    },
    removePlaceable(document) {
      const token = this.placeables.find((one) => one.document === document);
      if (!token) return;
      // a deleted token is neither a target nor controlled
      for (const user of [...token.targeted]) token.setTarget(false, { user, releaseOthers: false });
      token.release();
      this.placeables.splice(this.placeables.indexOf(token), 1);
      token.destroy();
    },
    setTargets(ids, { user = client.user } = {}) {
      user._onUpdateTokenTargets(ids);
      if (user.isSelf) user.broadcastActivity({ targets: user.targets.ids });
    },
  };
}
