/** Follow the chat: what comes in, what changes, what is deleted. On the client that owns the connection, rolls are annotated. */

import { ownFlags } from "../util/fields.mjs";
import { annotate, annotateMessage } from "./annotate.mjs";
import { takeEarlierDamage } from "./damage.mjs";
import { ageOf, hasTrustedKey, readHeader, readMessage, revertTampering, TOO_OLD } from "./message.mjs";
import { unmarkSlowed } from "./slowed-tokens.mjs";
import { countTurns } from "./watch-facing.mjs";

/** @typedef {ChatMessage.Implementation} Document */

const HANDED_OVER = 30_000; // ms: how far back a new owner of the connection looks for rolls that were not annotated
/** Flags whose change asks for another annotation. */
const DECISIONS = ["targets", "against", "overrides", "rolled", "save", "occasion", "judged", "recheck", "attackRoll"];
/** Fields of a message whose change may be another roll. */
const CONTENT = ["rolls", "system", "content"];

/**
 * `createChatMessage`.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {object} _options
 * @param {string} userId
 */
export function messageCreated(coign, document, _options, userId) {
  if (!game.user.isGM) return;
  const message = readMessage(coign, document);
  const { id, attack, author } = message;
  coign.records.written.set(id, message.partByAuthor);
  if (revertTampering(coign, message, userId)) return;
  const hidden = author.targets.filter((target) => target.hidden);
  if (hidden.length) coign.records.hide(id, { targets: hidden.map(({ token }) => token) });
  if (attack?.actorToken) countTurns(coign, id, attack.actorToken);
  for (const earlier of coign.adapter.explainedBy(document)) annotate(coign, earlier);
  coign.records.pending.add(id);
  annotateMessage(coign, message);
}

/**
 * `updateChatMessage`: an attack was added to an older card, or somebody changed what its annotation is about.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {any} change
 * @param {object} _options
 * @param {string} userId
 */
export function messageUpdated(coign, document, change, _options, userId) {
  const flags = ownFlags(change);
  if (flags.annotations?.length && !coign.bridge.connected)
    Hooks.callAll("coign.annotated", document, flags.annotations[0]);
  if (!game.user.isGM || revertTampering(coign, readHeader(document), userId)) return;
  const isDecision = DECISIONS.some((name) => name in flags);
  const isRoll = CONTENT.some((name) => name in change) || change.flags?.[game.system.id];
  if (!isDecision && !isRoll) return;
  coign.records.pending.add(document.id ?? "");
  annotate(coign, document);
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
 * `coign.configured`: annotate what came in while there was no connection, or no rules, if it is not too old; and judge
 * older attacks with damage that came in meanwhile.
 * @param {Coign.Context} coign
 */
export function annotateMissed(coign) {
  const recent = [...(game.messages ?? [])].filter((document) => ageOf(document) < TOO_OLD);
  for (const document of recent) {
    const message = readHeader(document);
    const isOpen = coign.records.pending.has(message.id) || !hasTrustedKey(coign, message);
    if (isOpen || ageOf(message) < HANDED_OVER) annotate(coign, document);
    else takeEarlierDamage(coign, document);
  }
}
