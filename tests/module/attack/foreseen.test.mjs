import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { foreseen } from "../../../foundry-module/scripts/attack/foreseen.mjs";

const REQUEST = { scene: "s", actor: "hero", targets: ["orc", "gone"], attack: { kind: "melee", name: "Sword" } };

function client({ bonus = 5 } = {}) {
  const tokens = new Map([
    ["hero", { id: "hero" }],
    ["orc", { id: "orc" }],
  ]);
  globalThis.game = { scenes: new Map([["s", { tokens }]]) };
  return {
    contract: new Contract(),
    adapter: {
      bonusOf: (from, { name }) => (from.id === "hero" && name === "Sword" ? bonus : null),
      defenceOf: ({ id }) => ({ ac: id === "orc" ? 13 : 0, applied: null, by: "A module" }),
    },
    setting: (name) => ({ coverStands: "ours" })[name],
  };
}

test("before the roll a request has the attack's bonus and the targets' defences", () => {
  const { attack, defence } = foreseen(client(), REQUEST);
  assert.deepEqual(attack, { ...REQUEST.attack, bonus: 5 });
  assert.deepEqual(defence, { orc: { ac: 13, applied: null, by: "A module", stands: "ours" } });
});

test("what the request knows of a defence goes before the sheet", () => {
  const { defence } = foreseen(client(), { ...REQUEST, defence: { orc: { applied: "half" } } });
  assert.equal(defence.orc.applied, "half");
  assert.equal(defence.orc.ac, 13);
});

test("without a known bonus, after the roll, or about anything else it stays as it is", () => {
  assert.equal(foreseen(client({ bonus: null }), REQUEST), REQUEST);
  for (const more of [{ occasion: "save" }, { roll: { d20: [{ value: 3 }] } }, { actor: "gone" }, { scene: "other" }]) {
    const request = { ...REQUEST, ...more };
    assert.equal(foreseen(client(), request), request);
  }
});
