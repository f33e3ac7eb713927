/** What a GM is asked in a dialog of Foundry's. */

import { h, htmlOf } from "./dom.mjs";

/**
 * @param {string} title in words
 * @param {import("./dom.mjs").Node_[]} content
 * @returns {Promise<Record<string, unknown> | null>} by the names of the fields; null: the GM thought better of it
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
 * One of several.
 *
 * @template T
 * @param {object} what
 * @param {string} what.title in words
 * @param {string} what.label in words
 * @param {{label: string, value: T}[]} what.options
 * @returns {Promise<T | null>} null: the GM thought better of it
 */
export async function pick({ title, label, options }) {
  const choices = options.map((option, n) => h("option", { value: n }, option.label));
  const fields = h("div.form-fields", {}, h("select", { name: "picked" }, choices));
  const form = await ask(title, [h("div.form-group", {}, h("label", {}, h("span", {}, label), fields))]);
  return options[Number(form?.picked)]?.value ?? null;
}
