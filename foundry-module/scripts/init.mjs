/** `init`: register settings, windows, queries, the API, and the parts on the map and in Foundry's sheets. */

import { createApi } from "./api.mjs";
import { answerPlayer, keepKey, surveyForPlayer } from "./attack/player-queries.mjs";
import { answerPress } from "./attack/presses.mjs";
import { answerLedger, hasAsked, hearNews } from "./attack/share-ledger.mjs";
import { registerCardKeys } from "./card/keys.mjs";
import { DOORS, openPractice } from "./config/doors.mjs";
import { fightReport } from "./config/fight-window.mjs";
import { PairingWindow } from "./config/pairing-window.mjs";
import { practiseAsPlayer } from "./config/practice-fight.mjs";
import { registerRegionBehaviors } from "./config/region-behaviors.mjs";
import { registerSettings } from "./config/settings.mjs";
import { registerTokenButtons } from "./config/token-buttons.mjs";
import { registerTokenConfig } from "./config/token-config.mjs";
import { registerWallConfig } from "./config/wall-config.mjs";
import { registerHeatMap } from "./map/heat-map.mjs";
import { registerMovementCosts } from "./map/movement-cost.mjs";
import { registerOverlay } from "./map/overlay.mjs";
import { registerPointed } from "./map/pointed.mjs";
import { registerSlowedBadges } from "./map/slowed-badges.mjs";
import { answerBearings } from "./scene-sync/bearings.mjs";
import { addsCover } from "./systems/cover-modules.mjs";
import { world } from "./systems/world.mjs";
import { ID } from "./util/foundry.mjs";
import { openPanel, registerMenu } from "./util/panel.mjs";

/** @param {Coign.Context} coign */
export function initialise(coign) {
  registerSettings({ othersCover: addsCover(world, game.system.id) });
  coign.open = (name) => (name === "pairing" ? openPanel(coign, PairingWindow) : DOORS[name].open(coign));
  registerMenu(coign, "coign", PairingWindow, "fa-solid fa-chess-rook");
  registerRegionBehaviors();
  registerTokenConfig(coign);
  registerTokenButtons(coign);
  registerWallConfig(coign);
  registerOverlay(coign);
  const heatMap = registerHeatMap(coign);
  registerCardKeys(coign);
  registerMovementCosts(coign);
  registerPointed(coign);
  registerSlowedBadges(coign);
  CONFIG.queries[`${ID}.evaluate`] = (query) => answerPlayer(coign, query);
  CONFIG.queries[`${ID}.survey`] = (query) => surveyForPlayer(coign, query);
  CONFIG.queries[`${ID}.press`] = (query) => answerPress(coign, query);
  CONFIG.queries[`${ID}.practice`] = (query) => practiseAsPlayer(coign, query);
  CONFIG.queries[`${ID}.key`] = (query) => keepKey(coign, query);
  CONFIG.queries[`${ID}.ledger`] = (query) => answerLedger(coign, query);
  CONFIG.queries[`${ID}.asked`] = (query) => hasAsked(coign, query);
  CONFIG.queries[`${ID}.news`] = (query) => hearNews(coign, query);
  CONFIG.queries[`${ID}.bearings`] = (query) => answerBearings(coign, query);
  const module = game.modules.get(ID);
  if (module)
    Object.assign(module, {
      api: createApi(coign, {
        open: coign.open,
        fightReport: () => fightReport(coign),
        heatMap: () => heatMap.toggle(),
        practise: () => openPractice(coign),
      }),
    });
}
