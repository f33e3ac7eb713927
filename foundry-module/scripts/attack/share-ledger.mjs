/** The ledger among the GMs of a world, by Foundry's queries: what one of them has judged or decided, all of them read. */

import { Exchange } from "../ledger/exchange.mjs";
import { FIELDS, fieldsOf } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";
import { setNote } from "../util/provenance.mjs";
import { annotate } from "./annotate.mjs";

const PATIENCE = 10_000; // ms

/** @param {Coign.Context} coign */
export const exchangeOf = (coign) =>
  new Exchange({
    self: () => game.user.id ?? "",
    others: () => game.users.filter((user) => user.isGM && user.active && !user.isSelf).map(({ id }) => id ?? ""),
    send: async (user, name, data) =>
      game.users.get(user)?.query(/** @type {any} */ (`${ID}.${name}`), data, { timeout: PATIENCE }),
    newKey: () => foundry.utils.randomID(),
    ledger: coign.ledger,
    exists: (id) => game.messages.has(id),
    offers: () => (coign.engine.connected ? coign.offers : undefined),
    taken: (id) => taken(coign, id),
    offered: (offers) => {
      if (coign.engine.connected || JSON.stringify(offers) === JSON.stringify(coign.offers)) return;
      coign.offers = offers;
      Hooks.callAll("coign.ledgerOpened");
    },
  });

/**
 * Handle a roll taken over from another GM: read its message again, draw its card, and judge it if this is the client's
 * task.
 * @param {Coign.Context} coign
 * @param {string} id
 */
function taken(coign, id) {
  const document = game.messages.get(id);
  const roll = coign.records.of(id);
  if (!document || !roll) return;
  if (roll.seen) setNote(document, roll.note);
  Hooks.callAll("coign.waiting", document);
  if (roll.open || roll.decided) void annotate(coign, document);
}

/**
 * `coign.configured`: the other GMs may add other modifiers now.
 * @param {Coign.Context} coign
 */
export const announceRules = (coign) => coign.exchange.announce([]);

/**
 * `userConnected`: a page of a user has gone, or another one has come.
 * @param {Coign.Context} coign
 * @param {{id: string | null}} user
 */
export const pageLeft = (coign, { id }) => coign.exchange.left(id ?? "");

/**
 * `CONFIG.queries["coign.ledger"]`: what another GM lacks.
 * @param {Coign.Context} coign
 * @param {unknown} query
 */
export const answerLedger = (coign, query) => coign.exchange.answer(fieldsOf(FIELDS.ledger, query));

/**
 * `CONFIG.queries["coign.asked"]`: whether this client has asked with a key.
 * @param {Coign.Context} coign
 * @param {unknown} query
 */
export const hasAsked = (coign, query) => coign.exchange.hasAsked(fieldsOf(FIELDS.ledger, query).key);

/**
 * Answer `CONFIG.queries["coign.news"]`: a GM has news. The query does not prove its sender, so the GM is asked.
 * @param {Coign.Context} coign
 * @param {unknown} query
 */
export function hearNews(coign, query) {
  const { from, only } = fieldsOf(FIELDS.ledger, query);
  if (game.user.isGM) void coign.exchange.ask(from, only);
  return true;
}
