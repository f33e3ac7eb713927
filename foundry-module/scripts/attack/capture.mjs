/**
 * Capture what Foundry does not keep with a roll: its author's targets, and when in a combat it was made. It is done on
 * the author's client before the message exists: later the author may have other targets, and the turn may be over.
 *
 * Newer builds of midi-qol keep an attack roll in the text of their card alone. Their workflow still has it, on the client
 * of the one who rolled: that client adds it to the card's flags, and the GM's client annotates it like any other.
 */

import { ownFlags } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";
import { mayRoll, playersRead } from "./message.mjs";

/**
 * `preCreateChatMessage`.
 * @param {Coign.Context} _coign
 * @param {ChatMessage.Implementation} message
 */
export function capture(_coign, message) {
  if (!mayRoll(message)) return;
  const targets = ownFlags(message).targets || isGMs(message) ? [] : currentTargets();
  const moment = momentOf(message.speaker);
  if (targets.length) message.updateSource({ flags: { [ID]: { targets } } });
  if (moment) message.updateSource({ flags: { [ID]: { moment } } });
}

/**
 * `midi-qol.AttackRollComplete`, on the roller's client.
 * @param {Coign.Context} coign
 * @param {any} workflow midi-qol's own
 */
export async function addMidiRoll(coign, workflow) {
  const { attackRoll, itemCardId, itemCardUuid, targets } = workflow ?? {};
  const id =
    itemCardId ??
    String(itemCardUuid ?? "")
      .split(".")
      .at(-1);
  const message = game.messages.get(id);
  if (!message?.isOwner || !attackRoll || coign.adapter.readAttack(message)) return;
  const uuids = [...(isGMs(message) ? [] : (targets ?? []))]
    .map((token) => token.document ?? token)
    .filter(({ hidden }) => !hidden)
    .map(({ uuid }) => uuid);
  const flags = { attackRoll: attackRoll.toJSON?.() ?? attackRoll, ...(uuids.length && { targets: uuids }) };
  await message.update({ flags: { [ID]: flags } });
}

/**
 * Return whether a GM's message is for GMs alone. Every client has its flags, so they do not name its targets: GMs' clients
 * note those in the ledger.
 * @param {ChatMessage.Implementation} message
 */
const isGMs = (message) => message.author?.isGM === true && !playersRead(message);

/** Return the uuids of this user's targets, without hidden tokens: everyone can read the flags that keep them. */
export const currentTargets = () =>
  [...(game.user.targets ?? [])].filter((token) => !token.document.hidden).map((token) => token.document.uuid);

/**
 * @param {{scene?: string | null, token?: string | null}} speaker
 * @returns {import("./slowed-tokens.mjs").Moment | null} null: no combat has started in the speaker's scene
 */
function momentOf({ scene, token }) {
  const here = [...(game.combats ?? [])].filter(
    (combat) => combat.started && combat.turns.some(({ sceneId }) => sceneId === scene),
  );
  const combat = here.find(({ turns }) => turns.some(({ tokenId }) => tokenId === token)) ?? here[0];
  return combat?.id ? { combat: combat.id, round: combat.round, turn: combat.turn ?? 0 } : null;
}
