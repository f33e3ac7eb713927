/** The look-ups of the running Foundry world: the one file of this folder that names its globals. */

import { ID } from "../util/id.mjs";

const RECENT = 30; // messages

/** @type {Coign.SystemContext} */
export const world = {
  document: (uuid) => (uuid ? fromUuidSync(uuid, { strict: false }) : null),
  messages: () => (game.messages?.contents ?? []).slice(-RECENT),
  module: (id) => (game.modules?.get(id)?.active ? (game.modules.get(id) ?? null) : null),
  trusted: () => /** @type {Record<string, string>} */ (game.settings?.get(ID, "trustedTraits") ?? {}),
  scene: (id) => (id ? (game.scenes?.get(id) ?? null) : null),
};
