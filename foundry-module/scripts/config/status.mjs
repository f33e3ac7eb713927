/** The state of the connection, shown to the GM: a button in the scene controls, and a notification for each change. */

import { shownState } from "../connection/rulesets.mjs";
import { nextOrder, queryAllWindows, t } from "../util/foundry.mjs";
import { openPanel, refreshPanels } from "../util/panel.mjs";
import { PairingWindow } from "./pairing-window.mjs";
import { stateKey, stateText } from "./status-texts.mjs";

/** @typedef {Coign.Context} Context */

/** @type {Partial<Record<Coign.State, "info" | "warn">>} States that are worth a notification; the others do not last. */
const NOTIFICATIONS = {
  failed: "warn",
  connected: "info",
  reconnecting: "warn",
  "taken-over": "warn",
  "too-big": "warn",
  refused: "warn",
  version: "warn",
  blocked: "warn",
  busy: "warn",
};

/**
 * On a GM's client, show every change of the connection's state. (`ready`)
 * @param {Context} coign
 */
export function watchStatus(coign) {
  if (!game.user.isGM) return;
  /** @type {string | null} the last state that was notified, so that a state that lasts is notified once */
  let notified = null;
  let shown = "";
  coign.bridge.on("status", ({ state, why }) => {
    const text = stateText(coign);
    const news = [state, text, why].join("\n");
    if (news === shown) return; // progress that the text does not show
    shown = news;
    markControl(coign);
    refreshPanels();
    const level = NOTIFICATIONS[/** @type {Coign.State} */ (state)];
    // The first connection needs no notification: the scene controls show it.
    const key = stateKey(coign);
    if (level && key !== notified && !(notified === null && state === "connected")) {
      ui.notifications[level](`${t("COIGN.Title")}: ${text}${why ? ` (${why})` : ""}`);
    }
    if (level) notified = key;
  });
}

/**
 * Notify the GM, once for each module, that attacks in its cards are not read. The status window repeats it.
 * (`createChatMessage`, `updateChatMessage`)
 * @param {Context} coign
 * @param {ChatMessage.Implementation} message
 */
export function noteUnread(coign, message) {
  const module = game.user.isGM ? coign.adapter.unreadBy(message) : null;
  if (!module || coign.unread.has(module)) return;
  coign.unread.add(module);
  ui.notifications.info(`${t("COIGN.Title")}: ${t("COIGN.Pairing.Unread", { module })}`);
  refreshPanels();
}

/**
 * Add the button to the scene controls. (`getSceneControlButtons`)
 * @param {Context} coign
 * @param {Record<string, any>} controls
 */
export function addControl(coign, controls) {
  const { tokens } = controls;
  if (!coign.contract.meet("scene-controls", controls) || !tokens || !game.user.isGM) return;
  tokens.tools.coign = {
    name: "coign",
    order: nextOrder(tokens.tools),
    title: titleOf(coign),
    icon: "fa-solid fa-chess-rook",
    button: true,
    visible: true,
    onChange: () => openPanel(coign, PairingWindow),
  };
}

/**
 * Show the state on the button, to the eye and to screen readers. (`renderSceneControls`, and every change)
 * @param {Context} coign
 */
export function markControl(coign) {
  for (const button of queryAllWindows('[data-tool="coign"]')) {
    button.setAttribute("data-coign-state", shownState(coign));
    button.setAttribute("aria-label", titleOf(coign));
  }
}

/** @param {Context} coign */
const titleOf = (coign) => `${t("COIGN.Title")}: ${stateText(coign)}`;
