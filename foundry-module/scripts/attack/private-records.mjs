/**
 * What this client alone knows of messages, because it keeps the bridge: the GM's annotations, and whatever speaks of
 * hidden tokens. Flags are read by everyone, so none of it may stand there. It is gone when the page is.
 */

const REMEMBERED = 500; // messages

/** @typedef {{targets: string[], overrides: Coign.Override[]}} Hidden of tokens that players do not see */

/** @type {Map<string, Coign.Judged>} */
const judgements = new Map();
/** @type {Map<string, Hidden>} */
const hidden = new Map();

/** @type {Map<string, Coign.Point>} */
const origins = new Map();

/**
 * The GM's annotation of a message, where this client has judged it.
 * @param {string | null} id
 */
export const judgedBy = (id) => judgements.get(id ?? "");

/**
 * @param {string} id
 * @param {Coign.Judged} judged
 */
export function remember(id, judged) {
  judgements.delete(id);
  judgements.set(id, judged);
  for (const oldest of judgements.keys()) {
    if (judgements.size <= REMEMBERED) break;
    judgements.delete(oldest);
  }
}

/**
 * The hidden tokens among a message's targets, and the GM's words on them.
 * @param {string | null} id
 * @returns {Readonly<Hidden>}
 */
export const hiddenOf = (id) => hidden.get(id ?? "") ?? { targets: [], overrides: [] };

/**
 * @param {string} id
 * @param {Partial<Hidden>} more
 */
export function hide(id, more) {
  hidden.set(id, { ...hiddenOf(id), ...more });
}

/**
 * The judgement alone: it has to be made anew.
 * @param {string} id
 */
export const forgetJudgement = (id) => judgements.delete(id);

/**
 * Where the area started that a message's save is against. Areas are taken off the map as soon as they have done their
 * work; what is said of the save later is still about that point.
 *
 * @param {string} id
 * @param {Coign.Point | undefined} found where the area starts, while it is there
 */
export function originOf(id, found) {
  const origin = found ?? origins.get(id);
  if (origin) origins.set(id, origin);
  return origin;
}

/** @param {string} id */
export function forget(id) {
  judgements.delete(id);
  hidden.delete(id);
  origins.delete(id);
}
