/**
 * Hold what is made of many inputs to what it was, where no test could name it all: a digest of all that is made under one
 * name is kept in `tests/data/readings.json`.
 *
 * After a wanted change, look at what differs. Then run `python3 dev.py generate`, which records the new digests.
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../data/readings.json", import.meta.url);
const ANSWERED = new URL("../data/annotations.jsonl", import.meta.url);
const read = () => JSON.parse(readFileSync(FILE, "utf8"));

/** Return annotations that the engine has made: `python3 dev.py generate` brings them up to date. */
export const annotations = () =>
  readFileSync(ANSWERED, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/**
 * Compare what was made with what is recorded, or record it.
 * @param {string} name
 * @param {Iterable<[string, unknown]>} made  parts by their names, in order; parts of the same name are one
 */
export function holds(name, made) {
  /** @type {Map<string, import("node:crypto").Hash>} */
  const parts = new Map();
  for (const [part, value] of made) {
    const hash = parts.get(part) ?? createHash("sha256");
    parts.set(part, hash.update(`${JSON.stringify(value, rounded)}\n`));
  }
  const digests = Object.fromEntries([...parts].map(([part, hash]) => [part, hash.digest("hex").slice(0, 12)]));
  if (process.env.COIGN_RECORD) {
    const all = { ...read(), [name]: digests };
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(Object.entries(all).sort()), null, 1)}\n`);
  } else assert.deepEqual(digests, read()[name], "python3 dev.py generate, if that is right");
}

/** Write sets as lists, and numbers with a few digits: the last ones differ from processor to processor. */
function rounded(_key, value) {
  if (value instanceof Set || value instanceof Map) return [...value];
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}

/** Return every combination of one value of each list. */
export const cellsOf = (first, ...rest) =>
  rest.length ? first.flatMap((one) => cellsOf(...rest).map((more) => [one, ...more])) : first.map((one) => [one]);

/** List the paths of all parts of a document. */
export const pathsIn = (part, path = []) =>
  part !== null && typeof part === "object"
    ? Object.entries(part).flatMap(([key, value]) => [[...path, key], ...pathsIn(value, [...path, key])])
    : [];

/** Return a copy of a document with another value in one place; what is not on the way to it is shared. */
const changed = (part, [key, ...rest], value) =>
  Object.assign(Array.isArray(part) ? [...part] : { ...part }, {
    [key]: rest.length ? changed(part[key], rest, value) : value,
  });

/** Yield a document whole, and with each part emptied in two ways, or each so manieth part; with words, and the path. */
export function* emptied(document, step = 1) {
  yield [document, "whole"];
  const paths = pathsIn(document).filter((_, nth) => nth % step === 0);
  for (const path of paths)
    for (const value of [null, [null]]) yield [changed(document, path, value), `${path.join(".")} is ${value}`, path];
}

/** Read something; a part that no game system leaves empty may stop it. */
export function readOrThrown(reader, one) {
  try {
    return reader(one);
  } catch (problem) {
    return problem.name;
  }
}
