/** Roll what an outcome asks for, with Foundry's own dice, and keep it with the message; and the way back. */

import { ID } from "../util/id.mjs";
import { sameDie } from "./requests.mjs";

/** @typedef {ChatMessage.Implementation} Message */

/**
 * Roll dice for a message. Its flags change, and so it is judged anew with what they show.
 *
 * @param {Message} message
 * @param {Coign.ToRoll[]} wanted
 */
export async function rollDice(message, wanted) {
  const rolled = await Promise.all(wanted.map((one) => roll(message, one)));
  // Read now, not before: somebody may have rolled another in the meantime.
  const kept = (message.flags[ID]?.rolled ?? []).filter((one) => !wanted.some((other) => sameDie(one, other)));
  await message.update({ flags: { [ID]: { rolled: [...kept, ...rolled] } } });
}

/**
 * Take back every die that was rolled for the message.
 * @param {Message} message
 */
export async function takeBackDice(message) {
  await message.update({ flags: { [ID]: { rolled: [] } } });
}

/**
 * @param {Message} message
 * @param {Coign.ToRoll} wanted
 * @returns {Promise<Coign.Rolled>}
 */
async function roll(message, { dice, nth }) {
  // A GM who rolls by hand at the table is not asked for these: they are ours.
  const made = await new Roll(dice.replace(/^[-+]/, "")).evaluate({ allowInteractive: false });
  const values = made.dice.flatMap((die) => die.results.filter(({ active }) => active).map(({ result }) => result));
  const whisper = message.whisper.length ? message.whisper.map(String) : null;
  // Dice So Nice shows it where it is there; who may not see the roll does not see the die.
  const { dice3d } = /** @type {{dice3d?: DiceSoNice}} */ (game);
  await dice3d?.showForRoll(made, message.author ?? game.user, true, whisper, message.blind);
  return { dice, nth, values, roll: JSON.stringify(made), by: game.user.id ?? "" };
}
