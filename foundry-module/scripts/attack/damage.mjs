/**
 * The damage of an attack whose ruleset depends on it: once the roll is in the chat, the attack is judged with it ("zero
 * damage is a miss"). The next damage roll of the same creature is taken automatically; a GM may choose another one in the
 * chat menu.
 */

import { computes } from "../connection/connect.mjs";
import { NOTHING_JUDGED } from "../overrides/message-flags.mjs";
import { ATTACKS, DEFAULTS } from "../util/wire.mjs";
import { damageRolled, lastBefore, messageOf, readHeader, rollsAround, writeFlags } from "./message.mjs";

/** @typedef {Coign.Message} Message */
/** @typedef {ChatMessage.Implementation} Document */

const TOO_LATE = 10 * 60_000; // ms: a later roll is about something else

/**
 * Judge the attack that a message has the damage of, if there is one. (`createChatMessage`)
 * @param {Coign.Context} coign
 * @param {Document} document
 */
export async function takeDamage(coign, document) {
  if (!computes(coign) || !document.rolls.length) return;
  const found = damageOfAttack(coign, readHeader(document));
  if (found) await setDamage(coign, found.attack.id, found.damage);
}

/**
 * Judge an attack, just annotated, with its damage if that is in the chat already. (`coign.annotated`)
 * @param {Coign.Context} coign
 * @param {Document} document
 */
export async function takeEarlierDamage(coign, document) {
  const attack = readHeader(document);
  if (!computes(coign) || !waits(coign, attack)) return;
  for (const id of rollsAround(attack, TOO_LATE).later) {
    const message = game.messages.get(id);
    const found = message && damageOfAttack(coign, readHeader(message));
    if (found?.attack.id === attack.id) return setDamage(coign, attack.id, found.damage);
  }
}

/**
 * Find the last attack of the same creature that waits for its damage, or has had it.
 * @param {Coign.Context} coign
 * @param {Message} message a roll
 * @returns {string | undefined} the attack's message
 */
export function attackBefore(coign, message) {
  if (!message.hasRolls || message.attack?.sure) return undefined;
  return lastBefore(message, (id) => hasDamageRule(coign, id));
}

/**
 * Set the damage of an attack: it is annotated again.
 * @param {Coign.Context} coign
 * @param {string} attack
 * @param {number | null} damage
 */
export async function setDamage(coign, attack, damage) {
  await writeFlags(attack, { judged: { ...NOTHING_JUDGED, ...messageOf(coign, attack)?.flags.judged, damage } });
}

/**
 * Return the attack that a message, just created, has the damage of, and that waits for it; null without one.
 *
 * @param {Coign.Context} coign
 * @param {Coign.MessageHeader} message
 */
function damageOfAttack(coign, message) {
  const { earlier } = rollsAround(message, TOO_LATE);
  if (!earlier.some((id) => hasDamageRule(coign, id))) return null; // as for most rolls: no message is read
  const attack = lastAttack(coign, earlier);
  if (!attack || !waits(coign, attack) || message.timestamp - attack.timestamp > TOO_LATE) return null;
  if (isWhispered(message) && !isWhispered(attack)) return null; // the attack's flags would tell of it
  const { name } = attack.attack?.attack ?? {};
  const damage = damageRolled(message.id, { name, next: earlier.at(-1) === attack.id });
  return damage === null ? null : { attack, damage };
}

/**
 * Read messages from the last one back, until one of them is an attack.
 * @param {Coign.Context} coign
 * @param {string[]} ids
 */
function lastAttack(coign, ids) {
  for (const id of ids.toReversed()) {
    const message = messageOf(coign, id);
    if (message?.attack && ATTACKS.includes(message.attack.occasion ?? DEFAULTS.occasion)) return message;
  }
  return null;
}

/** @param {Coign.MessageHeader} message */
const isWhispered = ({ blind, whisper }) => blind || whisper.length > 0;

/**
 * Return whether a message's ruleset changes its damage, and it is not known yet.
 * @param {Coign.Context} coign
 * @param {Coign.MessageHeader} attack
 */
const waits = (coign, { id, flags }) => hasDamageRule(coign, id) && (flags.judged?.damage ?? null) === null;

/**
 * @param {Coign.Context} coign
 * @param {string} id an attack's
 */
function hasDamageRule(coign, id) {
  const results = coign.records.annotated(id)?.annotations[0]?.results ?? [];
  return results.some(({ outcome }) => outcome.damage);
}
