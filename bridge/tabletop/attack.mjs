/**
 * An attack from the panel of a fighter: it goes the way that the fifth edition's game system goes
 * (`systems/dnd5e-attack.mjs`), and so leaves in the chat what that system leaves there. The damage after it is a roll
 * without such a way.
 */

import { modeName } from "./foundry/version-14.mjs";
import { attackOf } from "./systems/dnd5e.mjs";

/** Return the items that a token can attack with. @returns {object[]} items */
export function weaponsOf(token) {
  return token?.actor?.items.filter((item) => item.type === "weapon") ?? [];
}

/**
 * Roll an attack and post it to the chat.
 *
 * @param {import("./foundry/client.mjs").Client} client  The client that rolls.
 * @param {object} token  The attacker's document.
 * @param {object} weapon
 * @param {{mode?: "normal" | "advantage" | "disadvantage", whisper?: string[], blind?: boolean, ask?: boolean}} [how]
 *   `ask`: with the system's dialog before the roll
 * @returns {Promise<object | null>} the message; null if the dialog was closed
 */
export async function attack(client, token, weapon, { mode, whisper = [], blind = false, ask = false } = {}) {
  const audience = blind ? "blind" : whisper.length ? "gm" : null;
  const message = {
    data: { speaker: client.classes.ChatMessage.getSpeaker({ token }) },
    ...(audience && { rollMode: modeName(client.generation, audience) }),
  };
  const config = { advantage: mode === "advantage", disadvantage: mode === "disadvantage" };
  const rolls = await attackOf(client, weapon).rollAttack(config, { configure: ask }, message);
  return rolls?.[0].parent ?? null;
}

/** Roll the damage that follows: a message that is no attack. */
export async function damage(client, token, weapon) {
  const roll = await new client.CONFIG.Dice.DamageRoll(weapon.system.damage).evaluate();
  const [message] = await client.classes.ChatMessage.createDocuments([
    {
      flavor: client.t("{weapon} - Damage Roll", { weapon: weapon.name }),
      speaker: client.classes.ChatMessage.getSpeaker({ token }),
      rolls: [JSON.stringify(roll)],
      ...(client.generation >= 14
        ? { type: "damage" }
        : { flags: { dnd5e: { messageType: "roll", roll: { type: "damage" } } } }),
    },
  ]);
  return message;
}
