/**
 * The entries that each game system registers: its classes of dice by name, which a saved roll or die of that system becomes again,
 * and for dnd5e the way in which it rolls (`systems/dnd5e.mjs`).
 *
 * Of the other systems each class is a plain one of the core's kind. Sources: `src/module/dice` of pf1 10 and 11;
 * `module/roll` of D35E 2; `src/scripts/config` of pf2e 6; `src/module/rolls` of sfrpg 0.30.
 */

import { addDialogs, installDnd5e } from "../systems/dnd5e.mjs";

const PF2E = { rolls: ["CheckRoll", "StrikeAttackRoll", "DamageRoll", "DamageInstance"], dice: [] };
const SYSTEMS = {
  pf1: { rolls: ["RollPF", "D20RollPF", "DamageRoll"], dice: [] },
  D35E: { rolls: ["Roll35e"], dice: [] },
  pf2e: PF2E,
  sf2e: PF2E,
  sfrpg: { rolls: ["SFRPGRoll"], dice: [] },
  swade: { rolls: ["SwadeRoll", "TraitRoll", "DamageRoll"], dice: ["WildDie"] },
  shadowdark: { rolls: ["RollSD"], dice: [] },
  "draw-steel": { rolls: ["PowerRoll", "DamageRoll"], dice: [] },
};

/** @param {string} system  @param {object} config  `CONFIG.Dice`  @param {{Roll: Function, terms: object}} base */
function registerDice(system, config, { Roll, terms }) {
  const { rolls, dice } = SYSTEMS[system] ?? { rolls: [], dice: [] };
  for (const name of rolls) {
    config[name] = named(name, class extends Roll {});
    config.rolls.push(config[name]);
  }
  for (const name of dice) {
    config[name] = named(name, class extends terms.Die {});
    config.termTypes[name] = config[name];
  }
}

/**
 * Start a client's game system.
 * @param {string} system  its id
 * @param {object} client
 */
export function startSystem(system, client) {
  registerDice(system, client.CONFIG.Dice, client.dice);
  if (system === "dnd5e") client.dnd5e = installDnd5e(client, client.dice);
}

/**
 * Put a client's game system on its page.
 * @param {object} client
 * @param {Window} window
 * @param {object} page  `applications` and `handlebars`
 */
export function showSystem(client, window, page) {
  if (!client.dnd5e) return;
  addDialogs(client, page);
  window.dnd5e = client.game.dnd5e = Object.assign(client.game.system, client.dnd5e);
}

const named = (name, Class) => Object.defineProperty(Class, "name", { value: name });
