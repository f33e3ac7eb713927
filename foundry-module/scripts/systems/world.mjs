/** The look-ups of the running Foundry world: the one file of this folder that names its globals. */

/** @type {Coign.SystemContext} */
export const world = {
  document: (uuid) => (uuid ? fromUuidSync(uuid, { strict: false }) : null),
  scene: (id) => (id ? (game.scenes?.get(id) ?? null) : null),
};
