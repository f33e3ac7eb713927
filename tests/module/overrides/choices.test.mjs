import assert from "node:assert/strict";
import { test } from "node:test";
import {
  byHand,
  effectOf,
  formFor,
  numberOf,
  offersOf,
  overrideFromForm,
  sentenceOf,
} from "../../../foundry-module/scripts/overrides/choices.mjs";
import { isOverride } from "../../../foundry-module/scripts/overrides/overrides.mjs";

const PARTIES = { actor: "a", target: "b", scene: "s1" };

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

const DECISION = { modifier: "high-ground", state: "off" };

const NUMBER = { kind: "flat", to: "attack", bounds: [-30, 30], usual: [-2, 2], types: [] };
const ARMOUR = { ...NUMBER, to: "ac" };
const DIE = { kind: "die", to: "attack", bounds: [-20, 20], usual: [4, -4], types: [] };
const CHECK = { kind: "flat-check", to: null, bounds: [2, 20], usual: [5], types: [] };
const ADVANTAGE = { kind: "advantage", to: "attack", bounds: null, usual: [], types: [] };
const RULESET = {
  id: "pa",
  by_hand: { effects: [NUMBER, DIE], facts: { cover: ["none", "half"] }, option: "dms-best-friend" },
  options: [{ name: "dms-best-friend", default: false, values: [] }],
};

test("the law of the first ruleset says what is added by hand, and each its facts; a die may need an option", () => {
  assert.deepEqual(offersOf([RULESET], {}).effects, [NUMBER]);
  const other = { id: "other", options: [], by_hand: { effects: [CHECK], facts: { cover: ["half", "total"] } } };
  const offers = offersOf([RULESET, other], { pa: { "dms-best-friend": true } });
  assert.deepEqual(offers.effects, [NUMBER, DIE]);
  assert.deepEqual(offers.facts, { cover: ["none", "half", "total"] });
  assert.deepEqual(offersOf([], {}).effects, []);
});

test("effects are for the roll's occasion; those for attacks are not offered elsewhere", () => {
  const ruleset = { id: "r", options: [], overriding: true, by_hand: { effects: [NUMBER, ARMOUR, CHECK], facts: {} } };
  assert.deepEqual(offersOf([ruleset], {}, "save").effects, [{ ...NUMBER, to: "save" }]);
  assert.equal(offersOf([ruleset], {}, "save").overriding, true);
});

test("a number that is typed is read as the effect takes it", () => {
  const read = (form, ...texts) => texts.map((text) => numberOf(form, text));
  assert.deepEqual(read(NUMBER, "+2", "2", "−3", " -1 ", "31", "two", ""), [2, 2, -3, -1, null, null, null]);
  assert.deepEqual(read(DIE, "1d6", "d8", "-1d4", "1W10", "6", "1d1", "2d6"), [6, 8, -4, 10, 6, null, null]);
  assert.deepEqual(read(CHECK, "11", "1"), [11, null]);
  assert.deepEqual(read({ kind: "miss-chance", bounds: [1, 99] }, "20 %"), [20]);
  assert.deepEqual(read(ADVANTAGE, ""), [1], "it takes no number");
});

test("a decision by hand can be kept, and each number be taken back by itself", () => {
  const effects = [
    effectOf(NUMBER, 2),
    effectOf(ARMOUR, -2),
    effectOf(DIE, -4),
    effectOf(CHECK, 5),
    effectOf(ADVANTAGE, 1),
    effectOf({ kind: "damage" }, 6),
    effectOf({ kind: "miss-chance" }, 20),
  ];
  assert.deepEqual(effects.slice(0, 4), [
    { kind: "flat", value: 2, to: "attack" },
    { kind: "flat", value: -2, to: "ac" },
    { kind: "die", dice: "-1d4", to: "attack" },
    { kind: "flat-check", dc: 5 },
  ]);
  const decisions = [...effects.map((effect) => byHand(effect)), byHand(effects[0], { bonus: "status" })];
  assert.equal(new Set(decisions.map(({ modifier }) => modifier)).size, decisions.length);
  assert.ok(decisions.every((decision) => isOverride({ ...decision, why: "a song" })));
  assert.equal(byHand(effects[4], { overriding: true }).overrides_cancelling, true);
});

test("a modifier added by hand has a reason, the GM's or that the GM says so", () => {
  const effect = { kind: "advantage", to: "attack" };
  const why = (decision, text) => overrideFromForm(decision, { scope: "roll", why: text }, PARTIES, "gm", key).why;
  assert.equal(why({ modifier: "x", effect }, "  "), "COIGN.Card.BecauseGm");
  assert.equal(why({ modifier: "x", effect }, "a song"), "a song");
  assert.equal(why({ fact: "cover", value: "half" }, ""), "");
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
