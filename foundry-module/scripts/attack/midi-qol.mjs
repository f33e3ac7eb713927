/**
 * Newer builds of midi-qol keep an attack roll in the text of their card alone. Their workflow still has it, on the client
 * of the one who rolled: that client adds it to the card's flags, and the GM's client annotates it like any other.
 */

import { ID } from "../util/id.mjs";

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
  const message = game.messages.get(id ?? "");
  if (!message?.isOwner || !attackRoll || coign.adapter.readAttack(message)) return;
  const uuids = [...(targets ?? [])]
    .map((token) => token.document ?? token)
    .filter(({ hidden }) => !hidden)
    .map(({ uuid }) => uuid);
  const flags = { attackRoll: attackRoll.toJSON?.() ?? attackRoll, ...(uuids.length && { targets: uuids }) };
  await message.update({ flags: { [ID]: flags } });
}
