/**
 * Shapes made of straight segments: dashes, hatching, crosses and arrows, for a canvas that draws only lines. Pure.
 *
 * @typedef {[number, number]} Point pixels
 * @typedef {[number, number, number, number]} Segment
 */

/**
 * Return a line as dashes, the first at its start.
 * @param {Point} from
 * @param {Point} to
 * @param {number} dash length of a dash, and of the gap after it
 * @returns {Segment[]}
 */
export function dashed([x0, y0], [x1, y1], dash) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!(length > 0) || !(dash > 0)) return [];
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const starts = Array.from({ length: Math.ceil(length / (2 * dash)) }, (_, n) => 2 * dash * n);
  return starts.map((start) => {
    const end = Math.min(length, start + dash);
    return [x0 + dx * start, y0 + dy * start, x0 + dx * end, y0 + dy * end];
  });
}

/**
 * Return the edges of a polyline.
 * @param {Point[]} points
 * @param {boolean} [closed]
 * @returns {Segment[]}
 */
export function edges(points, closed = false) {
  const pairs = points.slice(1).map((point, n) => /** @type {Segment} */ ([...points[n], ...point]));
  const [first, last] = [points[0], points.at(-1)];
  return closed && first && last && points.length > 2 ? [...pairs, [...last, ...first]] : pairs;
}

/**
 * Hatch a polygon at 45°. On each line u = x + y its crossings with the edges are sorted; between the first and the second
 * of each pair it is inside (even-odd rule).
 * @param {Point[]} points
 * @param {number} gap between the hatching lines, pixels
 */
export function hatched(points, gap) {
  if (points.length < 3 || !(gap > 0)) return [];
  const sums = points.map(([x, y]) => x + y);
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [];
  const apart = gap * Math.SQRT2; // along u: the lines are farther apart there than across
  /** @type {Segment[]} */
  const strokes = [];
  for (let u = (Math.floor(low / apart) + 0.5) * apart; u < high; u += apart) {
    const crossings = edges(points, true)
      .filter(([x0, y0, x1, y1]) => x0 + y0 < u !== x1 + y1 < u)
      .map(([x0, y0, x1, y1]) => x0 + ((x1 - x0) * (u - x0 - y0)) / (x1 + y1 - x0 - y0))
      .sort((a, b) => a - b);
    for (let n = 0; n + 1 < crossings.length; n += 2) {
      const [from, to] = [crossings[n], crossings[n + 1]];
      strokes.push([from, u - from, to, u - to]);
    }
  }
  return strokes;
}

/**
 * Return a small cross, which marks where something blocks a line.
 * @param {Point} at
 * @param {number} arm
 * @returns {Segment[]}
 */
export const cross = ([x, y], arm) => [
  [x - arm, y - arm, x + arm, y + arm],
  [x - arm, y + arm, x + arm, y - arm],
];

/**
 * Return an arrow that points away from a centre.
 * @param {Point} centre
 * @param {number} degrees Foundry's: 0 = south, clockwise
 * @param {number} from distances from the centre, pixels
 * @param {number} to
 * @returns {Segment[]}
 */
export function arrow([x, y], degrees, from, to) {
  const at = (/** @type {number} */ distance, /** @type {number} */ turn) => {
    const angle = ((degrees + 90 + turn) * Math.PI) / 180; // canvas axes: 0 = east, y down
    return /** @type {Point} */ ([x + distance * Math.cos(angle), y + distance * Math.sin(angle)]);
  };
  const tip = at(to, 0);
  const barb = to - (to - from) * 0.4;
  const spread = 12;
  return [
    [...at(from, 0), ...tip],
    [...at(barb, spread), ...tip],
    [...tip, ...at(barb, -spread)],
  ];
}
