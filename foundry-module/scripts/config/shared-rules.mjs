/**
 * A table's own rules as one line of text: the ruleset's id and each option that is not as printed.
 *
 *     house-rules: flanking=+2; height=+1; half-cover=-1d4
 *
 * Pure.
 */

import { readWorths } from "../util/worth.mjs";

/** Why a line cannot be read: `key` is the sentence in the language files. */
export class Unreadable extends Error {
  /**
   * @param {string} key
   * @param {Record<string, string>} data
   */
  constructor(key, data = {}) {
    super(key);
    this.key = key;
    this.data = data;
  }
}

/**
 * @param {Coign.RulesetInfo} ruleset
 * @param {Record<string, unknown>} values by the options' names
 */
export function lineOf({ id, options }, values) {
  const changed = options.filter((option) => (values[option.name] ?? option.default) !== option.default);
  return [`${id}:`, changed.map(({ name }) => `${name}=${encoded(String(values[name]))}`).join("; ")].join(" ").trim();
}

/**
 * Read a line: options that it does not name are as printed.
 *
 * @param {string} line
 * @param {Coign.RulesetInfo[]} known the rulesets that the bridge has
 * @returns {{id: string, values: Record<string, string | number | boolean>}} the ruleset, and values by the options' names
 * @throws {Unreadable}
 */
export function readLine(line, known) {
  const [, id, rest = ""] = line.trim().match(/^([\w-]+):\s*(.*)$/s) ?? [];
  if (!id) throw new Unreadable("COIGN.Rules.NotALine");
  const ruleset = known.find((one) => one.id === id);
  if (!ruleset) throw new Unreadable("COIGN.Rules.Unknown", { id });
  return { id, values: readOptions(rest, ruleset.options) };
}

/**
 * @param {string} rest what follows the ruleset's id
 * @param {Coign.Choice[]} options
 */
function readOptions(rest, options) {
  /** @type {Record<string, string | number | boolean>} */
  const values = {};
  for (const part of rest.split(";").map((text) => text.trim())) {
    if (!part) continue;
    const [name, text = ""] = part.split("=").map((word) => word.trim());
    const option = options.find((each) => each.name === name);
    const value = option && parsed(option, decoded(text));
    if (value === undefined) throw new Unreadable("COIGN.Rules.BadPart", { part });
    values[name] = value;
  }
  return values;
}

/**
 * Return the value of an option from text, as a form or a line has it; undefined if the option does not take it.
 * @param {Coign.Choice} option
 * @param {string} text
 * @returns {string | number | boolean | undefined}
 */
export function parsed({ values, bounds, form }, text) {
  if (bounds) {
    const number = text.trim() === "" ? Number.NaN : Number(text);
    return number >= bounds[0] && number <= bounds[1] ? number : undefined;
  }
  if (form) return readWorths(form, text) && text;
  if (values.length) return values.includes(text) ? text : undefined;
  return { true: true, false: false }[text];
}

/** @param {string} text */
const encoded = (text) => encodeURIComponent(text).replace(/%(2B|2C|40|20)/g, decodeURIComponent);

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Unreadable("COIGN.Rules.BadPart", { part: text });
  }
}
