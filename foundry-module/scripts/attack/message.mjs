/**
 * Reading and writing of chat messages. This file reads a document once into a frozen record, and writes the module's flags.
 * All other parts work on the record. It shows the message at one moment, so a part that waits for the bridge reads it again.
 * Flags that only GMs may write have the values that a GM wrote (`note-messages.mjs`).
 */

import { messageFlags, validIncluded } from "../overrides/message-flags.mjs";
import { damageIn } from "../systems/damage.mjs";
import { ID } from "../util/foundry.mjs";
import { noteOf } from "../util/provenance.mjs";
import { isUnshown } from "./included.mjs";
import { readAttack } from "./read-attack.mjs";

/** @typedef {ChatMessage.Implementation} Document */
/** @typedef {Coign.Message} Message */

/**
 * Read a message, with the attack, save or check in it.
 *
 * The modifiers in its roll are those that were accepted when the roll was made. Without a note of it (`note-messages.mjs`),
 * the dice themselves show them.
 *
 * @param {Coign.Context} coign
 * @param {Document} document
 * @returns {Message}
 */
export function readMessage(coign, document) {
  const header = readHeader(document);
  const shown = header.flags.included || noteOf(document) ? [] : shownClaims(coign, document);
  const flags = shown.length ? { ...header.flags, included: shown } : header.flags;
  return Object.freeze({ ...header, flags, ...readAttack(coign, document, flags) });
}

/**
 * Return the modifiers that were put into a message's roll by the game system's data, as far as dice and numbers show them.
 * @param {Coign.Context} coign
 * @param {Document} document
 */
export const shownClaims = (coign, document) =>
  validIncluded(coign.adapter.includedIn(document)).filter((one) => !isUnshown(one));

/**
 * Return whether a message has a roll or may get one. Pathfinder's first edition keeps its rolls in `system.rolls`, and
 * merged cards, which the game system marks with its flags, get theirs by an update.
 * @param {Document} document
 */
export const mayRoll = ({ rolls, flags = {}, system }) =>
  rolls?.length > 0 || game.system.id in flags || Boolean(system && "rolls" in system);

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
    isPublic: playersRead(document),
    hasRolls: rolls.length > 0,
    flags: messageFlags(document),
  });
}

/**
 * Return whether any player may read a message's content; if not, nothing is published.
 * @param {Pick<Document, "blind" | "author" | "whisper">} document
 */
export function playersRead({ blind, author, whisper }) {
  if (blind) return false;
  return !whisper?.length || !author?.isGM || whisper.some((user) => game.users.get(user ?? "")?.isGM === false);
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
 * Write flags of a message, if it is still in the chat. They are sent even if the message seems to have them: a player may have
 * written the same, and that is about to be undone.
 * @param {string} id
 * @param {Partial<Coign.MessageFlags>} flags
 * @param {object} [options] of the update, which its hooks get on every client
 */
export async function writeFlags(id, flags, options = {}) {
  try {
    await game.messages.get(id)?.update({ flags: { [ID]: flags } }, { ...options, diff: false });
  } catch (problem) {
    if (game.messages.has(id)) throw problem; // else it was deleted meanwhile
  }
}

/**
 * List the ids of the rolls that a creature made around a message, in the order of the chat. The rolls themselves are not
 * read here, because reading is slow and an evening's chat has many. The caller reads the few that may matter.
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

/** @param {Coign.MessageHeader["speaker"]} one @param {Coign.MessageHeader["speaker"]} other */
const isSameCreature = (one, other) =>
  one.token || other.token ? one.token === other.token : Boolean(one.actor) && one.actor === other.actor;
