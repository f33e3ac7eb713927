/**
 * The value of a house rule: read, written, and said in words. Its grammar is the bridge's (`HOUSE`). Pure.
 *
 *     +1@10, +2@20 not-flying
 */

import { HOUSE } from "./wire.mjs";

/** @typedef {{kind: Coign.Wire.WorthKind, number: string, at: string, words: string[]}} Worth one case of a value */

const CASE = new RegExp(HOUSE.case);

/**
 * Read a value; undefined if the form does not allow it.
 * @param {Coign.Wire.Form} form
 * @param {string} text
 * @returns {Worth[] | undefined}
 */
export function readWorths(form, text) {
  const cases = text.split(",").map((part) => readWorth(form, part.trim()));
  const read = cases.filter((one) => one !== undefined);
  return read.length === cases.length && read.length <= HOUSE.most ? read : undefined;
}

/**
 * @param {Coign.Wire.Form} form
 * @param {string} part
 * @returns {Worth | undefined}
 */
function readWorth(form, part) {
  const [, what, at = "", rest = ""] = part.match(CASE) ?? [];
  if (!what || (at && !form.at)) return undefined;
  const words = rest.split(" ").filter(Boolean);
  const groups = words.map((word) => form.words.find((group) => wordsOf(group).includes(word)));
  if (groups.includes(undefined) || new Set(groups).size < groups.length) return undefined;
  for (const kind of form.worths) {
    const match = what.match(`^(?:${HOUSE.worths[kind]})$`);
    if (match) return { kind, number: match[1] ?? "", at, words };
  }
  return undefined;
}

/**
 * Return the condition words of a group, of which a case has at most one.
 * @param {Coign.Wire.Condition} group
 * @returns {readonly string[]}
 */
export const wordsOf = (group) => HOUSE.conditions[group];

/**
 * Write a value.
 * @param {Worth[]} worths
 */
export const written = (worths) =>
  worths
    .map(({ kind, number, at, words }) => [
      `${HOUSE.worths[kind].replace(/\(.*\)/, number)}${at && `@${at}`}`,
      ...words,
    ])
    .map((parts) => parts.join(" "))
    .join(", ");

/**
 * Say a value in words: "+1 on the attack, 10 ft above or more; ...".
 * @param {Coign.Wire.Form} form
 * @param {string} text
 * @param {import("./effect-text.mjs").Translate} t
 */
export function worthInWords(form, text, t) {
  const each = (/** @type {Worth} */ { kind, number, at, words }) =>
    [
      t(`COIGN.Worth.${kind}`, { number, to: t(`COIGN.Worth.to.${form.to}`) }),
      at && t(`COIGN.Worth.at.${form.at}`, { at }),
      ...words.map((word) => t(`COIGN.Worth.word.${word}`)),
    ]
      .filter(Boolean)
      .join(", ");
  return readWorths(form, text)?.map(each).join("; ") ?? text;
}
