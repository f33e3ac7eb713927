/**
 * Every setting of the module, apart from the switches of the overlay. Secrets are settings of this browser: players can
 * read those of the world.
 */

import { ID } from "../util/id.mjs";

/**
 * Register the settings. To be called while Foundry initialises.
 * @param {{inRoll: boolean}} system whether the game system has a place for modifiers in a roll
 */
export function registerSettings({ inRoll }) {
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
  const choices = inRoll ? ["after", "gm", "everybody"] : ["after"];
  settings.register(ID, "inRoll", {
    ...label("inRoll"),
    ...(!inRoll && { hint: "COIGN.Settings.inRoll.noPlace" }),
    scope: "world",
    config: true,
    type: String,
    default: "after",
    choices: Object.fromEntries(choices.map((who) => [who, `COIGN.Settings.inRoll.${who}`])),
    onChange: () => {
      Hooks.callAll("coign.inRollChanged");
    },
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
}
