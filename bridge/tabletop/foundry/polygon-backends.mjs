/**
 * `CONFIG.Canvas.polygonBackends`: what is seen from a point, and whether walls stand between two. Modules that measure
 * cover or sight ask them.
 *
 * `testCollision` returns by its mode: `any` whether there is a collision, `closest` the first one or null, `all` a list of
 * them from the origin on. A wall that restricts by 0 is none, and so is an open door. Of limited walls (10) the first is
 * passed. A polygon contains the points from which no wall keeps its origin. (fvtt-types 13.346, PointSourcePolygon.)
 *
 * Left out are the outlines of polygons, thresholds, one-way walls (they restrict from both sides here), and the backend
 * for movement.
 */

import { utilities } from "./utils.mjs";

const { orient2dFast } = utilities;
const OPEN = 1; // state of a door
const LIMITED = 10;

/** @param {object} client  Its canvas has the walls. */
export function createPolygonBackends(client) {
  class ClockwiseSweepPolygon {
    constructor(origin, config) {
      Object.assign(this, { origin, config });
    }

    static create(origin, config = {}) {
      return new this(origin, config);
    }

    static testCollision(origin, destination, { type, mode = "all" } = {}) {
      const found = collisions(client.canvas.scene.walls.contents, origin, destination, type);
      if (mode === "any") return found.length > 0;
      return mode === "closest" ? (found[0] ?? null) : found;
    }

    contains(x, y) {
      const { type, radius = Number.POSITIVE_INFINITY, boundingBox: box } = this.config;
      if (Math.hypot(x - this.origin.x, y - this.origin.y) > radius) return false;
      if (box && (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height)) return false;
      return !ClockwiseSweepPolygon.testCollision(this.origin, { x, y }, { type, mode: "any" });
    }
  }
  return { sight: ClockwiseSweepPolygon, light: ClockwiseSweepPolygon, sound: ClockwiseSweepPolygon };
}

/** List where walls stop the way between two points, the first one first. */
function collisions(walls, origin, destination, type) {
  const hits = walls.flatMap(({ _source: wall }) => {
    if (!wall[type] || (wall.door > 0 && wall.ds === OPEN)) return [];
    const [ax, ay, bx, by] = wall.c;
    const part = crossing(origin, destination, { x: ax, y: ay }, { x: bx, y: by });
    if (part === null) return [];
    const x = origin.x + part * (destination.x - origin.x);
    const y = origin.y + part * (destination.y - origin.y);
    return [{ x, y, part, limited: wall[type] === LIMITED }];
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
