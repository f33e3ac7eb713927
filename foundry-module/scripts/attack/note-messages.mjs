/**
 * Note who wrote what into a message, when it comes: some flags are only for GMs to write. What a player writes there is
 * undone, with a bridge or without, however an update spelled its keys. Nothing else decides what is believed: no age of a
 * message, and no role that its author has today.
 *
 * GMs' browsers keep the notes in the ledger. Of a message that none of them saw, the server's own data say who changed it
 * last: only a GM's word counts then, of one who was a GM at that time.
 */

import { validIncluded } from "../overrides/message-flags.mjs";
import { ownFlags } from "../util/fields.mjs";
import { ID, t } from "../util/foundry.mjs";
import { firstNote, noteAfter, noteOf, setNote, undone } from "../util/provenance.mjs";
import { mayRoll, readMessage, writeFlags } from "./message.mjs";

/** @typedef {ChatMessage.Implementation} Document */
/** @typedef {import("../util/provenance.mjs").Note} Note */

/**
 * On a GM's client, note a message that was just made.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {string} userId who made it
 */
export function noteCreated(coign, document, userId) {
  const byGM = isGM(userId);
  setNote(document, firstNote(copyOf(ownFlags(document)), byGM));
  const note = { ...noteOf(document), ...believedClaims(coign, document, byGM) };
  setNote(document, note);
  if (mayRoll(document)) coign.records.edit(document.id ?? "", { seen: true, note });
}

/**
 * Return what is believed of what a player's message says to have been put into its roll. It is decided when the message is
 * made: later nobody knows any more where everybody stood.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {boolean} byGM
 * @returns {Note}
 */
function believedClaims(coign, document, byGM) {
  const { included: claimed } = ownFlags(document);
  if (byGM || claimed === undefined) return {};
  return { included: coign.answered.believed(validIncluded(claimed), readMessage(coign, document).attack) };
}

/**
 * On a GM's client, note an update: of a GM's what it wrote.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {object} change
 * @param {string} userId who made it
 */
export function noteUpdated(coign, document, change, userId) {
  const before = noteOf(document);
  if (!before || !isGM(userId)) return;
  const note = noteAfter("message", before, copyOf(ownFlags(document)), change);
  if (JSON.stringify(note) === JSON.stringify(before)) return;
  setNote(document, note);
  if (coign.records.of(document.id) || mayRoll(document)) {
    const { modifiedTime } = document._stats ?? {};
    coign.records.note(document.id ?? "", note, modifiedTime ?? 0);
  }
}

/** The fields that a message's author may set when creating it. */
const CLAIMS = ["included", "card"];

/**
 * Undo a player's changes to fields that only GMs may write. The note counts in any case, but players read these fields. The
 * active GM's client does this for everybody.
 * @param {Document} document
 * @param {{isMade?: boolean}} [options] `isMade`: its author has changed it since it was made
 */
export function restore(document, { isMade = false } = {}) {
  const note = noteOf(document);
  const change = note && undone("message", ownFlags(document), note, (path) => isMade || !CLAIMS.includes(path));
  if (!change || !game.users.activeGM?.isSelf) return;
  console.warn(`Coign | ${document.author?.name} wrote overrides or annotations into message ${document.id}; removed`);
  void writeFlags(document.id ?? "", change);
}

/**
 * On a GM's client, note what counts in the messages that are there already, and remove what a player wrote into them while no
 * GM was there. (once the ledger is open)
 * @param {Coign.Context} coign
 */
export function inspectMessages(coign) {
  for (const document of game.messages ?? []) {
    const roll = coign.records.of(document.id);
    const unseen = ownFlags(document).included === undefined ? {} : { included: [] };
    setNote(document, noteByServer(coign, document) ?? (roll?.seen ? roll.note : unseen));
    restore(document);
  }
}

/**
 * Return what counts in a message by what the server notes of it: what a GM changed last is as a GM's client left it, and so
 * is what nobody has changed since it was made.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @returns {Note | null} null: the server does not tell
 */
function noteByServer(coign, { _stats, author, flags }) {
  const { createdTime, modifiedTime = createdTime, lastModifiedBy } = _stats ?? {};
  const since = coign.setting("watch").gms[lastModifiedBy ?? author?.id ?? ""];
  const byGM = since !== undefined && (modifiedTime ?? 0) >= since;
  return byGM ? firstNote(copyOf(ownFlags({ flags })), true) : null;
}

/**
 * On the active GM's client, note who is a GM, and since when: what somebody wrote before that was no GM's word. (`ready`,
 * `updateUser`)
 * @param {Coign.Context} coign
 */
export async function noteGMs(coign) {
  if (!game.ready || !game.users?.activeGM?.isSelf) return;
  const { since, gms } = coign.setting("watch");
  const ids = game.users.filter((user) => user.isGM).map(({ id }) => id ?? "");
  if (since !== null && ids.every((id) => id in gms) && Object.keys(gms).length === ids.length) return;
  const now = newestChange() + 1;
  const known = Object.fromEntries(ids.map((id) => [id, gms[id] ?? (since === null ? 0 : now)]));
  await game.settings.set(ID, "watch", { since: since ?? now, gms: known });
}

/** Return when a message was last changed, by the server's clock; 0 without one. */
const newestChange = () =>
  [...(game.messages ?? [])].reduce(
    (time, { _stats }) => Math.max(time, _stats?.modifiedTime ?? _stats?.createdTime ?? 0),
    0,
  );

/**
 * Return why a GM's card has no judgement of an attack; empty if there is one, or if the attack is older than this world's use
 * of Coign.
 * @param {Coign.Context} coign
 * @param {Document} document
 */
export function whyUnknown(coign, document) {
  const { records } = coign;
  const { since } = coign.setting("watch");
  const roll = records.of(document.id);
  const isKnown = records.annotated(document.id) || records.isElsewhere(document.id) || roll?.seen;
  if (isKnown || since === null || (document._stats?.createdTime ?? 0) < since) return "";
  return t(ownFlags(document).annotationKey ? "COIGN.Card.Elsewhere" : "COIGN.Card.Unseen");
}

/** @param {string} userId */
const isGM = (userId) => game.users.get(userId)?.isGM === true;

/**
 * Copy flags as they are now: a document may change them in place.
 * @param {Record<string, any>} flags
 */
function copyOf(flags) {
  try {
    return structuredClone(flags);
  } catch {
    return {}; // nested too deep to be copied: that is certainly no GM's
  }
}
