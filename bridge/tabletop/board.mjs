/**
 * The map: its contents, and the actions of the mouse and touch on it. Everything it changes goes through documents.
 */

import { drawScene } from "./draw.mjs";
import { shifted } from "./foundry/token-space.mjs";
import { Painter } from "./paint.mjs";

const TURN = 45; // degrees for each notch of the wheel
const TWICE = 500; // milliseconds within which two presses are a double click
const CLICK = 6; // pixels on the screen below which a press is a click and no drag
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /** @type {{token: object, grip: {x: number, y: number}, from: {x: number, y: number}, moved: boolean} | null} */
  #drag = null;
  #frame = 0;
  /** The token pressed last, the one that was controlled before, and the time of the press. */
  #pressed = { token: null, before: null, at: 0 };

  constructor(client) {
    this.client = client;
    this.element = document.querySelector("#map");
    this.painter = new Painter(document.querySelector("#overlay"), client);
    client.toScene = (point) => this.#toScene(point);
    client.toPage = ({ x, y }) => new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM());
    this.#listen();
    this.#follow();
  }

  get canvas() {
    return this.client.canvas;
  }

  /** The token that this client controls. */
  get chosen() {
    return this.canvas.tokens.controlled[0] ?? null;
  }

  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const { scene } = this.canvas;
      if (!scene) return;
      const { width, height } = scene.dimensions;
      const { tokenId, doorId } = this.element.querySelector(":focus")?.dataset ?? {};
      this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
      show(this.element, drawScene(this.client, scene, this.#drag?.moved ? this.#drag.token : null));
      // who goes over the map by keyboard stays where they are
      const focused = tokenId ? `[data-token-id="${tokenId}"]` : doorId ? `[data-door-id="${doorId}"]` : null;
      if (focused) this.element.querySelector(focused)?.focus({ preventScroll: true });
      this.painter.fit(this.element);
    });
  }

  /** Draw the map again after any change of the scene. An SVG of this size is drawn too fast for a person to notice. */
  #follow() {
    const { Hooks } = this.client;
    for (const name of ["Token", "Wall", "Tile", "Region", "AmbientLight", "Scene"]) {
      for (const action of ["create", "update", "delete"]) Hooks.on(`${action}${name}`, () => this.draw());
    }
    for (const name of ["controlToken", "targetToken", "canvasReady", "hoverToken"]) Hooks.on(name, () => this.draw());
    new ResizeObserver(() => this.painter.fit(this.element)).observe(this.element);
  }

  #listen() {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("contextmenu", (event) => this.#showButtons(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#release(event));
    element.addEventListener("pointercancel", () => this.#drop());
    element.addEventListener("pointerleave", () => this.#hover(null));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keyup", (event) => this.client.game.keybindings.release(event));
  }

  #toScene({ x, y }) {
    return new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM().inverse());
  }

  /** Find the token under the pointer by its place: during a drag, events name the map itself. */
  #tokenAt({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY)?.closest("[data-token-id]");
    return found ? this.canvas.tokens.get(found.dataset.tokenId) : null;
  }

  /** Show the buttons round a token, as Foundry does after a right click. */
  #showButtons(event) {
    const token = this.#tokenAt(event);
    if (!token?.isOwner) return;
    event.preventDefault();
    token.control();
    this.canvas.hud.token.bind(token);
  }

  #press(event) {
    if (event.button !== 0) return;
    this.canvas.hud.token.close();
    const door = event.target.closest("[data-door-id]");
    if (door) {
      this.#toggleDoor(door.dataset.doorId);
      return;
    }
    const token = this.#tokenAt(event);
    if (!token) {
      this.canvas.tokens.releaseAll();
      return;
    }
    const twice = this.#pressed.token === token && event.timeStamp - this.#pressed.at < TWICE;
    if (!twice) this.#pressed = { token, before: this.chosen, at: event.timeStamp };
    if (!token.control()) {
      if (twice) this.#aim(token, event.shiftKey);
      return;
    }
    const at = this.#toScene(event);
    const { x, y } = token.document._source;
    this.#drag = {
      token,
      grip: { x: at.x - x, y: at.y - y },
      from: { x: event.clientX, y: event.clientY },
      moved: false,
      twice,
    };
    this.element.setPointerCapture(event.pointerId);
  }

  /**
   * Target a token by a double click. The board counts clicks itself, because it draws the map again between the two
   * and the browser then sees two single clicks. The first click may have chosen the foe: the fighter chosen before
   * aims.
   */
  #aim(token, add) {
    const { before } = this.#pressed;
    this.#pressed = { token: null, before: null, at: 0 };
    if (before !== token) before?.control();
    this.target(token, add);
  }

  #move(event) {
    const at = this.#toScene(event);
    Object.assign(this.canvas.mousePosition, { x: at.x, y: at.y });
    if (!this.#drag) {
      this.#hover(this.#tokenAt(event));
      return;
    }
    const { token, grip, from } = this.#drag;
    this.#drag.moved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK;
    if (!this.#drag.moved) return;
    if (!this.client.user.targets.size)
      this.#advise(
        this.client.t("Target a foe first (double-click it): then the map shows what an attack from there would have."),
      );
    const place = token.document.getSnappedPosition({ x: at.x - grip.x, y: at.y - grip.y });
    const before = token._preview?.document;
    if (before && before.x === place.x && before.y === place.y) return;
    token.preview({ x: place.x, y: place.y });
    this.draw();
  }

  async #release(event) {
    const drag = this.#drag;
    this.#drop();
    if (drag?.twice && !drag.moved) this.#aim(drag.token, event.shiftKey);
    if (!drag?.moved || !drag.place) return;
    await this.#ask(drag.token.document.update(drag.place));
  }

  /** End a drag, on the map or outside. */
  #drop() {
    if (!this.#drag) return;
    const { token } = this.#drag;
    if (token._preview) this.#drag.place = { x: token._preview.document.x, y: token._preview.document.y };
    token.preview(null);
    this.#drag = null;
    this.#advise("");
    this.draw();
  }

  #hover(token) {
    for (const other of this.canvas.tokens.placeables) if (other !== token) other.hoverBy(false);
    token?.hoverBy(true);
    const foe = token && !token.isOwner;
    this.#advise(
      foe && !this.chosen
        ? this.client.t("Click a fighter of yours first: then the map shows what its attack would have.")
        : "",
    );
  }

  /** Show a hint about what has to be done first; an empty text removes it. */
  #advise(text) {
    const advice = document.querySelector("#advice");
    if (advice.textContent !== text) advice.textContent = text;
  }

  #wheel(event) {
    const token = this.#tokenAt(event);
    if (!token?.isOwner) return;
    event.preventDefault();
    this.turn(token, Math.sign(event.deltaY) * TURN);
  }

  turn(token, degrees) {
    const { rotation } = token.document._source;
    return this.#ask(token.document.update({ rotation: (rotation + degrees + 360) % 360 }));
  }

  /** @param {number} units  In the scene's units, down when negative. */
  raise(token, units) {
    return this.#ask(token.document.update({ elevation: token.document._source.elevation + units }));
  }

  /** Target a token in place of the others, or untarget it; `add` keeps the others. */
  target(token, add = false) {
    token?.setTarget(!token.isTargeted, { releaseOthers: !add });
  }

  #toggleDoor(id) {
    const door = this.canvas.scene.walls.get(id);
    if (door.ds === 2) this.client.ui.notifications.info(this.client.t("This door is locked."));
    else this.#ask(door.update({ ds: door.ds === 1 ? 0 : 1 }));
  }

  #key(event) {
    if (this.client.game.keybindings.press(event)) {
      event.preventDefault();
      return;
    }
    if (event.code === "Escape") {
      this.#escape();
      return;
    }
    if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey) return;
    const token = this.chosen;
    const { grid } = this.canvas.scene;
    const { tokenId, doorId } = event.target.dataset;
    const focused = this.canvas.tokens.get(tokenId);
    if (event.code === "KeyT") this.target(focused ?? this.canvas.tokens.hover, event.shiftKey);
    else if ((event.code === "Enter" || event.code === "Space") && focused) focused.control();
    else if ((event.code === "Enter" || event.code === "Space") && doorId) this.#toggleDoor(doorId);
    else if (token && event.code === "PageUp") this.raise(token, grid.distance);
    else if (token && event.code === "PageDown") this.raise(token, -grid.distance);
    else if (token && STEPS[event.code]) this.#step(token, STEPS[event.code]);
    else return;
    event.preventDefault();
  }

  /** Close the window opened last; if none is open, release the fighter. */
  #escape() {
    const last = [...window.foundry.applications.instances.values()].at(-1);
    if (last) last.close();
    else this.canvas.tokens.releaseAll();
  }

  #step(token, direction) {
    const place = shifted(this.canvas.scene.grid, token.document._source, direction);
    const { x, y } = token.document.getSnappedPosition(place);
    return this.#ask(token.document.update({ x, y }));
  }

  /** Run an update; show the server's refusal as a notification, as Foundry does. */
  async #ask(update) {
    try {
      await update;
    } catch (error) {
      this.client.ui.notifications.error(error.message);
    }
  }
}

/** Give an element these children. A layer that is as it was stays: the browser need not lay it out and paint it again. */
function show(element, parts) {
  const before = [...element.children];
  for (const [n, part] of parts.entries()) {
    if (!before[n]) element.append(part);
    else if (!before[n].isEqualNode(part)) before[n].replaceWith(part);
  }
  for (const rest of before.slice(parts.length)) rest.remove();
}
