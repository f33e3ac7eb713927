/**
 * The module's folders are its layers: imports between them go downward only, and no files import each other in a
 * circle. Imports of types count.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { FIELDS } from "../../foundry-module/scripts/util/fields.mjs";

const SCRIPTS = new URL("../../foundry-module/scripts/", import.meta.url);
const CONTRACT = new URL("../../foundry-module/contract/", import.meta.url);

/** From the bottom up. A file imports from its own folder and from those above it in this list. */
const FOLDERS = [
  "util",
  "systems",
  "ledger",
  "connection",
  "scene-sync",
  "overrides",
  "attack",
  "card",
  "in-roll",
  "map",
  "config",
];
/** The files outside the folders, from the bottom up: each may import from every folder and from those before it. */
const TOP = ["api.mjs", "context.mjs", "init.mjs", "main.mjs"];
/** Globals of Foundry and of its libraries. */
const FOUNDRY = /(?<![\w.$#"'`/-])(game|canvas|ui|foundry|Hooks|CONFIG|PIXI|fromUuidSync|Roll)\s*[.(?]/;

const files = readdirSync(SCRIPTS, { recursive: true })
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => name.replaceAll("\\", "/"))
  .sort();
/** The first folder of a file's path: the folders in `systems` are parts of it. */
const folderOf = (name) => name.split("/")[0];
const source = (name) => readFileSync(new URL(name, SCRIPTS), "utf8");
const rankOf = (name) => (name.includes("/") ? FOLDERS.indexOf(folderOf(name)) : FOLDERS.length + TOP.indexOf(name));
const pathsIn = (name, pattern) =>
  [...source(name).matchAll(pattern)].map(([, path]) => normalize(join(dirname(name), path)).replaceAll("\\", "/"));
const importsOf = (name) => pathsIn(name, /^(?:import|export)\s[^;]*?\sfrom "(\.[^"]+)";/gms);
const inContract = (path) => path.startsWith("../contract/");
const graph = new Map(files.map((name) => [name, importsOf(name).filter((path) => !inContract(path))]));
/** The imports of each file, with those of types alone. */
const graphOfTypes = new Map(
  files.map((name) => [
    name,
    [...graph.get(name), ...pathsIn(name, /import\("(\.[^"]+)"\)/g).filter((path) => graph.has(path))],
  ]),
);

test("every file is in a folder, or listed", () => {
  const loose = files.filter((name) => (name.includes("/") ? !FOLDERS.includes(folderOf(name)) : !TOP.includes(name)));
  assert.deepEqual(loose, []);
  const used = new Set(files.map((name) => (name.includes("/") ? folderOf(name) : name)));
  assert.deepEqual([...used].sort(), [...FOLDERS, ...TOP].sort());
});

test("imports go downward only, those of types too", () => {
  const upward = files.flatMap((name) =>
    graphOfTypes.get(name).flatMap((other) => (rankOf(other) > rankOf(name) ? [`${name} imports ${other}`] : [])),
  );
  assert.deepEqual(upward, []);
});

test("the contract imports from nothing but itself, and game systems do not know it", () => {
  const checks = readdirSync(CONTRACT, { recursive: true }).filter((name) => name.endsWith(".mjs"));
  const imports = checks.flatMap((name) => {
    const text = readFileSync(new URL(name, CONTRACT), "utf8");
    const found = [...text.matchAll(/^(?:import|export)\s[^;]*?\sfrom "([^"]+)";/gms)];
    return found.map(([, path]) => normalize(join(dirname(name), path)));
  });
  assert.deepEqual(
    imports.filter((path) => !checks.includes(path)),
    [],
  );
  const users = files.filter((name) => importsOf(name).some(inContract));
  assert.deepEqual(users, ["config/foundry-checks.mjs", "config/practice-fight.mjs", "context.mjs"]);
});

test("the folder of a game system keeps to itself: only the list of records imports from it", () => {
  const inside = (name) => /^systems\/([^/]+)\//.exec(name)?.[1];
  const strays = files.flatMap((name) =>
    graph
      .get(name)
      .filter((other) => inside(other) && inside(other) !== inside(name))
      .map((other) => `${name} imports ${other}`),
  );
  assert.deepEqual(
    strays.sort(),
    [...new Set(files.flatMap((name) => inside(name) ?? []))]
      .map((id) => `systems/index.mjs imports systems/${id}/record.mjs`)
      .sort(),
  );
});

test("every imported file exists", () => {
  const missing = files.flatMap((name) => graph.get(name).filter((other) => !graph.has(other)));
  assert.deepEqual(missing, []);
  assert.ok([...graph.values()].flat().length > files.length, "the imports are found");
});

test("no files import each other in a circle, nor each other's types", () => {
  const open = new Map(graphOfTypes);
  for (let found = true; found; ) {
    const leaves = [...open].filter(([, imports]) => !imports.some((name) => open.has(name)));
    for (const [name] of leaves) open.delete(name);
    found = leaves.length > 0;
  }
  assert.deepEqual([...open.keys()], []);
});

test("nobody imports the context: it is handed to the parts", () => {
  const importers = files.filter((name) => graph.get(name).includes("context.mjs"));
  assert.deepEqual(importers, ["main.mjs"]);
});

test("a file that calls itself pure names no global of Foundry", () => {
  const pure = files.filter((name) => /\bPure\b/.test(/^\/\*\*.*?\*\//s.exec(source(name))?.[0] ?? ""));
  assert.ok(pure.length > 20);
  const named = pure.flatMap((name) => {
    const code = source(name)
      .replace(/\/\*.*?\*\//gs, "")
      .replace(/\/\/.*$/gm, "");
    const [, global] = FOUNDRY.exec(code) ?? [];
    return global ? [`${name} names ${global}`] : [];
  });
  assert.deepEqual(named, []);
});

/** Return a file's code without comments and texts: the names of form fields are texts. */
const codeOf = (name) =>
  source(name)
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\/\/.*$/gm, "")
    .replace(/(["`])flags\.coign\b[^"`]*\1/g, '""');

test("the module's own flags are read at one door", () => {
  const naming = (pattern) => files.filter((name) => pattern.test(codeOf(name)));
  const raw = /\bflags\s*(\?\.|\.)?\s*(\[\s*(ID|"coign")\s*\]|\bcoign\b)|\bgetFlag\(/;
  assert.deepEqual(naming(raw), [
    "systems/dnd5e/pending.mjs", // adds to what it writes
    "systems/pf1/rolls.mjs", // the same
    "util/fields.mjs",
    "util/foundry.mjs", // of the module's own manifest
  ]);
  const asTheyStand = [
    ...["attack/capture.mjs", "attack/follow-chat.mjs", "attack/note-messages.mjs", "attack/slowed-tokens.mjs"],
    ...["config/note-traits.mjs", "config/token-config.mjs", "map/slowed-badges.mjs", "overrides/store.mjs"],
    ...["scene-sync/document-hooks.mjs", "systems/index.mjs", "systems/noted-traits.mjs", "util/fields.mjs"],
  ];
  assert.deepEqual(naming(/\bownFlags\(/), asTheyStand, "each of them passes the table behind the door, or compares");
  const users = naming(/\bmessageFlags\(/);
  assert.deepEqual(users, ["attack/message.mjs", "overrides/message-flags.mjs", "overrides/store.mjs"]);
});

test("a query is read by the table of fields alone", () => {
  const handlers = [...codeOf("init.mjs").matchAll(/CONFIG\.queries\[`[^`]*`\] = \(query\) => (\w+)\(coign, query\)/g)];
  assert.equal(handlers.length, codeOf("init.mjs").split("CONFIG.queries").length - 1);
  const readers = [
    "attack/player-queries.mjs",
    "attack/presses.mjs",
    "attack/share-ledger.mjs",
    "scene-sync/bearings.mjs",
    "config/practice-fight.mjs",
  ];
  const code = readers.map(codeOf).join("");
  const uses = [...code.matchAll(/(?<!\.)\bquery\b(?!\()/g)];
  const read = [...code.matchAll(/fieldsOf\(FIELDS\.\w+, query\)/g)];
  const taken = handlers.length + read.length;
  assert.equal(uses.length, taken, "each handler names it as its parameter, and hands it to the table");
});

test("every row of the table is read by somebody", () => {
  const code = files.filter((name) => name !== "util/fields.mjs" && name !== "util/wire.mjs").map(source);
  const rows = Object.entries(FIELDS).flatMap(([table, fields]) =>
    Object.entries(fields).map((row) => [table, ...row]),
  );
  const unread = rows.filter(
    ([table, name, { by }]) => table !== "other" && by !== "nobody" && !code.some((text) => text.includes(name)),
  );
  assert.deepEqual(
    unread.map(([table, name]) => `${table}.${name}`),
    [],
  );
});

test("behind the door, no part of attack/ touches a message's document", () => {
  const touching = files.filter(
    (name) => name.startsWith("attack/") && /\bmessageFlags|message\.update\(/.test(source(name)),
  );
  assert.deepEqual(touching, ["attack/capture.mjs", "attack/message.mjs"]);
});

test("the tests are in folders of the same names", () => {
  const tested = readdirSync(new URL("./", import.meta.url), { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.includes("/") && name.endsWith(".test.mjs"));
  const strays = tested.filter((name) => !files.includes(name.replace(".test.mjs", ".mjs")));
  const ofMany = ["systems/before-the-roll", "systems/creature-traits", "systems/queries", "config/windows"]; // files
  assert.deepEqual(strays.sort(), ofMany.map((name) => `${name}.test.mjs`).sort());
});

test("every export is imported, and by more than a test if its own file has no use for it", () => {
  const under = (/** @type {string} */ path) => {
    const root = new URL(`../../${path}`, import.meta.url);
    const names = readdirSync(root, { recursive: true }).filter((name) => /\.(mjs|d\.ts)$/.test(name));
    return names.map((name) => [path + name.replaceAll("\\", "/"), readFileSync(new URL(name, root), "utf8")]);
  };
  const importedBy = (/** @type {string[][]} */ sources) => {
    const lists = sources.flatMap(([, text]) => [
      ...(text.match(/^\s*(?:import|export|const) [^;]*?(?: from "|await import\()/gm) ?? []),
      ...(text.match(/import\("[^"]+"\)\.\w+/g) ?? []),
    ]);
    return new Set(lists.flatMap((list) => list.match(/\w+/g) ?? []));
  };
  const ours = ["foundry-module/", "bridge/tabletop/", "tools/"].flatMap(under);
  const [byUs, byAnybody] = [importedBy(ours), importedBy([...ours, ...under("tests/")])];
  const exported = ours.flatMap(([name, text]) =>
    [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm)].map(([, word]) => ({
      what: `${word} of ${name}`,
      word,
      usedAtHome: text.match(new RegExp(`\\b${word}\\b`, "g")).length > 1,
    })),
  );
  assert.ok(exported.length > ours.length);
  const idle = exported.filter(({ word, usedAtHome }) => !(usedAtHome ? byAnybody : byUs).has(word));
  assert.deepEqual(
    idle.map(({ what }) => what),
    ["MOST_MEMORY of foundry-module/engine/start.mjs"], // for JavaScript in tests/embedded/test_hostile.py
    "what is not exported the linter watches",
  );
});
