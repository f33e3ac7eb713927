/** What a roll adds to its d20 besides a number: dice, each by its sides. Pure. */

import { number } from "./reading.mjs";

const MOST_DICE = 12; // beside a d20, as the wire takes them
const MOST_SIDES = 20;

/**
 * Read what is added to a d20: numbers, and dice by their count and sides.
 * @param {Coign.Foreign} said  a number, or a text as "+ 5 - 1d4"
 * @returns {Coign.Bonus | null}  null: it is neither, or has more than these
 */
export function bonusIn(said) {
  if (typeof said !== "string") return number(said) === null ? null : { bonus: Number(said) };
  const text = said.replace(/\s+/g, "").replace(/\+-|-\+/g, "-");
  const parts = text.match(/[+-]?[^+-]+/g) ?? [];
  let bonus = 0;
  /** @type {number[]} */
  const dice = [];
  for (const part of parts) {
    const [, sign, count = "1", sides] = /^([+-]?)(\d+)?d(\d+)$/.exec(part) ?? [];
    if (sides) dice.push(...Array(Math.min(Number(count), MOST_DICE + 1)).fill(Number(`${sign}${sides}`)));
    else bonus += number(part) ?? Number.NaN;
  }
  return parts.length && parts.join("") === text && Number.isFinite(bonus) ? withDice({ bonus }, dice) : null;
}

/**
 * Add dice to a bonus.
 * @param {Coign.Bonus} bonus
 * @param {number[]} dice  the sides of each, negative if it is subtracted
 * @returns {Coign.Bonus | null}  null: the wire takes no such dice, or not so many
 */
export function withDice(bonus, dice) {
  const fits = dice.every((sides) => Math.abs(sides) >= 2 && Math.abs(sides) <= MOST_SIDES);
  if (dice.length > MOST_DICE || !fits) return null;
  return dice.length ? { ...bonus, dice } : bonus;
}
