/**
 * Every setting of the module, apart from the switches of the overlay. Secrets are settings of this browser: players can
 * read those of the world.
 */

import { ID } from "../util/foundry.mjs";

/** Whose cover counts where another module gives some too. @type {NonNullable<Coign.Defence["stands"]>[]} */
const STANDS = ["greater", "ours", "theirs"];

/**
 * Register the settings. To be called while Foundry initialises.
 * @param {object} [world]
 * @param {boolean} [world.othersCover] whether another module adds cover, so that somebody must say whose counts
 */
export function registerSettings({ othersCover = false } = {}) {
  const { settings } = game;
  const label = (/** @type {string} */ name) => ({
    name: `COIGN.Settings.${name}.name`,
    hint: `COIGN.Settings.${name}.hint`,
  });
  /**
   * @param {"world" | "client"} scope
   * @param {boolean} initial
   */
  const checkbox = (scope, initial) => ({ scope, config: true, type: Boolean, default: initial });
  const onChange = () => {
    Hooks.callAll("coign.rulesChanged");
  };

  // Of the world.
  settings.register(ID, "rulesets", { scope: "world", config: false, type: Array, default: [], onChange });
  settings.register(ID, "options", { scope: "world", config: false, type: Object, default: {}, onChange });
  settings.register(ID, "overrides", { scope: "world", config: false, type: Array, default: [], onChange });
  settings.register(ID, "trustedTraits", {
    scope: "world",
    config: false,
    type: Object,
    default: {},
    onChange: () => {
      Hooks.callAll("coign.trustChanged");
    },
  });
  settings.register(ID, "checked", {
    scope: "world",
    config: false,
    type: Object,
    default: {},
    onChange: () => {
      Hooks.callAll("coign.checked");
    },
  });
  settings.register(ID, "migrated", { scope: "world", config: false, type: Number, default: 0 });
  settings.register(ID, "automatic", { ...label("automatic"), ...checkbox("world", false) });
  settings.register(ID, "showHit", { ...label("showHit"), ...checkbox("world", false) });
  settings.register(ID, "showChance", { ...label("showChance"), ...checkbox("world", false) });
  settings.register(ID, "playersAsk", {
    ...label("playersAsk"),
    ...checkbox("world", true),
    onChange: () => {
      ui.controls?.render({ reset: true }); // the heat map's button is there or not
    },
  });
  settings.register(ID, "inRoll", {
    scope: "world",
    config: false, // the rules window asks
    type: String,
    default: "", // never asked: after the roll
    onChange: () => {
      Hooks.callAll("coign.inRollChanged");
    },
  });
  settings.register(ID, "coverStands", {
    ...label("coverStands"),
    scope: "world",
    config: othersCover,
    type: String,
    default: "greater",
    choices: Object.fromEntries(STANDS.map((whose) => [whose, `COIGN.Settings.coverStands.${whose}`])),
    onChange,
  });
  settings.register(ID, "facingOffset", {
    ...label("facingOffset"),
    scope: "world",
    config: true,
    type: Number,
    default: 0,
    range: { min: -180, max: 180, step: 15 },
    onChange,
  });

  settings.register(ID, "computeOn", {
    ...label("computeOn"),
    scope: "world",
    config: true,
    type: String,
    default: "auto",
    choices: Object.fromEntries(
      ["auto", "page", "bridge"].map((where) => [where, `COIGN.Settings.computeOn.${where}`]),
    ),
    onChange: () => {
      Hooks.callAll("coign.placeChanged");
    },
  });
  settings.register(ID, "computeMeanwhile", { ...label("computeMeanwhile"), ...checkbox("world", false) });

  // Of this browser.
  settings.register(ID, "collapsed", { ...label("collapsed"), ...checkbox("client", false) });
  settings.register(ID, "drawing", { ...label("drawing"), ...checkbox("client", false) });
  settings.register(ID, "showNothing", { ...label("showNothing"), ...checkbox("client", true) });
  settings.register(ID, "bridgeUrl", {
    scope: "client",
    config: false,
    type: String,
    default: "ws://127.0.0.1:8765",
    onChange: () => {
      Hooks.callAll("coign.addressChanged");
    },
  });
  settings.register(ID, "token", { scope: "client", config: false, type: String, default: "" });
  settings.register(ID, "pairedUrl", { scope: "client", config: false, type: String, default: "" });
  settings.register(ID, "clientId", { scope: "client", config: false, type: String, default: "" });
  settings.register(ID, "nearNumbers", { scope: "client", config: false, type: Object, default: {} });
}
