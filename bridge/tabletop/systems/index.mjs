/**
 * The game systems that the stand-in can run: the documents of a world of each, and its attacks.
 *
 * The systems themselves are not here. Each file beside this one is a short version of what its system does between the
 * press of a button and the chat message: the same order, hooks, awaited functions and message. So modules that change
 * rolls can be tested with it.
 */

import { attack, damage, weaponsOf } from "../attack.mjs";
import { withButtons } from "./buttons.mjs";
import { D35E } from "./D35E.mjs";
import { drawSteel } from "./draw-steel.mjs";
import { lancer } from "./lancer.mjs";
import { pf1 } from "./pf1.mjs";
import { pf2e, sf2e } from "./pf2e.mjs";
import { sfrpg } from "./sfrpg.mjs";
import { shadowdark } from "./shadowdark.mjs";
import { swade } from "./swade.mjs";

/**
 * @typedef {object} StandInSystem
 * @property {string} id
 * @property {string} title
 * @property {Record<13 | 14, string>} versions  of the system, by version of Foundry
 * @property {string} rules  the rules that Coign chooses for a new world of the system
 * @property {string | null} actors  the file of its actors; null: those of the sample world
 * @property {[string, string][]} modes  the modes in which the user can roll: value and label
 * @property {(client: object, window: Window | null) => void} install  defines its API for modules
 * @property {(token: object) => object[]} weapons  the items that a token can attack with
 * @property {(weapon: object) => string} line  a weapon's attack, in one line
 * @property {(weapon: object) => string} harm  the formula of its damage
 * @property {(client: object, token: object, weapon: object, how: How) => Promise<object | null>} attack  the message;
 *   null if the dialog was closed
 * @property {(client: object, token: object, weapon: object) => Promise<object>} damage
 *
 * @typedef {object} How
 * @property {string} [mode]  one of the system's modes
 * @property {boolean} [ask]  whether its dialog opens first
 * @property {string[]} [whisper]
 * @property {boolean} [blind]
 */

/** The fifth edition, whose rolls are in `attack.mjs`. */
const dnd5e = {
  id: "dnd5e",
  title: "Fifth edition",
  versions: { 13: "5.3.3", 14: "6.0.1" },
  rules: "fifth-edition-2024",
  actors: null,
  modes: [
    ["normal", "Normal"],
    ["advantage", "Advantage"],
    ["disadvantage", "Disadvantage"],
  ],
  install,
  weapons: weaponsOf,
  line,
  harm: (weapon) => weapon.system.damage,
  attack,
  damage,
};

/** The setting for the printing of the rules (from version 4 of the system on). */
function install(client) {
  client.game.settings.register("dnd5e", "rulesVersion", {
    name: "Rules",
    scope: "world",
    config: true,
    type: String,
    default: "modern",
    choices: { modern: "Modern rules", legacy: "Legacy rules" },
  });
}

function line({ system: { toHit, range, activities } }) {
  const ranged = activities.dnd5eactivity000.attack.type.value === "ranged";
  const reach = ranged ? `${range.value}/${range.long} ${range.units}` : `reach ${range.reach} ${range.units}`;
  return `+${toHit} to hit, ${reach}`;
}

/** @type {StandInSystem[]} */
export const SYSTEMS = [dnd5e, pf2e, pf1, D35E, sf2e, sfrpg, lancer, swade, drawSteel, shadowdark].map(withButtons);

/** Return the system of an id, or the first one. @param {string | null} id */
export const systemOf = (id) => SYSTEMS.find((system) => system.id === id) ?? SYSTEMS[0];

/** Convert the sample world's documents to this system. */
export async function documentsFor(system, documents, read) {
  return system.actors ? { ...documents, Actor: (await read(system.actors)).Actor } : documents;
}
