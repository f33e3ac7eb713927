/** The dice of one client: rolls, terms and their registries in its `CONFIG.Dice`. */

import { createDiceTerms } from "./dice-terms.mjs";
import { createGroupTerms } from "./group-terms.mjs";
import { createRollClass } from "./roll.mjs";
import { createTerms } from "./terms.mjs";

/** Return a generator of numbers in [0, 1) that gives the same sequence for the same seed (mulberry32). */
export function seededUniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Create the dice. Rolls use `CONFIG.Dice.randomUniform`, as in Foundry, so a test may seed them. `nextFaces`, which
 * Foundry lacks, lists faces that come up next in place of random ones.
 *
 * @param {object} client  Its `CONFIG.Dice` is filled.
 */
export function createDice(client) {
  const dice = client.CONFIG.Dice;
  const shared = { Roll: null };
  const terms = createTerms(dice, shared);
  Object.assign(terms, createDiceTerms(dice, terms.RollTerm, shared), createGroupTerms(dice, terms.RollTerm, shared));
  shared.Roll = createRollClass(dice, terms, client);
  Object.assign(dice, {
    rolls: [shared.Roll],
    types: [terms.Die, terms.FateDie],
    terms: { c: terms.Coin, d: terms.Die, f: terms.FateDie },
    termTypes: { ...terms },
  });
  return { Roll: shared.Roll, terms };
}
