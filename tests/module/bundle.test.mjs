/** The module and the practice table as their users load them: the files that `tools/bundle.mjs` writes. */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bundle, bundleTable } from "../../tools/bundle.mjs";
import { openPack } from "../../tools/packs.mjs";

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

test("the manifest names one file of JavaScript and one of CSS and the packs, and is else the same", () => {
  const ours = JSON.parse(readFileSync(new URL("module.json", MODULE), "utf8"));
  const { packs, ...manifest } = JSON.parse(read("module.json"));
  assert.deepEqual(manifest, { ...ours, esmodules: ["coign.mjs"], styles: ["coign.css"] });
  assert.deepEqual(
    packs.map(({ name, type, path }) => [name, type, path]),
    [["try-it", "Adventure", "packs/try-it"]],
  );
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
    "packs",
    "reference",
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

test("the script is minified, and its functions and classes keep their names", () => {
  const script = read("coign.mjs");
  const sources = filesIn(MODULE, "scripts").map((name) => readFileSync(new URL(name, MODULE), "utf8"));
  const whole = sources.reduce((sum, { length }) => sum + length, 0);
  assert.ok(script.length < whole / 2, `${script.length} of ${whole}`);
  for (const name of ["PairingWindow", "RulesWindow", "messageCreated", "RequestQueue"])
    assert.match(script, new RegExp(`,"${name}"\\)|static\\{\\w+\\(this,"${name}"\\)`), name);
});

test("the script looks for the module's other files in its own folder", () => {
  assert.match(read("coign.mjs"), /\w+\(import\.meta\.url,!0\)/);
});

test("the styles come in the manifest's order, each once", () => {
  const { styles } = JSON.parse(readFileSync(new URL("module.json", MODULE), "utf8"));
  assert.deepEqual(mapped("coign.css.map").filter(Boolean), styles);
  assert.deepEqual([...filesIn(MODULE, "styles")].sort(), [...styles].sort());
});

/** Return the files of the compiled pack with their contents. */
const packFiles = () =>
  readdirSync(join(folder, "packs/try-it"))
    .sort()
    .map((name) => [name, readFileSync(join(folder, "packs/try-it", name), "base64")]);

test("the pack, read back from its database, is one adventure with English texts and their keys", async () => {
  const copy = join(folder, "copy"); // to open a database changes its files
  cpSync(join(folder, "packs/try-it"), copy, { recursive: true });
  const pack = openPack(copy);
  const entries = await pack.iterator().all();
  await pack.close();
  rmSync(copy, { recursive: true });
  assert.deepEqual(
    entries.map(([key]) => key),
    ["!adventures!coignTryIt000000"],
  );
  const [[, adventure]] = entries;
  assert.deepEqual([adventure], JSON.parse(read("packs/try-it.json")), "the practice table reads the same");
  const [scene] = adventure.scenes;
  assert.equal(scene.name, "Coign: Try It");
  assert.deepEqual(scene.flags.coign.texts, { name: "COIGN.TryIt.scene" });
  assert.deepEqual(
    adventure.macros.map(({ name }) => name),
    ["Coign: Test My Set-Up", "Coign: Heat Map", "Coign: House Rules", "Coign: Practice Fight"],
  );
  assert.equal(adventure._stats.coreVersion, JSON.parse(read("module.json")).compatibility.minimum);
});

test("every document in the pack has an id of Foundry's form, and none has another's", () => {
  const ids = [...read("packs/try-it.json").matchAll(/"_id": "([^"]*)"/g)].map(([, id]) => id);
  assert.ok(ids.length > 30);
  assert.deepEqual(
    ids.filter((id) => !/^[A-Za-z0-9]{16}$/.test(id)),
    [],
  );
  assert.equal(new Set(ids).size, ids.length);
});

test("the same sources make the same pack, to the byte, without the time of day", async () => {
  const before = packFiles();
  await bundle(folder);
  assert.deepEqual(packFiles(), before);
  assert.ok(before.some(([name]) => name === "CURRENT") && before.every(([name]) => !/^LO(G|CK)/.test(name)));
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
  for (const page of ["index", "client"]) {
    const [own, ...others] = readFileSync(join(table, `${page}.html`), "utf8").match(
      /(?<=rel="stylesheet" href=")[^"]+/g,
    );
    assert.deepEqual(
      [own, others],
      [`${page}.css`, []],
      "one style sheet, with what the page itself names, in its order",
    );
    const names = readFileSync(new URL(`${page}.html`, TABLE), "utf8").match(/(?<=rel="stylesheet" href=")[^"]+/g);
    const { sources } = JSON.parse(readFileSync(join(table, `${page}.css.map`), "utf8"));
    assert.deepEqual(sources.map((path) => /tabletop\/(.*)/.exec(path)?.[1]).filter(Boolean), names);
  }
  const here = readdirSync(TABLE, { recursive: true }).filter((name) => /\.(css|html|json)$/.test(name));
  const there = readdirSync(table, { recursive: true });
  assert.deepEqual(
    here.filter((name) => !there.includes(name)),
    [],
  );
});
