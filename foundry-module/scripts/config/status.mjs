/** The connection's state where a GM sees it: a button in the scene controls, and one notification for each change. */

import { coign } from "../context.mjs";
import { everywhere } from "../util/all-windows.mjs";
import { open, refresh } from "../util/panel.mjs";
import { t } from "../util/translate.mjs";
import { PairingWindow } from "./pairing-window.mjs";
import { RulesWindow } from "./rules-window.mjs";

/** @type {Partial<Record<Coign.State, "info" | "warn">>} States worth a word; the others are steps on the way. */
const SAID = {
  connected: "info",
  reconnecting: "warn",
  "taken-over": "warn",
  refused: "warn",
  version: "warn",
  blocked: "warn",
  busy: "warn",
};

/** @type {Coign.State | null} what was last said, so that a bridge that stays away is mentioned once */
let lastSaid = null;

/** `ready`. */
export function watchStatus() {
  if (game.user.isGM) coign.bridge.on("status", changed);
}

/** @param {Coign.Status} status */
function changed({ state, why }) {
  mark();
  refresh(PairingWindow);
  if (state === "connected") refresh(RulesWindow);
  const level = SAID[state];
  // The first connection of all goes without saying; the scene controls show it.
  if (level && state !== lastSaid && !(lastSaid === null && state === "connected")) {
    ui.notifications[level](`${t("COIGN.Title")}: ${t(`COIGN.Status.${state}`)}${why ? ` (${why})` : ""}`);
  }
  if (level) lastSaid = state;
}

/**
 * `getSceneControlButtons`.
 * @param {Record<string, any>} controls
 */
export function addControl(controls) {
  const { tokens } = controls;
  if (!tokens || !game.user.isGM) return;
  tokens.tools.coign = {
    name: "coign",
    order: Object.keys(tokens.tools).length + 1,
    title: title(),
    icon: "fa-solid fa-chess-rook",
    button: true,
    visible: true,
    onChange: () => open(PairingWindow),
  };
}

/** `renderSceneControls`, and every change: the button says how the connection stands, to eyes and to screen readers. */
export function mark() {
  for (const button of everywhere('[data-tool="coign"]')) {
    button.setAttribute("data-coign-state", coign.bridge.status.state);
    button.setAttribute("aria-label", title());
  }
}

const title = () => `${t("COIGN.Title")}: ${t(`COIGN.Status.${coign.bridge.status.state}`)}`;
