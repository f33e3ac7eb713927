/** The site of Coign's pages, which the manifest of a published version names. */

import { ID } from "./id.mjs";

const GERMAN = "de"; // the language whose pages have a folder of their own

/**
 * Return the address of a page in the reader's language; null if this copy names no site.
 * @param {string} page one that both languages have: "gm"
 * @returns {string | null}
 */
export function pageOnSite(page) {
  const site = /** @type {any} */ (game.modules.get(ID))?.flags?.coign?.site;
  if (typeof site !== "string" || !site) return null;
  const folder = game.i18n?.lang === GERMAN ? `${GERMAN}/` : "";
  return new URL(`${folder}${page}.html`, new URL(site, location.href)).href;
}
