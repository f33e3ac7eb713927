/** Roll the dice that an outcome asks for, with Foundry's own `Roll`, and keep them with the message. */

import { messageFlags } from "../overrides/message-flags.mjs";
import { ID } from "../util/id.mjs";
import { sameDie } from "./dice.mjs";

/** @typedef {ChatMessage.Implementation} Message */

/**
 * Roll dice for a message. Its flags change, so it is annotated again with the results.
 *
 * @param {Message} message
 * @param {Coign.ToRoll[]} wanted
 */
export async function rollDice(message, wanted) {
  const rolled = await Promise.all(wanted.map((die) => roll(message, die)));
  // Read the flags now, not before: somebody may have rolled another die in the meantime.
  const kept = (messageFlags(message).rolled ?? []).filter((die) => !wanted.some((other) => sameDie(die, other)));
  await message.update({ flags: { [ID]: { rolled: [...kept, ...rolled] } } });
}

/**
 * Remove every die that was rolled for a message.
 * @param {Message} message
 */
export async function removeDice(message) {
  await message.update({ flags: { [ID]: { rolled: [] } } });
}

/**
 * @param {Message} message
 * @param {Coign.ToRoll} die
 * @returns {Promise<Coign.Rolled>}
 */
async function roll(message, { dice, nth }) {
  // Not interactive: a GM who enters results by hand is not asked for these.
  const evaluated = await new Roll(dice.replace(/^[-+]/, "")).evaluate({ allowInteractive: false });
  const active = evaluated.dice.flatMap((die) => die.results.filter((result) => result.active));
  const values = active.map(({ result }) => result);
  const whisper = message.whisper.length ? message.whisper.map(String) : null;
  // Dice So Nice shows it if it is installed, but only to those who may see the roll.
  const { dice3d } = /** @type {{dice3d?: DiceSoNice}} */ (game);
  await dice3d?.showForRoll(evaluated, message.author ?? game.user, true, whisper, message.blind);
  return { dice, nth, values, roll: JSON.stringify(evaluated), by: game.user.id ?? "" };
}
