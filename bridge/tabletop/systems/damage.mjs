/**
 * Roll the damage of an attack and post it to the chat, in a message of its own.
 *
 * @param {object} client  The client that rolls.
 * @param {Function} Roll  The system's class of damage rolls.
 * @param {object} attack
 * @param {object} attack.token  The attacker's document.
 * @param {string} attack.formula
 * @param {string} attack.flavor  The words above the roll.
 * @param {object} [attack.flags]  The system's.
 * @returns {Promise<object>} the message
 */
export async function rollDamage(client, Roll, { token, formula, flavor, flags = {} }) {
  const roll = await new Roll(formula).evaluate();
  return roll.toMessage({ flavor, flags, speaker: client.classes.ChatMessage.getSpeaker({ token }) });
}
