/**
 * A token on the viewed scene: controlled, hovered, targeted, dragged, moving.
 *
 * `refreshToken` fires in each frame in which the token is redrawn: during a move, and on arrival.
 * (github.com/foundryvtt/foundryvtt issue 7783 counts fifteen calls in one step. Foundry moves a token six spaces a
 * second; here every move takes a quarter of a second.)
 */

import { CONST } from "./config.mjs";
import { measureWay } from "./ruler.mjs";

const FRAME = 1000 / 60; // milliseconds
const ANIMATION = 250;
/** The name as the board draws it, in pixels of the scene: a letter's width, its height, how far it is over the token. */
const [LETTER, NAME_HEIGHT, NAME_OVER] = [12, 26, 10];
const ANIMATED = ["x", "y", "elevation", "rotation"];

/** A token on the viewed scene: the object that `token.object` and `canvas.tokens.get(id)` return. */
export class TokenPlaceable {
  controlled = false;
  hover = false;
  destroyed = false;
  targeted = new Set();
  /** The copy under the pointer during a drag. Its `_original` points back to this token. */
  _preview = null;
  _original = null;
  movementAnimationPromise = null;
  #flags = {};
  /** The drawings that modules add to the token, and its listeners. The map here draws the token itself. */
  #drawn = null;
  #timer = null;
  #way = null;

  constructor(client, document) {
    this.client = client;
    this.document = document;
    if (client.PIXI?.Container) this.#drawn = new client.PIXI.Container();
  }

  get children() {
    return this.#drawn?.children ?? [];
  }

  addChild(...children) {
    return this.#drawn.addChild(...children);
  }

  removeChild(...children) {
    return this.#drawn.removeChild(...children);
  }

  on(...listener) {
    this.#drawn.on(...listener);
    return this;
  }

  off(...listener) {
    this.#drawn.off(...listener);
    return this;
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
    return !this.document.hidden || this.client.user.isGM;
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
    const { x, y, w, h, client } = this;
    return client.PIXI?.Rectangle ? new client.PIXI.Rectangle(x, y, w, h) : { x, y, width: w, height: h };
  }

  /** Its outline from its own corner: a rectangle here, whatever the grid. */
  get shape() {
    const { w, h, client } = this;
    return client.PIXI?.Polygon && new client.PIXI.Polygon(0, 0, w, 0, w, h, 0, h);
  }

  /** The name below the token: a text of PIXI's in Foundry, placed off the token's corner by the middle of its top. */
  get nameplate() {
    const { displayName } = this.document;
    const { ALWAYS, CONTROL, HOVER, OWNER, OWNER_HOVER } = CONST.TOKEN_DISPLAY_MODES;
    const visible =
      displayName === ALWAYS ||
      (this.controlled && displayName === CONTROL) ||
      (this.isOwner && displayName === OWNER) ||
      (this.hover && (displayName === HOVER || (this.isOwner && displayName === OWNER_HOVER)));
    const [width, height] = [LETTER * this.name.length, NAME_HEIGHT];
    const place = { x: this.w / 2, y: this.h - NAME_OVER, anchor: { x: 0.5, y: 0 } };
    return { text: this.name, visible, width, height, ...place };
  }

  get isTargeted() {
    return this.targeted.has(this.client.user);
  }

  control({ releaseOthers = true } = {}) {
    if (!this.isOwner) return false;
    if (releaseOthers) for (const other of this.client.canvas.tokens.controlled) if (other !== this) other.release();
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

  /** Mark whether the pointer is over this token. */
  hoverBy(over) {
    if (this.hover === over) return;
    this.hover = over;
    this.client.Hooks.callAll("hoverToken", this, over);
  }

  setTarget(targeted = true, { user = this.client.user, releaseOthers = true } = {}) {
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

  get sourceId() {
    return `Token.${this.id}`;
  }

  /** The data from which sources of sight and of light are made; here they are made when somebody asks. */
  _getVisionSourceData() {
    return this.#sourceData();
  }

  _getLightSourceData() {
    return this.#sourceData();
  }

  #sourceData() {
    const { elevation, rotation } = this.document;
    return { ...this.center, elevation, rotation };
  }

  initializeLightSource() {}

  initializeVisionSource() {}

  /** Follow a change of the document. */
  _onUpdate(change, _options, _userId) {
    this.refresh(change);
  }

  /** Mark the changed parts of the picture, to be redrawn in the next frame. */
  refresh(change) {
    Object.assign(this.#flags, {
      ...(("x" in change || "y" in change) && { refreshPosition: true }),
      ...("rotation" in change && { refreshRotation: true }),
      ...("elevation" in change && { refreshElevation: true }),
      ...("hidden" in change && { refreshVisibility: true }),
      ...(("width" in change || "height" in change) && { refreshSize: true }),
    });
    if (Object.keys(this.#flags).length) this.#timer ??= setTimeout(() => this.#frame(), FRAME);
  }

  get isAnimating() {
    return this.#way !== null;
  }

  /** Move from the document's prepared place to the one in its source. */
  animate() {
    const from = Object.fromEntries(ANIMATED.map((field) => [field, this.document[field]]));
    const arrived = deferred();
    this.#way?.arrived.resolve(false);
    this.#way = { from, start: performance.now(), arrived };
    this.movementAnimationPromise = arrived.promise;
    this.#timer ??= setTimeout(() => this.#frame(), FRAME);
  }

  #frame() {
    this.#timer = null;
    if (this.destroyed) return;
    const part = this.#way ? Math.min(1, (performance.now() - this.#way.start) / ANIMATION) : 1;
    if (this.#way) this.#proceed(part);
    const flags = this.#flags;
    if (part === 1) this.#flags = {};
    this.client.Hooks.callAll("refreshToken", this, { ...flags });
    if (part < 1) this.#timer ??= setTimeout(() => this.#frame(), FRAME);
  }

  #proceed(part) {
    const { from, arrived } = this.#way;
    const { document } = this;
    for (const field of ANIMATED) {
      let way = document._source[field] - from[field];
      if (field === "rotation" && Math.abs(way) > 180) way -= Math.sign(way) * 360;
      document[field] = part === 1 ? document._source[field] : from[field] + part * way;
    }
    if (part < 1) return;
    this.#way = null;
    arrived.resolve(true);
  }

  destroy() {
    this.destroyed = true;
    clearTimeout(this.#timer);
    if (this.#way) this.#proceed(1);
    this.client.Hooks.callAll("destroyToken", this);
  }

  /** Begin, continue or end a drag: a copy of the token is put at the place and refreshed as it moves. */
  preview(place) {
    if (!place) {
      const copy = this._preview;
      this._preview = null;
      copy?.destroy();
      return;
    }
    if (!this._preview) {
      this._preview = new TokenPlaceable(this.client, this.document.clone());
      this._preview._original = this;
    }
    Object.assign(this._preview.document, place);
    this._preview.ruler = measureWay(this.client.CONFIG.Token.movement.actions, this.document, place);
    this.client.Hooks.callAll("refreshToken", this._preview, { refreshPosition: true });
  }
}

function deferred() {
  let resolve;
  const promise = new Promise((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
