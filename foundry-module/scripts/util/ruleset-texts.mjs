/**
 * The texts of a ruleset in the reader's language: those of the module's language files, else those that the bridge sent
 * (a ruleset from a plug-in is in no language file). Pure.
 */

/**
 * @typedef {import("./effect-text.mjs").Translate} Translate
 * @typedef {{mark: string, text: string}} Reading a reading of the rule text that is ours
 */

/**
 * @param {Pick<Coign.RulesetInfo, "id" | "title">} ruleset
 * @param {Translate} t
 */
export const rulesetTitle = ({ id, title }, t) => translated(`${id}.title`, title, t);

/**
 * @param {Coign.RulesetInfo} ruleset
 * @param {Translate} t
 */
export const rulesetSource = ({ id, source }, t) => translated(`${id}.source`, source, t);

/**
 * @param {string} ruleset its id
 * @param {Coign.Wire.RuleInfo} rule
 * @param {Translate} t
 */
export const ruleTitle = (ruleset, { id, modifier, title }, t) =>
  translated(`${ruleset}.rules.${id}.${modifier}`, title, t);

/**
 * @param {string} ruleset its id
 * @param {Reading} reading
 * @param {Translate} t
 * @returns {Reading}
 */
export function readingTexts(ruleset, { mark, text }, t) {
  const key = `${ruleset}.interpretations.${(mark.toLowerCase().match(/[a-z]+/g) ?? []).join("-")}`;
  return { mark: translated(`${key}.mark`, mark, t), text: translated(`${key}.text`, text, t) };
}

/**
 * Return the texts of an option: its title, its explanation, and a label for each of its values. An option without texts
 * is named by its id, made readable.
 *
 * @param {string} ruleset its id
 * @param {Coign.Choice} choice
 * @param {Translate} t
 */
export function optionTexts(ruleset, { name, title, help, values, labels, form }, t) {
  const key = `${ruleset}.options.${name}`;
  const named = form ? [] : values.length ? values : Object.keys(labels);
  const label = (/** @type {string} */ value) => translated(`${key}.labels.${value}`, labels[value] || value, t);
  return {
    title: translated(`${key}.title`, title || readable(name), t),
    help: translated(`${key}.help`, help, t),
    labels: named.map((value) => ({ value, label: label(value) })),
  };
}

/**
 * @param {string} key
 * @param {string} otherwise
 * @param {Translate} t
 */
function translated(key, otherwise, t) {
  const whole = `COIGN.Rulesets.${key}`;
  const text = t(whole);
  return text === whole ? otherwise : text;
}

/** @param {string} name "half-cover" becomes "Half cover" */
const readable = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
