/** What a roll adds to its d20 besides a number: dice, as the wire spells them. Pure. */

import { number } from "./reading.mjs";

export const MOST_DICE = 4; // beside a d20, as the wire takes them
const DICE = /^-?[1-9]d([2-9]|1[0-9]|20)$/;

/**
 * Read what is added to a d20: numbers, and dice by their count and size.
 * @param {Coign.Foreign} said  a number, or a text as "+ 5 - 1d4"
 * @returns {Coign.Bonus | null}  null: it is neither, or has more than these
 */
export function bonusIn(said) {
  if (typeof said !== "string") return number(said) === null ? null : { bonus: Number(said) };
  const text = said.replace(/\s+/g, "").replace(/\+-|-\+/g, "-");
  const parts = text.match(/[+-]?[^+-]+/g) ?? [];
  const isDie = (/** @type {string} */ part) => /\dd\d|^[+-]?d\d/.test(part);
  const dice = parts.filter(isDie).map((part) => part.replace("+", "").replace(/^(-?)d/, "$11d"));
  const numbers = parts.filter((part) => !isDie(part)).map((part) => number(part) ?? Number.NaN);
  const bonus = numbers.reduce((sum, one) => sum + one, 0);
  return parts.length && parts.join("") === text && Number.isFinite(bonus) ? withDice({ bonus }, dice) : null;
}

/**
 * Add dice to a bonus.
 * @param {Coign.Bonus} bonus
 * @param {string[]} dice
 * @returns {Coign.Bonus | null}  null: the wire takes no such dice, or not so many
 */
export function withDice(bonus, dice) {
  if (dice.length > MOST_DICE || !dice.every((one) => DICE.test(one))) return null;
  return dice.length ? { ...bonus, dice } : bonus;
}
