/**
 * The classes of dice that each game system registers, by name: what a saved roll or die of that system becomes again.
 *
 * The systems themselves are not here, so each class is a plain one of the core's kind. Sources: `dnd5e.mjs` of dnd5e
 * 5.3.3; `src/module/dice` of pf1 10 and 11; `module/roll` of D35E 2; `src/scripts/config` of pf2e 6.
 */

const SYSTEMS = {
  dnd5e: { rolls: ["BasicRoll", "D20Roll", "DamageRoll"], dice: ["BasicDie", "D20Die"] },
  pf1: { rolls: ["RollPF", "D20RollPF", "DamageRoll"], dice: [] },
  D35E: { rolls: ["Roll35e"], dice: [] },
  pf2e: { rolls: ["CheckRoll", "StrikeAttackRoll", "DamageRoll", "DamageInstance"], dice: [] },
};

/** @param {string} system  @param {object} config  `CONFIG.Dice`  @param {{Roll: Function, terms: object}} base */
export function registerDice(system, config, { Roll, terms }) {
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

const named = (name, Class) => Object.defineProperty(Class, "name", { value: name });
