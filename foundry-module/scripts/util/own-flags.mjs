/**
 * The module's own flags of documents: no other file reads them. Whoever owns a document may write anything there: what is
 * used of it has passed the table of fields. Pure.
 */

import { FIELDS, fieldsOf } from "./fields.mjs";
import { isRecord } from "./shapes.mjs";

/**
 * Return the well-formed flags of a document. Of the attack that a message describes, what only a GM may say counts only
 * if the message is a GM's: nobody else can change that one.
 *
 * @param {"message" | "token" | "scene" | "wall" | "imported" | "user"} kind
 * @param {Coign.Foreign} document or plain data of one
 * @returns {Record<string, any>}
 */
export function ownFields(kind, document) {
  const { attack, ...flags } = ownFlags(document);
  const found = fieldsOf(FIELDS[kind], flags);
  if (kind !== "message" || !isRecord(attack)) return found;
  const isGMs = document.author?.isGM === true;
  return { ...found, attack: fieldsOf(FIELDS.attack, attack, (by) => isGMs || by !== "gm") };
}

/**
 * Return the module's flags as they stand: to see which of them an update touches, and what somebody has written.
 *
 * @param {{flags?: any} | null | undefined} document or the change of one
 * @returns {Record<string, any>} empty if there are none
 */
export function ownFlags(document) {
  const flags = document?.flags?.coign;
  return isRecord(flags) ? flags : {};
}

/** Return whether a document, or the change of one, has any flag of the module. @param {Coign.Foreign} document */
export const hasOwnFlags = (document) => Boolean(document?.flags?.coign);
