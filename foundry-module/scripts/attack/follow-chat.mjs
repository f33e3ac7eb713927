/** Follow new, changed and deleted chat messages. On the client that owns the connection, annotate their rolls. */

import { computes } from "../connection/connect.mjs";
import { ownFlags } from "../util/fields.mjs";
import { writesOneOf } from "../util/provenance.mjs";
import { annotate, annotateMessage } from "./annotate.mjs";
import { takeEarlierDamage } from "./damage.mjs";
import { mayRoll, readHeader, readMessage } from "./message.mjs";
import { noteCreated, noteUpdated, restore, restoreAfter } from "./note-messages.mjs";
import { DECISIONS } from "./publish.mjs";
import { unmarkSlowed } from "./slowed-tokens.mjs";
import { keepPresent } from "./standing.mjs";
import { countTurns } from "./watch-facing.mjs";

/** @typedef {ChatMessage.Implementation} Document */

const LATEST = 50; // rolls among which an attack may still wait for its damage
/** Fields of a message whose change may be another roll, or another creature's. */
const CONTENT = ["rolls", "system", "content", "speaker"];

/**
 * `createChatMessage`.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {object} _options
 * @param {string} userId
 */
export function messageCreated(coign, document, _options, userId) {
  if (!game.user.isGM) return;
  noteCreated(coign, document, userId);
  restore(document);
  for (const earlier of coign.adapter.explainedBy(document)) {
    keepPresent(coign, readMessage(coign, earlier));
    annotate(coign, earlier);
  }
  if (!mayRoll(document)) return;
  const message = readMessage(coign, document);
  const { id, attack, author } = message;
  const hidden = author.targets.filter((target) => target.hidden);
  if (hidden.length) coign.records.hide(id, { targets: hidden.map(({ token }) => token) });
  const aimed = author.targets.map(({ token, scene }) => ({ token, scene }));
  coign.records.edit(id, { open: true, aimed });
  if (attack?.actorToken) countTurns(coign, id, attack.actorToken);
  keepPresent(coign, message);
  annotateMessage(coign, message);
}

/**
 * `updateChatMessage`: an attack was added to an older card, or somebody changed what its annotation is about.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {any} change
 * @param {object} options
 * @param {string} userId
 */
export function messageUpdated(coign, document, change, options, userId) {
  const flags = ownFlags(change);
  if (flags.annotations?.length && !computes(coign)) Hooks.callAll("coign.annotated", document, flags.annotations[0]);
  if (!game.user.isGM) return;
  noteUpdated(coign, document, change, options, userId);
  restoreAfter(document, options, userId);
  const isDecision = writesOneOf(change, DECISIONS);
  const isRoll = CONTENT.some((name) => name in change) || change.flags?.[game.system.id];
  if (!isDecision && !isRoll) return;
  if (isMadeNow(coign, document, change, userId)) keepPresent(coign, readMessage(coign, document));
  coign.records.edit(document.id ?? "", { open: true });
  annotate(coign, document);
}

/**
 * Return whether an update makes a roll: new dice, or a GM who calls a roll an attack that some GM's browser saw being made.
 * No other change of an old roll makes it a new one.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {any} change
 * @param {string} userId
 */
function isMadeNow({ records }, { id }, change, userId) {
  const isRoll =
    "rolls" in change || "system" in change || change.flags?.[game.system.id] || ownFlags(change).attackRoll;
  return isRoll || (game.users.get(userId)?.isGM && records.of(id)?.seen);
}

/**
 * `deleteChatMessage`.
 * @param {Coign.Context} coign
 * @param {Document} document
 */
export function messageDeleted(coign, document) {
  const message = readHeader(document);
  coign.records.forget(message.id);
  if (game.users.activeGM?.isSelf) unmarkSlowed(coign, message);
}

/**
 * `coign.overridden`: an override about a hidden token is in no flag, so no update of the message follows it.
 * @param {Coign.Context} coign
 * @param {Coign.Override} _override
 * @param {Document} [document]
 */
export function overridden(coign, _override, document) {
  if (document) annotate(coign, document);
}

/**
 * Handle `coign.computing`: judge the rolls that arrived without a connection or without rules, the oldest first, regardless
 * of their age. Then judge the latest attacks with the damage that arrived meanwhile.
 * @param {Coign.Context} coign
 */
export async function annotateMissed(coign) {
  await coign.ledger.opened;
  const { all } = coign.records;
  for (const { id } of all.filter(({ open }) => open)) {
    const document = game.messages.get(id);
    if (document) annotate(coign, document);
  }
  for (const { id } of all.slice(-LATEST).filter(({ open }) => !open)) {
    const document = game.messages.get(id);
    if (document) takeEarlierDamage(coign, document);
  }
}
