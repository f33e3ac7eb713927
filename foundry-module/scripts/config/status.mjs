/**
 * The state of the connection, shown to the GM: in words, by where Coign computes and how far its start has come; on the
 * button in the scene controls; and in a notification for each change.
 */

import { isHandedOver, planOf } from "../connection/connect.mjs";
import { queryAllWindows, t } from "../util/foundry.mjs";
import { refreshPanels } from "../util/panel.mjs";

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
 * @param {Coign.Context} coign
 */
export function watchStatus(coign) {
  if (!game.user.isGM) return;
  /** @type {string | null} the last state that was notified, so that a state that lasts is notified once */
  let notified = null;
  let shown = "";
  coign.engine.on("status", ({ state, why }) => {
    if (isHandedOver(coign)) return; // nothing to do about it
    const text = stateText(coign);
    const news = [state, text, why].join("\n");
    if (news === shown) return; // progress that the text does not show
    shown = news;
    markControl(coign);
    refreshPanels();
    Hooks.callAll("coign.statusChanged", { state: shownState(coign), text });
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
 * @param {Coign.Context} coign
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
 * Show the state on the button, to the eye and to screen readers. (`renderSceneControls`, and every change)
 * @param {Coign.Context} coign
 */
export function markControl(coign) {
  for (const button of queryAllWindows('[data-tool="coign"]')) {
    button.setAttribute("data-coign-state", shownState(coign));
    button.setAttribute("aria-label", titleOf(coign));
  }
}

/**
 * Return the title of the button.
 * @param {Coign.Context} coign
 */
export const titleOf = (coign) => `${t("COIGN.Title")}: ${stateText(coign)}`;

/**
 * Return the state that a GM is shown: the connection's, or that it is connected and judges by no rules.
 * @param {Coign.Context} coign
 */
export const shownState = ({ engine, rulesProblem }) =>
  engine.connected && rulesProblem ? "no-rules" : engine.status.state;

/**
 * Return the state's name in the language files.
 * @param {Coign.Context} coign
 */
function stateKey(coign) {
  const { engine, meanwhile, rulesProblem } = coign;
  const { state, place, progress } = engine.status;
  if (state === "off" && otherOwner(coign)) return "elsewhere";
  if (state === "starting" && progress?.stage === "loading") return "loading";
  if (state !== "connected") return state;
  if (rulesProblem) return "no-rules";
  if (place !== "page") return state;
  return meanwhile.running ? "meanwhile" : "here";
}

/**
 * Return the name of the other game master whose browser computes, or is to; empty if it is this one's.
 * @param {Coign.Context} coign
 */
function otherOwner(coign) {
  const { owner } = planOf(coign);
  return owner && !owner.isSelf ? owner.name : "";
}

/**
 * Return the state in a few words: "Getting ready, 4 of 11 MB".
 * @param {Coign.Context} coign
 */
export function stateText(coign) {
  const { loaded = 0, total = 0 } = coign.engine.status.progress ?? {};
  return t(`COIGN.Status.${stateKey(coign)}`, { loaded: megabytes(loaded), total: megabytes(total) });
}

/**
 * Return what the state means, and what to do about it.
 * @param {Coign.Context} coign
 */
export function stateHelp(coign) {
  const key = stateKey(coign);
  return key === "no-rules"
    ? coign.rulesProblem
    : t(`COIGN.Help.${key}`, key === "elsewhere" ? { name: otherOwner(coign) } : undefined);
}

/** @param {number} bytes */
const megabytes = (bytes) => String(Math.round(bytes / 1e6));
