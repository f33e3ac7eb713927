/**
 * The space of a token on each kind of grid: how big it is, which spaces of the grid it holds, where it snaps to.
 *
 * Bodies on hexes are those of the game systems' hex rules: 1, 3 and 7 hexes for a side of 1, 2 and 3; of the two bodies
 * of 3 hexes the one with its single hex to the north (or west), `TOKEN_SHAPES.ELLIPSE_1`. A row of hexes is three
 * quarters of a hex high, and so is each further row of a body.
 */

/**
 * Pixels.
 * @param {{width: number, height: number}} token  sides in grid spaces
 * @param {object} grid
 */
export function sizeOf({ width, height }, grid) {
  const rows = (sides) => (sides < 1 ? sides : 0.75 * sides + 0.25);
  const [across, down] = grid.isHexagonal
    ? grid.columns
      ? [rows(width), height]
      : [width, rows(height)]
    : [width, height];
  return { width: across * grid.sizeX, height: down * grid.sizeY };
}

/**
 * The grid's spaces that a token holds with its north-west corner at a place; none where there is no grid.
 * @param {{width: number, height: number}} token
 * @param {object} grid
 * @param {{x: number, y: number}} at
 * @returns {{i: number, j: number}[]}
 */
export function offsetsOf(token, grid, { x, y }) {
  if (grid.isGridless) return [];
  const { width, height } = sizeOf(token, grid);
  const [first, last] = [grid.getOffset({ x, y }), grid.getOffset({ x: x + width, y: y + height })];
  const offsets = [];
  for (let i = first.i - 1; i <= last.i + 1; i++) {
    for (let j = first.j - 1; j <= last.j + 1; j++) {
      const centre = grid.getCenterPoint({ i, j });
      // a pixel of room, for places are whole pixels and hexes are not
      const within = (value, start, length) => value > start + 1 && value < start + length - 1;
      if (within(centre.x, x, width) && within(centre.y, y, height)) offsets.push({ i, j });
    }
  }
  return offsets.length ? offsets : [grid.getOffset({ x: x + width / 2, y: y + height / 2 })];
}

/**
 * The nearest place where a token's space is made of whole spaces of the grid.
 * @param {{width: number, height: number}} token
 * @param {object} grid
 * @param {{x: number, y: number}} at
 */
export function snapped(token, grid, { x, y }) {
  if (grid.isGridless) return { x: Math.round(x), y: Math.round(y) };
  if (!grid.isHexagonal) return grid.getSnappedPoint({ x, y });
  // A body of 3 or 7 hexes begins half a hex before the first hex of its first row.
  const shift = Math.max(token.width, token.height) > 1 ? 0.5 : 0;
  const [before, above] = grid.columns ? [0, shift * grid.sizeY] : [shift * grid.sizeX, 0];
  const first = grid.getTopLeftPoint({ x: x + before + grid.sizeX / 2, y: y + above + grid.sizeY / 2 });
  return { x: Math.round(first.x - before), y: Math.round(first.y - above) };
}

/**
 * One space on from a place, by an arrow key: to the neighbour that lies most in its direction, of two the one clockwise.
 * (Ours; Foundry's own arrow keys on hexes are not in what it publishes.)
 * @param {object} grid
 * @param {{x: number, y: number}} at
 * @param {[across: number, down: number]} direction
 */
export function shifted(grid, { x, y }, [across, down]) {
  if (grid.isGridless) return { x: x + across * grid.size, y: y + down * grid.size };
  const own = { x: x + grid.sizeX / 2, y: y + grid.sizeY / 2 };
  const centre = grid.getCenterPoint(own);
  const ways = grid.getAdjacentOffsets(own).map((offset) => {
    const to = grid.getCenterPoint(offset);
    const [dx, dy] = [to.x - centre.x, to.y - centre.y];
    const along = (dx * across + dy * down) / Math.hypot(dx, dy);
    return { dx, dy, along: along + 1e-6 * Math.sign(across * dy - down * dx) };
  });
  const { dx, dy } = ways.reduce((one, other) => (other.along > one.along ? other : one));
  return { x: x + dx, y: y + dy };
}
