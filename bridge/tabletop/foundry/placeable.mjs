/** A token as it stands on the viewed scene: chosen, pointed at, aimed at, dragged. */

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
    if (releaseOthers)
      for (const other of this.client.game.canvas.tokens.controlled) if (other !== this) other.release();
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

  /** The document has changed: say what of the picture is drawn anew. */
  refresh(change) {
    const flags = {
      refreshPosition: "x" in change || "y" in change,
      refreshRotation: "rotation" in change,
      refreshElevation: "elevation" in change,
      refreshVisibility: "hidden" in change,
    };
    if (Object.values(flags).some(Boolean)) this.client.Hooks.callAll("refreshToken", this, flags);
  }

  destroy() {
    this.destroyed = true;
    this.client.Hooks.callAll("destroyToken", this);
  }

  /** Begin, go on with, or end a drag: a copy of the token stands at the place, and is refreshed as it moves. */
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
    this.client.Hooks.callAll("refreshToken", this._preview, { refreshPosition: true });
  }
}
