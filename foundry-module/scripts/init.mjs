/** `init`: register settings, windows, queries, the API, and the parts on the map and in Foundry's sheets. */

import { createApi } from "./api.mjs";
import { answerPlayer, keepKey, surveyForPlayer } from "./attack/player-queries.mjs";
import { answerPress } from "./attack/presses.mjs";
import { answerLedger, hasAsked, hearNews } from "./attack/share-ledger.mjs";
import { registerCardKeys } from "./card/keys.mjs";
import { FightWindow, fightReport, openFightReport } from "./config/fight-window.mjs";
import { PairingWindow } from "./config/pairing-window.mjs";
import { practiseAsPlayer } from "./config/practice-fight.mjs";
import { registerRegionBehaviors } from "./config/region-behaviors.mjs";
import { RulesWindow } from "./config/rules-window.mjs";
import { registerSettings } from "./config/settings.mjs";
import { TestWindow } from "./config/test-window.mjs";
import { ThingsWindow } from "./config/things-window.mjs";
import { registerTokenButtons } from "./config/token-buttons.mjs";
import { registerTokenConfig } from "./config/token-config.mjs";
import { registerWallConfig } from "./config/wall-config.mjs";
import { registerHeatMap } from "./map/heat-map.mjs";
import { registerMovementCosts } from "./map/movement-cost.mjs";
import { registerOverlay } from "./map/overlay.mjs";
import { registerPointed } from "./map/pointed.mjs";
import { registerSlowedBadges } from "./map/slowed-badges.mjs";
import { OverridesWindow } from "./overrides/window.mjs";
import { answerBearings } from "./scene-sync/bearings.mjs";
import { addsCover } from "./systems/cover-modules.mjs";
import { world } from "./systems/world.mjs";
import { ID } from "./util/foundry.mjs";
import { openPanel, registerMenu } from "./util/panel.mjs";

/** The windows of game masters, by the names of their buttons in the settings, with their icons. */
const WINDOWS = {
  pairing: { Window: PairingWindow, icon: "fa-chess-rook" },
  rules: { Window: RulesWindow, icon: "fa-scale-balanced" },
  test: { Window: TestWindow, icon: "fa-vial" },
  inForce: { Window: OverridesWindow, icon: "fa-gavel" },
  things: { Window: ThingsWindow, icon: "fa-box" },
  fight: { Window: FightWindow, icon: "fa-chart-line" },
};

/** @param {Coign.Context} coign */
export function initialise(coign) {
  registerSettings({ othersCover: addsCover(world, game.system.id) });
  for (const [name, { Window, icon }] of Object.entries(WINDOWS)) registerMenu(coign, name, Window, `fa-solid ${icon}`);
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
        open: (name) => (name === "fight" ? openFightReport(coign) : openPanel(coign, WINDOWS[name].Window)),
        fightReport: () => fightReport(coign),
        heatMap: () => heatMap.toggle(),
        practise: async () => {
          const window = await openPanel(coign, TestWindow);
          if (window instanceof TestWindow) await window.practise();
        },
      }),
    });
}
