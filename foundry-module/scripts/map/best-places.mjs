/**
 * Find the places of a heat map that are better for a token than its own, by its chance against theirs. Each has its reason
 * in one line. Pure.
 */

import { percent, signed } from "../util/effect-text.mjs";
import { CANVAS } from "../util/tokens.mjs";
import { DEFAULTS } from "../util/wire.mjs";
import { cellOf, pointsOf } from "./heat-map-drawing.mjs";

const MOST = 3;
const EPSILON = 1e-6;

/**
 * @typedef {{mine: Coign.Wire.Prospect, theirs: Coign.Wire.Prospect | undefined}} Prospects of a place
 * @typedef {{place: [number, number], reason: string}} Best
 */

/**
 * Return the value of a place against several foes: the best attack from there, and the chance that any foe hits in return.
 * A foe without an attack on its sheet has no known chance, and is ignored if others have one.
 * @param {Prospects[]} foes at least one
 */
export function together(foes) {
  if (foes.length === 1) return foes[0];
  const mine = foes
    .map((foe) => foe.mine)
    .reduce((best, prospect) => (pointsOf(prospect) > pointsOf(best) ? prospect : best));
  const all = foes.flatMap(({ theirs }) => theirs ?? []);
  const back = all.filter(({ possible, label }) => possible !== false && label !== "blocked");
  if (!back.length) return { mine, theirs: all.find(({ possible }) => possible !== false) ?? all[0] };
  const worst = back.reduce((most, prospect) => (pointsOf(prospect) > pointsOf(most) ? prospect : most));
  const known = back.flatMap(({ chance }) => (typeof chance === "number" ? [chance] : []));
  if (!known.length)
    return { mine, theirs: { ...worst, value: back.reduce((sum, prospect) => sum + pointsOf(prospect), 0) } };
  const missed = known.reduce((all, chance) => all * (1 - chance), 1);
  return { mine, theirs: { ...worst, chance: 1 - missed } };
}

/**
 * Return the best places, the best first; of equal ones the nearest. None is worse than the token's own, or as good.
 * @param {[number, number][]} squares the token's own first, then the nearest
 * @param {Prospects[]} prospects of as many of them as are measured
 * @param {Coign.Translate} t
 * @returns {Best[]}
 */
export function bestPlaces(squares, prospects, t) {
  const cells = prospects.map(({ mine, theirs }) => cellOf("trade", mine, theirs));
  const here = cells[0]?.worth ?? -Infinity; // from its own place it may not reach anybody
  return cells
    .flatMap((cell, n) => (n && cell && !cell.blocked && cell.worth > here + EPSILON ? [{ n, worth: cell.worth }] : []))
    .sort((first, second) => second.worth - first.worth)
    .slice(0, MOST)
    .map(({ n }) => ({ place: squares[n], reason: reasonOf(prospects[n], prospects[0], t) }));
}

/**
 * Describe why a place is good: the token's modifiers there, then both chances.
 * @param {Prospects} there
 * @param {Prospects} here
 * @param {Coign.Translate} t
 */
function reasonOf({ mine, theirs }, here, t) {
  const { cover = DEFAULTS.cover, possible } = theirs ?? {};
  const why = [
    possible === false && t("COIGN.HeatMap.WhyReach"),
    possible !== false &&
      cover !== DEFAULTS.cover &&
      t("COIGN.HeatMap.WhyCover", { degree: t(`COIGN.Said.degree-${cover}`) }),
    mine.flanked && t("COIGN.HeatMap.WhyFlank"),
    here.mine.possible === false && t("COIGN.HeatMap.WhyReached"),
    (mine.cover ?? DEFAULTS.cover) === DEFAULTS.cover &&
      (here.mine.cover ?? DEFAULTS.cover) !== DEFAULTS.cover &&
      t("COIGN.HeatMap.WhyClear"),
  ].filter(Boolean);
  const odds = t("COIGN.HeatMap.Odds", { mine: oddsOf(mine), theirs: theirs ? oddsOf(theirs) : "" });
  return why.length ? `${why.join(", ")}: ${odds}` : odds;
}

/** @param {Coign.Wire.Prospect} prospect */
function oddsOf({ chance, value = 0, possible, label }) {
  if (possible === false || label === "blocked") return percent(0);
  return typeof chance === "number" ? percent(chance) : signed(Math.round(value));
}

/**
 * Return the box round the mark of a place, which is above the gain or loss that is written there.
 * @param {Best} best
 * @param {import("./heat-map-drawing.mjs").Shape} shape
 */
export function boxOf({ place: [left, top] }, { middle, size }) {
  const width = size / 2.2;
  return { x: left + middle[0] - width / 2, y: top + middle[1] - size / 5 - width / 2, width, height: width };
}

/**
 * Return the marks of the best places: a number in a disc, in place of the sign of each.
 * @param {Best[]} best
 * @param {import("./heat-map-drawing.mjs").Shape} shape
 */
export function marks(best, shape) {
  const { size } = shape;
  return best.flatMap((place, n) => {
    const box = boxOf(place, shape);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return /** @type {import("./figure-drawing.mjs").Command[]} */ ([
      { op: "dot", color: CANVAS.edge, alpha: 1, x, y, radius: box.width / 2 },
      { op: "dot", color: CANVAS.for, alpha: 1, x, y, radius: size / 5 },
      { op: "label", text: String(n + 1), x, y },
    ]);
  });
}
