/** Shared access to Foundry: the module's id, texts, tokens, hooks and pages. */

/** The module's id: the namespace of its settings and flags, and the first part of its names. */
export const ID = "coign";

const NAME_SHOWN = [30, 50]; // token display modes: hovered by anyone, always for everyone
const GERMAN = "de"; // the language whose pages on the site have a folder of their own

/**
 * Return a string of the language files in the reader's language.
 * @type {Coign.Translate}
 */
export const t = (key, data) => (data ? game.i18n.format(key, data) : game.i18n.localize(key));

/** Return an id that no other client has made. */
export const randomId = () => `${Math.random()}${Math.random()}`.replace(/0\./g, "").slice(0, 24);

/**
 * Find a token by the ids that messages and combats keep; undefined if it, or its scene, was deleted.
 * @param {string | null | undefined} scene
 * @param {string | null | undefined} token
 */
export const findToken = (scene, token) => game.scenes?.get(scene ?? "")?.tokens.get(token ?? "");

/**
 * Split the uuid of a token.
 * @param {string} uuid
 * @returns {{scene: string, token: string} | null} null: it is not the uuid of a token
 */
export function tokenOfUuid(uuid) {
  const [, scene, token] = /^Scene\.([^.]+)\.Token\.([^.]+)/.exec(uuid) ?? [];
  return token ? { scene, token } : null;
}

/**
 * Return a token's name if this reader may know it, else a word for any target.
 * @param {TokenDocument.Implementation | undefined} token
 */
export function shownName(token) {
  const known = token && (token.isOwner || NAME_SHOWN.includes(token.displayName));
  return known ? token.name : t("COIGN.Card.SomeTarget");
}

/**
 * Return what registers hooks that are heard only while a feature works.
 * @param {Coign.Context} coign
 * @param {import("../../contract/features.mjs").Feature} [feature] without one they are heard at all times
 * @returns {{on: typeof Hooks.on}}
 */
export const hooksFor = (coign, feature) => ({
  on: (/** @type {any} */ hook, /** @type {(...args: any[]) => any} */ handle) =>
    Hooks.on(hook, (/** @type {any[]} */ ...args) =>
      !feature || coign.contract.works(feature) ? handle(...args) : undefined,
    ),
});

/**
 * Return the elements that match a selector in every page that this client draws in: since version 14 windows may be
 * detached into pages of their own. An element of another page belongs to that page's classes, so do not test it with
 * `instanceof`.
 *
 * @param {string} selector
 */
export function queryAllWindows(selector) {
  const { detached } = /** @type {{detached?: Coign.DetachedPages}} */ (foundry.applications);
  return [.../** @type {Iterable<HTMLElement>} */ ((detached ?? document).querySelectorAll(selector))];
}

/**
 * Add a button to the scene controls, after all others: two with the same order would change places.
 * @param {Coign.Foreign | undefined} group of the controls
 * @param {string} name
 * @param {{title: string, icon: string, visible?: boolean, onChange: () => unknown}} tool
 */
export function addTool(group, name, tool) {
  const { tools } = group ?? {};
  if (!tools) return;
  const order = Math.max(0, ...Object.values(tools).map(({ order = 0 }) => order)) + 1;
  tools[name] = { name, order, button: true, visible: true, ...tool };
}

/**
 * Return the folder of the engine for the browser within the module's, which the manifest names; empty if this copy has
 * none. A clone that Foundry uses as it stands has it where it was built, and does not say so.
 */
export const engineFolder = () => String(/** @type {any} */ (game.modules.get(ID))?.flags?.coign?.engine ?? "");

/**
 * Return the address of a page on the site of Coign's pages, which the manifest of a published version names, in the
 * reader's language; null if this copy names no site.
 * @param {string} page one that both languages have: "gm"
 */
export function pageOnSite(page) {
  const site = /** @type {any} */ (game.modules.get(ID))?.flags?.coign?.site;
  if (typeof site !== "string" || !site) return null;
  const folder = game.i18n?.lang === GERMAN ? `${GERMAN}/` : "";
  return new URL(`${folder}${page}.html`, new URL(site, location.href)).href;
}
