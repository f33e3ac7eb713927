/** Serves a folder of somebody else's to one page, and the libraries that Foundry brings: jQuery and Handlebars. */

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
const NODE_MODULES = fileURLToPath(new URL("../../node_modules/", import.meta.url));

/**
 * @param {import("playwright-core").Page} page
 * @param {string} prefix  Of the addresses.
 * @param {string} folder
 * @param {object} [manifest]  Served as `module.json`, with an id where an old one has none.
 */
export async function serveFolder(page, prefix, folder, manifest) {
  for (const path of LIBRARIES) await page.addInitScript({ path: join(NODE_MODULES, path) });
  await page.route(`**/${prefix}/**`, async (route) => {
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
