/**
 * `CONFIG.Canvas.polygonBackends`: what is seen from a point, and whether walls separate two points. Modules that measure
 * cover or sight ask them, and wrap their methods: `initialize` gets the origin and the configuration, and
 * `_testEdgeInclusion` is asked about each edge of `canvas.edges`.
 *
 * `testCollision` returns by its mode: `any` whether there is a collision, `closest` the first one or null, `all` a list of
 * them from the origin on. An edge that restricts by 0 stops nothing. Of limited edges (10) the first is passed. A polygon
 * contains the points from which no edge keeps its origin. (fvtt-types 13.346: `canvas/geometry/clockwise-sweep.d.mts`,
 * `shapes/source-polygon.d.mts`.)
 *
 * Left out are the outlines of polygons, and what `edges.mjs` leaves out.
 */

import { utilities } from "./utils.mjs";

const { orient2dFast } = utilities;

/** @param {object} client  Its canvas has the edges. */
export function createPolygonBackends(client) {
  class ClockwiseSweepPolygon extends (client.PIXI?.Polygon ?? Object) {
    edges = new Set();

    static create(origin, config = {}) {
      return ClockwiseSweepPolygon.#of(this, origin, config).compute();
    }

    static testCollision(origin, destination, { mode = "all", ...config } = {}) {
      const ray = { A: origin, B: destination };
      return ClockwiseSweepPolygon.#of(this, origin, config)._testCollision(ray, mode, destination);
    }

    static #of(Polygon, origin, config) {
      const polygon = new Polygon();
      polygon.initialize(origin, config);
      return polygon;
    }

    initialize(origin, config) {
      Object.assign(this, { origin, config: { radius: client.canvas.dimensions?.maxR, ...config } });
    }

    compute() {
      this._identifyEdges();
      return this;
    }

    _identifyEdges() {
      const types = { wall: 1 };
      this.edges = new Set();
      for (const edge of client.canvas.edges.values())
        if ((!this.way || isNear(edge, this.way)) && this._testEdgeInclusion(edge, types)) this.edges.add(edge);
    }

    /** Tell whether an edge restricts what this polygon is of. */
    _testEdgeInclusion(edge, _edgeTypes) {
      return edge[this.config.type] > 0;
    }

    _testCollision({ A, B }, mode) {
      this.way = { A, B };
      this._identifyEdges();
      const found = collisions(this.edges, A, B, this.config.type);
      if (mode === "any") return found.length > 0;
      return mode === "closest" ? (found[0] ?? null) : found;
    }

    contains(x, y) {
      const { type, radius, boundingBox: box } = this.config;
      if (Math.hypot(x - this.origin.x, y - this.origin.y) > radius) return false;
      if (box && (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height)) return false;
      return collisions(this.edges, this.origin, { x, y }, type).length === 0;
    }
  }
  return Object.fromEntries(["sight", "light", "sound", "move"].map((type) => [type, ClockwiseSweepPolygon]));
}

/** Tell whether the box of an edge meets that of a way. Foundry asks a quadtree. */
function isNear({ a, b }, { A, B }) {
  return (
    Math.max(a.x, b.x) >= Math.min(A.x, B.x) &&
    Math.min(a.x, b.x) <= Math.max(A.x, B.x) &&
    Math.max(a.y, b.y) >= Math.min(A.y, B.y) &&
    Math.min(a.y, b.y) <= Math.max(A.y, B.y)
  );
}

/** List where edges stop the way between two points, the first one first. */
function collisions(edges, origin, destination, type) {
  const hits = [...edges].flatMap((edge) => {
    const part = crossing(origin, destination, edge.a, edge.b);
    if (part === null) return [];
    const x = origin.x + part * (destination.x - origin.x);
    const y = origin.y + part * (destination.y - origin.y);
    return [{ x, y, part, limited: edge.isLimited(type), edges: new Set([edge]) }];
  });
  hits.sort((one, other) => one.part - other.part);
  const passed = hits.find(({ limited }) => limited);
  return hits.filter((hit) => hit !== passed);
}

/** Return how far along the way from `a` to `b` it meets the segment from `c` to `d`, from 0 to 1; null if it does not. */
function crossing(a, b, c, d) {
  const [from, to] = [orient2dFast(c, d, a), orient2dFast(c, d, b)];
  if (from === to || from * to > 0 || orient2dFast(a, b, c) * orient2dFast(a, b, d) > 0) return null;
  return from / (from - to);
}
