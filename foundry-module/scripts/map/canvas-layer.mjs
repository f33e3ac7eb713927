/**
 * A layer of Coign on the map: a container that draws a list of commands and removes everything at the end.
 *
 * Foundry destroys the content of its canvas groups when the canvas is torn down: for another scene and, since version
 * 14, for another level. So the container is created again whenever the old one is destroyed.
 */

const LABEL_SIZE = 24; // px at a grid space of 100

export class CanvasLayer {
  /** @type {PIXI.Container | null} */
  #layer = null;

  /** @param {number} zIndex  among Foundry's own interface */
  constructor(zIndex) {
    this.zIndex = zIndex;
  }

  /**
   * Draw commands, in place of those before.
   * @param {import("./figure-drawing.mjs").Command[]} commands
   */
  draw(commands) {
    this.clear();
    const layer = commands.length ? this.#container() : null;
    if (!layer) return;
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
          layer.addChild(labelOf(command));
      }
    }
  }

  /** Remove everything that is drawn. */
  clear() {
    if (this.#layer && !this.#layer.destroyed)
      for (const child of this.#layer.removeChildren()) child.destroy({ children: true });
  }

  /** Destroy the container, or forget it if Foundry has destroyed it. */
  remove() {
    if (this.#layer && !this.#layer.destroyed) this.#layer.destroy({ children: true });
    this.#layer = null;
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

/** @param {import("./figure-drawing.mjs").Label} label */
function labelOf({ text, x, y, anchor = [0.5, 0.5] }) {
  const { PreciseText } = foundry.canvas.containers;
  const fontSize = (LABEL_SIZE * (canvas?.dimensions?.size ?? 100)) / 100;
  // White with a dark edge, so that it can be read on any map.
  const style = PreciseText.getTextStyle({
    fontSize,
    fontWeight: "bold",
    fill: "#ffffff",
    stroke: "#000000",
    strokeThickness: fontSize / 6,
    lineJoin: "round",
    align: "center",
  });
  const drawn = new PreciseText(text, style);
  drawn.anchor.set(...anchor);
  drawn.position.set(x, y);
  return drawn;
}
