import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { bothWays, foreseen } from "../../../foundry-module/scripts/attack/foreseen.mjs";

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

test("a survey both ways asks from its one place, else from where the attacker stands", () => {
  const coign = client();
  const grid = { size: 100, distance: 5 };
  const parent = { id: "s", grid };
  const tokens = new Map([
    ["hero", { id: "hero", parent, x: 0, y: 0, width: 1, height: 1 }],
    ["orc", { id: "orc", parent, x: 100, y: 0, width: 1, height: 1 }],
  ]);
  game.scenes = new Map([["s", { tokens }]]);
  Object.assign(coign, { traits: { of: () => ({ reach: 5 }) }, lastAttacks: new Map() });
  coign.adapter.attacksOf = ({ id }) => [
    { kind: "melee", name: id === "hero" ? "Sword" : "Club", reach: 5 },
    { kind: "ranged", name: "Bow", range: { normal: 80 } },
  ];
  const names = (places, of) =>
    bothWays(coign, REQUEST, places, of).of.map(({ token, attack, theirs }) => [
      token,
      attack.name,
      attack.bonus,
      theirs.name,
    ]);
  assert.deepEqual(names([[500, 0]]), [["orc", "Sword", 5, "Bow"]], "the request's attack; theirs from far away");
  assert.deepEqual(names([[500, 0]], ["orc"]), [["orc", "Bow", null, "Bow"]], "what is likely there");
  assert.deepEqual(names([], ["orc"]), [["orc", "Sword", 5, "Club"]]);
  const two = [
    [500, 0],
    [600, 0],
  ];
  assert.deepEqual(names(two, ["orc"]), [["orc", "Sword", 5, "Club"]], "of many places none is the one");
  assert.deepEqual(bothWays(coign, { ...REQUEST, actor: "gone" }, []).of, []);
});

test("where the odds are off, neither a request nor a survey both ways has a bonus", () => {
  const coign = client();
  coign.contract.works = (feature) => feature !== "odds";
  Object.assign(coign, { traits: { of: () => ({}) }, lastAttacks: new Map() });
  Object.assign(coign.adapter, { attacksOf: () => [] });
  assert.equal(foreseen(coign, REQUEST), REQUEST);
  const { of } = bothWays(coign, REQUEST, [[0, 0]]);
  assert.deepEqual(
    of.map(({ attack, theirs }) => [attack.bonus, theirs.bonus]),
    [[null, null]],
  );
});
