/** `init`: settings, the players' query, what other modules may use, and the parts on the map and in the sheets. */

import { api } from "./api.mjs";
import { registerTurnWatch } from "./attack/facing-watch.mjs";
import { answerPlayer, surveyForPlayer } from "./attack/player-queries.mjs";
import { registerMarks } from "./attack/slowed-tokens.mjs";
import { registerRegions } from "./config/region-behaviors.mjs";
import { registerSettings } from "./config/settings.mjs";
import { registerTokenConfig } from "./config/token-config.mjs";
import { registerWallConfig } from "./config/wall-config.mjs";
import { coign, ID } from "./context.mjs";
import { registerHeatMap } from "./map/heat-map.mjs";
import { registerOverlay } from "./map/overlay.mjs";

export function initialise() {
  registerSettings();
  registerRegions();
  registerTokenConfig(coign);
  registerWallConfig();
  registerOverlay(coign);
  registerHeatMap(coign);
  registerMarks();
  registerTurnWatch();
  CONFIG.queries[`${ID}.evaluate`] = answerPlayer;
  CONFIG.queries[`${ID}.survey`] = surveyForPlayer;
  const module = game.modules.get(ID);
  if (module) Object.assign(module, { api });
}
