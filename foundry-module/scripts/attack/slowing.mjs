/**
 * Half movement: which tokens a judged roll slows, and for how long. Pure.
 *
 * The rule texts that know it say "for the round"; a token bears the mark until its next turn begins. Only a combat
 * counts turns: without one the card says it, and no token is marked, for nothing would ever take the mark away.
 */

/**
 * @typedef {{combat: string, round: number, turn: number}} Moment When something fell, in a combat.
 * @typedef {{factor: number, message: string} & Moment} Mark What stands in a token's `flags.coign.slowed`.
 * @typedef {{round: number, turn: number | null, turns: readonly {tokenId: string | null}[]}} Order
 *   A combat: whose turn it is, and who comes when.
 */

/**
 * The tokens that an attack's rolls slow, by the factor of their usual rate: who rolled; of a save those who saved.
 *
 * @param {Coign.Annotation[]} annotations
 * @param {string} actor
 * @returns {Map<string, number>}
 */
export function slowedBy(annotations, actor) {
  /** @type {Map<string, number>} */
  const slowed = new Map();
  for (const { occasion, results } of annotations) {
    for (const { target, outcome } of results) {
      const who = occasion === "save" ? target : actor;
      if (!who || typeof outcome.movement !== "number" || outcome.movement >= 1) continue;
      slowed.set(who, Math.min(outcome.movement, slowed.get(who) ?? 1));
    }
  }
  return slowed;
}

/**
 * Whether a token's next turn after a moment has not begun yet. A turn that is taken back counts as not yet begun.
 *
 * @param {string} token
 * @param {Moment} moment
 * @param {Order | undefined} combat the one of that moment, if it is still going on
 */
export function holds(token, moment, combat) {
  if (!combat || combat.round < 1) return false;
  const own = combat.turns.findIndex(({ tokenId }) => tokenId === token);
  if (own < 0) return false;
  const next = own > moment.turn ? moment.round : moment.round + 1;
  return combat.round < next || (combat.round === next && (combat.turn ?? 0) < own);
}

/**
 * How much of its rate a token has left by its marks: 1 where nothing slows it.
 * @param {{flags?: Record<string, any>}} token
 * @returns {number}
 */
export function paceOf(token) {
  const marks = token.flags?.coign?.slowed;
  if (!Array.isArray(marks)) return 1;
  return Math.min(1, ...marks.map(({ factor }) => factor).filter((factor) => factor >= 0));
}

/**
 * What is drawn on a slowed token: its factor in words that need no colour, on dark ground in the upper right corner.
 *
 * @param {{x: number, y: number, width: number, height: number}} bounds pixels
 * @param {number} pace
 * @param {number} size of a grid space, pixels
 * @returns {import("../map/figure-drawing.mjs").Command[]}
 */
export function badge({ x, y, width }, pace, size) {
  const radius = size / 6;
  const at = { x: x + width - radius, y: y + radius };
  return [
    { op: "dot", color: 0x000000, alpha: 0.75, ...at, radius },
    { op: "label", text: pace === 0.5 ? "½" : `×${pace}`, ...at },
  ];
}
