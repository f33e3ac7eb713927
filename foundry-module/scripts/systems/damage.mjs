/**
 * Recognise a damage roll, in any game system: by the system's data about the roll, else by the words above it.
 *
 * dnd5e notes `flags.dnd5e.roll.type` (from 4 on also `options.rollType` of each roll), pf2e `flags.pf2e.context.type`,
 * sfrpg `flags.sfrpg.rollType`. A system's own class of rolls is often named for it. In other systems a damage roll has
 * no d20, and either a flavour that mentions damage, or no flavour and the next place after the attack. pf1 and D35E roll
 * damage in the attack's own message: it is read with the attack. Pure.
 */

import { plainText } from "./attacks.mjs";
import { list, number } from "./reading.mjs";
import { checkDie, isD20Roll, rollsOf } from "./rolls.mjs";

const WORDS = /damage|schaden|dégâts|degats|daño|danni|danno|dano\b|schade\b|skada|obrażenia|урон/i;
const HEALING = new Set(["healing", "temphp"]);

/**
 * Return the total of a damage roll.
 * @param {Coign.Foreign} message
 * @param {{name?: string, next?: boolean}} [attack] that it may be the damage of: its name, which a roll may bear alone,
 *   and whether this is the first roll of the creature since
 * @returns {number | null} null: another kind of roll
 */
export function damageIn(message, attack = {}) {
  const rolls = rollsOf(message);
  const totals = rolls.map(({ total }) => number(total));
  if (!rolls.length || !totals.every((total) => total !== null) || !isDamage(message, rolls, attack)) return null;
  return totals.reduce((sum, total) => sum + total, 0);
}

/**
 * @param {Coign.Foreign} message
 * @param {Coign.Foreign[]} rolls
 * @param {{name?: string, next?: boolean}} attack
 */
function isDamage(message, rolls, { name = "", next = false }) {
  if (rolls.every(heals)) return false;
  const noted = notedKind(message, rolls[0]);
  if (noted) return /damage/i.test(noted);
  if (rolls.some(isD20Roll) || rolls.every((roll) => checkDie(roll) === null)) return false;
  const words = plainText(message.flavor);
  return words ? WORDS.test(words) || Boolean(name && words.includes(name)) : next;
}

/**
 * Return the kind that a system has noted for a roll; empty without one.
 * @param {Coign.Foreign} message
 * @param {Coign.Foreign} roll
 */
function notedKind(message, roll) {
  const { dnd5e, pf2e, sf2e, sfrpg } = message?.flags ?? {};
  const name = String(roll.class ?? roll.constructor?.name ?? ""); // a live roll is an instance of its class
  const noted = dnd5e?.roll?.type ?? (pf2e ?? sf2e)?.context?.type ?? sfrpg?.rollType ?? roll.options?.rollType;
  return String(noted ?? (/damage/i.test(name) ? name : ""));
}

/** @param {Coign.Foreign} roll */
function heals(roll) {
  const kinds = [roll.options?.type, ...list(roll.options?.types)].filter(Boolean);
  return kinds.length > 0 && kinds.every((kind) => HEALING.has(kind));
}
