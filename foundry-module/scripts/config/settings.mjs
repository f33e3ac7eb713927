/** Every setting of the module. What is secret stays in this browser: settings of the world are read by players too. */

import { configure, connect } from "../connection/connect.mjs";
import { ID } from "../context.mjs";
import { OverridesWindow } from "../overrides/window.mjs";
import { refresh } from "../util/panel.mjs";
import { PairingWindow } from "./pairing-window.mjs";
import { RulesWindow } from "./rules-window.mjs";

/** `init`. */
export function registerSettings() {
  const { settings } = game;
  const label = (/** @type {string} */ name) => ({
    name: `COIGN.Settings.${name}.name`,
    hint: `COIGN.Settings.${name}.hint`,
  });
  const menu = (/** @type {string} */ name) => ({
    ...label(name),
    label: `COIGN.Settings.${name}.label`,
    restricted: true,
  });
  /**
   * @param {"world" | "client"} scope
   * @param {boolean} initial
   */
  const checkbox = (scope, initial) => ({ scope, config: true, type: Boolean, default: initial });
  const chosen = () => {
    configure();
    refresh(RulesWindow);
    refresh(OverridesWindow);
  };

  settings.registerMenu(ID, "pairing", { ...menu("pairing"), icon: "fa-solid fa-chess-rook", type: PairingWindow });
  settings.registerMenu(ID, "rules", { ...menu("rules"), icon: "fa-solid fa-scale-balanced", type: RulesWindow });
  settings.registerMenu(ID, "inForce", { ...menu("inForce"), icon: "fa-solid fa-gavel", type: OverridesWindow });

  // Of the world.
  settings.register(ID, "rulesets", { scope: "world", config: false, type: Array, default: [], onChange: chosen });
  settings.register(ID, "options", { scope: "world", config: false, type: Object, default: {}, onChange: chosen });
  settings.register(ID, "overrides", { scope: "world", config: false, type: Array, default: [], onChange: chosen });
  settings.register(ID, "automatic", { ...label("automatic"), ...checkbox("world", false) });
  settings.register(ID, "showHit", { ...label("showHit"), ...checkbox("world", false) });
  settings.register(ID, "showChance", { ...label("showChance"), ...checkbox("world", false) });
  settings.register(ID, "playersAsk", { ...label("playersAsk"), ...checkbox("world", true) });
  settings.register(ID, "facingOffset", {
    ...label("facingOffset"),
    scope: "world",
    config: true,
    type: Number,
    default: 0,
    range: { min: -180, max: 180, step: 15 },
    onChange: chosen,
  });

  // Of this browser alone.
  settings.register(ID, "collapsed", { ...label("collapsed"), ...checkbox("client", false) });
  settings.register(ID, "bridgeUrl", {
    scope: "client",
    config: false,
    type: String,
    default: "ws://127.0.0.1:8765",
    onChange: () => {
      if (game.user?.isGM && game.ready) connect();
    },
  });
  settings.register(ID, "token", { scope: "client", config: false, type: String, default: "" });
  settings.register(ID, "pairedUrl", { scope: "client", config: false, type: String, default: "" });
  settings.register(ID, "clientId", { scope: "client", config: false, type: String, default: "" });
}
