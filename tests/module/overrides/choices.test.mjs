import assert from "node:assert/strict";
import { test } from "node:test";
import {
  effectOf,
  formFor,
  numberOf,
  offersFor,
  sentenceOf,
  wordsOf,
} from "../../../foundry-module/scripts/overrides/choices.mjs";

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

const DECISION = { modifier: "high-ground", state: "off" };

const NUMBER = { kind: "flat", to: "attack", bounds: [-30, 30], usual: [-2, 2], types: [] };
const ARMOUR = { ...NUMBER, to: "ac" };
const DIE = { kind: "die", to: "attack", bounds: [-20, 20], usual: [4, -4], types: [] };
const CHECK = { kind: "flat-check", to: null, bounds: [2, 20], usual: [5], types: [] };
const ADVANTAGE = { kind: "advantage", to: "attack", bounds: null, usual: [], types: [] };

test("what may be added is what the engine says of the occasion, and nothing while it says nothing", () => {
  const save = { effects: [{ ...NUMBER, to: "save" }], facts: {}, overriding: true };
  assert.equal(offersFor({ offers: { save } }, "save"), save);
  assert.deepEqual(offersFor({ offers: { save } }).effects, []);
});

test("a number that is typed is read as the effect takes it", () => {
  const read = (form, ...texts) => texts.map((text) => numberOf(form, text));
  assert.deepEqual(read(NUMBER, "+2", "2", "−3", " -1 ", "31", "two", ""), [2, 2, -3, -1, null, null, null]);
  assert.deepEqual(read(DIE, "1d6", "d8", "-1d4", "1W10", "6", "1d1", "2d6"), [6, 8, -4, 10, 6, null, null]);
  assert.deepEqual(read(CHECK, "11", "1"), [11, null]);
  assert.deepEqual(read({ kind: "miss-chance", bounds: [1, 99] }, "20 %"), [20]);
  assert.deepEqual(read(ADVANTAGE, ""), [1], "it takes no number");
});

test("an effect by hand has the number that was typed", () => {
  assert.deepEqual(
    [effectOf(NUMBER, 2), effectOf(ARMOUR, -2), effectOf(DIE, -4), effectOf(CHECK, 5), effectOf(ADVANTAGE, 1)],
    [
      { kind: "flat", value: 2, to: "attack" },
      { kind: "flat", value: -2, to: "ac" },
      { kind: "die", dice: "-1d4", to: "attack" },
      { kind: "flat-check", dc: 5 },
      { kind: "advantage", to: "attack" },
    ],
  );
  assert.deepEqual(effectOf({ kind: "damage" }, 6), { kind: "damage", dice: "1d6" });
  assert.deepEqual(effectOf({ kind: "miss-chance" }, 20), { kind: "miss-chance", percent: 20 });
});

test("a dialog's form has a scope, a reason, and whether players may read it", () => {
  assert.deepEqual(wordsOf({ scope: "pair", why: "  a song ", public: true }), {
    scope: "pair",
    why: "a song",
    public: true,
  });
  assert.deepEqual(wordsOf({ scope: "moon" }), { scope: "roll", why: "", public: false });
});

test("an override is described in a sentence", () => {
  const words = { nameOf: (id) => id.toUpperCase(), titleOf: (id) => `<${id}>`, t: key };
  const sentence = (override) => sentenceOf(override, words);
  assert.equal(
    sentence({ ...DECISION, scope: "token", actor: "a", why: "a table" }),
    "<high-ground>: COIGN.State.off, COIGN.Scope.actor A  (a table)",
  );
  assert.equal(
    sentence({ fact: "cover", value: "half", scope: "pair", actor: "a", target: "b" }),
    "COIGN.Fact.cover: COIGN.Said.degree-half, COIGN.Scope.pair A B",
  );
});

test("a die that is typed beside a number is a die on the same roll, where the rules have one", () => {
  const effects = [NUMBER, ARMOUR, DIE, ADVANTAGE];
  for (const typed of ["1d6", "-1W4", "d8"]) assert.equal(formFor(effects, NUMBER, typed), DIE, typed);
  for (const typed of ["+2", "−1", "", "dud"]) assert.equal(formFor(effects, NUMBER, typed), NUMBER, typed);
  assert.equal(formFor(effects, ARMOUR, "1d6"), ARMOUR, "no die on armour class");
  assert.equal(formFor(effects, DIE, "1d6"), DIE);
  assert.equal(formFor([NUMBER], NUMBER, "1d6"), NUMBER, "rules without dice by hand");
});
