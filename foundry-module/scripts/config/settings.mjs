/**
 * Every setting of the module, apart from the switches of the overlay. Secrets are settings of this browser: players can
 * read those of the world. A setting with `config` has its name and its hint in the language files.
 */

import { ID } from "../util/foundry.mjs";
import { STANDS } from "../util/wire.mjs";

/** @typedef {{[Name in keyof Coign.Settings]?: Coign.SettingRow<Coign.Settings[Name]>}} Rows */

/** @param {"rulesChanged" | "checked" | "inRollChanged" | "placeChanged" | "addressChanged"} hook */
const call = (hook) => () => void Hooks.callAll(`coign.${hook}`);
const OFF = { config: true, type: Boolean, default: false };
const ON = { config: true, type: Boolean, default: true };

/**
 * The settings of the world.
 * @param {boolean} othersCover
 */
const worldSettings = (othersCover) =>
  /** @satisfies {Rows} */ ({
    rulesets: { type: Array, default: [], onChange: call("rulesChanged") },
    options: { type: Object, default: {}, onChange: call("rulesChanged") },
    overrides: { type: Array, default: [], onChange: call("rulesChanged") },
    setOnPrototypes: { type: Object, default: {} },
    checked: { type: Object, default: {}, onChange: call("checked") },
    migrated: { type: Number, default: 0 },
    watch: { type: Object, default: { since: null, gms: {} } },
    automatic: OFF,
    showHit: { ...OFF, onChange: call("rulesChanged") },
    showChance: { ...OFF, onChange: call("rulesChanged") },
    // The heat map's button is there for players, or not.
    playersAsk: { ...ON, onChange: () => void ui.controls?.render({ reset: true }) },
    inRoll: { type: String, default: "", onChange: call("inRollChanged") }, // asked in the rules window; "": not yet
    coverStands: {
      config: othersCover,
      type: String,
      default: "greater",
      choices: choices("coverStands", STANDS),
      onChange: call("rulesChanged"),
    },
    facingOffset: {
      config: true,
      type: Number,
      default: 0,
      range: { min: -180, max: 180, step: 15 },
      onChange: call("rulesChanged"),
    },
    computeOn: {
      config: true,
      type: String,
      default: "auto",
      choices: choices("computeOn", ["auto", "page", "bridge"]),
      onChange: call("placeChanged"),
    },
    computeMeanwhile: OFF,
    computing: { type: String, default: "", onChange: call("placeChanged") }, // the user whose client computes
  });

/** @satisfies {Rows} A person's own, in whatever browser. */
const USER = { collapsed: OFF, drawing: OFF, showNothing: ON };

/** @satisfies {Rows} Those of this browser: secrets, and where it computes. */
const CLIENT = {
  bridgeUrl: { type: String, default: "ws://127.0.0.1:8765", onChange: call("addressChanged") },
  token: { type: String, default: "" },
  pairedUrl: { type: String, default: "" },
  clientId: { type: String, default: "" },
  nearNumbers: { type: Object, default: {} },
  presses: { type: Object, default: {} },
  decisions: { type: Object, default: {} },
};

/**
 * Register the settings. Call it while Foundry initialises.
 * @param {object} [world]
 * @param {boolean} [world.othersCover] whether another module adds cover, so that a GM must choose whose counts
 */
export function registerSettings({ othersCover = false } = {}) {
  for (const [scope, rows] of Object.entries({ world: worldSettings(othersCover), user: USER, client: CLIENT }))
    for (const [name, row] of Object.entries(rows)) {
      const label = { name: `COIGN.Settings.${name}.name`, hint: `COIGN.Settings.${name}.hint` };
      const data = { scope, ...("config" in row ? label : { config: false }), ...row };
      const known = /** @type {keyof Coign.Settings} */ (name); // each row has passed the type of its own setting
      game.settings.register(ID, known, /** @type {Coign.Foreign} */ (data));
    }
}

/**
 * @param {string} name
 * @param {readonly string[]} values
 */
function choices(name, values) {
  return Object.fromEntries(values.map((value) => [value, `COIGN.Settings.${name}.${value}`]));
}
