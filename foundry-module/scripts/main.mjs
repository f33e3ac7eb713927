/** The hook table: what the module does, and when. Parts on the map and in sheets have hooks of their own: see `init.mjs`. */

import { addMidiRoll, capture } from "./attack/capture.mjs";
import { takeDamage, takeEarlierDamage } from "./attack/damage.mjs";
import { annotateMissed, messageCreated, messageDeleted, messageUpdated, overridden } from "./attack/follow-chat.mjs";
import { rememberAttack } from "./attack/likely-attack.mjs";
import { issueKeys, userConnected } from "./attack/player-budgets.mjs";
import { combatantDeleted, combatChanged, removeExpiredInScene } from "./attack/slowed-tokens.mjs";
import { inspectMessages } from "./attack/tampering.mjs";
import { watchCombatEnd, watchMovement, watchTurn } from "./attack/watch-facing.mjs";
import { drawMessage, redraw } from "./card/chat-card.mjs";
import { addMenuEntries } from "./card/chat-menu.mjs";
import { addControl, markControl, noteUnread, watchStatus } from "./config/status.mjs";
import { actorChanged, tokenChanged, tokenCreated } from "./config/trusted-traits.mjs";
import { configure, connectIfOwner, connectToNewAddress, pageChanged, startConnection } from "./connection/connect.mjs";
import { createContext } from "./context.mjs";
import { setUpInRoll } from "./in-roll/in-roll.mjs";
import { standingChanged, standingMoved, standingRulesChanged } from "./in-roll/keep-standing.mjs";
import { initialise } from "./init.mjs";
import { migrate } from "./overrides/migrate.mjs";
import { forgetToken } from "./overrides/store.mjs";
import {
  behaviorChanged,
  documentChanged,
  sceneDeleted,
  sceneUpdated,
  sendViewedScene,
  tokenUpdated,
  trustChanged,
  watchActors,
} from "./scene-sync/document-hooks.mjs";
import { refreshPanels } from "./util/panel.mjs";

const coign = createContext();

/**
 * Register a part's function for a hook: it is called with the context first.
 *
 * @template {keyof import("fvtt-types/configuration").Hooks.HookConfig} Name
 * @param {Name} hook
 * @param {(coign: Coign.Context, ...args: any[]) => unknown} handle
 */
function on(hook, handle) {
  const listener = (/** @type {any[]} */ ...args) => handle(coign, ...args);
  Hooks.on(/** @type {any} */ (hook), listener);
}

// The module itself.
on("init", initialise);
on("ready", watchStatus);
on("ready", watchActors);
on("ready", inspectMessages);
on("ready", migrate);
on("ready", startConnection);
on("ready", setUpInRoll);
on("coign.inRollChanged", setUpInRoll);

// The connection: the client that owns it, its state, and the rules that it tells the bridge.
on("userConnected", connectIfOwner);
on("updateUser", pageChanged);
on("updateUser", connectIfOwner);
on("coign.placeChanged", connectIfOwner);
on("coign.addressChanged", connectToNewAddress);
on("coign.connected", sendViewedScene);
on("coign.connected", issueKeys);
on("userConnected", userConnected);
on("coign.rulesChanged", configure);
on("coign.rulesChanged", refreshPanels);
on("coign.configured", annotateMissed);
on("coign.configured", markControl);
on("coign.configured", refreshPanels);
on("getSceneControlButtons", addControl);
on("renderSceneControls", markControl);

// Documents in scenes.
on("createToken", tokenCreated);
on("updateToken", tokenChanged);
on("updateActor", actorChanged);
on("deleteToken", forgetToken);
on("coign.trustChanged", trustChanged);
on("coign.trustChanged", refreshPanels);
on("canvasReady", sendViewedScene);
on("updateScene", sceneUpdated);
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
on("createRegion", documentChanged);
on("updateRegion", documentChanged);
on("deleteRegion", documentChanged);
on("createRegionBehavior", behaviorChanged);
on("updateRegionBehavior", behaviorChanged);
on("deleteRegionBehavior", behaviorChanged);
on("createLevel", documentChanged);
on("updateLevel", documentChanged);
on("deleteLevel", documentChanged);

// The standing table: stale at once after every change, and asked for again.
on("updateToken", standingMoved);
on("coign.sceneChanged", standingChanged);
on("coign.rulesChanged", standingRulesChanged);
on("coign.configured", standingRulesChanged);
on("coign.inRollChanged", standingChanged);
on("coign.likelyAttackChanged", standingChanged);
on("canvasReady", standingChanged);
on("updateCombat", standingChanged);
on("deleteCombat", standingChanged);
on("createCombatant", standingChanged);
on("deleteCombatant", standingChanged);

// Combat: turns on the spot, and tokens that are slowed until their next turn.
on("updateCombat", watchTurn);
on("deleteCombat", watchCombatEnd);
on("updateToken", watchMovement);
on("updateCombat", combatChanged);
on("deleteCombat", combatChanged);
on("deleteCombatant", combatantDeleted);
on("canvasReady", removeExpiredInScene);

// Chat.
on("preCreateChatMessage", capture);
on("createChatMessage", rememberAttack);
on("createChatMessage", messageCreated);
on("createChatMessage", takeDamage);
on("updateChatMessage", messageUpdated);
on("createChatMessage", noteUnread);
on("updateChatMessage", noteUnread);
on("midi-qol.AttackRollComplete", addMidiRoll);
on("deleteChatMessage", messageDeleted);
on("renderChatMessageHTML", drawMessage);
on("dnd5e.renderChatMessage", drawMessage); // it fills its cards after the hook above
on("coign.annotated", redraw);
on("coign.unjudged", redraw);
on("coign.annotated", takeEarlierDamage);
on("coign.overridden", overridden);
on("getChatMessageContextOptions", addMenuEntries);
