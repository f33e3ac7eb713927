/** The look-ups of the running Foundry world: the one file of this folder that names its globals. */

import { noteOfToken } from "./noted-traits.mjs";

const RECENT = 30; // messages

/** @type {Coign.SystemContext} */
export const world = {
  document: (uuid) => (uuid ? fromUuidSync(uuid, { strict: false }) : null),
  messages: () => (game.messages?.contents ?? []).slice(-RECENT),
  module: (id) => (game.modules?.get(id)?.active ? (game.modules.get(id) ?? null) : null),
  setByGM: noteOfToken,
  words: (key) => game.i18n?.localize(key) ?? key,
  scene: (id) => (id ? (game.scenes?.get(id) ?? null) : null),
};

/**
 * The parts of the table that a record needs to put modifiers into rolls.
 * @typedef {object} Table
 * @property {(hook: string, handle: (...args: Coign.Foreign[]) => void) => void} on
 * @property {() => Coign.Foreign} user this client's user
 * @property {() => Coign.Foreign[]} targets the documents of the tokens that this user targets
 * @property {() => Coign.Foreign[]} [controlled] the documents of the tokens that this user has selected
 * @property {(actor: Coign.Foreign) => Coign.Foreign} speakerOf who speaks in a message of an actor's
 * @property {(name: string) => Coign.Foreign} [global] what a game system has put into the global scope
 * @property {() => Coign.Foreign} system what the game system offers: `game.pf2e`
 */

/** @typedef {{table?: Table, context?: Coign.SystemContext}} Where Where rolls are made: without it, in Foundry. */

/** @type {Table} */
export const table = {
  on: (hook, handle) => Hooks.on(/** @type {any} */ (hook), (/** @type {any[]} */ ...args) => handle(...args)),
  user: () => game.user,
  targets: () => [...(game.user?.targets ?? [])].map(({ document }) => document),
  controlled: () => (canvas?.tokens?.controlled ?? []).map(({ document }) => document),
  speakerOf: (actor) => ChatMessage.getSpeaker({ actor }),
  global: (name) => /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (globalThis))[name],
  system: () => /** @type {Coign.Foreign} */ (game)[game.system.id],
};
