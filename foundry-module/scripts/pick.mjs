/** One of several, asked of a GM in a dialog. */

import { h, htmlOf } from "./dom.mjs";

/**
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
  const form = await foundry.applications.api.DialogV2.input({
    window: { title },
    content: htmlOf(h("div.form-group", {}, h("label", {}, h("span", {}, label), fields))),
    ok: { label: "COIGN.Dialog.Ok" },
    rejectClose: false,
  });
  return form && typeof form === "object" && "picked" in form ? (options[Number(form.picked)]?.value ?? null) : null;
}
