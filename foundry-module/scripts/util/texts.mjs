/**
 * Translate the bridge's texts into the reader's language. A text comes as keys with values beside its English
 * sentence; a ruleset's own texts are found by ids. The English remains for texts that the language files lack, such as
 * those of an external ruleset or a reason that a GM typed. Pure.
 */

import { DEFAULTS } from "./wire.mjs";

/**
 * @typedef {Coign.Wire.Phrase} Phrase
 * @typedef {{mark: string, text: string}} Reading a reading of the rule text that is ours
 */

const AS_IT_IS = "text"; // the key of a text that has no translation
const TITLE = "title"; // the key of a modifier's name

/**
 * Return a text made of phrases, joined with semicolons.
 * @param {Phrase[] | undefined} phrases
 * @param {string} english the same text, for phrases that the language files lack
 * @param {Coign.Translate} t
 */
export function phrasesText(phrases, english, t) {
  const texts = (phrases ?? []).map((phrase) => phraseText(phrase, t));
  return texts.length && texts.every((text) => text !== null) ? texts.join("; ") : english;
}

/**
 * Return one phrase as a text, which is empty without a phrase.
 * @param {Phrase | null | undefined} phrase
 * @param {Coign.Translate} t
 */
export const said = (phrase, t) => (phrase ? phrasesText([phrase], "", t) : "");

/**
 * Return an outcome's name. A label that the language files lack is a ruleset's own.
 * @param {string | undefined} label
 * @param {Coign.Translate} t
 */
export const labelText = (label = DEFAULTS.label, t) =>
  known(`COIGN.Said.outcome-${label.replaceAll(" ", "-")}`, t) ?? label;

/**
 * @param {Phrase} phrase
 * @param {Coign.Translate} t
 * @returns {string | null} null: the language files lack it
 */
function phraseText({ key, values = {} }, t) {
  if (key === AS_IT_IS) return String(values.text ?? "");
  if (key === TITLE) return nameOfModifier(/** @type {Coign.Foreign} */ (values), t);
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? phrasesText(value, "", t) : String(value).replace(/^-(?=\d)/, "−"),
  ]);
  return known(`COIGN.Said.${key}`, t, filled.length ? Object.fromEntries(filled) : undefined);
}

/**
 * Return a modifier's name as its rulebook prints it.
 * @param {Pick<Coign.Modifier, "id" | "rule" | "source" | "ruleset">} modifier
 * @param {Coign.Translate} t
 */
export function nameOfModifier({ id, rule, source, ruleset }, t) {
  const row = `COIGN.Rulesets.${ruleset}.rules.${rule}`;
  return known(`${row}.${id}`, t) ?? known(`${row}.by-hand`, t) ?? source;
}

/**
 * Return why a modifier applies.
 * @param {Coign.Modifier} modifier
 * @param {Coign.Translate} t
 */
export const reasonOf = ({ phrases, reason }, t) => phrasesText(phrases, reason, t);

/**
 * Return the words that mark a reading of ours; empty if the modifier rests on none.
 * @param {Coign.Modifier} modifier
 * @param {Coign.Translate} t
 */
export function markOf({ ruleset, interpretation }, t) {
  if (!interpretation) return "";
  return known(`${readingKey(ruleset, interpretation)}.mark`, t) ?? interpretation;
}

/**
 * Return the notes of an outcome.
 * @param {Coign.Outcome} outcome
 * @param {Coign.Translate} t
 */
export const notesOf = ({ notes, phrases }, t) =>
  (notes ?? []).map((note, nth) => phrasesText(phrases?.[nth], note, t));

/**
 * Return the assumptions behind a result.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 */
export const assumptionsOf = ({ assumed, assumed_phrases: phrases }, t) =>
  (assumed ?? []).map((text, nth) => phrasesText(phrases?.[nth], text, t));

/**
 * Return the title of a kind of roll.
 * @param {string} ruleset
 * @param {Coign.Wire.RollKind} roll
 * @param {Coign.Translate} t
 */
export const titleOfRoll = (ruleset, { title, occasion, kind }, t) =>
  known(`COIGN.Rulesets.${ruleset}.rolls.${occasion}-${kind}`, t) ?? title;

/**
 * @param {Pick<Coign.RulesetInfo, "id" | "title">} ruleset
 * @param {Coign.Translate} t
 */
export const rulesetTitle = ({ id, title }, t) => known(`COIGN.Rulesets.${id}.title`, t) ?? title;

/**
 * @param {Coign.RulesetInfo} ruleset
 * @param {Coign.Translate} t
 */
export const rulesetSource = ({ id, source }, t) => known(`COIGN.Rulesets.${id}.source`, t) ?? source;

/**
 * @param {string} ruleset its id
 * @param {Coign.Wire.RuleInfo} rule
 * @param {Coign.Translate} t
 */
export const ruleTitle = (ruleset, { id, modifier, title }, t) =>
  known(`COIGN.Rulesets.${ruleset}.rules.${id}.${modifier}`, t) ?? title;

/**
 * @param {string} ruleset its id
 * @param {Reading} reading
 * @param {Coign.Translate} t
 */
export function readingTexts(ruleset, { mark, text }, t) {
  const key = readingKey(ruleset, mark);
  return { mark: known(`${key}.mark`, t) ?? mark, text: known(`${key}.text`, t) ?? text };
}

/**
 * Return the texts of an option: its title, its explanation, and a label for each of its values. An option without texts
 * is named by its id, made readable.
 *
 * @param {string} ruleset its id
 * @param {Coign.Choice} choice
 * @param {Coign.Translate} t
 */
export function optionTexts(ruleset, { name, title, help, values, labels, form }, t) {
  const key = `COIGN.Rulesets.${ruleset}.options.${name}`;
  const named = form ? [] : values.length ? values : Object.keys(labels);
  return {
    title: known(`${key}.title`, t) ?? (title || readable(name)),
    help: known(`${key}.help`, t) ?? help,
    labels: named.map((value) => ({ value, label: known(`${key}.labels.${value}`, t) ?? (labels[value] || value) })),
  };
}

/** @param {string} name "half-cover" becomes "Half cover" */
const readable = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

/**
 * Return the language key under which a reading of ours has its texts.
 * @param {string} ruleset its id
 * @param {string} mark
 */
const readingKey = (ruleset, mark) =>
  `COIGN.Rulesets.${ruleset}.interpretations.${(mark.toLowerCase().match(/[a-z]+/g) ?? []).join("-")}`;

/**
 * Return a text of the language files.
 * @param {string} key
 * @param {Coign.Translate} t
 * @param {Record<string, string>} [values]
 * @returns {string | null} null: they lack it
 */
function known(key, t, values) {
  const text = t(key, values);
  return text === key ? null : text;
}
