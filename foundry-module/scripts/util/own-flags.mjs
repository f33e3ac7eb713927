/**
 * The module's own flags of a message. Its author may write anything there: what is used of them has passed the table of
 * fields. Pure.
 */

import { FIELDS, fieldsOf } from "./fields.mjs";

/**
 * Return the well-formed flags of a message. Of the attack that they describe, what only a GM may say counts only if the
 * message is a GM's: nobody else can change that one.
 *
 * @param {Coign.Foreign} message
 * @returns {Record<string, any>}
 */
export function ownFields(message) {
  const flags = ownFlags(message);
  const found = fieldsOf(FIELDS.message, flags);
  const isGMs = message?.author?.isGM === true;
  return found.attack
    ? { ...found, attack: fieldsOf(FIELDS.attack, flags.attack, (by) => isGMs || by !== "gm") }
    : found;
}

/**
 * Return the module's flags as they stand: to see which of them an update touches, and what somebody has written.
 *
 * @param {{flags?: any} | null | undefined} message or the change of one
 * @returns {Record<string, any>} empty if there are none
 */
export function ownFlags(message) {
  const flags = message?.flags?.coign;
  return typeof flags === "object" && flags !== null && !Array.isArray(flags) ? flags : {};
}
