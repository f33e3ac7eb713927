/** The look-ups of the running Foundry world: the one file of this folder that names its globals. */

const RECENT = 30; // messages

/** @type {Coign.SystemContext} */
export const world = {
  document: (uuid) => (uuid ? fromUuidSync(uuid, { strict: false }) : null),
  messages: () => (game.messages?.contents ?? []).slice(-RECENT),
  module: (id) => (game.modules?.get(id)?.active ? (game.modules.get(id) ?? null) : null),
  scene: (id) => (id ? (game.scenes?.get(id) ?? null) : null),
};
