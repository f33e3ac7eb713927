/** The author of a guarded value: which flags of a document count, and what a GM's update adds to its note. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { FIELDS, writerOf } from "../../../foundry-module/scripts/util/fields.mjs";
import { believed, guardedIn, isEqual, noteAfter } from "../../../foundry-module/scripts/util/provenance.mjs";

/** Foundry 14's way to say that a value is replaced or deleted: an object of a class of its own. */
class Operator {
  constructor(value) {
    this.value = value;
  }
}

const GUARDED = { reach: 30, ignores: ["half"], senses: { darkvision: 120 }, immune: ["flanking"] };
const PATHS = { reach: 30, ignores: ["half"], "senses.darkvision": 120, immune: ["flanking"] };
const set = (coign) => ({ flags: { coign } });

test("what is guarded counts as it was noted, and the rest as it stands", () => {
  assert.deepEqual(believed("token", { ...GUARDED, facing: 90 }, {}), { facing: 90 });
  assert.deepEqual(believed("token", { ...GUARDED, facing: 90 }, PATHS), { ...GUARDED, facing: 90 });
  assert.deepEqual(believed("token", { reach: 60, senses: { truesight: 300 } }, PATHS), GUARDED);
  assert.deepEqual(believed("token", {}, PATHS), GUARDED, "a player takes nothing away");
});

test("a game master who sets one trait vouches for that one alone", () => {
  const flags = { reach: 60, height: 7, senses: { truesight: 300, darkvision: 60 }, ignores: ["half"] };
  const noted = (change) => noteAfter("token", {}, flags, change);
  assert.deepEqual(noted(set({ height: 7 })), { height: 7 });
  assert.deepEqual(noted(set({ senses: { darkvision: 60 } })), { "senses.darkvision": 60 });
  const senses = { "senses.darkvision": 60, "senses.truesight": 300 };
  assert.deepEqual(noted(set({ "==senses": flags.senses })), senses);
  assert.deepEqual(noted(set({ senses: new Operator(flags.senses) })), senses);
  for (const whole of [
    { flags: { "==coign": flags } },
    { "==flags": { coign: flags } },
    set(new Operator(flags)),
    { flags: new Operator({ coign: flags }) },
  ])
    assert.deepEqual(noted(whole), { ...senses, reach: 60, height: 7, ignores: ["half"] });
  assert.deepEqual(noted(set({ facing: 9, slowed: [], shield: { side: "left" } })), {});
  assert.deepEqual(noted({ name: "T" }), {});
});

test("what a game master takes away is noted no more, and what he leaves alone stays", () => {
  const before = { reach: 15, "senses.truesight": 30, "senses.darkvision": 60 };
  const after = (change, now) => Object.keys(noteAfter("token", before, now, { flags: change }));
  const senses = ["senses.darkvision", "senses.truesight"];
  const both = { truesight: 30, darkvision: 60 };
  for (const gone of [{ "-=reach": null }, { reach: new Operator() }, { reach: null }])
    assert.deepEqual(after({ coign: gone }, { senses: both }), senses);
  for (const gone of [{ "-=truesight": null }, { truesight: new Operator() }])
    assert.deepEqual(after({ coign: { senses: gone } }, { reach: 15 }), ["reach", senses[0]]);
  assert.deepEqual(after({ coign: { "-=senses": null } }, { reach: 15 }), ["reach"]);
  assert.deepEqual(after({ "-=coign": null }, {}), []);
});

test("the player may always change facing, formation, mount and shield arm", () => {
  const own = { facing: 45, formation: "phalanx", mounted: true, shield: { side: "right" }, locomotion: "climb" };
  assert.deepEqual(guardedIn("token", own), {});
  assert.deepEqual(believed("token", own, {}), own);
  assert.deepEqual(guardedIn("token", { ...GUARDED, ...own }), PATHS);
  assert.deepEqual(believed("token", { shield: { side: "left", bonus: 20 } }, {}), { shield: { side: "left" } });
});

test("empty fields of a sheet say nothing, and an empty list says that it ignores nothing", () => {
  const sheet = { reach: 10, height: null, ignores: null, senses: { darkvision: 60, truesight: null }, attacks: "" };
  assert.deepEqual(guardedIn("token", sheet), { reach: 10, "senses.darkvision": 60 });
  assert.deepEqual(Object.keys(guardedIn("token", { ignores: [] })), ["ignores"]);
});

test("every row of the tables is guarded, or its owner's", () => {
  for (const kind of ["message", "token"])
    for (const [name, { by }] of Object.entries(FIELDS[kind])) {
      const value = { [name]: kind === "token" && name === "shield" ? { bonus: 2 } : ["x"] };
      const counts = Object.keys(believed(kind, value, {})).length > 0;
      const owned = ["author", "owner", "nobody"].includes(by);
      assert.equal(counts, owned, `${kind}.${name} is by ${by}`);
    }
  assert.equal(writerOf("token", "reach.by"), "gm");
  assert.equal(writerOf("token", "nothing"), "nobody");
});

test("what is no field is not used, whatever its name", () => {
  const flags = JSON.parse('{"__proto__": {"reach": 60}, "constructor": {"reach": 60}, "nonsense": 7, "facing": 90}');
  assert.deepEqual(believed("token", flags, {}), { facing: 90 });
  assert.equal(believed("token", flags, {}).reach, undefined);
  assert.deepEqual(guardedIn("token", flags), {});
  const inside = JSON.parse('{"senses": {"__proto__": {"darkvision": 60}}}');
  assert.equal(believed("token", {}, guardedIn("token", inside)).senses.darkvision, undefined);
});

for (const flags of [undefined, null, 7, "reach", []])
  test(`malformed flags: ${JSON.stringify(flags)}`, () => {
    assert.deepEqual(guardedIn("token", flags), {});
    assert.deepEqual(Object.keys(noteAfter("token", { reach: 1 }, flags, { flags: { coign: { height: 1 } } })), [
      "reach",
    ]);
    assert.deepEqual(believed("token", flags, {}), {});
  });

test("a hundred thousand fields of a record take no time", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`f${n}`, n]));
  const began = process.cpuUsage(); // what others do on the machine is not counted
  believed("message", { moment: many }, {});
  assert.ok(process.cpuUsage(began).user < 2_000_000, "two seconds");
});

test("two values are equal whatever the order of their fields", () => {
  assert.ok(isEqual({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }));
  assert.ok(!isEqual(["half"], ["three-quarters"]));
});
