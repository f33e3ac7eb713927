/** Open the ledger on a GM's client: load the data of the rolls in the chat, and draw their cards. */

import { openStore } from "../ledger/store.mjs";
import { inspectMessages, noteGMs } from "./note-messages.mjs";

/**
 * `ready`.
 * @param {Coign.Context} coign
 */
export async function openLedger(coign) {
  if (!game.user.isGM) return;
  await noteGMs(coign);
  const store = await openStore(`${game.world.id}.${game.user.id}`);
  await coign.ledger.open(store, (id) => game.messages.has(id));
  inspectMessages(coign);
  Hooks.callAll("coign.ledgerOpened");
  await coign.exchange.meetAll();
}
