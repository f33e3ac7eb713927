/** The words of the wire stand in `util/wire.mjs`, which is made from the bridge's types, and in no other file as a list. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as wire from "../../foundry-module/scripts/util/wire.mjs";

const SCRIPTS = new URL("../../foundry-module/scripts/", import.meta.url);
const WORD = /"([^"\\\n]*)"/g;

/** Every list of words in the vocabulary, and the keys of every table. */
const { SHAPES, EFFECT: _, ...WORDS } = wire; // the fields of types are no words of their own
const { scope, state } = SHAPES.Override;
const ENUMERATIONS = [...Object.values(WORDS).flatMap(listsIn), scope.one, state.one];

function listsIn(value) {
  if (Array.isArray(value)) return value.length > 1 && value.every((word) => typeof word === "string") ? [value] : [];
  if (typeof value !== "object") return [];
  return [Object.keys(value), ...Object.values(value).flatMap(listsIn)];
}

/** Blank out comments, and keep the lines. */
const codeOf = (source) =>
  source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " ")).replace(/(^|\s)\/\/.*$/gm, "");

/** Return whether words repeat an enumeration: all of it, or three words of it and nothing else. */
const isCopy = (words) =>
  ENUMERATIONS.some(
    (known) => words.every((word) => known.includes(word)) && new Set(words).size >= Math.min(3, known.length),
  );

/**
 * Find copies in a source: lists of words, and tables from words to words.
 * @param {string} source
 * @returns {string[]} what each says
 */
function copiesIn(source) {
  const code = codeOf(source);
  const lists = [...code.matchAll(/\[([^[\]{}]*)\]/g)]
    .filter(([, inside]) => inside.replace(WORD, "").replace(/[,\s]/g, "") === "")
    .map(([, inside]) => [...inside.matchAll(WORD)].map(([, word]) => word));
  const tables = [...code.matchAll(/\{([^{}[\]()]*)\}/g)]
    .map(([, inside]) => [...inside.matchAll(/(?:^|,)\s*"?([\w-]+)"?:\s*"([\w-]+)"/g)])
    .filter((entries) => entries.length > 2 && isCopy(entries.map(([, , value]) => value)))
    .map((entries) => entries.map(([, key]) => key));
  return [...lists, ...tables].filter((words) => words.length > 1 && isCopy(words)).map((words) => words.join(" "));
}

test("no list and no table of the wire's words is typed in by hand", () => {
  const files = readdirSync(SCRIPTS, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".mjs") && name !== "util/wire.mjs");
  const copies = files.flatMap((name) =>
    copiesIn(readFileSync(new URL(name, SCRIPTS), "utf8")).map((words) => `${name}: ${words}`),
  );
  assert.ok(files.length > 50, "the files are found");
  assert.deepEqual(copies, []);
});

test("a copy is found in whatever form", () => {
  assert.deepEqual(copiesIn('const STATES = new Set(["on", "off", "measured"]);'), ["on off measured"]);
  assert.deepEqual(copiesIn('const SCOPES = [\n  "roll", // one\n  "pair",\n  "scene",\n];'), ["roll pair scene"]);
  assert.deepEqual(copiesIn('const VIEWERS = ["player", "gm"];'), ["player gm"]);
  assert.deepEqual(copiesIn('const ROLLED = { attack: "attack", save: "save", check: "check" };'), [
    "attack save check",
  ]);
  const allowed = ['kind === "flat"', '["half", "three-quarters"]', '/* ["on", "off", "measured"] */', '["on", "up"]'];
  assert.deepEqual(allowed.flatMap(copiesIn), []);
  assert.deepEqual(copiesIn('const SIGNS = { none: "–", half: "½", total: "■" };'), []);
});
