/** A whole page of Foundry's in Node, for tests of what is drawn and pressed: elements of happy-dom, and a map that notes its drawing. */

import { readFile } from "node:fs/promises";
import { Window } from "happy-dom";
import { chanceOf } from "./fakes.mjs";

const TABLETOP = new URL("../../bridge/tabletop/", import.meta.url);
const MODULE = new URL("../../foundry-module/", import.meta.url);
const ADDRESS = "https://table.example/game";
/** The globals of a page that modules use. */
const GLOBALS = [
  "navigator",
  "document",
  "location",
  "CSS",
  "Node",
  "Element",
  "HTMLElement",
  "MutationObserver",
  "MouseEvent",
];

/** The boxes of elements on the screen, by their selectors. happy-dom computes no layout. */
const BOXES = {
  "#ui-middle": { left: 300, top: 40, right: 1000, bottom: 760 },
  "#hotbar": { left: 400, top: 700, right: 900, bottom: 750 },
  ".coign-legend": { left: 400, top: 630, right: 900, bottom: 690 },
};

/** Return a page as the stand-in of Foundry has it, without its styles and its own script. */
export async function pageOf() {
  const window = new Window({ url: ADDRESS, width: 1280, height: 800 });
  const html = await readFile(new URL("client.html", TABLETOP), "utf8");
  window.document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)[1];
  window.document.hasFocus = () => true;
  window.Element.prototype.getBoundingClientRect = function boxOf() {
    const [, box = { left: 0, top: 0, right: 0, bottom: 0 }] =
      Object.entries(BOXES).find(([one]) => this.matches(one)) ?? [];
    return { ...box, x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
  };
  window.fetch = fetchFile;
  return window;
}

/** Return a sheet of Foundry's, with its tabs and its footer. */
export function sheetOf() {
  const { document, HTMLSelectElement } = new Window();
  const { append } = HTMLSelectElement.prototype;
  // Of options that are appended one after the other, happy-dom selects the second in place of a later one.
  HTMLSelectElement.prototype.append = function appendAll(...options) {
    append.apply(this, options);
    this.selectedIndex = options.findLastIndex((option, n) => !n || option.hasAttribute("selected"));
  };
  const sheet = document.createElement("form");
  sheet.innerHTML =
    '<nav class="sheet-tabs tabs"><a data-group="main" data-tab="light"></a></nav><footer class="form-footer"></footer>';
  return sheet;
}

/** Make a page's globals those of this process, as a script in it would have them, with the same chance each time. */
export function enter(window) {
  for (const name of GLOBALS)
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  globalThis.fetch = fetchFile;
  const chance = chanceOf(7);
  Math.random = () => chance(1e6) / 1e6;
  crypto.getRandomValues = (bytes) => bytes.map(() => chance(256));
}

/** Fetch a file of the module's, which lies in its folder on the page, or where it is loaded from. */
async function fetchFile(file) {
  const { href } = new URL(file, ADDRESS);
  const [, path] = /\/modules\/coign\/(.*)$/.exec(href) ?? [];
  const text = await readFile(path ? new URL(path, MODULE) : new URL(href), "utf8").catch(() => null);
  const read = () => (path?.startsWith("packs/") ? JSON.parse(text).documents : JSON.parse(text));
  return { ok: text !== null, status: text === null ? 404 : 200, json: async () => read() };
}

/** An object on the map that notes what is drawn with it, and what it holds. */
class Container {
  children = [];
  parent = null;
  destroyed = false;
  position = { set: (x, y) => Object.assign(this, { x, y }) };
  #listeners = {};

  addChild(...children) {
    for (const child of children) child.parent = this;
    this.children.push(...children);
    return children[0];
  }

  removeChildren() {
    return this.children.splice(0);
  }

  removeChild(child) {
    this.children.splice(this.children.indexOf(child), 1);
  }

  destroy() {
    this.destroyed = true;
    this.parent?.removeChild(this);
    for (const child of [...this.children]) child.destroy();
  }

  on(name, listener) {
    this.#listeners[name] = listener;
  }

  off(name) {
    delete this.#listeners[name];
  }

  toJSON() {
    const { children, x, y, zIndex, eventMode, visible } = this;
    return { ...{ x, y, zIndex, eventMode, visible }, ...(children.length && { children }), ...this.own?.() };
  }
}

class Graphics extends Container {
  drawn = [];
  own = () => ({ drawn: this.drawn });
}
const STROKES = [
  "lineStyle",
  "beginFill",
  "endFill",
  "drawPolygon",
  "drawCircle",
  "drawRoundedRect",
  "moveTo",
  "lineTo",
];
for (const name of STROKES)
  Graphics.prototype[name] = function note(...values) {
    this.drawn.push([name, ...values]);
    return this;
  };

class Text extends Container {
  constructor(text, style) {
    super();
    const lines = text.split("\n");
    const { fontSize } = style;
    const anchor = { set: (x, y) => (this.middle = [x, y]) };
    this.width = Math.max(...lines.map(({ length }) => length)) * fontSize * 0.5;
    this.height = lines.length * fontSize * 1.2;
    const scale = { x: 1, set: (x) => (scale.x = x) };
    Object.assign(this, { text, style, anchor, scale });
  }

  own = () => ({ text: this.text, style: this.style, middle: this.middle, scale: this.scale.x });
}

class TextStyle {
  constructor(style) {
    Object.assign(this, style);
  }
}

class Polygon {
  constructor(...points) {
    this.points = points.flat();
  }
}

/** PIXI as far as a map uses it. */
export const PIXI = { Container, Graphics, Text, TextStyle, Polygon };
