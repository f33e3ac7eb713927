/** A region's `polygons`: one flat list of points for each shape, as the document has them in v13 and v14. */

const SIDES = 32; // of the polygon that approximates a circle

/** @param {object[]} shapes  Source data: {type, hole, ...}. */
export function regionPolygons(shapes) {
  return shapes.map((shape) => ({ points: outline(shape), isPositive: !shape.hole, hole: Boolean(shape.hole) }));
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
