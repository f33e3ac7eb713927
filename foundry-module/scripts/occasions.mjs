/**
 * What a message is judged as: the attack that the game system keeps in it; or, where a GM has said so, a save.
 *
 * No game system writes down what a save is made against, so nobody else can: the GM targets the token that the effect
 * comes from, and says on the roll's message that it was a save against it (`flags.coign.save`).
 */

import { coign, ID } from "./coign.mjs";
import { tokenOfUuid } from "./questions.mjs";
import { generic } from "./systems/generic.mjs";
import { world } from "./systems/world.mjs";

/** @typedef {ChatMessage.Implementation} Message */

/**
 * @param {Message} message
 * @returns {Coign.SeenAttack | null} null: nothing that is judged, or a document like none that we know
 */
export function occasionIn(message) {
  try {
    const { save } = message.flags[ID] ?? {};
    return save ? saveIn(message, save) : coign.adapter.readAttack(message);
  } catch (problem) {
    console.warn(`Coign | message ${message.id} could not be read:`, problem);
    return null;
  }
}

/**
 * Whether a message holds a d20 roll that is no attack, and so may be a save.
 * @param {Message} message
 */
export const maybeSave = (message) =>
  occasionIn(message) === null && Boolean(generic.readAttack(message, world)?.actorToken);

/**
 * The roller is who the effect strikes, the GM's token where it comes from.
 * @param {Message} message
 * @param {string} origin a token's uuid
 * @returns {Coign.SeenAttack | null}
 */
function saveIn(message, origin) {
  const roll = generic.readAttack(message, world);
  const from = tokenOfUuid(origin);
  if (!roll?.actorToken || !from || from.scene !== roll.actorToken.scene) return null;
  const { ability = message.system && "ability" in message.system ? message.system.ability : null } =
    /** @type {Coign.Foreign} */ (message.flags)[game.system.id]?.roll ?? {};
  return {
    ...roll,
    occasion: "save",
    ability: typeof ability === "string" ? ability : null,
    key: `${roll.key}/save`,
    actorToken: from,
    targets: [roll.actorToken],
    defence: {},
  };
}
