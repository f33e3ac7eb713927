/**
 * What Foundry does not keep with a roll: whom its author aims at, and when in a combat it falls. Captured on the author's
 * client as the message is made, for by the time that anybody judges it the author may aim elsewhere and the turn be over.
 */

import { ID } from "../util/id.mjs";

/**
 * `preCreateChatMessage`.
 * @param {ChatMessage.Implementation} message
 */
export function capture(message) {
  const flags = message.flags ?? {};
  if (!holdsRoll(message)) return;
  const targets = flags[ID]?.targets ? [] : aim();
  const moment = momentOf(message.speaker);
  if (targets.length) message.updateSource({ flags: { [ID]: { targets } } });
  if (moment) message.updateSource({ flags: { [ID]: { moment } } });
}

/**
 * Whether a message holds a roll or may get one. Pathfinder's first edition keeps its rolls in `system.rolls`, and
 * merged cards, which the game system marks with its flags, get theirs by an update.
 * @param {ChatMessage.Implementation} message
 */
function holdsRoll({ rolls, flags = {}, system }) {
  return rolls.length > 0 || game.system.id in flags || Boolean(system && "rolls" in system);
}

/** Uuids of the tokens that this user targets now; not of hidden ones, for flags are read by everyone. */
export const aim = () =>
  [...(game.user.targets ?? [])].filter((token) => !token.document.hidden).map((token) => token.document.uuid);

/**
 * @param {{scene?: string | null, token?: string | null}} speaker
 * @returns {import("./slowing.mjs").Moment | null} null where the speaker's scene has no combat going on
 */
function momentOf({ scene, token }) {
  const here = [...(game.combats ?? [])].filter(
    (combat) => combat.started && combat.turns.some(({ sceneId }) => sceneId === scene),
  );
  const combat = here.find(({ turns }) => turns.some(({ tokenId }) => tokenId === token)) ?? here[0];
  return combat?.id ? { combat: combat.id, round: combat.round, turn: combat.turn ?? 0 } : null;
}
