/**
 * The ruler of a dragged token: its way, and what the way costs by the function of its movement action, step by step
 * (public types of v13 and v14: `CONFIG.Token.movement.actions`, `TokenMovementActionCostFunction`). Here each step is
 * measured by itself, so diagonals that cost more by turns cost as the first one.
 */

const SAMPLES = 8; // of the straight way, for each grid space

const unchanged = () => (cost) => cost;
const doubled = () => (cost) => cost * 2;

/** The movement actions of Foundry itself, as far as they bear on costs. */
export const movementActions = () => ({
  walk: { label: "Walk", getCostFunction: unchanged },
  fly: { label: "Fly", getCostFunction: unchanged },
  swim: { label: "Swim", getCostFunction: unchanged },
  burrow: { label: "Burrow", getCostFunction: unchanged },
  crawl: { label: "Crawl", getCostFunction: doubled },
  climb: { label: "Climb", getCostFunction: unchanged },
  jump: { label: "Jump", getCostFunction: unchanged },
  blink: { label: "Teleport", teleport: true, getCostFunction: unchanged },
});

/**
 * Measure the straight way of a token from where it stands to another place.
 *
 * @param {object} actions  `CONFIG.Token.movement.actions`
 * @param {object} document  The token's.
 * @param {{x: number, y: number}} place  Where its north-west corner would be.
 * @returns {{distance: number, cost: number}}  scene units
 */
export function measureWay(actions, document, place) {
  const { grid } = document.parent;
  const action = actions[document._source.movementAction ?? "walk"] ?? actions.walk;
  const cost = action.getCostFunction(document, {});
  const way = offsets(grid, document._source, place);
  let sum = { distance: 0, cost: 0 };
  for (let n = 1; n < way.length; n++) {
    const [from, to] = [way[n - 1], way[n]];
    const { distance } = grid.measurePath([grid.getCenterPoint(from), grid.getCenterPoint(to)]);
    sum = {
      distance: sum.distance + distance,
      cost: sum.cost + cost(distance, from, to, distance, { action: "walk" }),
    };
  }
  return sum;
}

/**
 * Return what the label below a dragged token says: the way's action and cost, not its distance. Source: the context of
 * `TokenRuler`'s waypoint labels in the published types of v13, and what systems and modules that show the label
 * themselves do (dnd5e 5.0's `TokenRuler5e`, the template of draw-steel): rounded to 0.01, "∞" for what cannot be entered.
 *
 * @param {object} actions  `CONFIG.Token.movement.actions`
 * @param {object} document  The token's.
 * @param {{cost: number}} way  As `measureWay` returns it.
 * @param {string} lang  The language of the world.
 * @returns {{action: string, cost: string, units: string}}
 */
export function labelOf(actions, document, { cost }, lang) {
  const { label } = actions[document._source.movementAction ?? "walk"] ?? actions.walk;
  const total = Number.isFinite(cost) ? (Math.round(cost * 100) / 100).toLocaleString(lang) : "∞";
  return { action: label, cost: total, units: document.parent.grid.units };
}

/** Return the grid spaces from one place to another, both included; without a grid the two places. */
function offsets(grid, from, to) {
  const half = grid.size / 2;
  const at = (share) =>
    grid.getOffset({ x: from.x + half + share * (to.x - from.x), y: from.y + half + share * (to.y - from.y) });
  if (grid.isGridless) return [at(0), at(1)];
  const samples = Math.max(1, Math.ceil((Math.hypot(to.x - from.x, to.y - from.y) / grid.size) * SAMPLES));
  const way = Array.from({ length: samples + 1 }, (_one, n) => at(n / samples));
  return way.filter(({ i, j }, n) => !n || i !== way[n - 1].i || j !== way[n - 1].j);
}
