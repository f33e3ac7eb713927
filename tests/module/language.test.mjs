/** The module's texts: complete in every language, none unused and none missing. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const MODULE = new URL("../../foundry-module/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("module.json", MODULE), "utf8"));
/** All texts of a language; its files are merged, as Foundry does. */
const strings = {};
for (const { lang, path } of manifest.languages) {
  strings[lang] = { ...strings[lang], ...flat(JSON.parse(readFileSync(new URL(path, MODULE), "utf8"))) };
}

function flat(object, prefix = "") {
  const entries = Object.entries(object).flatMap(([name, value]) => {
    const key = prefix ? `${prefix}.${name}` : name;
    return typeof value === "string" ? [[key, value]] : Object.entries(flat(value, key));
  });
  return Object.fromEntries(entries);
}

const sources = readdirSync(new URL("scripts/", MODULE), { recursive: true })
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => [name, readFileSync(new URL(`scripts/${name}`, MODULE), "utf8")]);

const placeholders = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("every language has every text, with the same placeholders", () => {
  for (const [language, own] of Object.entries(strings)) {
    assert.deepEqual(Object.keys(own).sort(), Object.keys(strings.en).sort(), language);
    for (const [key, text] of Object.entries(own)) {
      assert.deepEqual(placeholders(text), placeholders(strings.en[key]), `${language} ${key}`);
      assert.notEqual(text.trim(), "", `${language} ${key}`);
    }
  }
});

test("every key in the code has its text: literal keys as they are, composed ones by their beginning", () => {
  const keys = Object.keys(strings.en);
  for (const [name, source] of sources) {
    for (const [, key, rest] of source.matchAll(/["'`](COIGN\.[\w.-]*)(\$\{)?/g)) {
      const known = rest ? keys.some((one) => one.startsWith(key)) : keys.includes(key);
      assert.ok(known, `${name}: ${key}${rest ?? ""}`);
    }
  }
});

test("every state, effect, outcome and scope of the protocol has its text", () => {
  const wanted = {
    Status: [
      "off",
      "unpaired",
      "asking",
      "blocked",
      "connecting",
      "starting",
      "loading",
      "failed",
      "connected",
      "here",
      "meanwhile",
      "reconnecting",
      "busy",
      "taken-over",
      "refused",
      "version",
    ],
    Scope: ["roll", "actor", "target", "token", "pair", "scene", "world"],
    State: ["on", "off", "set-aside", "measured"],
    Occasion: ["attack", "opportunity", "perception", "stealth", "check"],
    Barrier: ["prompt", "insecure-page"],
  };
  for (const [group, names] of Object.entries(wanted)) {
    for (const name of names) assert.ok(strings.en[`COIGN.${group}.${name}`], `COIGN.${group}.${name}`);
  }
  for (const state of wanted.Status) assert.ok(strings.en[`COIGN.Help.${state}`], `COIGN.Help.${state}`);
});

test("the manifest names files that exist", () => {
  for (const path of [...manifest.esmodules, ...manifest.styles, ...manifest.languages.map(({ path }) => path)]) {
    assert.ok(readFileSync(new URL(path, MODULE), "utf8").length > 0, path);
  }
});
