/**
 * The places where chat messages of the `dnd5e` system keep an attack, by the version or module that wrote them.
 *
 * | written by | place of the attack |
 * | --- | --- |
 * | dnd5e 3 to 5 | `flags.dnd5e.roll.type` is "attack" |
 * | dnd5e 6 | the message's `type` is "attack", the rest in `system` |
 * | Ready Set Roll 3.5, RSReforged 4 | the usage card, updated: `flags.dnd5e.activity`, and a roll of `rollType` "attack" |
 * | midi-qol, merged | `flags.dnd5e.roll.type` is "midi", or `flags.midi-qol` alone; the attack is `rolls[0]` |
 * | midi-qol, separate | a roll without flags, and a midi card of the same speaker within seconds |
 * | midi-qol, newer | the card's text only: the roller's client adds the roll as `flags.coign.attackRoll` |
 *
 * dnd5e marks its rolls with `rollType` since 4.3, which names the attack among a card's rolls.
 */

import { ownFields } from "../../util/fields.mjs";
import { list } from "../reading.mjs";
import { isD20Roll, parseRoll, rollsOf } from "../rolls.mjs";

const SAME_USE = 10_000; // ms between the two messages of one attack

/**
 * @typedef {object} AttackParts
 * @property {Coign.Foreign} roll the attack roll's data
 * @property {Coign.Foreign} activity `{id, uuid}`
 * @property {Coign.Foreign} item `{id, uuid, name}`
 * @property {Coign.Foreign} mode the attack mode: "oneHanded", "thrown"
 * @property {Coign.Foreign} [ability] that the attack was made with, from version 6 on: "dex"
 * @property {{uuid: Coign.Foreign, ac?: Coign.Foreign}[]} targets
 */

/**
 * Return the parts of an attack in one shape; null if the message is no attack roll.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @returns {AttackParts | null}
 */
export function attackParts(message, context) {
  if (message?.type === "attack" && message.system) return fromModel(message);
  const flags = message?.flags?.dnd5e;
  if (flags?.roll?.type === "attack")
    return fromFlags(message, attackRoll(message) ?? rollsOf(message).find(isD20Roll));
  if (isMidiCard(message)) return fromMidi(message);
  if (flags?.activity) return fromFlags(message, attackRoll(message) ?? unstampedAttack(message));
  return separateRoll(message, context);
}

/** Return whether a message is a card of midi-qol. @param {Coign.Foreign} message */
const isMidiCard = (message) => message?.flags?.dnd5e?.roll?.type === "midi" || Boolean(message?.flags?.["midi-qol"]);

/**
 * Return the roll of a message that dnd5e has marked as the attack.
 * @param {Coign.Foreign} message
 */
const attackRoll = (message) =>
  rollsOf(message).find((roll) => roll.options?.rollType === "attack" && isD20Roll(roll)) ?? addedRoll(message);

/**
 * Return the attack roll that the roller's client added to a card without one.
 * @param {Coign.Foreign} message
 */
function addedRoll(message) {
  // Any author may write this flag, so it must not replace a roll of the message.
  if (!isMidiCard(message) || rollsOf(message).some(isD20Roll)) return undefined;
  const roll = parseRoll(ownFields("message", message).attackRoll);
  return roll && isD20Roll(roll) ? roll : undefined;
}

/**
 * Return the d20 roll in the card of an attack activity, if no roll of the card is marked.
 * @param {Coign.Foreign} message
 */
function unstampedAttack(message) {
  const rolls = rollsOf(message);
  if (message.flags.dnd5e.activity.type !== "attack" || rolls.some((roll) => roll.options?.rollType)) return undefined;
  return rolls.find(isD20Roll);
}

/** dnd5e 6. @param {Coign.Foreign} message @returns {AttackParts | null} */
function fromModel(message) {
  const { activity, item, mode, ability, targets } = message.system;
  const roll = attackRoll(message) ?? rollsOf(message).find(isD20Roll);
  if (!roll) return null;
  const named = list(targets).map(({ token, actor, ac }) => ({ uuid: token ?? actor, ac }));
  return { roll, activity, item, mode, ability, targets: named };
}

/**
 * Read messages of dnd5e 3 to 5, and cards into which other modules have put its rolls.
 * @param {Coign.Foreign} message
 * @param {Coign.Foreign} roll
 * @returns {AttackParts | null}
 */
function fromFlags(message, roll) {
  if (!roll) return null;
  const { activity, item, roll: noted, targets } = message.flags.dnd5e;
  const flags = noted ?? {};
  return {
    roll,
    activity,
    item: item ?? { id: flags.itemId, uuid: flags.itemUuid },
    mode: flags.attackMode ?? roll.options?.attackMode,
    targets: list(targets),
  };
}

/** Read a merged card of midi-qol. @param {Coign.Foreign} message @returns {AttackParts | null} */
function fromMidi(message) {
  const type = message.flags.dnd5e?.roll?.type;
  if (type && type !== "midi") return null;
  const first = rollsOf(message)[0];
  const stamp = first?.options?.rollType;
  const roll = attackRoll(message) ?? (first && (!stamp || stamp === "attack") && isD20Roll(first) ? first : undefined);
  return roll ? { roll, ...usedIn(message, roll) } : null;
}

/**
 * Return the item, activity, attack mode and targets of a midi card.
 * @param {Coign.Foreign} card
 * @param {Coign.Foreign} roll
 */
function usedIn(card, roll) {
  const dnd5e = card.flags.dnd5e ?? {};
  const midi = card.flags["midi-qol"] ?? {};
  const named = list(dnd5e.targets);
  return {
    activity: dnd5e.activity ?? { id: midi.activityId, uuid: midi.activityUuid },
    item: dnd5e.item ?? { id: midi.itemId ?? dnd5e.use?.itemId, uuid: midi.itemUuid ?? dnd5e.use?.itemUuid },
    mode: dnd5e.roll?.attackMode ?? roll.options?.attackMode,
    targets: named.length ? named : list(midi.targetUuids).map((uuid) => ({ uuid })),
  };
}

/**
 * Read an attack roll that midi-qol left beside its card: the message has dnd5e's roll without its item.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @returns {AttackParts | null}
 */
function separateRoll(message, context) {
  const roll = rollsOf(message).find((data) => isD20Roll(data) && classOf(data) === "D20Roll");
  const stamp = roll?.options?.rollType;
  if (!roll || message.flags?.dnd5e?.roll || (stamp && stamp !== "attack")) return null;
  const card = list(context.messages?.()).findLast((other) => isMidiCard(other) && ofOneUse(message, other, context));
  return card ? { roll, ...usedIn(card, roll) } : null;
}

/** @param {Coign.Foreign} roll a live one is an instance of its class */
const classOf = (roll) => roll.class ?? roll.constructor?.name;

/**
 * Tell whether a midi card belongs to a roll: same speaker, within seconds, and the roll is named for the card's
 * attack.
 * @param {Coign.Foreign} message
 * @param {Coign.Foreign} card
 * @param {Coign.SystemContext} context
 */
function ofOneUse(message, card, context) {
  const near = Math.abs(Number(message.timestamp) - Number(card.timestamp)) <= SAME_USE;
  const who = (/** @type {Coign.Foreign} */ { speaker }) => speaker?.token ?? speaker?.actor;
  if (!near || !who(message) || who(message) !== who(card) || rollsOf(card).some(isD20Roll)) return false;
  const { item } = usedIn(card, {});
  const name = context.document(item.uuid)?.name ?? item.name;
  const words = String(message.flavor ?? "");
  return name ? words.includes(name) : /attack/i.test(words);
}

/**
 * Return the separate rolls that a new midi card explains, to be read again.
 * @type {Coign.SystemRecord["explainedBy"]}
 */
export function explainedBy(card, context) {
  if (!isMidiCard(card)) return [];
  return list(context.messages?.()).filter((other) => other !== card && ofOneUse(other, card, context));
}

/**
 * List the modifiers in a roll on another module's card, by the roll's own terms.
 * @type {Coign.SystemRecord["includedIn"]}
 */
export function includedIn(message) {
  const rolls = [...rollsOf(message), parseRoll(ownFields("message", message).attackRoll)];
  const modifiers = rolls.map((roll) => list(roll?.terms).flatMap((term) => list(term?.options?.coign)));
  return modifiers.find((included) => included.length) ?? [];
}
