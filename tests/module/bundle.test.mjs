/** The module and the practice table as their users load them: the files that `tools/bundle.mjs` writes. */

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bundle, bundleTable } from "../../tools/bundle.mjs";

const MODULE = new URL("../../foundry-module/", import.meta.url);
const TABLE = new URL("../../bridge/tabletop/", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "coign-bundle-"));
after(() => rmSync(folder, { recursive: true }));
await bundle(folder);

const read = (name) => readFileSync(join(folder, name), "utf8");
const filesIn = (root, where) =>
  readdirSync(new URL(where, root), { recursive: true })
    .filter((name) => /\.(mjs|css)$/.test(name))
    .map((name) => `${where}/${name.replaceAll("\\", "/")}`);
const mapped = (name) => JSON.parse(read(name)).sources.map((path) => /(scripts|styles)\/.*/.exec(path)?.[0]);

test("the manifest names one file of JavaScript and one of CSS, and is else the same", () => {
  const ours = JSON.parse(readFileSync(new URL("module.json", MODULE), "utf8"));
  assert.deepEqual(JSON.parse(read("module.json")), { ...ours, esmodules: ["coign.mjs"], styles: ["coign.css"] });
});

test("the folder has what the manifest names, the maps, and nothing for developers", () => {
  const { languages } = JSON.parse(read("module.json"));
  assert.deepEqual(readdirSync(folder).sort(), [
    "coign.css",
    "coign.css.map",
    "coign.mjs",
    "coign.mjs.map",
    "engine",
    "lang",
    "module.json",
  ]);
  for (const { path } of languages) assert.ok(JSON.parse(read(path)), path);
});

test("the script imports nothing, and its map has the text of every source", () => {
  const script = read("coign.mjs");
  assert.doesNotMatch(script, /^(import|export)\b/m);
  assert.match(script, /sourceMappingURL=coign\.mjs\.map\s*$/);
  const { sources, sourcesContent } = JSON.parse(read("coign.mjs.map"));
  const paths = sources.map((path) => /scripts\/.*/.exec(path)?.[0]);
  assert.ok(paths.includes("scripts/main.mjs") && paths.length > 100);
  for (const [nth, path] of paths.entries())
    if (path) assert.equal(sourcesContent[nth], readFileSync(new URL(path, MODULE), "utf8"), path);
});

test("the styles come in the manifest's order, each once", () => {
  const { styles } = JSON.parse(readFileSync(new URL("module.json", MODULE), "utf8"));
  assert.deepEqual(mapped("coign.css.map").filter(Boolean), styles);
  assert.deepEqual([...filesIn(MODULE, "styles")].sort(), [...styles].sort());
});

test("a second bundle replaces what is there", async () => {
  const before = read("coign.mjs");
  rmSync(join(folder, "lang"), { recursive: true });
  await bundle(folder);
  assert.equal(read("coign.mjs"), before);
  assert.ok(read("lang/en.json"));
});

test("the table keeps the addresses that its pages name, and joins everything else", async () => {
  const table = join(folder, "table");
  await bundleTable(table);
  const scripts = readdirSync(table, { recursive: true }).filter((name) => name.endsWith(".mjs"));
  for (const page of ["index", "client"]) {
    const [, named] = readFileSync(join(table, `${page}.html`), "utf8").match(/<script type="module" src="([^"]+)"/);
    assert.ok(scripts.includes(named), named);
  }
  assert.ok(scripts.length < 12, `${scripts.length} files`);
  const here = readdirSync(TABLE, { recursive: true }).filter((name) => /\.(css|html|json)$/.test(name));
  const there = readdirSync(table, { recursive: true });
  assert.deepEqual(
    here.filter((name) => !there.includes(name)),
    [],
  );
});
