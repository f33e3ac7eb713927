/**
 * Undo what players write into the flags of a message that only GMs and the bridge may write, with a bridge or without.
 *
 * Each GM's client keeps what a GM wrote last. The flags are compared as they are now, however an update spelled its keys.
 */

import { isTampered } from "../overrides/message-flags.mjs";
import { readHeader, writeFlags } from "./message.mjs";

/** @typedef {Coign.Context} Context */

export const TOO_OLD = 5 * 60_000; // ms: an older message is believed as it stands, and not annotated any more

/**
 * On a GM's client, note what GMs have written into the messages that are there already, and remove what a player wrote
 * into recent ones while no GM was connected. (`ready`)
 * @param {Context} coign
 */
export function inspectMessages(coign) {
  if (!game.user.isGM) return;
  for (const document of game.messages ?? []) {
    const message = readHeader(document);
    const isTrusted = message.changedByGM || ageOf(message) >= TOO_OLD;
    coign.records.setWritten(message.id, isTrusted ? message.gmPart : message.partByAuthor);
    if (!isTrusted) restore(coign, message);
  }
}

/**
 * Undo a change by a player; note a change by a GM.
 *
 * @param {Context} coign
 * @param {Coign.MessageHeader} message as it is after the change
 * @param {string} userId who changed it
 * @returns {boolean} true: there was something to undo, and the change is not to be annotated
 */
export function revertTampering(coign, message, userId) {
  if (!game.users.get(userId)?.isGM) return restore(coign, message);
  coign.records.setWritten(message.id, message.gmPart);
  return false;
}

/**
 * Return whether a message's annotation key can be believed: this client annotated the message, or a GM was the last who
 * changed it. A player can write a key that keeps the roll from being annotated.
 * @param {Context} coign
 * @param {Coign.MessageHeader} message
 */
export const hasTrustedKey = (coign, message) =>
  coign.records.annotated(message.id) !== undefined || message.changedByGM || ageOf(message) > TOO_OLD;

/**
 * Return a message's age, in ms.
 * @param {{timestamp: number}} message
 */
export const ageOf = ({ timestamp }) => Date.now() - timestamp;

/**
 * Restore what a GM wrote last into a message, if its flags differ from that. The active GM's client does it for all.
 * @param {Context} coign
 * @param {Coign.MessageHeader} message
 * @returns {boolean} true: something else stood there
 */
function restore(coign, message) {
  const written = coign.records.written(message.id);
  if (!isTampered(message.gmPart, written)) return false;
  if (!game.users.activeGM?.isSelf) return true;
  console.warn(`Coign | ${message.author.name} wrote overrides or annotations into message ${message.id}; removed`);
  void writeFlags(message.id, structuredClone(written));
  return true;
}
