/**
 * A layer of Coign on the map: a container that draws a list of commands and removes everything at the end.
 *
 * Foundry destroys the content of its canvas groups when the canvas is torn down: for another scene and, since version
 * 14, for another level. So the container is created again whenever the old one is destroyed.
 */

import { oncePerFrame } from "../util/next-frame.mjs";
import { CANVAS } from "../util/tokens.mjs";
import { boxesOf, labelBox, labelSize, overlap, placed, tie } from "./plates.mjs";

const SMALLEST = 14; // px on the screen, of the first line on a plate
const SMALL = 0.86; // of it: the other lines
const BLURRED = 0.1; // of its size: a text that is shown so much larger or smaller than it was drawn
const NARROWEST = 300; // px: a narrower column of the window is no place for words

/** All layers with something drawn, whose labels the plates of each keep off. @type {Set<CanvasLayer>} */
const inUse = new Set();

/** Arrange all layers: labels have come or gone, or the map was moved or zoomed. A heat map comes in many parts. */
export const arrangeAll = oncePerFrame(() => {
  for (const layer of [...inUse]) layer.arrange();
});

/** Hide the numbers that a plate covers, even in part, and show the others: half a number reads as another one. */
function hideCovered() {
  const plates = [...inUse].flatMap(({ plates }) => plates);
  for (const { texts } of inUse)
    for (const { text, box } of texts) text.visible = plates.every((plate) => overlap(box, plate) === 0);
}

export class CanvasLayer {
  /** @type {PIXI.Container | null} */
  #layer = null;
  /** @type {import("./figure-drawing.mjs").Command[]} */
  #commands = [];

  /** The labels as they are drawn. @type {{text: PIXI.Text, box: import("./plates.mjs").Box}[]} */
  texts = [];
  /** The boxes of the plates. @type {import("./plates.mjs").Box[]} */
  plates = [];
  /** Pixels of the scene for one of the screen's, at the zoom at which the layer was drawn. */
  #scale = 1;

  /** @param {number} zIndex among Foundry's own interface */
  constructor(zIndex) {
    this.zIndex = zIndex;
  }

  /**
   * Draw commands, in place of those before.
   * @param {import("./figure-drawing.mjs").Command[]} commands
   */
  draw(commands) {
    const before = this.labels.length;
    this.#show(commands);
    const isAlone = commands.every(({ op }) => op !== "plate"); // its own plates know its labels
    if (isAlone && before + this.labels.length) arrangeAll();
  }

  /** @param {import("./figure-drawing.mjs").Command[]} commands */
  #show(commands) {
    this.clear();
    const layer = commands.length ? this.#container() : null; // a new one forgets the commands of the old one
    if (!layer) return;
    this.#commands = commands;
    inUse.add(this);
    this.#scale = scaleOf();
    const space = spaceOf();
    const letters = labelSize(space, this.#scale);
    const pen = layer.addChild(new PIXI.Graphics());
    for (const command of commands) {
      switch (command.op) {
        case "strokes":
          if (command.edge !== undefined) stroke(pen, command, 1.6 * command.width, command.edge);
          stroke(pen, command, command.width, command.color);
          break;
        case "fill":
          pen.lineStyle(0).beginFill(command.color, command.alpha).drawPolygon(command.points).endFill();
          break;
        case "dot":
          pen
            .lineStyle(0)
            .beginFill(command.color, command.alpha)
            .drawCircle(command.x, command.y, command.radius)
            .endFill();
          break;
        case "label":
          this.texts.push({
            text: layer.addChild(labelOf(command, letters, this.#scale)),
            box: labelBox(command, letters, space),
          });
      }
    }
    this.plates = drawPlates(
      layer,
      commands.filter((command) => command.op === "plate"),
    );
    hideCovered();
  }

  /**
   * Find new places for the plates: the map was moved, or another layer has other labels. After a zoom draw labels again,
   * which would be blurred.
   */
  arrange() {
    const isZoomed = this.labels.length > 0 && Math.abs(scaleOf() / this.#scale - 1) > BLURRED;
    if (isZoomed || this.#commands.some(({ op }) => op === "plate")) this.#show(this.#commands);
  }

  /** The labels that are drawn. */
  get labels() {
    return this.#commands.filter((command) => command.op === "label");
  }

  /** Remove everything that is drawn. */
  clear() {
    this.#forget();
    if (this.#layer && !this.#layer.destroyed)
      for (const child of this.#layer.removeChildren()) child.destroy({ children: true });
  }

  /** Destroy the container, or forget it if Foundry has destroyed it. */
  remove() {
    this.#forget();
    if (this.#layer && !this.#layer.destroyed) this.#layer.destroy({ children: true });
    this.#layer = null;
  }

  #forget() {
    inUse.delete(this);
    this.#commands = [];
    this.texts = [];
    if (this.plates.length) {
      this.plates = [];
      hideCovered();
    }
  }

  #container() {
    const group = canvas?.ready ? canvas.interface : null;
    if (!group) return null;
    if (!this.#layer || this.#layer.destroyed || this.#layer.parent !== group) {
      this.remove();
      this.#layer = group.addChild(new PIXI.Container());
      this.#layer.eventMode = "none";
      this.#layer.zIndex = this.zIndex;
    }
    return this.#layer;
  }
}

/**
 * @param {PIXI.Graphics} pen
 * @param {import("./figure-drawing.mjs").Strokes} command
 * @param {number} width
 * @param {number} color
 */
function stroke(pen, { segments, alpha }, width, color) {
  pen.lineStyle(width, color, alpha);
  let [x, y] = [Number.NaN, Number.NaN];
  for (const [x0, y0, x1, y1] of segments) {
    if (x0 !== x || y0 !== y) pen.moveTo(x0, y0); // a segment that continues the last one belongs to its path
    pen.lineTo(x1, y1);
    [x, y] = [x1, y1];
  }
}

/** The side of a grid space, pixels of the scene. */
const spaceOf = () => canvas?.dimensions?.size ?? 100;

/** Return the number of the scene's pixels in one of the screen's. */
function scaleOf() {
  const [from, to] = [0, 1].map((x) => canvas?.canvasCoordinatesFromClient?.({ x, y: 0 }).x ?? x);
  return Math.abs(to - from) || 1;
}

/**
 * @param {import("./figure-drawing.mjs").Label} label
 * @param {number} size of its letters, pixels of the scene
 * @param {number} scale pixels of the scene for one of the screen's: a text is drawn in the size in which it is seen
 */
function labelOf({ text, x, y }, size, scale) {
  const shrunk = Math.max(1, scale);
  // With a dark edge, so that it can be read on any map.
  const style = { stroke: CANVAS.edge, strokeThickness: size / shrunk / 6, fontWeight: /** @type {const} */ ("bold") };
  const drawn = textOf(text, size / shrunk, style);
  drawn.scale.set(shrunk);
  drawn.anchor.set(0.5, 0.5);
  drawn.position.set(x, y);
  return drawn;
}

/**
 * @param {string} text
 * @param {number} fontSize
 * @param {Partial<PIXI.ITextStyle>} style
 */
function textOf(text, fontSize, style) {
  const { PreciseText } = foundry.canvas.containers;
  const look = { fontSize, fill: CANVAS.ink, lineJoin: /** @type {const} */ ("round"), dropShadow: false, ...style };
  return new PreciseText(text, PreciseText.getTextStyle(look));
}

/**
 * Draw plates where there is room for them.
 * @param {PIXI.Container} layer
 * @param {import("./figure-drawing.mjs").Plate[]} plates
 * @returns {import("./plates.mjs").Box[]} their places
 */
function drawPlates(layer, plates) {
  if (!plates.length) return [];
  const seen = seenOf();
  const space = spaceOf();
  const size = Math.max(labelSize(space), SMALLEST * seen.scale);
  const letters = labelSize(space, seen.scale);
  const tokens = (canvas?.tokens?.placeables ?? []).filter((token) => token.visible);
  const numbers = [...inUse].flatMap((plate) => plate.labels.map((label) => labelBox(label, letters, space)));
  const room = { taken: tokens.flatMap(boxesOf), numbers, legends: seen.legends, within: seen.box, gap: size / 4 };
  const written = plates.map((plate) => ({ about: plate.about, ...wordsOf(plate, size) }));
  const boxes = placed(written, room);
  const pen = layer.addChild(new PIXI.Graphics());
  written.forEach(({ about, texts }, n) => {
    const box = boxes[n];
    const line = tie(box, about, room.gap);
    if (line)
      stroke(pen, { op: "strokes", color: CANVAS.ink, alpha: 0.8, width: 0, segments: [line] }, size / 12, CANVAS.ink);
    pen.lineStyle(size / 16, CANVAS.ink, 0.5).beginFill(CANVAS.edge, 0.92);
    pen.drawRoundedRect(box.x, box.y, box.width, box.height, size / 4).endFill();
    for (const { text, x, y } of texts) layer.addChild(text).position.set(box.x + x, box.y + y);
  });
  return boxes;
}

/**
 * Return a plate's texts with their places on it, and its sides.
 * @param {import("./figure-drawing.mjs").Plate} plate
 * @param {number} size of its letters
 */
function wordsOf({ head = "", columns = [] }, size) {
  const [edge, between] = [size / 3, size / 1.5];
  const title = head ? [textOf(head, size, { fontWeight: "bold", strokeThickness: 0 })] : [];
  const texts = title.map((text) => ({ text, x: edge, y: edge / 2 }));
  const top = edge / 2 + (title[0]?.height ?? 0);
  let [x, bottom] = [edge, top];
  for (const column of columns.filter((shown) => shown)) {
    const text = textOf(column, SMALL * size, { fontWeight: "normal", strokeThickness: 0, align: "left" });
    texts.push({ text, x, y: top });
    x += text.width + between;
    bottom = Math.max(bottom, top + text.height);
  }
  const wide = Math.max(x - between, edge + (title[0]?.width ?? 0));
  return { texts, width: wide + edge, height: bottom + edge / 2 };
}

/**
 * Return the part of the map that this screen shows, what of it a legend of ours covers, and how many of its pixels one of
 * the screen's is.
 */
function seenOf() {
  const place = (/** @type {number} */ x, /** @type {number} */ y) =>
    canvas?.canvasCoordinatesFromClient?.({ x, y }) ?? { x, y };
  const { left, top, right, bottom } = freeArea();
  const [from, to] = [place(left, top), place(right, bottom)];
  const { width = to.x, height = to.y } = canvas?.dimensions ?? {};
  const [x, y] = [Math.max(0, from.x), Math.max(0, from.y)];
  const box = { x, y, width: Math.min(width, to.x) - x, height: Math.min(height, to.y) - y };
  const legends = [...document.querySelectorAll(".coign-legend")].map((legend) => {
    const covered = legend.getBoundingClientRect();
    const [upper, lower] = [place(covered.left, covered.top), place(covered.right, covered.bottom)];
    return { x: upper.x, y: upper.y, width: lower.x - upper.x, height: lower.y - upper.y };
  });
  return { box, legends, scale: scaleOf() };
}

/** Return the part of the window in which the map is seen: between Foundry's own columns, above its hotbar. In its pixels. */
export function freeArea() {
  const boxOf = (/** @type {string} */ id) => document.getElementById(id)?.getBoundingClientRect();
  const middle = boxOf("ui-middle"); // Foundry's names since version 13
  const [left, right] = middle && middle.width >= NARROWEST ? [middle.left, middle.right] : [0, window.innerWidth];
  const bottom = boxOf("hotbar")?.top ?? middle?.bottom ?? window.innerHeight;
  return { left, top: middle?.top ?? 0, right, bottom };
}
