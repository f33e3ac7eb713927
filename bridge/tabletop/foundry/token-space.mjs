/**
 * The space of a token on each kind of grid: its size, the grid spaces it occupies, and where it snaps to.
 *
 * Tokens on hexes have the shapes of the game systems' hex rules: 1, 3 and 7 hexes for a side of 1, 2 and 3. Of the two
 * shapes of 3 hexes it is the one with its single hex to the north (or west), `TOKEN_SHAPES.ELLIPSE_1`. Each further
 * row of hexes adds three quarters of a hex to the height.
 */

/**
 * Return the size of a token in pixels.
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
 * Return the grid spaces that a token occupies with its north-west corner at a place; none on a gridless map.
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
      // a pixel of tolerance, because places are whole pixels and hexes are not
      const within = (value, start, length) => value > start + 1 && value < start + length - 1;
      if (within(centre.x, x, width) && within(centre.y, y, height)) offsets.push({ i, j });
    }
  }
  return offsets.length ? offsets : [grid.getOffset({ x: x + width / 2, y: y + height / 2 })];
}

/**
 * Return the nearest place at which a token occupies whole grid spaces.
 * @param {{width: number, height: number}} token
 * @param {object} grid
 * @param {{x: number, y: number}} at
 */
export function snapped(token, grid, { x, y }) {
  if (grid.isGridless) return { x: Math.round(x), y: Math.round(y) };
  if (!grid.isHexagonal) return grid.getSnappedPoint({ x, y });
  // A token of 3 or 7 hexes begins half a hex before the first hex of its first row.
  const shift = Math.max(token.width, token.height) > 1 ? 0.5 : 0;
  const [before, above] = grid.columns ? [0, shift * grid.sizeY] : [shift * grid.sizeX, 0];
  const first = grid.getTopLeftPoint({ x: x + before + grid.sizeX / 2, y: y + above + grid.sizeY / 2 });
  return { x: Math.round(first.x - before), y: Math.round(first.y - above) };
}

/**
 * Return the place one space away, for an arrow key: the neighbour nearest to its direction; of two, the clockwise one.
 * (This is our choice; Foundry publishes nothing about its arrow keys on hexes.)
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
