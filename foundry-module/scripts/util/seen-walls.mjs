/**
 * Walls in a player's drawing. The bridge sends players no walls, because a wall that is missing there would betray a
 * secret door. Where a line is blocked, a piece of what blocks it is drawn instead, if the player sees that place on the
 * map: as long for every wall, and ending only where the row of walls ends or turns, so that a secret door in it looks
 * like the rest.
 */

import { heightsOf, isOnLevel } from "./heights.mjs";

/** @typedef {[number, number]} Point pixels */
/**
 * @typedef {object} Wall the part of Foundry's source data that is used
 * @property {number[]} c
 * @property {number} [sight]
 * @property {number} [door]
 * @property {number} [ds]
 * @property {string[]} [levels]
 * @property {Record<string, any>} [flags]
 *
 * @typedef {object} End of a line: the attacker's token, or the target's
 * @property {number} bottom scene units
 * @property {number} top
 * @property {string | null} level null: any
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
 * @param {(string | null)[]} between the tokens at the ends of its lines, by id: the attacker first
 */
export function readerFigure(figure, scene, between) {
  const viewed = /** @type {Coign.Foreign} */ (canvas?.scene);
  if (game.user?.isGM || !figure || !viewed || viewed.id !== scene) return figure;
  const ends = between.flatMap((id) => viewed.tokens.get(id ?? "") ?? []).map((token) => endOf(token, viewed));
  const [from, to] = [ends[0]?.bottom ?? 0, ends.at(-1)?.bottom ?? 0];
  const level = viewed.levels?.get(ends[0]?.level); // since v14: where the place is, if it is not the viewed level
  const sees = (/** @type {Seen} */ { x, y, share }) => {
    const place = { x, y, elevation: from + (to - from) * share };
    return Boolean(canvas?.visibility?.testVisibility(place, { tolerance: 0, ...(level && { level }) }));
  };
  const walls = viewed.walls.map((/** @type {Coign.Foreign} */ wall) => wall._source);
  return withSeenWalls(figure, wallsBetween(walls, ends), viewed.grid.size, sees);
}

/**
 * Return the heights of a token, and its level if the scene has it.
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} scene
 * @returns {End}
 */
function endOf({ _source: { elevation, level, depth, height } }, { grid, levels }) {
  const tall = (depth ?? height) * grid.distance;
  return { bottom: elevation, top: elevation + tall, level: levels?.get(level) ? level : null };
}

/**
 * Return the walls that can block lines between two tokens. Walls of other levels, and walls wholly above or wholly below
 * both tokens, cannot.
 * @param {Wall[]} walls
 * @param {End[]} ends empty if unknown; then every wall can block
 */
export function wallsBetween(walls, ends) {
  const highest = Math.max(...ends.map(({ top }) => top));
  const lowest = Math.min(...ends.map(({ bottom }) => bottom));
  return walls.filter((wall) => {
    const [bottom, top] = heightsOf(wall);
    return !ends.length || (bottom < highest && top > lowest && ends.some(({ level }) => isOnLevel(wall, level)));
  });
}

/** @typedef {{x: number, y: number, share: number}} Seen a place in pixels, and its share of the way to the target */

/**
 * Add the pieces of walls to a figure, and to each blocked line the place where it meets one.
 * @param {Coign.Figure} figure
 * @param {Iterable<Wall>} walls
 * @param {number} size of a grid space, pixels
 * @param {(place: Seen) => boolean} sees
 */
export function withSeenWalls(figure, walls, size, sees) {
  const shut = [...walls].filter(
    ({ c, sight = NORMAL, door = 0, ds = 0 }) => c?.length === 4 && sight === NORMAL && !(door && ds === OPEN),
  );
  /** @type {Coign.Mark[]} */
  const pieces = [];
  const lines = (figure.lines ?? []).map((line) => {
    const [from, to] = [line.points[0], line.points[line.points.length - 1]];
    const met = line.role === "line-blocked" && to ? metBy(from, to, shut, size, sees) : null;
    if (!met) return line;
    pieces.push(met.piece);
    return { ...line, points: [from, met.at, to] };
  });
  return { ...figure, lines: [...lines, ...pieces] };
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {Wall[]} walls
 * @param {number} size
 * @param {(place: Seen) => boolean} sees
 * @returns {{at: Point, piece: Coign.Mark} | null} where the line meets a wall, and a piece of that; null: no wall that the
 *   player sees blocks the line
 */
function metBy(from, to, walls, size, sees) {
  const crossings = walls.flatMap((wall) => {
    const share = crossing(from, to, [wall.c[0], wall.c[1]], [wall.c[2], wall.c[3]]);
    return share === null ? [] : [{ wall, share }];
  });
  if (!crossings.length) return null;
  const { wall, share } = crossings.reduce((first, second) => (second.share < first.share ? second : first));
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const at = along(from, to, share);
  const [x, y] = along(from, to, Math.max(0, share - BEFORE / length));
  if (!sees({ x, y, share })) return null;
  const [a, b] = rowOf(wall, walls);
  const points = [towards(at, a, REACH * size), towards(at, b, REACH * size)];
  return { at, piece: { role: "wall", fact: "cover", label: "", points } };
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
