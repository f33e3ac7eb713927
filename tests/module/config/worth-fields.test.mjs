/** The value of a house rule: read, written, and said in words, as the bridge reads it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  builtValue,
  otherCases,
  readWorths,
  worthInWords,
  written,
} from "../../../foundry-module/scripts/config/worth-fields.mjs";

const HEIGHT = {
  worths: ["nothing", "number", "die", "advantage", "disadvantage"],
  at: "above",
  words: ["attack", "flying", "size"],
  to: "attack",
};
const COVER = { worths: ["nothing", "ac", "number", "miss", "blocked"], at: "", words: [], to: "attack" };
const texts = JSON.parse(readFileSync(new URL("../../../foundry-module/lang/en.json", import.meta.url), "utf8"));
const t = (key, data = {}) => {
  const text = key.split(".").reduce((found, name) => found[name], texts);
  return text.replace(/\{(\w+)\}/g, (_whole, name) => data[name]);
};

test("a value is written as it was read", () => {
  for (const value of ["+1@10, +2@20 not-flying", "nothing", "-1d12 melee smaller", "advantage@30"])
    assert.equal(written(readWorths(HEIGHT, value)), value);
  for (const value of ["ac+12", "miss-20", "blocked", "-7"]) assert.equal(written(readWorths(COVER, value)), value);
});

test("what the form does not allow is not read", () => {
  const wrong = [
    "",
    "+0",
    "+1@",
    "ac+2",
    "+1 drunk",
    "+1 melee ranged",
    "+1 each",
    "+100",
    "+1,",
    `${"+1, ".repeat(6)}+1`,
  ];
  for (const value of wrong) assert.equal(readWorths(HEIGHT, value), undefined, value);
  for (const value of ["+1@10", "+1 melee", "advantage"]) assert.equal(readWorths(COVER, value), undefined, value);
});

test("a value is said in words", () => {
  assert.equal(
    worthInWords(HEIGHT, "+1@10, +2@20 not-flying", t),
    "+1 on the attack, 10 ft above or more; +2 on the attack, 20 ft above or more, not if flying",
  );
  assert.equal(worthInWords(COVER, "miss-20", t), "20 % miss chance");
  assert.equal(worthInWords({ ...COVER, to: "save" }, "-2", t), "-2 on the save");
});

test("a case is added and taken away", () => {
  assert.equal(otherCases(HEIGHT, "+1@10"), "+1@10, +1");
  assert.equal(otherCases(COVER, "nothing"), "nothing, ac+1");
  assert.equal(otherCases(HEIGHT, "+1@10, +2@20", 0), "+2@20");
});

/** Stand-ins for the cases' elements, as far as they are read. */
const list = (...cases) => ({
  querySelectorAll: () =>
    cases.map(({ was, ...parts }) => ({
      dataset: { kind: was },
      querySelectorAll: () => Object.entries(parts).map(([part, value]) => ({ dataset: { part }, value })),
    })),
});

test("the fields of the cases make the value", () => {
  const first = {
    was: "number",
    kind: "number",
    number: "2",
    at: "10",
    "word.attack": "",
    "word.flying": "not-flying",
  };
  const second = { was: "die", kind: "die", sign: "-", sides: "8", at: "", "word.attack": "ranged" };
  assert.equal(builtValue(list(first, second)), "+2@10 not-flying, -1d8 ranged");
  assert.equal(builtValue(list({ ...first, number: "-3", at: "" })), "-3 not-flying");
  assert.equal(
    builtValue(list({ was: "number", kind: "die", number: "2" })),
    "+1d4",
    "another kind has its first number",
  );
});
