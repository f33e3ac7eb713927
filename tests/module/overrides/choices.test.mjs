import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesToAdd, overrideFromForm, sentenceOf } from "../../../foundry-module/scripts/overrides/choices.mjs";
import { isOverride } from "../../../foundry-module/scripts/overrides/valid.mjs";

const PARTIES = { actor: "a", target: "b", scene: "s1" };

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

const DECISION = { modifier: "high-ground", state: "off" };

const DIE = { kind: "die", dice: "-1d4", to: "attack" };
const NUMBER = { kind: "flat", value: 2, to: "attack" };
const RULESET = {
  id: "pa",
  by_hand: { effects: [DIE], facts: { cover: ["none", "half"] }, option: "dms-best-friend" },
  options: [{ name: "dms-best-friend", default: false, values: [] }],
};

test("the rules decide what the GM may add: modifiers by hand by an option, and the degrees of cover", () => {
  const labels = (options) => choicesToAdd([RULESET], options, key).map(({ group, label }) => `${group}: ${label}`);
  const cover = ["COIGN.Fact.cover: COIGN.Said.degree-none", "COIGN.Fact.cover: COIGN.Said.degree-half"];
  assert.deepEqual(labels({}), cover);
  assert.deepEqual(labels({ pa: { "dms-best-friend": true } }), ["COIGN.Dialog.ByHand: −1d4", ...cover]);
});

test("the dialog offers what the ruleset lets a GM add by hand and set, and nothing else", () => {
  const effects = [NUMBER, { kind: "flat", value: -2, to: "ac" }, { kind: "flat-check", dc: 5 }];
  const facts = { cover: ["none", "lesser"], flanking: [true, false], "target-arc": ["rear"] };
  const pathfinder = { id: "pf2e", options: [], by_hand: { effects, facts, option: "" } };
  const offered = choicesToAdd([pathfinder], {}, key).map(({ decision }) => decision);
  assert.deepEqual(
    offered.flatMap(({ effect }) => effect ?? []),
    effects,
  );
  assert.deepEqual(
    offered.flatMap(({ fact, value }) => (fact ? [`${fact} ${value}`] : [])),
    ["cover none", "cover lesser", "flanking true", "flanking false", "target-arc rear"],
  );
  const ids = offered.flatMap(({ modifier }) => modifier ?? []);
  assert.equal(new Set(ids).size, effects.length, "each can be taken back by itself");
  assert.ok(
    offered.every((decision) => isOverride({ ...decision, why: "a song" })),
    "each can be kept",
  );
});

test("with several rulesets the first one's law says what is added, and each its facts", () => {
  const other = { id: "other", options: [], by_hand: { effects: [NUMBER], facts: { cover: ["half", "total"] } } };
  const offered = choicesToAdd([{ ...RULESET, options: [] }, other], {}, key).map(({ decision }) => decision);
  assert.deepEqual(
    offered.map(({ effect, value }) => effect ?? value),
    [DIE, "none", "half", "total"],
  );
});

test("a modifier added by hand needs a reason; a fact does not", () => {
  const effect = { kind: "advantage", to: "attack" };
  assert.equal(overrideFromForm({ modifier: "x", effect }, { scope: "roll", why: "  " }, PARTIES, "gm"), null);
  assert.equal(
    overrideFromForm({ modifier: "x", effect }, { scope: "roll", why: "a song" }, PARTIES, "gm").why,
    "a song",
  );
  assert.equal(overrideFromForm({ fact: "cover", value: "half" }, { scope: "scene" }, PARTIES, "gm").scope, "scene");
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

test("effects are for the roll's occasion; those for attacks are not offered elsewhere", () => {
  const effects = [DIE, { kind: "flat", value: 2, to: "ac" }, { kind: "miss-chance", percent: 20 }];
  const advantage = { kind: "advantage", to: "attack" };
  const offered = (to, effects, more = {}) =>
    choicesToAdd([{ id: "r", options: [], by_hand: { effects, facts: {} }, ...more }], {}, key, to).map(
      ({ decision }) => decision,
    );
  assert.deepEqual(
    offered("save", effects).map(({ effect }) => effect),
    [{ ...DIE, to: "save" }],
  );
  const overriding = offered("check", [advantage, NUMBER], { overriding: true });
  assert.deepEqual(
    overriding.map(({ effect, overrides_cancelling: wins = false }) => [effect.kind, effect.to, wins]),
    [
      ["advantage", "check", false],
      ["flat", "check", false],
      ["advantage", "check", true],
    ],
  );
  assert.ok(!offered("check", [advantage]).some(({ overrides_cancelling: wins }) => wins));
});
