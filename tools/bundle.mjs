/**
 * Write the module as its users load it: one file of JavaScript and one of CSS, each with a source map, and its compendium
 * packs. Write the practice table with few files too, if a folder for it is named.
 *
 * usage: node tools/bundle.mjs FOLDER [FOLDER-OF-THE-TABLE]
 *
 * A browser fetches the module's files in waves: it knows what a file imports only when it has the file. With 30 ms to
 * the server and 150 files that is a wait on every reload (`tests/browser/bench-load.mjs` measures it).
 *
 * The module is minified: every player loads it. Functions and classes keep their names, which Foundry's hooks are made of
 * and a user's error report shows; its source map has the rest.
 */

import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compilePacks } from "./packs.mjs";
import { verified } from "./verified.mjs";

const MODULE = fileURLToPath(new URL("../foundry-module/", import.meta.url));
const TABLE = fileURLToPath(new URL("../bridge/tabletop/", import.meta.url));
const HOW = { bundle: true, format: "esm", target: "es2022", charset: "utf8", sourcemap: true, logLevel: "warning" };
const SMALL = { minify: true, keepNames: true };
/** Files of the module that the bundle replaces or that only developers need. */
const LEFT_OUT = new Set(["scripts", "contract", "styles", "types", "packs", "reports", "CHECKLIST.md"]);

/** Write the bundled module into a folder, in place of what is there. */
export async function bundle(folder) {
  const manifest = JSON.parse(await readFile(join(MODULE, "module.json"), "utf8"));
  await rm(folder, { recursive: true, force: true });
  await cp(MODULE, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(path.slice(MODULE.length)) });
  await joinFiles(MODULE, manifest.esmodules, "js", join(folder, "coign.mjs"), SMALL);
  await joinFiles(MODULE, manifest.styles, "css", join(folder, "coign.css"), SMALL);
  const english = JSON.parse(await readFile(join(MODULE, "lang/en.json"), "utf8"));
  const packs = await compilePacks(join(MODULE, "packs"), join(folder, "packs"), english);
  const joined = withVerified({ ...manifest, esmodules: ["coign.mjs"], styles: ["coign.css"], packs }, verified());
  await writeFile(join(folder, "module.json"), `${JSON.stringify(joined, null, 2)}\n`);
}

/** Return a manifest that says with which Foundry the module is verified, and in its flags with which game systems. */
export function withVerified(manifest, { newest, systems }) {
  if (!newest) return manifest;
  const { compatibility, flags } = manifest;
  return {
    ...manifest,
    compatibility: { ...compatibility, verified: newest },
    flags: { ...flags, coign: { ...flags?.coign, verified: systems } },
  };
}

/** The files of the practice table that a page names or a test imports: they keep their addresses. */
const ENTRIES = ["index", "client", "attack", "systems/dnd5e", "bench/bench", "bench/worker"];

/** The pages of a table, each of which gets one style sheet of its name. */
const PAGES = ["index", "client"];

/** Write the practice table into a folder, in place of what is there: what its pages share is in files of its own. */
export async function bundleTable(folder) {
  await rm(folder, { recursive: true, force: true });
  await cp(TABLE, folder, { recursive: true, filter: (path) => !path.endsWith(".mjs") });
  await build({
    ...HOW,
    entryPoints: ENTRIES.map((name) => join(TABLE, `${name}.mjs`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    external: ["./pixi.mjs"], // the server adds it, if it is installed
  });
  for (const name of PAGES) await joinStyles(name, folder);
}

const LINK = / *<link rel="stylesheet" href="(.+)" \/>\n/g;

/** Write a page and, in place of the style sheets that it names, one of them all in this order. */
async function joinStyles(name, folder) {
  const page = await readFile(join(TABLE, `${name}.html`), "utf8");
  const links = [...page.matchAll(LINK)];
  const [one] = links.find(([, path]) => path === `${name}.css`) ?? [];
  if (!one) throw new Error(`${name}.html names no ${name}.css`);
  const paths = links.map(([, path]) => path);
  await joinFiles(TABLE, paths, "css", join(folder, `${name}.css`));
  await writeFile(
    join(folder, `${name}.html`),
    page.replaceAll(LINK, (link) => (link === one ? link : "")),
  );
}

/** Write one file that does what several do in this order; `root` is the folder of their paths. */
function joinFiles(root, paths, loader, outfile, more) {
  const line = { js: (path) => `import "./${path}";`, css: (path) => `@import "./${path}";` }[loader];
  return build({
    define: { COIGN_BUNDLED: "true" }, // so that the script knows where the module's folder is
    stdin: { contents: paths.map(line).join("\n"), resolveDir: root, sourcefile: `all.${loader}`, loader },
    outfile,
    ...HOW,
    ...more,
  });
}

const [, program, folder, table] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (!folder) throw new Error("name the folder to write: node tools/bundle.mjs FOLDER");
  await bundle(folder);
  if (table) await bundleTable(table);
}
