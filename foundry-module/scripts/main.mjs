/** The hook table: what the module does, and when. */

import { messageCreated, messageDeleted, messageUpdated, wordGiven } from "./attack/annotate.mjs";
import { capture } from "./attack/capture.mjs";
import { redraw, rendered } from "./card/chat-card.mjs";
import { addMenuEntries } from "./card/chat-menu.mjs";
import { addControl, mark, watchStatus } from "./config/status.mjs";
import { begin, prepareScene, reconsider } from "./connection/connect.mjs";
import { initialise } from "./init.mjs";
import {
  behaviorTouched,
  sceneDeleted,
  sceneTouched,
  tokenUpdated,
  touched,
  watchActors,
} from "./scene-sync/document-hooks.mjs";

// The module itself.
Hooks.once("init", initialise);
Hooks.once("ready", watchStatus);
Hooks.once("ready", watchActors);
Hooks.once("ready", begin);

// Who keeps the connection.
Hooks.on("userConnected", reconsider);
Hooks.on("updateUser", reconsider);
Hooks.on("getSceneControlButtons", addControl);
Hooks.on("renderSceneControls", mark);

// What stands in scenes.
Hooks.on("canvasReady", prepareScene);
Hooks.on("updateScene", sceneTouched);
Hooks.on("deleteScene", sceneDeleted);
Hooks.on("createToken", touched);
Hooks.on("updateToken", tokenUpdated);
Hooks.on("deleteToken", touched);
Hooks.on("createWall", touched);
Hooks.on("updateWall", touched);
Hooks.on("deleteWall", touched);
Hooks.on("createAmbientLight", touched);
Hooks.on("updateAmbientLight", touched);
Hooks.on("deleteAmbientLight", touched);
Hooks.on("createRegion", touched);
Hooks.on("updateRegion", touched);
Hooks.on("deleteRegion", touched);
Hooks.on("createRegionBehavior", behaviorTouched);
Hooks.on("updateRegionBehavior", behaviorTouched);
Hooks.on("deleteRegionBehavior", behaviorTouched);
Hooks.on("createLevel", touched);
Hooks.on("updateLevel", touched);
Hooks.on("deleteLevel", touched);

// Chat.
Hooks.on("preCreateChatMessage", capture);
Hooks.on("createChatMessage", messageCreated);
Hooks.on("updateChatMessage", messageUpdated);
Hooks.on("deleteChatMessage", messageDeleted);
Hooks.on("renderChatMessageHTML", rendered);
Hooks.on("dnd5e.renderChatMessage", rendered); // it fills its cards after the hook above
Hooks.on("coign.annotated", redraw);
Hooks.on("coign.overridden", wordGiven);
Hooks.on("getChatMessageContextOptions", addMenuEntries);
