/** Traits that GMs have set on tokens, read from the notes in the scene's flags. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { noteOfToken, traitsNoted, traitsNotNoted } from "../../../foundry-module/scripts/systems/noted-traits.mjs";
import { world } from "./kit.mjs";

const REACH = { token: "t", path: "reach", value: 30 };
const DARK = { token: "t", path: "senses.darkvision", value: 120 };
const scene = (traits, flags) => {
  const found = { id: "s", flags: { coign: { traits } }, grid: { units: "ft", distance: 5 } };
  found.tokens = [{ _id: "t", name: "T", actor: null, flags: { coign: flags }, parent: found }];
  return found;
};

test("a token's note has the values of its own entries", () => {
  const { tokens } = scene([REACH, DARK, { ...REACH, token: "other" }]);
  assert.deepEqual(noteOfToken(tokens[0]), { reach: 30, "senses.darkvision": 120 });
  assert.deepEqual(noteOfToken({ id: "t" }), {}, "a token without a scene has none");
});

for (const traits of [undefined, null, 7, "traits", { 0: REACH }, [null, 7, { token: "t" }, { ...REACH, path: 5 }]])
  test(`malformed notes say nothing: ${JSON.stringify(traits)}`, () => {
    assert.deepEqual(traitsNoted(scene(traits, {})), []);
  });

test("a changed list is read anew", () => {
  const one = scene([REACH], {});
  assert.deepEqual(noteOfToken(one.tokens[0]), { reach: 30 });
  one.flags.coign.traits = [DARK];
  assert.deepEqual(noteOfToken(one.tokens[0]), { "senses.darkvision": 120 });
});

test("what stands on a token and no GM has set is listed", () => {
  const flags = { reach: 30, senses: { darkvision: 120 }, ignores: ["half"], facing: 90, height: null };
  const open = { token: "t", path: "ignores", value: ["half"] };
  assert.deepEqual(traitsNotNoted(scene([REACH, DARK], flags)), [open]);
  assert.deepEqual(traitsNotNoted(scene([{ ...REACH, value: 5 }, DARK], flags)), [REACH, open]);
  assert.deepEqual(traitsNotNoted(undefined), []);
});

test("the adapter counts what a GM has set, whatever stands on the token", () => {
  const of = (traits, flags, more = { setByGM: noteOfToken }) =>
    adapterFor("generic", "", { ...world("s", []), ...more }).tokenTraits(scene(traits, flags).tokens[0]);
  assert.equal(of([], { reach: 30 }).reach, undefined);
  assert.equal(of([REACH], { reach: 60 }).reach, 30);
  assert.equal(of([REACH], {}).reach, 30);
  assert.equal(of([], { reach: 30 }, {}).reach, 30, "without notes all counts");
});
