/**
 * The damage of an attack whose ruleset changes it: once the roll is in the chat, the attack is judged with it ("zero
 * damage is a miss"). The damage roll that follows an attack of the same creature is taken by itself; a GM may name
 * another one from the chat menu.
 */

import { messageFlags } from "../overrides/message-flags.mjs";
import { damageIn } from "../systems/damage.mjs";
import { ID } from "../util/id.mjs";
import { readMessage } from "./read-message.mjs";

/** @typedef {Coign.Context} Context */
/** @typedef {ChatMessage.Implementation} Message */

const TOO_LATE = 10 * 60_000; // ms: a later roll is about something else

/**
 * Return the attack that a message, just created, has the damage of, and that waits for it; null without one.
 *
 * @param {Context} coign
 * @param {Message} message
 * @returns {{attack: Message, damage: number} | null}
 */
function damageOfAttack(coign, message) {
  if (!message.rolls.length) return null;
  const own = around(message).earlier.filter((other) => other.rolls.length && sameCreature(other, message));
  const attack = own.findLast((other) => isAttack(coign, other));
  if (!attack || !waits(coign, attack) || message.timestamp - attack.timestamp > TOO_LATE) return null;
  const secret = message.blind || message.whisper.length > 0;
  if (secret && !(attack.blind || attack.whisper.length)) return null; // the attack's flags would tell of it
  const { name } = readMessage(coign, attack)?.attack ?? {};
  const damage = damageIn(message, { name, next: own.at(-1) === attack });
  return damage === null ? null : { attack, damage };
}

/**
 * Judge the attack that a message has the damage of, if there is one. (`createChatMessage`)
 * @param {Context} coign
 * @param {Message} message
 */
export async function takeDamage(coign, message) {
  const found = coign.bridge.connected ? damageOfAttack(coign, message) : null;
  if (found) await setDamage(found.attack, found.damage);
}

/**
 * Judge an attack, just annotated, with its damage if that is in the chat already. (`coign.annotated`)
 * @param {Context} coign
 * @param {Message} attack
 */
export async function takeEarlierDamage(coign, attack) {
  if (!coign.bridge.connected || !waits(coign, attack)) return;
  for (const message of around(attack).later) {
    const found = sameCreature(attack, message) ? damageOfAttack(coign, message) : null;
    if (found?.attack === attack) {
      await setDamage(attack, found.damage);
      return;
    }
  }
}

/**
 * Find the last attack of the same creature that waits for its damage, or has had it.
 * @param {Context} coign
 * @param {Message} message a roll
 * @returns {Message | undefined}
 */
export function attackBefore(coign, message) {
  if (!message.rolls.length || readMessage(coign, message)?.sure) return undefined;
  const earlier = game.messages.contents.filter(({ timestamp }) => timestamp <= message.timestamp);
  return earlier.findLast((attack) => attack !== message && sameCreature(attack, message) && changes(coign, attack));
}

/**
 * Set the damage of an attack: it is annotated again.
 * @param {Message} attack
 * @param {number | null} damage
 */
export function setDamage(attack, damage) {
  const none = { kind: null, die: null, attack: null, primary: null };
  const judged = { ...none, ...messageFlags(attack).judged, damage };
  return attack.update({ flags: { [ID]: { judged } } });
}

/**
 * Return whether a message's ruleset changes its damage, and it is not known yet.
 * @param {Context} coign
 * @param {Message} attack
 */
const waits = (coign, attack) => changes(coign, attack) && (messageFlags(attack).judged?.damage ?? null) === null;

/**
 * @param {Context} coign
 * @param {Message} attack
 */
function changes(coign, { id }) {
  const results = coign.records.annotated(id)?.annotations[0]?.results ?? [];
  return results.some(({ outcome }) => outcome.damage);
}

/**
 * @param {Context} coign
 * @param {Message} message
 */
function isAttack(coign, message) {
  const seen = readMessage(coign, message);
  return seen !== null && ["attack", "opportunity"].includes(seen.occasion ?? "attack");
}

/** @param {Message} one @param {Message} other */
const sameCreature = ({ speaker: one }, { speaker: other }) =>
  one.token || other.token ? one.token === other.token : Boolean(one.actor) && one.actor === other.actor;

/**
 * Return the messages before and after one, in the order of the chat.
 * @param {Message} message
 */
function around({ id }) {
  const messages = game.messages.contents;
  const place = messages.findIndex((other) => other.id === id);
  return { earlier: messages.slice(0, place), later: messages.slice(place + 1) };
}
