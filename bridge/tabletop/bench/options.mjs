/** The options of a rule system as fields. */

import { optionTexts } from "../../../foundry-module/scripts/util/texts.mjs";
import { make } from "./ruling.mjs";

/**
 * @param {object} ruleset a `RulesetInfo` of the engine
 * @param {Record<string, unknown>} chosen
 * @param {(key: string) => string} t
 * @param {(chosen: Record<string, unknown>) => void} onChange
 * @returns {HTMLElement[]}
 */
export function optionFields(ruleset, chosen, t, onChange) {
  return ruleset.options.map((option) => {
    const { title, help, labels } = optionTexts(ruleset.id, option, t);
    const value = chosen[option.name] ?? option.default;
    const field = labels.length ? choices(labels, value) : make("input", { value: String(value) });
    field.title = help;
    field.addEventListener("input", (event) => {
      event.stopPropagation(); // it is no field of the case's own
      onChange({ ...chosen, [option.name]: chosenOf(field.value, option.default) });
    });
    return make("label", {}, `${title} `, field);
  });
}

const choices = (labels, chosen) =>
  make("select", {}, ...labels.map(({ value, label }) => new Option(label, value, false, value === String(chosen))));

function chosenOf(text, usual) {
  if (typeof usual === "boolean") return text === "true";
  return typeof usual === "number" ? Number(text) : text;
}
