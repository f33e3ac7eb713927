/** Which of several areas on the map a save is against: asked only where there is more than one. */

import { h, htmlOf } from "./dom.mjs";
import { t } from "./translate.mjs";

/** @typedef {import("./areas.mjs").Area} Area */

/**
 * @param {Area[]} areas the newest first
 * @returns {Promise<Area | null>} null: none, or the GM thought better of it
 */
export async function pickArea(areas) {
  if (areas.length < 2) return areas[0] ?? null;
  const options = areas.map(({ name }, n) =>
    h("option", { value: n }, name || t("COIGN.Area.Unnamed", { nth: String(n + 1) })),
  );
  const select = h("select", { name: "area" }, options);
  const label = h("label", {}, h("span", {}, t("COIGN.Area.Which")), h("div.form-fields", {}, select));
  const form = await foundry.applications.api.DialogV2.input({
    window: { title: t("COIGN.Menu.Area") },
    content: htmlOf(h("div.form-group", {}, label)),
    ok: { label: "COIGN.Dialog.Ok" },
    rejectClose: false,
  });
  return form && typeof form === "object" && "area" in form ? (areas[Number(form.area)] ?? null) : null;
}
