/**
 * The places that a token can reach in a round: its own first, then the nearest. Pure: the grid, and the test of what
 * blocks a step, are parameters.
 *
 * A token goes from space to space. A step is blocked by obstacles between the token's two centres. Its cost follows the
 * grid's rule; every second diagonal may cost double. On a map without a grid steps are one grid space long, and the path is
 * straight if it is free.
 */

import { LIMITS } from "../util/wire.mjs";

const EPSILON = 1e-6;
const DETOUR = 1 / Math.cos(Math.PI / 8); // how much longer a way in eight directions is than the straight one, at most
const AROUND = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => ({ i, j }))).filter(({ i, j }) => i || j);

/**
 * @typedef {{i: number, j: number}} Offset
 * @typedef {{x: number, y: number}} Place pixels
 *
 * @typedef {object} Grid the part of Foundry's grid that is used
 * @property {number} size
 * @property {number} distance
 * @property {boolean} [isGridless]
 * @property {boolean} [isHexagonal]
 * @property {(point: Place) => Offset} getOffset
 * @property {(offset: Offset) => Place} getTopLeftPoint
 * @property {(offset: Offset) => Place} getCenterPoint
 * @property {(points: Place[]) => {distance: number}} measurePath
 *
 * @typedef {object} Bounds
 * @property {(from: Place, to: Place) => boolean} [blocked] whether the token's centre cannot go straight from one to the other
 * @property {{x: number, y: number, width: number, height: number}} [within] the map, pixels
 *
 * @typedef {object} Lattice the places that a token can occupy
 * @property {Offset} own
 * @property {(at: Offset) => Place} place the north-west corner
 * @property {(at: Offset) => Offset[]} beside the neighbours
 * @property {(from: Offset, to: Offset) => boolean} diagonal whether the step is one, on a square grid
 * @property {(diagonal: boolean, odd: boolean) => number} step the cost of a step; `odd` after an odd number of diagonals
 *
 * @typedef {{at: Offset, odd: boolean, cost: number, from: Way | null}} Way to a place, by the way to the one before it;
 *   `odd` after an odd number of diagonals
 */

/**
 * Return the north-west corners of the places that a token can reach, its own first. Each has a function that returns the way
 * to it: the corners where the token turns, then the place; nothing to its own.
 *
 * @param {{x: number, y: number, width?: number, height?: number}} token pixels, and sides in grid spaces
 * @param {number} distance scene units
 * @param {Coign.Foreign} given the scene's grid: see Grid
 * @param {Bounds} [bounds]
 * @returns {{at: [number, number], way: () => Place[]}[]}
 */
export function placesWithin(token, distance, given, { blocked = () => false, within } = {}) {
  const grid = /** @type {Grid} */ (given);
  const lattice = grid.isGridless ? freely(token, grid) : spaces(token, grid);
  const [wide, high] = [(token.width ?? 1) * grid.size, (token.height ?? 1) * grid.size];
  const centre = (/** @type {Place} */ { x, y }) => ({ x: x + wide / 2, y: y + high / 2 });
  const allowed = (/** @type {Place} */ from, /** @type {Place} */ to) =>
    (!within ||
      (to.x >= within.x &&
        to.y >= within.y &&
        to.x + wide <= within.x + within.width &&
        to.y + high <= within.y + within.height)) &&
    !blocked(centre(from), centre(to));
  const far = grid.isGridless ? distance * DETOUR : distance;
  const own = { x: token.x, y: token.y };
  /** @type {(way: Way) => Place[]} */
  const stepsOf = ({ at, from }) => (from ? [...stepsOf(from), lattice.place(at)] : [own]);
  const places = walked(lattice, far, allowed).map((way) => ({
    ...lattice.place(way.at),
    cost: way.cost,
    way: () => corners(stepsOf(way), allowed),
  }));
  if (grid.isGridless)
    for (const place of places) {
      // The straight way, if it is free.
      const straight = (Math.hypot(place.x - token.x, place.y - token.y) * grid.distance) / grid.size;
      if (straight < place.cost && allowed(token, place)) place.cost = straight;
    }
  places.sort((first, second) => first.cost - second.cost);
  // The token's own place is its present one, even between two squares.
  const near = places.filter(({ cost }) => cost <= distance + EPSILON);
  return [{ ...own, way: () => [] }, ...near].slice(0, LIMITS.places).map(({ x, y, way }) => ({ at: [x, y], way }));
}

/**
 * Return where a walk has to turn, then its end: from each corner the next is as far along as the straight line is free. A
 * straight line is never longer than the steps that it replaces.
 *
 * @param {Place[]} steps the start, and where each step ends
 * @param {(from: Place, to: Place) => boolean} allowed
 */
function corners(steps, allowed) {
  const way = [];
  for (let at = 0; at < steps.length - 1; ) {
    const last = steps.findLastIndex((to, n) => n > at && (n === at + 1 || allowed(steps[at], to)));
    way.push(steps[last]);
    at = last;
  }
  return way;
}

/**
 * Return the cheapest way to each of the other places within reach. A place is visited again when a cheaper
 * way is found.
 *
 * @param {Lattice} lattice
 * @param {number} distance
 * @param {(from: Place, to: Place) => boolean} allowed
 */
function walked(lattice, distance, allowed) {
  const free = cached((from, to) => allowed(lattice.place(from), lattice.place(to)));
  /** @type {Map<string, Way>} by key */
  const reached = new Map();
  /** @type {Map<string, Way>} the cheapest ways to each place, after an even and an odd number of diagonals */
  const known = new Map();
  /** @type {Way[]} */
  let front = [{ at: lattice.own, odd: false, cost: 0, from: null }];
  while (front.length) {
    const next = [];
    for (const from of front) {
      const { at, odd, cost } = from;
      if (cost < (reached.get(keyOf(at))?.cost ?? Infinity)) reached.set(keyOf(at), from);
      for (const to of lattice.beside(at)) {
        const diagonal = lattice.diagonal(at, to);
        const way = { at: to, odd: odd !== diagonal, cost: cost + lattice.step(diagonal, odd), from };
        const state = `${keyOf(to)} ${way.odd}`;
        const better = way.cost < (known.get(state)?.cost ?? Infinity) - EPSILON;
        if (!better || way.cost > distance + EPSILON || !free(at, to)) continue;
        known.set(state, way);
        next.push(way);
      }
    }
    front = next.filter((way) => known.get(`${keyOf(way.at)} ${way.odd}`) === way);
  }
  reached.delete(keyOf(lattice.own));
  return [...reached.values()];
}

/**
 * Return the lattice of a grid's spaces.
 * @param {Place & {width?: number, height?: number}} token
 * @param {Grid} grid
 * @returns {Lattice}
 */
function spaces(token, grid) {
  const own = grid.getOffset({ x: token.x + grid.size / 2, y: token.y + grid.size / 2 });
  const corner = grid.getTopLeftPoint(own);
  // The corner of a token of several hexes is not the corner of its first hex.
  const body = grid.isHexagonal && Math.max(token.width ?? 1, token.height ?? 1) > 1;
  const shift = body ? { x: token.x - corner.x, y: token.y - corner.y } : { x: 0, y: 0 };
  const apart = (/** @type {Offset} */ from, /** @type {Offset} */ to) =>
    grid.measurePath([grid.getCenterPoint(from), grid.getCenterPoint(to)]).distance;
  const diagonals = (/** @type {number} */ count) => apart(own, { i: own.i + count, j: own.j + count });
  const [first, second] = [diagonals(1), diagonals(2) - diagonals(1)];
  const around = (/** @type {Offset} */ at) => AROUND.map(({ i, j }) => ({ i: at.i + i, j: at.j + j }));
  // Of the eight offsets round a hex, the six that touch it are one grid distance away.
  const touching = (/** @type {Offset} */ at) => around(at).filter((to) => apart(at, to) <= grid.distance + EPSILON);
  return {
    own,
    place: (at) => {
      const { x, y } = grid.getTopLeftPoint(at);
      return { x: x + shift.x, y: y + shift.y };
    },
    beside: grid.isHexagonal ? touching : around,
    diagonal: (at, to) => !grid.isHexagonal && at.i !== to.i && at.j !== to.j,
    step: (diagonal, odd) => (diagonal ? (odd ? second : first) : grid.distance),
  };
}

/**
 * Return a lattice of places one grid space apart, for a map without a grid.
 * @param {Place} token
 * @param {Grid} grid
 * @returns {Lattice}
 */
function freely({ x, y }, { size, distance }) {
  return {
    own: { i: 0, j: 0 },
    place: ({ i, j }) => ({ x: x + j * size, y: y + i * size }),
    beside: (at) => AROUND.map(({ i, j }) => ({ i: at.i + i, j: at.j + j })),
    diagonal: (at, to) => at.i !== to.i && at.j !== to.j,
    step: (diagonal) => (diagonal ? Math.SQRT2 : 1) * distance,
  };
}

/**
 * Cache a test, so that it is made once for each pair.
 * @param {(from: Offset, to: Offset) => boolean} test
 */
function cached(test) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  return (/** @type {Offset} */ from, /** @type {Offset} */ to) => {
    const key = `${keyOf(from)} ${keyOf(to)}`;
    const result = known.get(key) ?? test(from, to);
    known.set(key, result);
    return result;
  };
}

/** @param {Offset} at */
const keyOf = ({ i, j }) => `${i},${j}`;
