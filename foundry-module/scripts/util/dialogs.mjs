/** Dialogs that ask the GM for something, and rows of forms, in Foundry's own form. */

import { h, htmlOf } from "./dom.mjs";

/**
 * Show a form and wait for it.
 * @param {string} title a translated text
 * @param {(import("./dom.mjs").Node_ | string)[]} content
 * @returns {Promise<Record<string, unknown> | null>} values by the names of the fields; null: cancelled
 */
export async function ask(title, content) {
  const form = await foundry.applications.api.DialogV2.input({
    window: { title },
    content: content.map(htmlOf).join(""),
    ok: { label: "COIGN.Dialog.Ok" },
    rejectClose: false,
  });
  return form && typeof form === "object" ? /** @type {Record<string, unknown>} */ (form) : null;
}

/**
 * Show something that is to be read, until it is closed.
 * @param {string} title a translated text
 * @param {import("./dom.mjs").Node_[]} content
 */
export const tell = (title, content) =>
  foundry.applications.api.DialogV2.prompt({
    window: { title },
    content: content.map(htmlOf).join(""),
    ok: { label: "COIGN.Dialog.Close" },
    rejectClose: false,
  });

/**
 * Ask a question that has two answers.
 * @param {{title: string, content: import("./dom.mjs").Node_[], yes: string, no: string}} question translated texts
 * @returns {Promise<boolean | null>} null: it was closed without an answer
 */
export async function confirm({ title, content, yes, no }) {
  const answer = await foundry.applications.api.DialogV2.wait({
    window: { title },
    content: content.map(htmlOf).join(""),
    buttons: [
      { action: "yes", label: yes, default: true },
      { action: "no", label: no },
    ],
    rejectClose: false,
  });
  return answer === "yes" || answer === "no" ? answer === "yes" : null;
}

/**
 * Let the GM pick one of several options.
 *
 * @template T
 * @param {object} dialog
 * @param {string} dialog.title a translated text
 * @param {string} dialog.label a translated text
 * @param {{label: string, value: T}[]} dialog.options
 * @returns {Promise<T | null>} null: cancelled
 */
export async function pick({ title, label, options }) {
  const choices = options.map((option, n) => h("option", { value: n }, option.label));
  const fields = h("div.form-fields", {}, h("select", { name: "picked" }, choices));
  const form = await ask(title, [h("div.form-group", {}, h("label", {}, h("span", {}, label), fields))]);
  return options[Number(form?.picked)]?.value ?? null;
}

/**
 * Describe a row of a form: the label beside its field.
 * @param {unknown} label a translated text, or nodes
 * @param {import("./dom.mjs").Node_} control
 * @param {unknown} [more] what follows the field
 */
export function formRow(label, control, more) {
  const id = `coign-${foundry.utils.randomID()}`;
  const named = { ...control, attributes: { ...control.attributes, id } };
  return h("div.form-group", {}, h("label", { for: id }, label), h("div.form-fields", {}, named), more);
}
