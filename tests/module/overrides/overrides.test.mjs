import assert from "node:assert/strict";
import { test } from "node:test";
import { offers, sentenceOf, wordOf } from "../../../foundry-module/scripts/overrides/choices.mjs";
import * as overrides from "../../../foundry-module/scripts/overrides/overrides.mjs";

const PARTIES = { actor: "a", target: "b", scene: "s1" };
const WORD = { modifier: "high-ground", state: "off" };
const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

test("how far a word reaches says whom it names and where it is kept", () => {
  const said = overrides.REACHES.map((reach) => {
    const override = overrides.spoken(WORD, reach, PARTIES);
    return [reach, override, overrides.keptIn(override)];
  });
  assert.deepEqual(said, [
    ["roll", { ...WORD, scope: "roll", target: "b" }, { kind: "message" }],
    ["actor", { ...WORD, scope: "token", actor: "a" }, { kind: "token", token: "a" }],
    ["target", { ...WORD, scope: "token", target: "b" }, { kind: "token", token: "b" }],
    ["pair", { ...WORD, scope: "pair", actor: "a", target: "b" }, { kind: "token", token: "a" }],
    ["scene", { ...WORD, scope: "scene", scene: "s1" }, { kind: "scene" }],
    ["world", { ...WORD, scope: "world" }, { kind: "world" }],
  ]);
});

test("a later word on the same thing takes the earlier's place, on another thing it does not", () => {
  const off = overrides.spoken(WORD, "roll", PARTIES);
  const on = { ...off, state: "on", why: "a ladder" };
  const other = overrides.spoken(WORD, "roll", { ...PARTIES, target: "c" });
  assert.deepEqual(overrides.withOverride([off, other], on), [other, on]);
  assert.deepEqual(overrides.without([off, other], on), [other]);
  const table = { ...off, effect: { kind: "flat", value: 1, to: "attack" }, why: "on a table" };
  const song = { ...table, why: "a song" };
  assert.deepEqual(overrides.withOverride([table, off], song), [table, off, song], "each by hand is its own");
});

test("one click turns a chip over for this roll alone, a second takes that back", () => {
  const on = { id: "high-ground", state: "on", override: null };
  assert.deepEqual(overrides.toggled(on, [], PARTIES), { add: { ...WORD, scope: "roll", target: "b" } });
  const said = [overrides.spoken(WORD, "roll", PARTIES)];
  assert.deepEqual(overrides.toggled({ ...on, state: "off", override: 0 }, said, PARTIES), { drop: said[0] });
  const world = [{ ...WORD, scope: "world" }];
  const answer = overrides.toggled({ ...on, state: "off", override: 0 }, world, PARTIES);
  assert.equal(answer.add.state, "measured", "a word that reaches further stays for the other rolls");
  assert.equal(answer.add.scope, "roll");
});

test("of what tokens keep, only what concerns this attack goes along", () => {
  const kept = {
    scene: [{ modifier: "s", scope: "scene" }],
    tokens: [
      { modifier: "1", scope: "token", actor: "a" },
      { modifier: "2", scope: "token", actor: "b" },
      { modifier: "3", scope: "pair", actor: "a", target: "b" },
      { modifier: "4", scope: "pair", actor: "a", target: "z" },
      { modifier: "5", scope: "token", target: "b" },
    ],
    roll: [{ modifier: "r" }],
  };
  const found = overrides.concerning(kept, { actor: "a", targets: ["b"] });
  assert.deepEqual(
    found.map(({ modifier }) => modifier),
    ["s", "1", "3", "5", "r"],
  );
});

test("a player may roll and name targets, not judge", () => {
  assert.equal(overrides.oversteps({ targets: [], rolled: [] }), false);
  assert.equal(overrides.oversteps(undefined), false);
  for (const name of ["overrides", "annotations", "judged"])
    assert.equal(overrides.oversteps({ [name]: [] }), true, name);
});

const RULESET = {
  id: "pa",
  family: "fifth",
  degrees: ["none", "half"],
  options: [{ name: "dms-best-friend", default: false, values: [] }],
};

test("what may be added follows from the rules: by hand only where their option says so, cover in their degrees", () => {
  const labels = (options) => offers([RULESET], options, key).map(({ group, label }) => `${group}: ${label}`);
  assert.ok(labels({}).includes("COIGN.Fact.cover: half"));
  assert.ok(!labels({}).some((label) => label.startsWith("COIGN.Dialog.ByHand")));
  assert.ok(labels({ pa: { "dms-best-friend": true } }).includes("COIGN.Dialog.ByHand: −1d4"));
  const unknown = { ...RULESET, family: "somebody-else's", options: [] };
  assert.ok(offers([unknown], {}, key).some(({ word }) => word.effect?.kind === "advantage"));
});

test("by hand needs a reason; a fact does not", () => {
  const effect = { kind: "advantage", to: "attack" };
  assert.equal(wordOf({ modifier: "x", effect }, { reach: "roll", why: "  " }, PARTIES, "gm"), null);
  assert.equal(wordOf({ modifier: "x", effect }, { reach: "roll", why: "a song" }, PARTIES, "gm").why, "a song");
  assert.equal(wordOf({ fact: "cover", value: "half" }, { reach: "scene" }, PARTIES, "gm").scope, "scene");
});

test("what is in force is said in a sentence", () => {
  const words = { nameOf: (id) => id.toUpperCase(), titleOf: (id) => `<${id}>`, t: key };
  const said = (override) => sentenceOf(override, words);
  assert.equal(
    said({ ...WORD, scope: "token", actor: "a", why: "a table" }),
    "<high-ground>: COIGN.State.off, COIGN.Scope.actor A  (a table)",
  );
  assert.equal(
    said({ fact: "cover", value: "half", scope: "pair", actor: "a", target: "b" }),
    "COIGN.Fact.cover: half, COIGN.Scope.pair A B",
  );
});
