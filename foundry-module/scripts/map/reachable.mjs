/**
 * Where a token can get to in a round: where it stands first, then the nearest. Pure: the grid and what stops a step
 * are handed in.
 *
 * From space to space: a step is stopped by whatever stands between the two centres of the token, and costs what the
 * grid says, every second diagonal twice as much where the world's rule is so. A map without a grid is walked in steps
 * of one grid space from where the token stands, and straight wherever the way is free.
 */

/** What one survey may ask about; the bridge takes no more. */
const MOST = 10_000;

const EPSILON = 1e-6;
const ROUNDABOUT = 1 / Math.cos(Math.PI / 8); // how much longer eight ways are than the straight one, at most
const AROUND = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => ({ i, j }))).filter(({ i, j }) => i || j);

/**
 * @typedef {{i: number, j: number}} Offset
 * @typedef {{x: number, y: number}} Place pixels
 *
 * @typedef {object} Grid as much of Foundry's as is needed
 * @property {number} size
 * @property {number} distance
 * @property {boolean} [isGridless]
 * @property {boolean} [isHexagonal]
 * @property {(point: Place) => Offset} getOffset
 * @property {(offset: Offset) => Place} getTopLeftPoint
 * @property {(offset: Offset) => Place} getCenterPoint
 * @property {(points: Place[]) => {distance: number}} measurePath
 *
 * @typedef {object} Around
 * @property {(from: Place, to: Place) => boolean} [blocked] whether the token's centre cannot go straight from one to the other
 * @property {{x: number, y: number, width: number, height: number}} [within] the map, pixels
 *
 * @typedef {object} Lattice the places that a token can stand on
 * @property {Offset} own
 * @property {(at: Offset) => Place} place the north-west corner
 * @property {(at: Offset) => Offset[]} beside
 * @property {(from: Offset, to: Offset) => boolean} slanted a diagonal of a square grid
 * @property {(slanted: boolean, odd: boolean) => number} step what it costs; `odd` after an odd number of diagonals
 */

/**
 * The north-west corners of the places that a token can reach.
 *
 * @param {{x: number, y: number, width?: number, height?: number}} token pixels, and sides in grid spaces
 * @param {number} distance scene units
 * @param {Coign.Foreign} given the scene's grid: see Grid
 * @param {Around} [around]
 * @returns {[number, number][]}
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
  const far = grid.isGridless ? distance * ROUNDABOUT : distance;
  const reached = [...walked(lattice, far, allowed)].filter(([at]) => at !== keyOf(lattice.own));
  const places = reached.map(([at, cost]) => ({ ...lattice.place(offsetOf(at)), cost }));
  if (grid.isGridless)
    for (const place of places) place.cost = Math.min(place.cost, straight(token, place, grid, allowed));
  places.sort((one, other) => one.cost - other.cost);
  // A token between two squares is surveyed where it stands, the others where they are.
  const near = [token, ...places.filter(({ cost }) => cost <= distance + EPSILON)];
  return near.slice(0, MOST).map(({ x, y }) => [x, y]);
}

/**
 * What it costs to get to each place within reach: from place to place, each looked at again when a cheaper way to it
 * is found.
 *
 * @param {Lattice} lattice
 * @param {number} distance
 * @param {(from: Place, to: Place) => boolean} allowed
 * @returns {Map<string, number>} by key
 */
function walked(lattice, distance, allowed) {
  const free = remembered((from, to) => allowed(lattice.place(from), lattice.place(to)));
  /** @type {Map<string, number>} */
  const reached = new Map();
  /** @type {Map<string, {at: Offset, odd: boolean, cost: number}>} of each place the cheapest ways after even and odd diagonals */
  const known = new Map();
  let front = [{ at: lattice.own, odd: false, cost: 0 }];
  while (front.length) {
    const next = [];
    for (const { at, odd, cost } of front) {
      reached.set(keyOf(at), Math.min(cost, reached.get(keyOf(at)) ?? Infinity));
      for (const to of lattice.beside(at)) {
        const slanted = lattice.slanted(at, to);
        const way = { at: to, odd: odd !== slanted, cost: cost + lattice.step(slanted, odd) };
        const state = `${keyOf(to)} ${way.odd}`;
        const better = way.cost < (known.get(state)?.cost ?? Infinity) - EPSILON;
        if (!better || way.cost > distance + EPSILON || !free(at, to)) continue;
        known.set(state, way);
        next.push(way);
      }
    }
    front = next.filter((way) => known.get(`${keyOf(way.at)} ${way.odd}`) === way);
  }
  return reached;
}

/**
 * The spaces of a grid.
 * @param {Place & {width?: number, height?: number}} token
 * @param {Grid} grid
 * @returns {Lattice}
 */
function spaces(token, grid) {
  const own = grid.getOffset({ x: token.x + grid.size / 2, y: token.y + grid.size / 2 });
  const corner = grid.getTopLeftPoint(own);
  // A body of several hexes does not begin where its first hex does.
  const body = grid.isHexagonal && Math.max(token.width ?? 1, token.height ?? 1) > 1;
  const shift = body ? { x: token.x - corner.x, y: token.y - corner.y } : { x: 0, y: 0 };
  const apart = (/** @type {Offset} */ from, /** @type {Offset} */ to) =>
    grid.measurePath([grid.getCenterPoint(from), grid.getCenterPoint(to)]).distance;
  const diagonals = (/** @type {number} */ count) => apart(own, { i: own.i + count, j: own.j + count });
  const [first, second] = [diagonals(1), diagonals(2) - diagonals(1)];
  const around = (/** @type {Offset} */ at) => AROUND.map(({ i, j }) => ({ i: at.i + i, j: at.j + j }));
  // Of the eight round a hex the grid itself says which six touch it.
  const touching = (/** @type {Offset} */ at) => around(at).filter((to) => apart(at, to) <= grid.distance + EPSILON);
  return {
    own,
    place: (at) => {
      const { x, y } = grid.getTopLeftPoint(at);
      return { x: x + shift.x, y: y + shift.y };
    },
    beside: grid.isHexagonal ? touching : around,
    slanted: (at, to) => !grid.isHexagonal && at.i !== to.i && at.j !== to.j,
    step: (slanted, odd) => (slanted ? (odd ? second : first) : grid.distance),
  };
}

/**
 * Places a grid space apart, where there is no grid.
 * @param {Place} token
 * @param {Grid} grid
 * @returns {Lattice}
 */
function freely({ x, y }, { size, distance }) {
  return {
    own: { i: 0, j: 0 },
    place: ({ i, j }) => ({ x: x + j * size, y: y + i * size }),
    beside: (at) => AROUND.map(({ i, j }) => ({ i: at.i + i, j: at.j + j })),
    slanted: (at, to) => at.i !== to.i && at.j !== to.j,
    step: (slanted) => (slanted ? Math.SQRT2 : 1) * distance,
  };
}

/**
 * What the straight way costs where there is no grid; no number of steps where something is in it.
 *
 * @param {Place} from
 * @param {Place} to
 * @param {Grid} grid
 * @param {(from: Place, to: Place) => boolean} allowed
 */
const straight = (from, to, { size, distance }, allowed) =>
  allowed(from, to) ? (Math.hypot(to.x - from.x, to.y - from.y) * distance) / size : Infinity;

/**
 * A test that is made once for each pair.
 * @param {(from: Offset, to: Offset) => boolean} test
 */
function remembered(test) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  return (/** @type {Offset} */ from, /** @type {Offset} */ to) => {
    const key = `${keyOf(from)} ${keyOf(to)}`;
    const said = known.get(key) ?? test(from, to);
    known.set(key, said);
    return said;
  };
}

/** @param {Offset} at */
const keyOf = ({ i, j }) => `${i},${j}`;

/** @param {string} key */
const offsetOf = (key) => {
  const [i, j] = key.split(",").map(Number);
  return { i, j };
};
