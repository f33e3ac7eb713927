import assert from "node:assert/strict";
import { test } from "node:test";
import { saidByModules } from "../../../foundry-module/scripts/attack/other-modules.mjs";

const REQUEST = { scene: "s1", actor: "hero", targets: ["orc"], occasion: "attack", attack: { kind: "ranged" } };

/** Return what a module's listener has said about the request. */
function said(listen) {
  globalThis.Hooks = { callAll: (name, roll) => name === "coign.beforeJudgement" && listen(roll) };
  return saidByModules(REQUEST);
}

test("another module adds a modifier with its own name and reason, and switches one off for a target", () => {
  const effect = { kind: "die", dice: "1d4", to: "attack" };
  const overrides = said(({ targets, add, remove }) => {
    add({ id: "bless", name: "Bless", reason: "a cleric prays", effect });
    remove({ id: "half-cover", reason: "the arrow finds its way", target: targets[0], public: true });
  });
  const all = { scope: "world", actor: "hero" };
  assert.deepEqual(overrides, [
    {
      ...all,
      modifier: "bless",
      name: "Bless",
      why: "a cleric prays",
      effect,
      target: null,
      public: false,
      state: "on",
    },
    { ...all, modifier: "half-cover", why: "the arrow finds its way", target: "orc", public: true, state: "off" },
  ]);
});

test("what is malformed is left out, and the rest counts", () => {
  const reason = "a module of tomorrow";
  const overrides = said(({ add, remove }) => {
    add({ id: "bless", name: "Bless", reason, effect: { kind: "die", to: "attack" } });
    add({ id: "curse", name: "Curse", reason, effect: { kind: "hex" } });
    remove({ id: 7, reason });
    remove({ id: "half-cover", reason });
  });
  assert.deepEqual(
    overrides.map(({ modifier }) => modifier),
    ["half-cover"],
  );
});

test("what a listener does to the roll changes no request, and without one nothing is said", () => {
  assert.deepEqual(
    said((roll) => {
      const { add, remove, ...told } = roll;
      assert.deepEqual(told, REQUEST, "it reads the whole attack");
      roll.targets.push("friend");
      roll.attack.kind = "melee";
    }),
    [],
  );
  assert.deepEqual([REQUEST.targets, REQUEST.attack], [["orc"], { kind: "ranged" }]);
});
