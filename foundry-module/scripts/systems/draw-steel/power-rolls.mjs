/** The power rolls in a message of Draw Steel. Pure. */

import { list, number } from "../reading.mjs";
import { parseRoll } from "../rolls.mjs";

/** How many edges less banes change the total, and by how much each: two change the tier instead. */
const MOST = 2;
const PER_EDGE = 2;

/**
 * Return the parts of a message that hold an ability's results.
 * @param {Coign.Foreign} message
 */
export const resultsOf = (message) => list(message?.system?.parts).filter(({ type }) => type === "abilityResult");

/**
 * Return the power rolls of a message. The rolls of damage beside them have no edges.
 * @param {Coign.Foreign} message
 */
export const powerRollsOf = (message) =>
  resultsOf(message)
    .flatMap(({ rolls }) => list(rolls))
    .map(parseRoll)
    .filter((roll) => number(roll?.options?.edges) !== null && number(roll?.total) !== null);

/**
 * Return edges less banes, from -2 to 2.
 * @param {{edges?: unknown, banes?: unknown}} made
 */
const balanceOf = ({ edges, banes }) => Math.min(number(edges) ?? 0, MOST) - Math.min(number(banes) ?? 0, MOST);

/**
 * Return the total of a power roll without its edges and banes.
 * @param {Coign.Foreign} roll
 * @returns {number}
 */
export function baseTotal({ total, options }) {
  const balance = balanceOf(options);
  return Math.abs(balance) === 1 ? total - PER_EDGE * balance : total;
}
