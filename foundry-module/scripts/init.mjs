/** `init`: settings, the players' query, what other modules may use, and the parts on the map and in the sheets. */

import { api } from "./api.mjs";
import { coign, ID } from "./coign.mjs";
import { registerHeatMap } from "./heat-map.mjs";
import { registerMarks } from "./marks.mjs";
import { registerOverlay } from "./overlay.mjs";
import { answerPlayer, surveyForPlayer } from "./players.mjs";
import { registerRegions } from "./regions.mjs";
import { registerSettings } from "./settings.mjs";
import { registerTokenConfig } from "./token-config.mjs";
import { registerTurnWatch } from "./turn-watch.mjs";
import { registerWallConfig } from "./wall-config.mjs";

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
