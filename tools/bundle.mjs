/**
 * Write the module as its users load it: one file of JavaScript and one of CSS, each with a source map.
 *
 * usage: node tools/bundle.mjs FOLDER
 *
 * A browser fetches the module's files in waves: it knows what a file imports only when it has the file. With 30 ms to
 * the server and 150 files that is a wait on every reload (`tests/browser/bench-load.mjs` measures it).
 *
 * Names and lines stay readable, so that a user's error report says where it happened.
 */

import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const MODULE = fileURLToPath(new URL("../foundry-module/", import.meta.url));
/** What the bundle replaces, and what only developers need. */
const LEFT_OUT = new Set(["scripts", "contract", "styles", "types", "CHECKLIST.md"]);

/**
 * Write the bundled module into a folder, in place of what is there.
 * @param {string} folder
 */
export async function bundle(folder) {
  const manifest = JSON.parse(await readFile(join(MODULE, "module.json"), "utf8"));
  await rm(folder, { recursive: true, force: true });
  await cp(MODULE, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(path.slice(MODULE.length)) });
  await joinFiles(manifest.esmodules, "js", join(folder, "coign.mjs"));
  await joinFiles(manifest.styles, "css", join(folder, "coign.css"));
  const joined = { ...manifest, esmodules: ["coign.mjs"], styles: ["coign.css"] };
  await writeFile(join(folder, "module.json"), `${JSON.stringify(joined, null, 2)}\n`);
}

/**
 * Write one file that does what several do in this order.
 * @param {string[]} paths in the module's folder
 * @param {"js" | "css"} loader
 * @param {string} outfile
 */
function joinFiles(paths, loader, outfile) {
  const line = { js: (path) => `import "./${path}";`, css: (path) => `@import "./${path}";` }[loader];
  return build({
    stdin: { contents: paths.map(line).join("\n"), resolveDir: MODULE, sourcefile: `all.${loader}`, loader },
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    sourcemap: true,
    logLevel: "warning",
  });
}

const [, program, folder] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (!folder) throw new Error("name the folder to write: node tools/bundle.mjs FOLDER");
  await bundle(folder);
}
