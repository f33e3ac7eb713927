/**
 * A tile on the viewed scene: its picture tells which points of the map it covers.
 *
 * The whole picture counts here as opaque. (fvtt-types 13.346: `PrimarySpriteMesh#containsCanvasPoint`. In version 14 a
 * tile's place is that of its anchor: foundryvtt/foundryvtt#13442.)
 */
export class TilePlaceable {
  constructor(client, document) {
    this.client = client;
    this.document = document;
  }

  get id() {
    return this.document.id;
  }

  get mesh() {
    return { containsCanvasPoint: (point) => this.#covers(point) };
  }

  appear() {}

  disappear() {}

  #covers({ x, y }) {
    const { x: left, y: top, width, height, rotation, texture } = this.document._source;
    const [acrossPart, downPart] = [texture.anchorX ?? 0.5, texture.anchorY ?? 0.5];
    const is14 = this.client.generation >= 14;
    const about = is14 ? { x: left, y: top } : { x: left + acrossPart * width, y: top + downPart * height };
    const angle = (rotation * Math.PI) / 180;
    const [dx, dy] = [x - about.x, y - about.y];
    const across = dx * Math.cos(angle) + dy * Math.sin(angle) + acrossPart * width;
    const down = dy * Math.cos(angle) - dx * Math.sin(angle) + downPart * height;
    return across >= 0 && across <= width && down >= 0 && down <= height;
  }
}
