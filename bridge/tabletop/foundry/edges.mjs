/**
 * The walls on the viewed scene as placeables, and `canvas.edges`: what of them stops light, sight, sound and movement.
 *
 * Each wall has one edge, by its id "Wall.<id>". An edge of an open door restricts nothing. Changing a wall makes its edge
 * again. (fvtt-types 13.346: `canvas/geometry/edges/edge.d.mts` and `edges.d.mts`, `placeables/wall.d.mts`.)
 *
 * Left out are thresholds, one-way walls (an edge keeps its direction, and restricts from both sides), and the edges of
 * darkness and of the canvas's own bounds.
 */

import { utilities } from "./utils.mjs";

const { orient2dFast } = utilities;
const OPEN = 1; // state of a door
const LIMITED = 10;
const RESTRICTIONS = ["light", "move", "sight", "sound"];

/** A segment that stops movement, sight, light or sound between two points. */
export class Edge {
  constructor(a, b, { id, object, type = "wall", direction = 0, threshold, priority = 0, ...restrictions } = {}) {
    Object.assign(this, { a, b, id, object, type, direction, threshold, priority });
    for (const name of RESTRICTIONS) this[name] = restrictions[name] ?? 0;
  }

  isLimited(type) {
    return this[type] === LIMITED;
  }

  /** Return the side on which a point lies: 0 on the line, 1 to the left of it, 2 to the right. */
  orientPoint(point) {
    const side = orient2dFast(this.a, this.b, point);
    return side === 0 ? 0 : side < 0 ? 1 : 2;
  }
}

/** The edges of the viewed scene by their ids. */
export class CanvasEdges extends Map {}

/** A wall on the viewed scene. */
export class WallPlaceable {
  constructor(client, document) {
    this.client = client;
    this.document = document;
  }

  get id() {
    return this.document.id;
  }

  get scene() {
    return this.document.parent;
  }

  get coords() {
    return this.document._source.c;
  }

  get center() {
    const [ax, ay, bx, by] = this.coords;
    return { x: (ax + bx) / 2, y: (ay + by) / 2 };
  }

  get edgeId() {
    return `Wall.${this.id}`;
  }

  get edge() {
    return this.client.canvas.edges.get(this.edgeId);
  }

  initializeEdge({ deleted = false } = {}) {
    const { edges } = this.client.canvas;
    if (deleted) return edges.delete(this.edgeId);
    const { c, dir, door, ds, threshold, ...wall } = this.document._source;
    const open = door > 0 && ds === OPEN;
    const restrictions = Object.fromEntries(RESTRICTIONS.map((name) => [name, open ? 0 : wall[name]]));
    const options = { id: this.edgeId, object: this, direction: dir, threshold, ...restrictions };
    return edges.set(this.edgeId, new Edge({ x: c[0], y: c[1] }, { x: c[2], y: c[3] }, options));
  }

  appear() {
    this.initializeEdge();
  }

  disappear() {
    this.initializeEdge({ deleted: true });
  }

  /** Draw it again; the map here is drawn elsewhere. */
  refresh() {
    return this;
  }
}
