/** A region's `polygons`: one flat list of points for each shape, as the document has them in v13 and v14. */

const SIDES = 32; // of the polygon that approximates a circle

/** @param {object[]} shapes  Source data: {type, hole, ...}. */
export function regionPolygons(shapes) {
  return shapes.map((shape) => ({ points: outline(shape), isPositive: !shape.hole, hole: Boolean(shape.hole) }));
}

/**
 * Tell whether a point is inside a polygon.
 * @param {number[]} points  x and y by turns.
 * @param {number} x
 * @param {number} y
 */
function isInside(points, x, y) {
  let inside = false;
  for (let n = 0; n < points.length; n += 2) {
    const [ax, ay, bx, by] = [...points.slice(n, n + 2), ...points.slice((n + 2) % points.length).slice(0, 2)];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/**
 * Tell whether a point is in a region, at its elevation. The bottom belongs to it; the top does unless `topInclusive` is
 * false (version 14), or if both are the same.
 * @param {{elevation?: {bottom?: number, top?: number, topInclusive?: boolean}}} source  The region's.
 * @param {{points: number[], isPositive: boolean}[]} polygons
 * @param {{x: number, y: number, elevation?: number}} point
 */
export function isInRegion({ elevation: heights }, polygons, { x, y, elevation = 0 }) {
  const [bottom, top] = [heights?.bottom ?? Number.NEGATIVE_INFINITY, heights?.top ?? Number.POSITIVE_INFINITY];
  const withTop = heights?.topInclusive !== false || bottom === top;
  if (elevation < bottom || elevation > top || (elevation === top && !withTop)) return false;
  const inside = polygons.filter(({ points }) => isInside(points, x, y));
  return inside.length > 0 && inside.every(({ isPositive }) => isPositive);
}

/**
 * Move the regions that are attached to a token with it, and hide or show them as it is hidden or shown. (Notes of 14.360;
 * types of pf2e for version 14: `attachment.token`. Nothing public says whether `updateRegion` runs then, so it does not
 * here: modules must not wait for it.)
 * @param {object[]} regions  Source data.
 * @param {{_id: string, hidden: boolean}} token  Source data.
 * @param {{x: number, y: number}} by  pixels
 * @returns {object[]}  Those attached.
 */
export function moveAttached(regions, token, by) {
  const attached = regions.filter(({ attachment }) => attachment?.token === token._id);
  for (const region of attached) region.hidden = token.hidden;
  for (const shape of (by.x || by.y ? attached : []).flatMap(({ shapes }) => shapes)) {
    if (shape.points) shape.points = shape.points.map((value, n) => value + (n % 2 ? by.y : by.x));
    else Object.assign(shape, { x: shape.x + by.x, y: shape.y + by.y });
  }
  return attached;
}

function outline({ type, x, y, width, height, radius, radiusX = radius, radiusY = radius, rotation = 0, points }) {
  if (type === "polygon") return [...points];
  if (type === "rectangle") {
    const corners = [x, y, x + width, y, x + width, y + height, x, y + height];
    return turned(corners, x + width / 2, y + height / 2, rotation);
  }
  const round = Array.from({ length: SIDES }, (_side, n) => (2 * Math.PI * n) / SIDES);
  return turned(
    round.flatMap((angle) => [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)]),
    x,
    y,
    rotation,
  );
}

function turned(points, aboutX, aboutY, degrees) {
  if (!degrees) return points;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const result = [];
  for (let n = 0; n < points.length; n += 2) {
    const [x, y] = [points[n] - aboutX, points[n + 1] - aboutY];
    result.push(aboutX + x * cos - y * sin, aboutY + x * sin + y * cos);
  }
  return result;
}
