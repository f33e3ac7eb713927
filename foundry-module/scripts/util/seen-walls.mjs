/**
 * Walls in a player's drawing. The bridge sends players no walls, because a wall that is missing there would betray a
 * secret door. Where a line is blocked, a piece of what blocks it is drawn instead, if the player sees that place on the
 * map: as long for every wall, and ending only where the row of walls ends or turns, so that a secret door in it looks
 * like the rest.
 */

/** @typedef {[number, number]} Point pixels */
/**
 * @typedef {object} Wall the part of Foundry's source data that is used
 * @property {number[]} c
 * @property {number} [sight]
 * @property {number} [door]
 * @property {number} [ds]
 */

const NORMAL = 20; // how a wall stops sight: other kinds are not seen as walls
const OPEN = 1;
const REACH = 0.4; // of a grid space, to each side of the place where the line is blocked
const BEFORE = 4; // px: as far before the wall the place must be seen
const STRAIGHT = 1e-3; // sine of the greatest turn within a row of walls
const ROW = 20; // walls of a row that are looked at

/**
 * Return a result's figure for this client: for a player, with the walls that block its lines where the player sees them.
 * @param {Coign.Figure} figure
 * @param {string} scene the figure's; only the viewed scene can be looked at
 * @returns {Coign.Figure}
 */
export function readerFigure(figure, scene) {
  const viewed = canvas?.scene;
  if (game.user?.isGM || !figure || !viewed || viewed.id !== scene) return figure;
  const walls = viewed.walls.map((wall) => /** @type {Coign.Foreign} */ (wall)._source);
  const sees = (/** @type {{x: number, y: number}} */ point) =>
    Boolean(canvas?.visibility?.testVisibility(point, { tolerance: 0 }));
  return withSeenWalls(figure, walls, viewed.grid.size, sees);
}

/**
 * Add the pieces of walls to a figure.
 * @param {Coign.Figure} figure
 * @param {Iterable<Wall>} walls
 * @param {number} size of a grid space, pixels
 * @param {(point: {x: number, y: number}) => boolean} sees
 */
export function withSeenWalls(figure, walls, size, sees) {
  const shut = [...walls].filter(
    ({ c, sight = NORMAL, door = 0, ds = 0 }) => c?.length === 4 && sight === NORMAL && !(door && ds === OPEN),
  );
  const pieces = (figure.lines ?? [])
    .filter(({ role, points }) => role === "line-blocked" && points.length > 1)
    .flatMap(({ points }) => pieceAcross(points[0], points[points.length - 1], shut, size, sees) ?? []);
  return { ...figure, lines: [...(figure.lines ?? []), ...pieces] };
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {Wall[]} walls
 * @param {number} size
 * @param {(point: {x: number, y: number}) => boolean} sees
 * @returns {Coign.Mark | null} null: no wall that the player sees blocks the line
 */
function pieceAcross(from, to, walls, size, sees) {
  const crossings = walls.flatMap((wall) => {
    const share = crossing(from, to, [wall.c[0], wall.c[1]], [wall.c[2], wall.c[3]]);
    return share === null ? [] : [{ wall, share }];
  });
  if (!crossings.length) return null;
  const { wall, share } = crossings.reduce((one, other) => (other.share < one.share ? other : one));
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const at = along(from, to, share);
  const [x, y] = along(from, to, Math.max(0, share - BEFORE / length));
  if (!sees({ x, y })) return null;
  const [a, b] = rowOf(wall, walls);
  const points = [towards(at, a, REACH * size), towards(at, b, REACH * size)];
  return { role: "wall", fact: "cover", label: "", points };
}

/**
 * Return both ends of the straight row of walls that a wall belongs to.
 * @param {Wall} wall
 * @param {Wall[]} walls
 * @returns {[Point, Point]}
 */
function rowOf({ c: [x0, y0, x1, y1] }, walls) {
  const end = (/** @type {Point} */ from, /** @type {Point} */ to) => {
    let last = to;
    for (let n = 0; n < ROW; n++) {
      const next = walls.map(({ c }) => continued(c, from, last)).find((point) => point !== null);
      if (!next) break;
      last = next;
    }
    return last;
  };
  return [end([x1, y1], [x0, y0]), end([x0, y0], [x1, y1])];
}

/**
 * Return the far end of a wall that goes straight on from a row's end; null if it does not.
 * @param {number[]} c
 * @param {Point} from the row's other end
 * @param {Point} last
 */
function continued([x0, y0, x1, y1], from, last) {
  const ends = /** @type {[Point, Point]} */ ([
    [x0, y0],
    [x1, y1],
  ]);
  const near = ends.findIndex(([x, y]) => x === last[0] && y === last[1]);
  if (near < 0) return null;
  const far = ends[1 - near];
  const [ax, ay, bx, by] = [last[0] - from[0], last[1] - from[1], far[0] - last[0], far[1] - last[1]];
  const lengths = Math.hypot(ax, ay) * Math.hypot(bx, by);
  const straight = Math.abs(ax * by - ay * bx) <= STRAIGHT * lengths && ax * bx + ay * by > 0;
  return lengths > 0 && straight ? far : null;
}

/**
 * Return where a line crosses a wall, as a share of the line from 0 to 1; null if it does not.
 * @param {Point} from
 * @param {Point} to
 * @param {Point} a
 * @param {Point} b
 */
function crossing(from, to, a, b) {
  const [dx, dy, wx, wy] = [to[0] - from[0], to[1] - from[1], b[0] - a[0], b[1] - a[1]];
  const turn = dx * wy - dy * wx;
  if (turn === 0) return null;
  const [ox, oy] = [a[0] - from[0], a[1] - from[1]];
  const [share, onWall] = [(ox * wy - oy * wx) / turn, (ox * dy - oy * dx) / turn];
  return share >= 0 && share <= 1 && onWall >= 0 && onWall <= 1 ? share : null;
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} share
 * @returns {Point}
 */
const along = ([x, y], [tx, ty], share) => [x + (tx - x) * share, y + (ty - y) * share];

/**
 * Return the point that is so many pixels from one towards another, but no farther than that.
 * @param {Point} from
 * @param {Point} to
 * @param {number} pixels
 * @returns {Point}
 */
function towards(from, to, pixels) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return length > pixels ? along(from, to, pixels / length) : to;
}
