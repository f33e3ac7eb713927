/**
 * `canvas` as modules see it: the viewed scene, its tokens as placeables, and PIXI containers to draw on.
 *
 * Placeables exist for the viewed scene alone. Drawing a scene destroys what modules put into the canvas groups and then
 * fires `canvasReady`, so an overlay has to be made anew each time; in v14 that happens on a change of level too.
 */

import { Collection } from "./collections.mjs";

export function createCanvas(client, PIXI) {
  const container = (name) => (PIXI ? Object.assign(new PIXI.Container(), { name, sortableChildren: true }) : undefined);
  const canvas = {
    ready: false,
    scene: null,
    level: null,
    dimensions: null,
    mousePosition: { x: 0, y: 0 },
    app: { ticker: PIXI?.Ticker?.shared, stage: null },
    stage: container("stage"),
    tokens: tokenLayer(client, container("preview")),
    walls: layer(),
    lighting: layer(),
    regions: layer(),
    draw,
    tearDown,
    pan() {},
    animatePan: async () => true,
    clientCoordinatesFromCanvas: (point) => client.toPage?.(point) ?? point,
    canvasCoordinatesFromClient: (point) => client.toScene?.(point) ?? point,
    get grid() {
      return canvas.scene?.grid;
    },
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
    canvas.tokens.placeables = scene.tokens.map((document) => new TokenPlaceable(client, document));
    client.Hooks.callAll("canvasInit", canvas);
    canvas.ready = true;
    client.Hooks.callAll("canvasReady", canvas);
    return canvas;
  }

  async function tearDown(next = {}) {
    client.Hooks.callAll("canvasTearDown", canvas, next);
    canvas.ready = false;
    for (const token of canvas.tokens.controlled) token.release();
    canvas.tokens.placeables = [];
    for (const group of ["primary", "interface", "controls"]) canvas[group]?.destroy({ children: true });
  }
}

function layer() {
  return { placeables: [], controlled: [], get: () => undefined, active: false, activate() {} };
}

function tokenLayer(client, preview) {
  return {
    placeables: [],
    preview,
    active: true,
    activate() {},
    get: (id) => client.game.canvas.tokens.placeables.find((token) => token.id === id),
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
      return client.game.canvas.scene?.tokens ?? new Collection();
    },
    releaseAll() {
      for (const token of this.controlled) token.release();
    },
    addPlaceable(document) {
      this.placeables.push(new TokenPlaceable(client, document));
    },
    removePlaceable(document) {
      const token = this.placeables.find((one) => one.document === document);
      if (!token) return;
      // what is gone is no target and under no hand
      for (const user of [...token.targeted]) token.setTarget(false, { user, releaseOthers: false });
      token.release();
      token.destroyed = true;
      this.placeables.splice(this.placeables.indexOf(token), 1);
    },
    setTargets(ids, { user = client.game.user } = {}) {
      user._onUpdateTokenTargets(ids);
      if (user.isSelf) user.broadcastActivity({ targets: user.targets.ids });
    },
  };
}

/** A token on the viewed scene: what `token.object` and `canvas.tokens.get(id)` give. */
export class TokenPlaceable {
  controlled = false;
  hover = false;
  destroyed = false;
  targeted = new Set();
  /** While it is dragged: the copy under the pointer. `_original` on that copy points back. */
  _preview = null;
  _original = null;

  constructor(client, document) {
    this.client = client;
    this.document = document;
  }

  get id() {
    return this.document.id;
  }

  get name() {
    return this.document.name;
  }

  get actor() {
    return this.document.actor;
  }

  get scene() {
    return this.document.parent;
  }

  get isOwner() {
    return this.document.isOwner;
  }

  get isPreview() {
    return this._original !== null;
  }

  /** Players do not see hidden tokens. (Here they see everything else: the tabletop draws no fog.) */
  get visible() {
    return !this.document.hidden || this.client.game.user.isGM;
  }

  get isVisible() {
    return this.visible;
  }

  get x() {
    return this.document.x;
  }

  get y() {
    return this.document.y;
  }

  get w() {
    return this.document.getSize().width;
  }

  get h() {
    return this.document.getSize().height;
  }

  get center() {
    return { x: this.x + this.w / 2, y: this.y + this.h / 2 };
  }

  get bounds() {
    return { x: this.x, y: this.y, width: this.w, height: this.h };
  }

  get isTargeted() {
    return this.targeted.has(this.client.game.user);
  }

  control({ releaseOthers = true } = {}) {
    if (!this.isOwner) return false;
    if (releaseOthers) for (const other of this.client.game.canvas.tokens.controlled) if (other !== this) other.release();
    if (this.controlled) return true;
    this.controlled = true;
    this.client.Hooks.callAll("controlToken", this, true);
    return true;
  }

  release() {
    if (!this.controlled) return false;
    this.controlled = false;
    this.client.Hooks.callAll("controlToken", this, false);
    return true;
  }

  /** The pointer has come over this token, or left it. */
  hoverBy(over) {
    if (this.hover === over) return;
    this.hover = over;
    this.client.Hooks.callAll("hoverToken", this, over);
  }

  setTarget(targeted = true, { user = this.client.game.user, releaseOthers = true } = {}) {
    if (targeted && releaseOthers) {
      for (const other of [...user.targets]) if (other !== this) other.setTarget(false, { user, releaseOthers: false });
    }
    if (user.targets.has(this) === targeted) return;
    if (targeted) user.targets.add(this);
    else user.targets.delete(this);
    if (targeted) this.targeted.add(user);
    else this.targeted.delete(user);
    this.client.Hooks.callAll("targetToken", user, this, targeted);
    if (user.isSelf) user.broadcastActivity({ targets: user.targets.ids });
  }

  /** Begin, go on with, or end a drag: a copy of the token stands at the place, and is refreshed as it moves. */
  preview(place) {
    if (!place) {
      if (this._preview) this._preview.destroyed = true;
      this._preview = null;
      return;
    }
    if (!this._preview) {
      this._preview = new TokenPlaceable(this.client, this.document.clone());
      this._preview._original = this;
    }
    Object.assign(this._preview.document, place);
    this.client.Hooks.callAll("refreshToken", this._preview, { refreshPosition: true });
  }
}
