/** The dice that outcomes ask for: listed, rolled with Foundry's own `Roll`, and kept with the message. */

import { readHeader, writeFlags } from "./message.mjs";

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
 * Return whether a die's values agree with the roll that is kept beside them. A message's author can write values that were
 * not rolled. They count, like dice on the table, and the card marks them.
 * @param {Coign.Rolled} die
 */
export function isRolled({ dice, values, roll = "" }) {
  const [, faces] = /d(\d+)$/.exec(dice) ?? [];
  const fell = diceIn(roll).filter((die) => die.faces === Number(faces));
  return JSON.stringify(fell.flatMap(({ results }) => results)) === JSON.stringify(values);
}

/**
 * List the dice in the JSON of a `Roll`, with the results that count.
 * @param {string} roll
 * @returns {{faces: unknown, results: unknown[]}[]} empty if it is no roll that was made
 */
function diceIn(roll) {
  try {
    const { evaluated, terms } = JSON.parse(roll);
    if (evaluated !== true) return [];
    return terms.map((/** @type {Coign.Foreign} */ { faces, results = [] }) => ({
      faces,
      results: results.flatMap((/** @type {Coign.Foreign} */ { active, result }) => (active ? [result] : [])),
    }));
  } catch {
    return []; // not a roll of dice
  }
}

/**
 * Roll dice for a message. Its flags change, so it is annotated again with the results.
 *
 * @param {Coign.MessageHeader} message
 * @param {Coign.ToRoll[]} wanted
 */
export async function rollDice(message, wanted) {
  const rolled = await Promise.all(wanted.map((die) => roll(message, die)));
  // Read the flags now, because another die may have been rolled in the meantime.
  const document = game.messages.get(message.id);
  const before = (document && readHeader(document).flags.rolled) ?? [];
  const kept = before.filter((die) => !wanted.some((other) => sameDie(die, other)));
  await writeFlags(message.id, { rolled: [...kept, ...rolled] });
}

/**
 * Remove every die that was rolled for a message.
 * @param {Coign.MessageHeader} message
 */
export const removeDice = ({ id }) => writeFlags(id, { rolled: [] });

/**
 * @param {Coign.MessageHeader} message
 * @param {Coign.ToRoll} die
 * @returns {Promise<Coign.Rolled>}
 */
async function roll({ author, whisper, blind }, { dice, nth }) {
  // Not interactive: a GM who enters results by hand is not asked for these.
  const evaluated = await new Roll(dice.replace(/^[-+]/, "")).evaluate({ allowInteractive: false });
  const active = evaluated.dice.flatMap((die) => die.results.filter((result) => result.active));
  const values = active.map(({ result }) => result);
  // Dice So Nice shows it if it is installed, but only to those who may see the roll.
  const { dice3d } = /** @type {{dice3d?: DiceSoNice}} */ (game);
  const roller = game.users.get(author.id) ?? game.user;
  await dice3d?.showForRoll(evaluated, roller, true, whisper.length ? [...whisper] : null, blind);
  return { dice, nth, values, roll: JSON.stringify(evaluated), by: game.user.id ?? "" };
}
