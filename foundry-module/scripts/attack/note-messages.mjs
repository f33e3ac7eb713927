/**
 * Note the authors of a message's flags when the message or an update arrives, because only GMs may write some flags. A
 * player's changes to these are undone, with or without a bridge, in every spelling of the keys. Only the notes decide which
 * values count; the message's age and its author's present role do not matter.
 *
 * GMs' browsers keep the notes in the ledger. If none of them saw a message, the server's data name the user who changed it
 * last. Then it counts only if that user was a GM at that time.
 */

import { validIncluded } from "../overrides/message-flags.mjs";
import { ownFlags } from "../util/fields.mjs";
import { ID, t } from "../util/foundry.mjs";
import { firstNote, noteAfter, noteOf, setNote, UNDOES, undone } from "../util/provenance.mjs";
import { isUnshown } from "./included.mjs";
import { mayRoll, readMessage, shownClaims, writeFlags } from "./message.mjs";
import { hasFallen } from "./standing.mjs";

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
  const included = flagged(document);
  const claims = claimsOf(coign, document, included.length ? included : coign.adapter.includedIn(document), byGM);
  const note = { ...noteOf(document), ...claims };
  setNote(document, note);
  if (!mayRoll(document)) return;
  coign.records.edit(document.id ?? "", { seen: true, note });
  if (isAnswered(claims)) coign.records.note(document.id ?? "", note, 0, true);
}

/**
 * Return the modifiers that a message's flags claim to be in its roll. An empty list says nothing.
 * @param {Document} document
 */
const flagged = (document) => validIncluded(ownFlags(document).included);

/**
 * Return the modifiers that a message claims to include, as far as they are true. This is decided when the roll is made,
 * because later the positions and answers may no longer be known.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {unknown} claimed by its flags, or by the game system's data
 * @param {boolean} byGM whether a GM wrote them
 * @returns {Note}
 */
function claimsOf(coign, document, claimed, byGM) {
  const included = validIncluded(claimed);
  if (!included.length) return {};
  return { included: byGM ? included : coign.answered.believed(included, readMessage(coign, document)) };
}

/**
 * Return whether a note has what only the client that answered it can know.
 * @param {Note} note
 */
const isAnswered = ({ included }) => /** @type {Coign.Included[]} */ (included ?? []).some(isUnshown);

/**
 * Note an update on a GM's client: what a GM wrote, and what the game system's data say is in a roll that is made by it.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {object} change
 * @param {object} options the update's
 * @param {string} userId who made it
 */
export function noteUpdated(coign, document, change, options, userId) {
  const before = noteOf(document);
  if (!before || UNDOES in options) return;
  const byGM = isGM(userId);
  const written = byGM ? noteAfter("message", before, copyOf(ownFlags(document)), change) : before;
  const isOwn = byGM && document.author?.id === userId;
  const isRoll = ["rolls", "system"].some((name) => name in change) || "attackRoll" in ownFlags(change);
  const claimed = isRoll && !validIncluded(written.included).length ? coign.adapter.includedIn(document) : [];
  const isMade = claimed.length > 0 && !hasFallen(coign, readMessage(coign, document));
  const claims = isMade ? claimsOf(coign, document, claimed, isOwn) : {};
  const note = { ...written, ...claims };
  if (JSON.stringify(note) === JSON.stringify(before)) return;
  setNote(document, note);
  if (coign.records.of(document.id) || mayRoll(document)) {
    const { modifiedTime } = document._stats ?? {};
    coign.records.note(document.id ?? "", note, modifiedTime ?? 0, isAnswered(claims));
  }
}

/** The fields that a message's author may set when creating it. */
const CLAIMS = ["included", "card"];

const MOST_UNDOINGS = 5;
/** The number of changes of a message that this client has undone since the last other update. @type {WeakMap<Document, number>} */
const undoings = new WeakMap();

/**
 * After an update, undo a player's changes. An undoing that another client's write has overtaken is done again, but not
 * without end: what another module puts back each time stays in the message, and does not count.
 * @param {Document} document
 * @param {object} options the update's
 * @param {string} userId who made it
 */
export function restoreAfter(document, options, userId) {
  const times = UNDOES in options && userId === game.user.id ? (undoings.get(document) ?? 0) + 1 : 0;
  undoings.set(document, times);
  if (times < MOST_UNDOINGS) restore(document, { isMade: true });
}

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
  void writeFlags(document.id ?? "", change, { [UNDOES]: true });
}

/**
 * On a GM's client, note the values that count in existing messages, and remove those that a player wrote into them while no
 * GM was online. (once the ledger is open)
 * @param {Coign.Context} coign
 */
export function inspectMessages(coign) {
  for (const document of game.messages ?? []) {
    const roll = coign.records.of(document.id);
    const flags = copyOf(ownFlags(document));
    const byServer = noteByServer(coign, document);
    const note = byServer ?? (roll?.seen ? roll.note : firstNote(flags, false));
    const { included } = roll?.seen
      ? { ...roll.note, ...note }
      : { ...note, ...claimsUnseen(coign, document, byServer) };
    setNote(document, { ...note, ...(included !== undefined && { included }) });
    restore(document);
  }
}

/**
 * Return the note of a message by the server's data. All its values count if a GM made its last change, or made the message
 * and it has not changed since.
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
 * Return the modifiers that a message claims to include, as far as they count where no GM saw it being made: those that the
 * dice show, and all of a GM's own roll.
 * @param {Coign.Context} coign
 * @param {Document} document
 * @param {Note | null} byServer its note by the server's data
 * @returns {Note}
 */
function claimsUnseen(coign, document, byServer) {
  if (flagged(document).length) return byServer ? {} : { included: [] };
  const { lastModifiedBy = document.author?.id } = document._stats ?? {};
  const isOwn = byServer && lastModifiedBy === document.author?.id;
  const included = isOwn ? validIncluded(coign.adapter.includedIn(document)) : shownClaims(coign, document);
  return included.length ? { included } : {};
}

/**
 * On the active GM's client, note since when each GM has that role, because values written before do not count as a GM's.
 * (`ready`, `updateUser`)
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
