/**
 * Hexes, in rows (a corner to the north) or columns (a side to the north), the odd or the even ones pushed half a hex
 * on.
 *
 * `GRID_TYPES` 2 to 5 and what is pushed: the published types (fvtt-types 13.346, `common/constants.d.mts`: "a row-wise
 * hexagon grid (pointy-topped) where odd-numbered rows are offset"). The grid size is the distance between opposite
 * sides; an offset is {i: row, j: column}. The lattice begins half a hex before the canvas: a row (column) that is not
 * pushed has its first hex centred on the western (northern) edge, as 148 of 151 tokens of real maps show
 * (`tests/data/hex-tokens.tsv`). A scene from before v10 (`flags.core.legacyHex`) has a grid size from corner to
 * corner. How far two hexes are apart is counted in doubled coordinates (redblobgames.com/grids/hexagons, the page that
 * those types name).
 */

const LONG = 2 / Math.sqrt(3); // from corner to corner, when it is 1 from side to side

/** @param {{type: number, size: number, distance: number, legacy?: boolean}} source */
export function hexGrid({ type, size: given, distance, legacy = false }) {
  const size = legacy ? given / LONG : given;
  const columns = type >= 4;
  const even = type % 2 === 1;
  const [sizeX, sizeY] = columns ? [size * LONG, size] : [size, size * LONG];
  const pushed = (line) => ((Math.abs(line) % 2 === 0) === even ? 0.5 : 0);
  const centre = ({ i, j }) =>
    columns
      ? { x: (0.75 * j + 0.5) * sizeX, y: (i + pushed(j)) * sizeY }
      : { x: (j + pushed(i)) * sizeX, y: (0.75 * i + 0.5) * sizeY };

  /** Return the offset of the hex that contains a point: the one whose centre is nearest. */
  function getOffset(at) {
    if ("i" in at) return at;
    const guess = columns
      ? { i: Math.floor(at.y / sizeY + 0.25), j: Math.floor(at.x / (0.75 * sizeX) - 1 / 6) }
      : { i: Math.floor(at.y / (0.75 * sizeY) - 1 / 6), j: Math.floor(at.x / sizeX + 0.25) };
    const off = (offset) => Math.hypot(centre(offset).x - at.x, centre(offset).y - at.y);
    return [guess, ...around(guess)].reduce((one, other) => (off(other) < off(one) - 1e-9 ? other : one));
  }

  const getCenterPoint = (at) => centre(getOffset(at));
  const steps = (from, to) => {
    const [a, b] = [getCenterPoint(from), getCenterPoint(to)];
    const [across, down] = [Math.abs(a.x - b.x) / sizeX, Math.abs(a.y - b.y) / sizeY];
    const [along, lines] = columns ? [2 * down, across / 0.75] : [2 * across, down / 0.75];
    return Math.round(lines + Math.max(0, (along - lines) / 2));
  };
  const shape = columns
    ? [
        [-0.5, 0],
        [-0.25, -0.5],
        [0.25, -0.5],
        [0.5, 0],
        [0.25, 0.5],
        [-0.25, 0.5],
      ]
    : [
        [0, -0.5],
        [0.5, -0.25],
        [0.5, 0.25],
        [0, 0.5],
        [-0.5, 0.25],
        [-0.5, -0.25],
      ];

  return {
    sizeX,
    sizeY,
    columns,
    even,
    getOffset,
    getCenterPoint,
    getTopLeftPoint: (at) => ({ x: getCenterPoint(at).x - sizeX / 2, y: getCenterPoint(at).y - sizeY / 2 }),
    getShape: () => shape.map(([x, y]) => ({ x: x * sizeX, y: y * sizeY })),
    getAdjacentOffsets: (at) => around(getOffset(at)).filter((to) => steps(getOffset(at), to) === 1),
    getSnappedPoint: getCenterPoint,
    measurePath: ([from, to]) => ({ distance: steps(from, to) * distance, spaces: steps(from, to) }),
  };
}

/** Return the eight offsets around a space. For a hex, six of them touch it. */
export const around = ({ i, j }) =>
  [-1, 0, 1]
    .flatMap((down) => [-1, 0, 1].map((across) => ({ i: i + down, j: j + across })))
    .filter((at) => at.i !== i || at.j !== j);
