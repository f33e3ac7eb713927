/** `init`: settings, the players' query, what other modules may use. */

import { api } from "./api.mjs";
import { ID } from "./id.mjs";
import { answerPlayer } from "./players.mjs";
import { registerSettings } from "./settings.mjs";

export function initialise() {
  registerSettings();
  CONFIG.queries[`${ID}.evaluate`] = answerPlayer;
  const module = game.modules.get(ID);
  if (module) Object.assign(module, { api });
}
