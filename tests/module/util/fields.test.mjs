/**
 * The table of the fields that players may write: complete, and each row holds. The attacks are made from the table, so
 * the list is as long as it.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELDS, fieldOf, fieldsOf, writerOf } from "../../../foundry-module/scripts/util/fields.mjs";
import { SHAPES } from "../../../foundry-module/scripts/util/wire.mjs";

const deep = Array.from({ length: 5000 }).reduce((inside) => ({ inside }), "x");
const huge = "x".repeat(5 << 20);
/** Values that somebody may write in place of any field. */
const ATTACKS = {
  "a text": huge,
  "a list of texts": [huge, huge],
  "a long list": Array(100_000).fill("x"),
  "a list of lists": [[["x"]]],
  "a deep object": deep,
  "a deep list": [deep],
  "a number": 1e300,
  "a text that is a number": "1e300",
  "what is no number": Number.NaN,
  "a boolean in an object": { value: true },
  "an object with every name": { length: 3, toString: 1, __proto__: null, name: huge, kind: "flat", fields: huge },
};

/** The most bytes of a field that was read: as many as a request or a document of the bridge may have. */
const MOST = 192 << 10;
const GMS_OWN = ["annotations", "overrides"]; // only what a GM wrote is left there, and they are checked entry by entry
/** The fields of any shape, within limits: a roll as Foundry writes it, hexes in one of two forms, a ruleset's options, a GM's press. */
const OPEN = ["message.attackRoll", "token.cells", "request.options", "press.press"];

const rows = Object.entries(FIELDS).flatMap(([table, fields]) =>
  Object.entries(fields).map(([name, row]) => ({ name: `${table}.${name}`, field: name, row })),
);

for (const [type, table] of [
  ["Attack", "attack"],
  ["CoignToken", "token"],
  ["Evaluate", "request"],
])
  test(`every field of the wire's ${type} has a row that says who may write it`, () => {
    const missing = Object.keys(SHAPES[type]).filter((name) => !FIELDS[table][name]?.by);
    assert.deepEqual(missing, []);
    const unknown = Object.entries(FIELDS[table]).filter(([, { shape }]) => shape === undefined);
    assert.deepEqual(unknown, [], "and no row is of a field that is gone");
  });

for (const { name, field, row } of rows)
  test(`${name}: whatever is written, what is read is small and flat`, () => {
    for (const [what, value] of Object.entries(ATTACKS)) {
      const found = fieldOf(row, value);
      if (found === undefined || GMS_OWN.includes(field)) continue;
      assert.ok(JSON.stringify(found).length <= MOST, what);
      assert.ok(OPEN.includes(name) || found !== ATTACKS["a number"], `${what}: the row checks nothing`);
    }
  });

test("a field that is no flag is not read", () => {
  assert.deepEqual(fieldsOf(FIELDS.token, { cells: [[0, 0]], level: 3, facing: 90 }), { facing: 90 });
});

test("a field that only a GM may write does not count for others", () => {
  const attack = { kind: "ranged", name: "Bow", ignores: ["half"], abilities: ["sneak-attack"] };
  assert.deepEqual(
    fieldsOf(FIELDS.attack, attack, (by) => by !== "gm"),
    { kind: "ranged", name: "Bow" },
  );
});

/** All that others than GMs may say. What is not here is for GMs, or read nowhere. */
const SAID_BY_OTHERS = {
  message: {
    author: ["targets", "moment", "rolled", "attackRoll"],
    creation: ["included", "card"],
  },
  attack: { creation: ["kind", "reach", "range", "name", "spell", "primary", "guessed"] },
  token: { owner: ["facing", "formation", "mount", "locomotion", "mounted", "slowed"] },
  scene: {},
  tile: {},
  wall: {},
  imported: {},
  other: { owner: ["wall-height", "wallHeight", "about-face"] },
  user: { owner: ["paired", "page"] },
  request: {
    asker: [
      ...["key", "scene", "actor", "targets", "occasion", "attack", "at", "check", "counted", "defence", "roll"],
      ...["candidates", "removesAdvantage", "removesDisadvantage", "origin", "trigger"],
    ],
  },
};

test("others than GMs may say this, and nothing else", () => {
  for (const [table, said] of Object.entries(SAID_BY_OTHERS)) {
    for (const by of ["author", "creation", "owner", "asker"]) {
      const found = Object.keys(FIELDS[table]).filter((name) => FIELDS[table][name].by === by);
      assert.deepEqual(found.sort(), [...(said[by] ?? [])].sort(), `${table}: ${by}`);
    }
  }
  const queries = Object.keys(FIELDS).filter((table) => !(table in SAID_BY_OTHERS));
  for (const table of queries)
    for (const [name, { by }] of Object.entries(FIELDS[table])) assert.equal(by, "asker", `${table}.${name}`);
});

test("of a record on a token its owner may say which arm the shield is on", () => {
  assert.equal(writerOf("token", "shield.side"), "owner");
  for (const path of ["shield.bonus", "shield", "senses.darkvision", "side"])
    assert.notEqual(writerOf("token", path), "owner");
});
