/**
 * Content of the rules window: the fields for a ruleset's options, its options as a line, its text, and the choice of whose
 * rolls get their modifiers before the dice fall.
 */

import { replacedBy } from "../connection/rulesets.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { optionTexts, readingTexts, rulesetTitle, ruleTitle } from "../util/texts.mjs";
import { readWorths, worthFields } from "./worth-fields.mjs";

const RADIOS = 4; // an option with more values is a list to pick from
const FOLDED = "measuring"; // the group whose options few tables change
const IN_ROLL = ["gm", "everybody", "after"];
const PRESELECTED = "gm";

/**
 * Describe the options of a ruleset in the groups that it puts them in, each under its heading.
 *
 * @param {string} ruleset its id
 * @param {Coign.Choice[]} options
 * @param {Record<string, unknown>} values
 */
export function optionGroups(ruleset, options, values) {
  const named = [...new Set(options.map(({ group }) => group ?? ""))];
  const headed = named.some((group) => group && group !== FOLDED);
  return named.map((group) => {
    const title = t(`COIGN.Rules.Group.${group}`);
    const fields = options
      .filter((option) => (option.group ?? "") === group)
      .map((option) => optionFields(ruleset, option, values[option.name] ?? option.default));
    if (group === FOLDED)
      return h("details.coign-folded", { "data-fold": `${group} ${ruleset}` }, h("summary", {}, title), fields);
    return headed && group ? h("section.coign-options", {}, h("h4", {}, title), fields) : fields;
  });
}

/**
 * Describe an option: a number field, radio buttons that describe each value, or a list for many values.
 *
 * @param {string} ruleset its id
 * @param {Coign.Choice} option
 * @param {unknown} current
 */
function optionFields(ruleset, option, current) {
  const { title, help, labels } = optionTexts(ruleset, option, t);
  const given = { "data-ruleset": ruleset, "data-option": option.name, name: `${ruleset}.${option.name}` };
  return h(
    "div.form-group.coign-option",
    {},
    h("span.coign-option-title", { id: `${given.name}.title` }, title),
    h("div.form-fields", {}, field(given, option, labels, current)),
    h("p.hint", {}, help),
  );
}

/**
 * @param {import("./worth-fields.mjs").Given} given
 * @param {Coign.Choice} option
 * @param {{value: string, label: string}[]} labels
 * @param {unknown} current
 */
function field(given, option, labels, current) {
  const { bounds, form } = option;
  const named = { "aria-labelledby": `${given.name}.title` };
  if (form) return worthFields(given, { ...option, form }, String(current), named);
  if (bounds) {
    const [min, max] = bounds;
    return h("input", { ...given, ...named, type: "number", step: "any", min, max, value: Number(current) });
  }
  if (!labels.length)
    // a switch of a ruleset that does not describe its positions
    return h("label.coign-choice", {}, h("input", { ...given, ...named, type: "checkbox", checked: Boolean(current) }));
  const is = (/** @type {string} */ value) => value === String(current);
  if (labels.length > RADIOS)
    return h(
      "select",
      { ...given, ...named },
      labels.map(({ value, label }) => h("option", { value, selected: is(value) }, label)),
    );
  const radio = (/** @type {{value: string, label: string}} */ { value, label }) =>
    h("label.coign-choice", {}, h("input", { ...given, type: "radio", value, checked: is(value) }), label);
  return h("div.coign-positions", { role: "radiogroup", ...named }, labels.map(radio));
}

/**
 * Return the value of an option from the text of its field; undefined if the option does not take it.
 * @param {Coign.Choice} option
 * @param {string} text
 */
export function optionValue({ values, bounds, form }, text) {
  if (bounds) {
    const number = text.trim() === "" ? Number.NaN : Number(text);
    return number >= bounds[0] && number <= bounds[1] ? number : undefined;
  }
  if (form) return readWorths(form, text) && text;
  if (values.length) return values.includes(text) ? text : undefined;
  return { true: true, false: false }[text];
}

/**
 * Describe the options of a ruleset as the engine writes them for another table: one line of text, to copy.
 * @param {string} id the ruleset's
 * @param {string} value the line
 */
export const sharing = (id, value) =>
  lineField(`sharing ${id}`, "Share", "Line", { name: `line.${id}`, readonly: true, value }, "copyRules", id);

/** Describe the field that takes the line of another table, whatever ruleset it is about. */
export function takingRules() {
  const input = { name: "given", "data-keep": true, spellcheck: "false", placeholder: "house-rules: flanking=+2" };
  return lineField("taking", "Take", "Given", input, "takeRules", "");
}

/**
 * Describe a fold with a field for a line, and the button beside it. Its texts are in the language files.
 * @param {string} fold its name, for keeping it open
 * @param {string} title
 * @param {string} label
 * @param {Parameters<typeof h>[1]} input
 * @param {string} action of the button
 * @param {string} key
 */
function lineField(fold, title, label, input, action, key) {
  const says = t(`COIGN.Rules.${label}`);
  const field = h("input", { type: "text", "aria-label": says, ...input });
  const button = actionButton(action, t(`COIGN.Rules.${action}`), { "data-key": key });
  return h(
    "details.coign-sharing",
    { "data-fold": fold },
    h("summary", {}, t(`COIGN.Rules.${title}`)),
    h("div.form-group", {}, h("span", {}, says), h("div.form-fields", {}, field, button)),
  );
}

/**
 * Describe what becomes of the printed game under a text; nothing for a ruleset that is no supplement.
 * @param {Coign.RulesetInfo} text
 * @param {Coign.RulesetInfo | undefined} game the printed game that it lies over
 * @param {Coign.RulesetInfo[]} known what the bridge reports
 */
export function layering(text, game, known) {
  if (!text.over.length) return null;
  if (game) {
    const rules = rulesInWords(game, replacedBy(game, text.rules));
    return h("p.hint.coign-layering", {}, t("COIGN.Rules.Over", { game: rulesetTitle(game, t), rules }));
  }
  const games = known.filter(({ id }) => text.over.includes(id)).map((game) => rulesetTitle(game, t));
  return h("p.hint.coign-layering", {}, t("COIGN.Rules.Alone", { games: games.join(", ") }));
}

/**
 * @param {Coign.RulesetInfo} game
 * @param {Coign.Wire.RuleInfo[]} rules the ruleset's
 */
const rulesInWords = (game, rules) =>
  [...new Set(rules.map((rule) => `${ruleTitle(game.id, rule, t)} (${rule.id})`))].join(", ");

/**
 * Describe the text of a ruleset's rules, each with the readings of it that are ours.
 * @param {Coign.RulesetInfo} ruleset
 * @param {Coign.RulesetInfo | undefined} game the printed game that it lies over
 */
export function ruleTexts({ id, rules, interpretations }, game) {
  const texts = rules.filter((rule) => rule.text || rule.interpretations.length);
  if (!texts.length && !interpretations.length) return null;
  const replaced = (/** @type {Coign.Wire.RuleInfo} */ rule) => {
    const replaced = game ? replacedBy(game, [rule]) : [];
    return (
      game && replaced.length > 0 && h("p.hint", {}, t("COIGN.Rules.Replaces", { rules: rulesInWords(game, replaced) }))
    );
  };
  return h(
    "details.coign-rule-texts",
    { "data-fold": `texts ${id}` },
    h("summary", {}, t("COIGN.Rules.Texts", { count: String(texts.length) })),
    interpretations.map((text) => reading(id, text)),
    texts.map((rule) => [
      h("h4", {}, ruleTitle(id, rule, t)),
      rule.text && h("blockquote", {}, rule.text),
      replaced(rule),
      ...rule.interpretations.map((text) => reading(id, text)),
    ]),
  );
}

/**
 * @param {string} ruleset its id
 * @param {Coign.Wire.InterpretationInfo} given
 */
function reading(ruleset, given) {
  const { mark, text } = readingTexts(ruleset, given, t);
  return h("p.coign-reading", {}, h("strong", {}, `${mark}: `), text);
}

/**
 * Describe the question whose rolls get their modifiers before the dice fall; no other place asks. A world that was
 * never asked has the GM's rolls preselected and a button beside them; until it is answered, modifiers are on the card
 * after the roll.
 *
 * @param {object} world
 * @param {string} world.answer the setting's value; empty: never asked
 * @param {boolean} world.hasPlace whether the game system has a place for modifiers in a roll
 */
export function inRollQuestion({ answer, hasPlace }) {
  const chosen = IN_ROLL.includes(answer) ? answer : PRESELECTED;
  const choices = IN_ROLL.map((choice) =>
    h(
      "label.coign-choice",
      {},
      h("input", { type: "radio", name: "inRoll", value: choice, checked: choice === chosen }),
      t(`COIGN.InRollQuestion.${choice}`),
    ),
  );
  const button = actionButton("answerInRoll", t("COIGN.InRollQuestion.Use"));
  const field = hasPlace
    ? [
        h("div.coign-positions", { role: "radiogroup", "aria-labelledby": "coign-in-roll" }, choices),
        !answer && h("p.hint", {}, t("COIGN.InRollQuestion.Open"), " ", button),
        h("p.hint", {}, t("COIGN.InRollQuestion.Hint")),
      ]
    : h("p.hint", {}, t("COIGN.InRollQuestion.NoPlace"));
  return h("section.coign-family", {}, h("strong", { id: "coign-in-roll" }, t("COIGN.InRollQuestion.Title")), field);
}
