import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesToAdd, overrideFromForm, sentenceOf } from "../../../foundry-module/scripts/overrides/choices.mjs";

const PARTIES = { actor: "a", target: "b", scene: "s1" };

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

const DECISION = { modifier: "high-ground", state: "off" };

const RULESET = {
  id: "pa",
  family: "fifth",
  degrees: ["none", "half"],
  options: [{ name: "dms-best-friend", default: false, values: [] }],
};

test("the rules decide what the GM may add: modifiers by hand by an option, and the degrees of cover", () => {
  const labels = (options) => choicesToAdd([RULESET], options, key).map(({ group, label }) => `${group}: ${label}`);
  assert.ok(labels({}).includes("COIGN.Fact.cover: COIGN.Said.degree-half"));
  assert.ok(!labels({}).some((label) => label.startsWith("COIGN.Dialog.ByHand")));
  assert.ok(labels({ pa: { "dms-best-friend": true } }).includes("COIGN.Dialog.ByHand: −1d4"));
  const unknown = { ...RULESET, family: "somebody-else's", options: [] };
  assert.ok(choicesToAdd([unknown], {}, key).some(({ decision }) => decision.effect?.kind === "advantage"));
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
  const offered = (family, to, more = {}) =>
    choicesToAdd([{ id: "r", family, degrees: [], options: [], ...more }], {}, key, to)
      .map(({ decision }) => decision)
      .filter(({ effect }) => effect);
  assert.deepEqual(
    offered("fifth", "save").map(({ effect }) => [effect.kind, effect.to]),
    [
      ["die", "save"],
      ["die", "save"],
      ["advantage", "save"],
      ["disadvantage", "save"],
    ],
  );
  assert.ok(offered("d20", "check").every(({ effect }) => effect.to === "check"));
  const overriding = offered("enchanted-realms", "check", { overriding: true });
  assert.equal(overriding.filter(({ overrides_cancelling: wins }) => wins).length, 2);
  assert.ok(!offered("enchanted-realms", "check").some(({ overrides_cancelling: wins }) => wins));
});
