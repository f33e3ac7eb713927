/** Values that somebody else wrote, read by their shape. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../../foundry-module/scripts/util/shapes.mjs";

/** Nest a value a number of levels deep. */
const deep = (levels) => Array.from({ length: levels }).reduce((inside) => [inside], "x");

/** @type {[string, import("../../../foundry-module/scripts/util/shapes.mjs").Shape, unknown, unknown][]} */
const ROWS = [
  ["a text", { text: 5 }, "short", "short"],
  ["a text that is too long", { text: 5 }, "longer", undefined],
  ["a text that is too short", { text: 5, least: 1 }, "", undefined],
  ["a number", { number: [0, 10] }, 2.5, 2.5],
  ["a number as an old sheet saved it", { number: [0, 10] }, "2.5", 2.5],
  ["an empty text is no number", { number: [0, 10] }, " ", undefined],
  ["a number out of its range", { number: [0, 10] }, 11, undefined],
  ["infinity", { number: [0, 10] }, "Infinity", undefined],
  ["what is not a number", { number: [0, 10] }, Number.NaN, undefined],
  ["a half where a whole number is wanted", { whole: [0, 10] }, 2.5, undefined],
  ["a word of several", { one: ["a", "b"] }, "b", "b"],
  ["another word", { one: ["a", "b"] }, "c", undefined],
  [
    "an effect of a known kind",
    { kinds: { flat: { fields: { value: "any" } } } },
    { kind: "flat", value: 1 },
    { kind: "flat", value: 1 },
  ],
  ["an effect of another kind", { kinds: { flat: { fields: { value: "any" } } } }, { kind: "flatter" }, undefined],
  ["a list without its malformed entries", { list: { text: 1 }, most: 9 }, ["a", 1, "bc", null], ["a"]],
  ["a list with an end", { list: { text: 1 }, most: 2 }, ["a", "b", "c"], ["a", "b"]],
  ["a list as a whole", { list: { text: 1 }, most: 2, asWhole: true }, ["a", "b"], ["a", "b"]],
  ["a malformed entry of a list as a whole", { list: { text: 1 }, most: 9, asWhole: true }, ["a", 1], undefined],
  ["a list as a whole that is too long", { list: { text: 1 }, most: 1, asWhole: true }, ["a", "b"], undefined],
  ["an object is no list", { list: { text: 1 }, most: 2 }, { 0: "a", length: 1 }, undefined],
  ["a map", { map: { text: 1 }, most: 9 }, { a: "x", b: 2 }, { a: "x" }],
  ["a list is no map", { map: { text: 1 }, most: 9 }, ["x"], undefined],
  [
    "a record without unknown and malformed fields",
    { fields: { a: { text: 1 }, b: "boolean" } },
    { a: "x", b: 1, c: 2 },
    { a: "x" },
  ],
  ["a record without what it needs", { fields: { a: { text: 1 } }, needs: ["a"] }, { b: 1 }, undefined],
  ["a field that is only inherited", { fields: { toString: "any" } }, {}, {}],
  ["one of two shapes", { either: [{ text: 1 }, "boolean"] }, true, true],
  ["neither of two shapes", { either: [{ text: 1 }, "boolean"] }, 7, undefined],
  ["something of any shape", "any", { a: [1] }, { a: [1] }],
  ["something that is too deep", "any", deep(13), undefined],
  ["something far too deep", "any", deep(100_000), undefined],
  ["something with too many parts", "any", Array(20_000).fill(0), undefined],
  ["something with a text of megabytes", "any", ["x".repeat(5 << 20)], undefined],
  ["null", "any", null, undefined],
];

for (const [what, shape, value, wanted] of ROWS) test(what, () => assert.deepEqual(read(shape, value), wanted));
