/** `scene.grid`: an object with methods, not the bare source data. Squares only; distances under the world's rule. */

/** The diagonal rules of `CONST.GRID_DIAGONALS` that a square grid's distance can follow here. */
const EXACT = 1;
const ALTERNATING = 4;

/**
 * @param {{type: number, size: number, distance: number, units: string}} source
 * @param {number} diagonals
 */
export function sceneGrid(source, diagonals) {
  const { type, size, distance, units } = source;
  return {
    type,
    size,
    sizeX: size,
    sizeY: size,
    distance,
    units,
    diagonals,
    isGridless: type === 0,
    isSquare: type === 1,
    isHexagonal: type > 1,
    getOffset: ({ x, y }) => ({ i: Math.floor(y / size), j: Math.floor(x / size) }),
    getTopLeftPoint: ({ i, j }) => ({ x: j * size, y: i * size }),
    getCenterPoint: (at) => {
      const { i, j } = "i" in at ? at : { i: Math.floor(at.y / size), j: Math.floor(at.x / size) };
      return { x: (j + 0.5) * size, y: (i + 0.5) * size };
    },
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
    toObject: () => ({ ...source }),
  };
}
