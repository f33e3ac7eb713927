/**
 * Capture what Foundry does not keep with a roll: its author's targets, and when in a combat it was made. It is done on
 * the author's client before the message exists: later the author may have other targets, and the turn may be over.
 */

import { ID } from "../util/id.mjs";

/**
 * `preCreateChatMessage`.
 * @param {Coign.Context} _coign
 * @param {ChatMessage.Implementation} message
 */
export function capture(_coign, message) {
  const flags = message.flags ?? {};
  if (!hasRoll(message)) return;
  const targets = flags[ID]?.targets ? [] : currentTargets();
  const moment = momentOf(message.speaker);
  if (targets.length) message.updateSource({ flags: { [ID]: { targets } } });
  if (moment) message.updateSource({ flags: { [ID]: { moment } } });
}

/**
 * Return whether a message has a roll or may get one. Pathfinder's first edition keeps its rolls in `system.rolls`, and
 * merged cards, which the game system marks with its flags, get theirs by an update.
 * @param {ChatMessage.Implementation} message
 */
function hasRoll({ rolls, flags = {}, system }) {
  return rolls.length > 0 || game.system.id in flags || Boolean(system && "rolls" in system);
}

/** Return the uuids of this user's targets, without hidden tokens: everyone can read the flags that keep them. */
export const currentTargets = () =>
  [...(game.user.targets ?? [])].filter((token) => !token.document.hidden).map((token) => token.document.uuid);

/**
 * @param {{scene?: string | null, token?: string | null}} speaker
 * @returns {import("./slowing.mjs").Moment | null} null: no combat has started in the speaker's scene
 */
function momentOf({ scene, token }) {
  const here = [...(game.combats ?? [])].filter(
    (combat) => combat.started && combat.turns.some(({ sceneId }) => sceneId === scene),
  );
  const combat = here.find(({ turns }) => turns.some(({ tokenId }) => tokenId === token)) ?? here[0];
  return combat?.id ? { combat: combat.id, round: combat.round, turn: combat.turn ?? 0 } : null;
}
