/** Serve another project's folder to one page, and the libraries that Foundry includes: jQuery and Handlebars. */

import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".css": "text/css",
  ".hbs": "text/plain",
};
const LIBRARIES = ["jquery/dist/jquery.js", "handlebars/dist/handlebars.js"];
/** The lists of the dnd5e system's configuration, empty; a few have their shape. */
const SYSTEM = `const lists = { validProperties: Object.fromEntries(["weapon", "spell", "feat"].map((name) => [name, new Set()])) };
CONFIG.DND5E = new Proxy(lists, { get: (found, name) => (found[name] ??= {}) });
Hooks.once("init", () => {
  const register = (key, initial) => game.settings.register("dnd5e", key, { scope: "world", type: String, default: initial });
  register("rulesVersion", "modern");
  register("attackRollVisibility", "none");
  register("encumbrance", "none");
});`;
const NODE_MODULES = fileURLToPath(new URL("../../node_modules/", import.meta.url));

/**
 * Serve the module `libraries`, which is loaded before the others: the libraries that Foundry includes, and the parts
 * of dnd5e that its modules read while they load.
 * @param {import("playwright-core").Page} page
 */
export async function serveLibraries(page) {
  const scripts = [...LIBRARIES, "system.js"];
  await page.route("**/modules/libraries/**", async (route) => {
    const path = new URL(route.request().url()).pathname.replace("/modules/libraries/", "");
    if (path === "module.json") await route.fulfill({ json: { id: "libraries", version: "0", scripts } });
    else if (path === "system.js") await route.fulfill({ body: SYSTEM, contentType: "text/javascript" });
    else await route.fulfill({ body: await readFile(join(NODE_MODULES, path)), contentType: "text/javascript" });
  });
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} prefix  The beginning of the paths, without a slash at either end.
 * @param {string} folder
 * @param {object} [manifest]  Served as `module.json`, with an id if an old one has none.
 */
export async function serveFolder(page, prefix, folder, manifest) {
  const isIn = (/** @type {URL} */ { pathname }) => pathname.startsWith(`/${prefix}/`); // Coign has folders of these names too
  await page.route(isIn, async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname.slice(prefix.length + 2));
    if (manifest && path === "module.json") {
      await route.fulfill({ json: { ...manifest, id: manifest.id ?? manifest.name } });
      return;
    }
    const body = await readFile(join(folder, normalize(`/${path}`))).catch(() => null);
    if (body) await route.fulfill({ body, contentType: TYPES[extname(path)] ?? "application/octet-stream" });
    else await route.fulfill({ status: 404, body: "" });
  });
}
