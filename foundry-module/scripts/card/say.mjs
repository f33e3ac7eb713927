/** A GM's statements about a roll that no document contains, written into its message so that they can be taken back. */

import { annotate } from "../attack/annotate.mjs";
import { readMessage, writeFlags } from "../attack/message.mjs";
import { backFromMove, stoodAt } from "../attack/standing.mjs";
import { computes } from "../connection/connect.mjs";

/** @typedef {ChatMessage.Implementation} Document */

/**
 * Write a GM's statement about a roll, so that it can be taken back.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Partial<Coign.MessageFlags>} flags
 */
export async function say(coign, message, flags) {
  const id = message.id ?? "";
  const { flags: before } = readMessage(coign, message);
  const { targets, only } = coign.records.hiddenIn(id);
  const none = { occasion: "", save: "", judged: null, targets: [], against: [] };
  const names = /** @type {(keyof typeof none)[]} */ (Object.keys(flags));
  const was = Object.fromEntries(names.map((name) => [name, before[name] ?? none[name]]));
  coign.decisions.note("said", { message: id, was, hidden: { targets, only } });
  if (names.length) await writeFlags(id, flags);
}

/**
 * Take back what a GM has said of a roll.
 * @param {Coign.Context} coign
 * @param {{message: string, was: Partial<Coign.MessageFlags>, hidden: {targets: string[], only: boolean}}} decision
 * @returns {Promise<boolean>} false: the message was deleted
 */
export async function takeBackSaid(coign, { message, was, hidden }) {
  const document = game.messages.get(message);
  if (!document) return false;
  coign.records.hide(message, hidden);
  await writeFlags(message, was);
  await annotate(coign, document);
  return true;
}

/**
 * Judge an attack again by the positions by which it was judged before it was as before a move.
 * @param {Coign.Context} coign
 * @param {{message: string}} decision it stays if this client does not judge rolls now
 * @returns {Promise<boolean>} false: the message was deleted, or it is judged so already
 */
export async function takeBackMoment(coign, decision) {
  const document = game.messages.get(decision.message);
  if (!document || !stoodAt(coign, decision.message)?.before) return false;
  if (!computes(coign)) {
    coign.decisions.note("moment", decision);
    ui.notifications.warn("COIGN.Errors.NotConnected", { localize: true });
    return true;
  }
  backFromMove(coign, decision.message);
  await annotate(coign, document, { moved: true });
  return true;
}

/**
 * Set the targets of an attack to the GM's present targets, in place of those that its roll names. Hidden targets, and those
 * of a roll that no player reads, must not appear in the message's flags.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
export async function retarget(coign, message) {
  const { id, attack, isPublic } = readMessage(coign, message);
  const here = [...(game.user.targets ?? [])].flatMap(({ document: { id, uuid, hidden, parent } }) =>
    id && parent?.id === attack?.actorToken?.scene ? [{ id, uuid, hidden }] : [],
  );
  if (!here.length) return ui.notifications.warn("COIGN.Errors.NoTarget", { localize: true });
  const isSecret = (/** @type {{hidden: boolean}} */ target) => target.hidden || !isPublic;
  const hidden = here.filter(isSecret).map(({ id }) => id);
  const against = here.filter((target) => !isSecret(target)).map(({ uuid }) => uuid);
  const said = say(coign, message, against.length ? { against } : {});
  coign.records.hide(id, { targets: hidden, only: !against.length });
  await said;
  return annotate(coign, message);
}
