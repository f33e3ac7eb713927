/**
 * `scene.grid`: an object with methods, not the bare source data. Squares and gridless maps are here, hexes in
 *
 * `grid-hex.mjs`. Source of the methods: the comments of the published types (fvtt-types 13.346,
 * `common/grid/base.d.mts`).
 */

import { around, hexGrid } from "./grid-hex.mjs";

/** `CONST.GRID_TYPES`; from 2 on they are hexes. */
const GRIDLESS = 0;
const SQUARE = 1;

/** The diagonal rules of `CONST.GRID_DIAGONALS` that a square grid's distance can follow here. */
const EXACT = 1;
const ALTERNATING = 4;

/**
 * @param {{type: number, size: number, distance: number, units: string}} source
 * @param {number} diagonals
 */
export function sceneGrid(source, diagonals) {
  const { type, size, distance, units } = source;
  const kind = type === GRIDLESS ? gridless(source) : type === SQUARE ? square(source, diagonals) : hexGrid(source);
  return {
    type,
    size,
    sizeX: size,
    sizeY: size,
    distance,
    units,
    diagonals,
    isGridless: type === GRIDLESS,
    isSquare: type === SQUARE,
    isHexagonal: type > SQUARE,
    getVertices: (at) => {
      const { x, y } = kind.getCenterPoint(at);
      return kind.getShape().map((point) => ({ x: x + point.x, y: y + point.y }));
    },
    toObject: () => ({ type, size, distance, units }),
    ...kind,
    /** A way of several points: the sum of its straight parts, each measured by itself. */
    measurePath: (points) =>
      points.slice(1).reduce(
        (sum, point, n) => {
          const part = kind.measurePath([points[n], point]);
          return { distance: sum.distance + part.distance, spaces: sum.spaces + part.spaces };
        },
        { distance: 0, spaces: 0 },
      ),
  };
}

function square({ size, distance }, diagonals) {
  const getOffset = (at) => ("i" in at ? at : { i: Math.floor(at.y / size), j: Math.floor(at.x / size) });
  const getTopLeftPoint = (at) => ({ x: getOffset(at).j * size, y: getOffset(at).i * size });
  const half = size / 2;
  return {
    getOffset,
    getTopLeftPoint,
    getCenterPoint: (at) => ({ x: getTopLeftPoint(at).x + half, y: getTopLeftPoint(at).y + half }),
    getShape: () => [
      { x: -half, y: -half },
      { x: half, y: -half },
      { x: half, y: half },
      { x: -half, y: half },
    ],
    getAdjacentOffsets: (at) => around(getOffset(at)),
    getSnappedPoint: ({ x, y }) => ({ x: Math.round(x / size) * size, y: Math.round(y / size) * size }),
    measurePath: ([from, to]) => {
      const across = Math.abs(from.x - to.x) / size;
      const down = Math.abs(from.y - to.y) / size;
      const both = Math.min(across, down);
      let spaces = Math.max(across, down);
      if (diagonals === EXACT) spaces += both * (Math.SQRT2 - 1);
      if (diagonals === ALTERNATING) spaces += Math.floor(both / 2);
      return { distance: spaces * distance, spaces };
    },
  };
}

/** "In gridless grids a point with the same coordinates as the given point is returned", and shapes are empty. */
function gridless({ size, distance }) {
  const point = (at) => ("i" in at ? { x: at.j, y: at.i } : { x: at.x, y: at.y });
  return {
    getOffset: (at) => ("i" in at ? at : { i: Math.floor(at.y), j: Math.floor(at.x) }),
    getTopLeftPoint: point,
    getCenterPoint: point,
    getShape: () => [],
    getAdjacentOffsets: () => [],
    getSnappedPoint: point,
    measurePath: ([from, to]) => {
      const spaces = Math.hypot(from.x - to.x, from.y - to.y) / size;
      return { distance: spaces * distance, spaces };
    },
  };
}
