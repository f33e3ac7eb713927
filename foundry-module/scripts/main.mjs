/** The hook table: the module's actions by hook. Parts on the map and in sheets register their own hooks: see `init.mjs`. */

import { addMidiRoll, capture } from "./attack/capture.mjs";
import { takeDamage, takeEarlierDamage } from "./attack/damage.mjs";
import { annotateMissed, messageCreated, messageDeleted, messageUpdated, overridden } from "./attack/follow-chat.mjs";
import { rememberAttack } from "./attack/likely-attack.mjs";
import { noteGMs } from "./attack/note-messages.mjs";
import { openLedger } from "./attack/open-ledger.mjs";
import { issueKeys, userConnected } from "./attack/player-queries.mjs";
import { resumePresses } from "./attack/presses.mjs";
import { announceRules, pageLeft } from "./attack/share-ledger.mjs";
import { combatantDeleted, combatChanged, removeExpiredInScene } from "./attack/slowed-tokens.mjs";
import { watchCombatEnd, watchMovement, watchTurn } from "./attack/watch-facing.mjs";
import { drawFilledMessage, drawMessage, redraw, redrawAll } from "./card/chat-card.mjs";
import { addMenuEntries } from "./card/chat-menu.mjs";
import { askAboutTraits } from "./config/ask-traits.mjs";
import { addFightControl, offerReport } from "./config/fight-window.mjs";
import { checkFoundry } from "./config/foundry-checks.mjs";
import {
  actorChanged,
  actorCreated,
  actorDeleted,
  tokenChanged,
  tokenCreated,
  tokenDeleted,
} from "./config/note-traits.mjs";
import { addControl } from "./config/pairing-window.mjs";
import { markControl, noteUnread, watchStatus } from "./config/status.mjs";
import { addThingsControl } from "./config/things-window.mjs";
import { registerTour } from "./config/tour.mjs";
import { translateImported } from "./config/try-it.mjs";
import { connectIfOwner, connectToNewAddress, pageChanged, startConnection, takeOver } from "./connection/connect.mjs";
import { configure } from "./connection/rulesets.mjs";
import { createContext } from "./context.mjs";
import { setUpInRoll } from "./in-roll/in-roll.mjs";
import { initialise } from "./init.mjs";
import { forgetToken, migrate, recallToken } from "./overrides/store.mjs";
import { askBearings } from "./scene-sync/bearings.mjs";
import {
  behaviorChanged,
  documentChanged,
  sceneDeleted,
  sceneUpdated,
  sendViewedScene,
  tokenUpdated,
  watchActors,
} from "./scene-sync/document-hooks.mjs";
import { hooksFor } from "./util/foundry.mjs";
import { refreshPanels } from "./util/panel.mjs";

const coign = createContext();

/**
 * Register a part's function for a hook: it is called with the context first.
 *
 * @template {keyof import("fvtt-types/configuration").Hooks.HookConfig} Name
 * @param {Name} hook
 * @param {(coign: Coign.Context, ...args: any[]) => unknown} handle
 * @param {import("../contract/features.mjs").Feature} [feature] only while it works
 */
function on(hook, handle, feature) {
  const listener = (/** @type {any[]} */ ...args) => void handle(coign, ...args);
  hooksFor(coign, feature).on(/** @type {any} */ (hook), listener);
}

// The module itself.
on("init", initialise);
on("setup", registerTour);
on("ready", checkFoundry);
on("coign.checked", checkFoundry);
on("preImportAdventure", translateImported);
on("coign.featuresChanged", markControl);
on("coign.featuresChanged", refreshPanels);
on("coign.featuresChanged", sendViewedScene);
on("ready", watchStatus);
on("ready", watchActors);
on("ready", openLedger);
on("updateUser", noteGMs);
on("ready", migrate);
on("ready", startConnection);
on("ready", setUpInRoll);
on("coign.inRollChanged", setUpInRoll);
on("coign.inRollChanged", refreshPanels);

// The connection: the client that owns it, its state, and the rules that it tells the bridge.
on("userConnected", connectIfOwner);
on("updateUser", pageChanged);
on("updateUser", connectIfOwner);
on("coign.placeChanged", connectIfOwner);
on("coign.addressChanged", connectToNewAddress);
on("coign.connected", sendViewedScene);
on("userConnected", userConnected);
on("userConnected", pageLeft);
on("coign.rulesChanged", configure);
on("coign.rulesChanged", refreshPanels);
on("coign.configured", takeOver);
on("coign.computing", annotateMissed, "judging");
on("coign.computing", issueKeys);
on("coign.configured", announceRules);
on("coign.configured", markControl);
on("coign.configured", refreshPanels);
on("getSceneControlButtons", addControl, "controls");
on("getSceneControlButtons", addThingsControl, "controls");
on("getSceneControlButtons", addFightControl, "controls");
on("renderSceneControls", markControl, "controls");

// Documents in scenes.
on("createToken", tokenCreated);
on("createToken", recallToken);
on("updateToken", tokenChanged);
on("deleteToken", tokenDeleted);
on("createActor", actorCreated);
on("updateActor", actorChanged);
on("deleteActor", actorDeleted);
on("canvasReady", askAboutTraits);
on("ready", askAboutTraits);
on("deleteToken", forgetToken);
on("canvasReady", sendViewedScene);
on("canvasReady", askBearings);
on("updateScene", sceneUpdated);
on("updateScene", refreshPanels); // the scene contains the notes on traits that GMs have set
on("deleteScene", sceneDeleted);
on("createToken", documentChanged);
on("updateToken", tokenUpdated);
on("deleteToken", documentChanged);
on("createWall", documentChanged);
on("updateWall", documentChanged);
on("deleteWall", documentChanged);
on("createAmbientLight", documentChanged);
on("updateAmbientLight", documentChanged);
on("deleteAmbientLight", documentChanged);
on("createRegion", documentChanged, "regions");
on("updateRegion", documentChanged, "regions");
on("deleteRegion", documentChanged, "regions");
on("createRegionBehavior", behaviorChanged, "regions");
on("updateRegionBehavior", behaviorChanged, "regions");
on("deleteRegionBehavior", behaviorChanged, "regions");
on("createTile", documentChanged, "roofs");
on("updateTile", documentChanged, "roofs");
on("deleteTile", documentChanged, "roofs");
on("createLevel", documentChanged, "levels");
on("updateLevel", documentChanged, "levels");
on("deleteLevel", documentChanged, "levels");

// Combat: turns on the spot, and tokens that are slowed until their next turn.
on("updateCombat", watchTurn, "facing");
on("deleteCombat", watchCombatEnd, "facing");
on("moveToken", watchMovement, "facing");
on("updateCombat", combatChanged, "slowed");
on("deleteCombat", combatChanged, "slowed");
on("deleteCombat", offerReport, "judging");
on("deleteCombatant", combatantDeleted, "slowed");
on("canvasReady", removeExpiredInScene, "slowed");

// Chat.
on("preCreateChatMessage", capture, "judging");
on("createChatMessage", rememberAttack, "judging");
on("createChatMessage", messageCreated, "judging");
on("createChatMessage", takeDamage, "damage");
on("updateChatMessage", messageUpdated, "judging");
on("createChatMessage", noteUnread);
on("updateChatMessage", noteUnread);
on("midi-qol.AttackRollComplete", addMidiRoll, "judging");
on("deleteChatMessage", messageDeleted);
on("renderChatMessageHTML", drawMessage, "card");
on("dnd5e.renderChatMessage", drawFilledMessage, "card");
on("coign.ledgerOpened", redrawAll, "card");
on("coign.configured", redrawAll, "card"); // the choices to add depend on the rules
on("coign.annotated", redraw, "card");
on("coign.unjudged", redraw, "card");
on("coign.waiting", redraw, "card");
on("ready", resumePresses);
on("coign.annotated", takeEarlierDamage, "damage");
on("coign.overridden", overridden);
on("getChatMessageContextOptions", addMenuEntries, "menu");
