/** The dice that outcomes ask for, and those rolled for a message since. Pure. */

/**
 * List the dice that outcomes ask for, each once for each roll.
 * @param {Coign.Annotation[]} annotations one for each roll
 * @returns {Coign.ToRoll[]}
 */
export function diceToRoll(annotations) {
  return annotations.flatMap(({ results }, nth) => {
    const dice = new Set(results.flatMap(({ outcome }) => outcome.to_roll ?? []));
    return [...dice].map((die) => ({ dice: die, nth }));
  });
}

/**
 * Return whether two are the same die of the same roll.
 * @param {Coign.ToRoll | Coign.Rolled} one
 * @param {Coign.ToRoll | Coign.Rolled} other
 */
export const sameDie = (one, other) => one.dice === other.dice && (one.nth ?? 0) === (other.nth ?? 0);

/**
 * Return the dice rolled since for one roll, as the wire has them. A message's author may write them, so values that the
 * dice cannot show are left out.
 *
 * @param {Coign.Rolled[] | undefined} rolled
 * @param {number} roll the roll's number, from 0
 */
export function valuesOf(rolled, roll) {
  const possible = (rolled ?? []).filter(({ dice, values, nth = 0 }) => {
    const [, count, faces] = /^[-+]?(\d*)d(\d+)$/.exec(dice) ?? [];
    const fits = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= Number(faces);
    return nth === roll && values.length === Number(count || 1) && values.every(fits);
  });
  return Object.fromEntries(possible.map(({ dice, values }) => [dice, values]));
}
