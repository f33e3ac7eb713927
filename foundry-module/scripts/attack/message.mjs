/**
 * The door for chat messages: a document is read here, once, into a frozen record, and the module's flags are written here.
 * Everything behind the door works on the record. It holds what the message was at one moment; a part that waits for the
 * bridge reads the message again.
 *
 * Some flags are only for GMs and the bridge to write. What players write there is undone here, with a bridge or without:
 * each GM's client keeps what a GM wrote last, and compares the flags as they are now, however an update spelled its keys.
 */

import {
  gmPart,
  isTampered,
  messageFlags,
  NOTHING_WRITTEN,
  partByAuthor,
  validIncluded,
} from "../overrides/message-flags.mjs";
import { damageIn } from "../systems/damage.mjs";
import { ID } from "../util/foundry.mjs";
import { readAttack } from "./read-attack.mjs";

/** @typedef {ChatMessage.Implementation} Document */
/** @typedef {Coign.Message} Message */

export const TOO_OLD = 5 * 60_000; // ms: an older message is believed as it stands, and not annotated any more

/**
 * Read a message, with the attack, save or check in it.
 *
 * What was put into its roll is read from its flags, or from the game system's data if a reroll has dropped them. Of a
 * player's message those claims are left out that nobody can have answered; once a GM has changed the message they are gone
 * from its flags (`annotate.mjs`).
 *
 * @param {Coign.Context} coign
 * @param {Document} document
 * @returns {Message}
 */
export function readMessage(coign, document) {
  const header = readHeader(document);
  const bySystem = header.flags.included ? [] : validIncluded(coign.adapter.includedIn(document));
  const flags = bySystem.length ? { ...header.flags, included: bySystem } : header.flags;
  const { attack, problem } = readAttack(coign, document, flags);
  const { included } = flags;
  const isBelieved = !included || header.author.isGM || header.changedByGM;
  const believed = isBelieved ? flags : { ...flags, included: coign.answered.believed(included, attack) };
  return Object.freeze({ ...header, flags: believed, attack, problem });
}

/**
 * Read a message without its roll, which takes the game system's record.
 * @param {Document} document
 * @returns {Coign.MessageHeader}
 */
export function readHeader(document) {
  const { id, speaker = {}, blind = false, rolls = [] } = document;
  const whisper = (document.whisper ?? []).map((user) => String(user ?? ""));
  return Object.freeze({
    id: id ?? "",
    author: authorOf(document),
    speaker,
    timestamp: timeOf(document),
    blind,
    whisper,
    isPublic: playersRead(document, whisper),
    hasRolls: rolls.length > 0,
    flags: messageFlags(document),
    gmPart: gmPart(document),
    partByAuthor: partByAuthor(document),
    changedByGM: changedByGM(document),
  });
}

/**
 * Read a message that is in the chat.
 * @param {Coign.Context} coign
 * @param {string} id
 * @returns {Message | null} null: it was deleted
 */
export function messageOf(coign, id) {
  const document = game.messages.get(id);
  return document ? readMessage(coign, document) : null;
}

/**
 * Write flags of a message, if it is still in the chat.
 * @param {string} id
 * @param {Partial<Coign.MessageFlags>} flags
 */
export async function writeFlags(id, flags) {
  await game.messages.get(id)?.update({ flags: { [ID]: flags } });
}

/**
 * List the rolls that a creature made around a message, in the order of the chat, by their ids. In an evening's chat they are
 * many, and to read one takes the game system's record: whoever needs them reads the few that may matter.
 *
 * @param {Coign.MessageHeader} message
 * @param {number} within ms
 */
export function rollsAround({ id, speaker, timestamp }, within) {
  const documents = game.messages.contents;
  const place = documents.findLastIndex((other) => other.id === id);
  const isNear = (/** @type {Document} */ other) =>
    Math.abs(timeOf(other) - timestamp) <= within && isSameCreature(other.speaker, speaker) && other.rolls.length > 0;
  const ids = (/** @type {Document[]} */ some) => some.filter(isNear).map((other) => other.id ?? "");
  return { earlier: ids(documents.slice(0, place)), later: ids(documents.slice(place + 1)) };
}

/**
 * Find the last message of a creature, not later than one of its messages, for which a test of the id holds.
 * @param {Coign.MessageHeader} message
 * @param {(id: string) => boolean} test
 * @returns {string | undefined} its id
 */
export function lastBefore({ id, speaker, timestamp }, test) {
  const earlier = game.messages.contents.filter((other) => timeOf(other) <= timestamp && other.id !== id);
  return earlier.findLast((other) => isSameCreature(other.speaker, speaker) && test(other.id ?? ""))?.id ?? undefined;
}

/**
 * Return the damage that was rolled in a message.
 * @param {string} id
 * @param {{name?: string, next: boolean}} attack whose damage it may be
 * @returns {number | null} null: another kind of roll
 */
export const damageRolled = (id, attack) => damageIn(game.messages.get(id), attack);

/**
 * Return a token's own armour class, as the roll of a message meets it.
 * @param {Coign.Context} coign
 * @param {string} id
 * @param {TokenDocument.Implementation | undefined} token
 */
export const ownArmourClass = (coign, id, token) => coign.adapter.armourClass(token?.actor, game.messages.get(id));

/**
 * On a GM's client, note what GMs have written into the messages that are there already, and remove what a player wrote
 * into recent ones while no GM was connected. (`ready`)
 * @param {Coign.Context} coign
 */
export function inspectMessages(coign) {
  if (!game.user.isGM) return;
  for (const document of game.messages ?? []) {
    const message = readHeader(document);
    const isTrusted = message.changedByGM || ageOf(message) >= TOO_OLD;
    coign.records.written.set(message.id, isTrusted ? message.gmPart : message.partByAuthor);
    if (!isTrusted) restore(coign, message);
  }
}

/**
 * Undo a change by a player; note a change by a GM.
 *
 * @param {Coign.Context} coign
 * @param {Coign.MessageHeader} message as it is after the change
 * @param {string} userId who changed it
 * @returns {boolean} true: there was something to undo, and the change is not to be annotated
 */
export function revertTampering(coign, message, userId) {
  if (!game.users.get(userId)?.isGM) return restore(coign, message);
  coign.records.written.set(message.id, message.gmPart);
  return false;
}

/**
 * Return whether a message's annotation key can be believed: this client annotated the message, or a GM was the last who
 * changed it. A player can write a key that keeps the roll from being annotated.
 * @param {Coign.Context} coign
 * @param {Coign.MessageHeader} message
 */
export const hasTrustedKey = (coign, message) =>
  coign.records.annotated(message.id) !== undefined || message.changedByGM || ageOf(message) > TOO_OLD;

/**
 * Return a message's age, in ms.
 * @param {{timestamp?: unknown}} message
 */
export const ageOf = (message) => Date.now() - timeOf(message);

/**
 * Return when a message was made, in ms. One without a time is made just now: since v14 it gets its time from the server.
 * @param {{timestamp?: unknown}} message
 */
const timeOf = ({ timestamp }) => (Number.isFinite(timestamp) ? Number(timestamp) : Date.now());

/** @param {Document} document @returns {Coign.MessageHeader["author"]} */
function authorOf({ author }) {
  const targets = [...(author?.targets ?? [])].map(({ id, document }) => ({
    token: id,
    scene: document.parent?.id ?? null,
    hidden: document.hidden,
  }));
  return { id: author?.id ?? "", name: author?.name ?? "", isGM: author?.isGM === true, targets };
}

/**
 * Return whether any player may read a message's content; if not, nothing is published.
 * @param {Document} document
 * @param {string[]} whisper
 */
function playersRead({ blind, author }, whisper) {
  if (blind) return false;
  return !whisper.length || !author?.isGM || whisper.some((user) => game.users.get(user)?.isGM === false);
}

/**
 * Return whether a GM was the last who changed a message. The server notes who it was.
 * @param {Document} document
 */
function changedByGM({ _stats, author }) {
  const { lastModifiedBy } = _stats ?? {};
  const user = lastModifiedBy ? game.users.get(lastModifiedBy) : author;
  return user?.isGM === true;
}

/**
 * Restore what a GM wrote last into a message, if its flags differ from that. The active GM's client does it for all.
 * @param {Coign.Context} coign
 * @param {Coign.MessageHeader} message
 * @returns {boolean} true: something else stood there
 */
function restore(coign, message) {
  const written = coign.records.written.get(message.id) ?? NOTHING_WRITTEN;
  if (!isTampered(message.gmPart, written)) return false;
  if (!game.users.activeGM?.isSelf) return true;
  console.warn(`Coign | ${message.author.name} wrote overrides or annotations into message ${message.id}; removed`);
  void writeFlags(message.id, structuredClone(written));
  return true;
}

/** @param {Coign.MessageHeader["speaker"]} one @param {Coign.MessageHeader["speaker"]} other */
const isSameCreature = (one, other) =>
  one.token || other.token ? one.token === other.token : Boolean(one.actor) && one.actor === other.actor;
