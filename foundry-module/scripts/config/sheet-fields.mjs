/**
 * Rows of a form for Foundry's own sheets. A sheet saves a control named `flags.coign...` by itself. A control with
 * `data-dtype="JSON"` is saved as the value that its text encodes, so that null, booleans and lists keep their types.
 */

import { formRow } from "../util/dialogs.mjs";
import { h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";

/**
 * @typedef {object} Row
 * @property {string} label a language key; the hint has the key `<label>Hint`, if there is one
 * @property {import("../util/dom.mjs").Node_} control
 * @property {string} [units] of the number, shown beside the label as in Foundry's own rows
 */

/**
 * Describe a group of rows under a heading.
 * @param {string} legend a language key
 * @param {Row[]} rows
 * @param {Parameters<typeof h>[1]} [attributes]
 * @param {...import("../util/dom.mjs").Node_} more what follows the rows
 */
export const group = (legend, rows, attributes, ...more) =>
  h("fieldset", attributes, h("legend", {}, t(legend)), rows.map(describeRow), more);

/** @param {Row} row */
const describeRow = ({ label, control, units }) =>
  formRow(
    [t(label), units && [" ", h("span.units", {}, `(${units})`)]],
    control,
    game.i18n.has(`${label}Hint`) && h("p.hint", {}, t(`${label}Hint`)),
  );

/**
 * Describe a select of values that need not be strings.
 * @param {string | null} name null: not saved
 * @param {[value: unknown, label: string][]} options labels are translated texts
 * @param {unknown} current
 */
export function choice(name, options, current) {
  const chosen = JSON.stringify(current ?? null);
  const texts = options.map(([value, label]) => ({ value: JSON.stringify(value), label }));
  return h(
    "select",
    { name, "data-dtype": "JSON" },
    texts.map(({ value, label }) => h("option", { value, selected: value === chosen }, label)),
  );
}

/**
 * Describe an input for a number, or nothing.
 * @param {string | null} name null: not saved
 * @param {unknown} value
 * @param {{min?: number, max?: number, step?: string, placeholder?: string}} [attributes]
 */
export const numberInput = (name, value, attributes) =>
  h("input", {
    type: "number",
    name,
    step: "any",
    placeholder: "",
    ...attributes,
    value: typeof value === "number" ? value : "",
  });

/**
 * @param {string} name
 * @param {unknown} value
 */
export const textInput = (name, value) =>
  h("input", { type: "text", name, value: typeof value === "string" ? value : "" });
