import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gapBetween,
  likelyAttack,
  previewRequest,
  rememberAttack,
} from "../../../foundry-module/scripts/attack/likely-attack.mjs";

const grid = { size: 100, distance: 5 };

test("adjacent spaces of any size are one grid distance apart, and so are overlapping ones", () => {
  const space = (x, y, side = 1) => ({ x, y, width: side, height: side });
  assert.equal(gapBetween(space(0, 0), space(100, 100), grid), 5);
  assert.equal(gapBetween(space(0, 0, 2), space(200, 0), grid), 5);
  assert.equal(gapBetween(space(300, 0), space(0, 0, 2), grid), 10);
  assert.equal(gapBetween(space(0, 0, 2), space(100, 100), grid), 5);
});

test("a preview shows the last attack, else one that the distance allows", () => {
  const from = { id: "A", x: 0, y: 0, width: 1, height: 1, parent: { grid } };
  const foe = (x) => ({ x, y: 0, width: 1, height: 1 });
  const bow = { kind: "ranged", range: { normal: 80, long: 320 } };
  const glaive = { kind: "melee", reach: 10 };
  assert.deepEqual(likelyAttack(from, foe(100), { reach: 5 }), { kind: "melee" });
  assert.deepEqual(likelyAttack(from, foe(200), { reach: 5 }), { kind: "ranged" });
  assert.deepEqual(
    likelyAttack(from, foe(200), { at: { x: 100, y: 0 } }),
    { kind: "melee" },
    "from where it would stand",
  );
  for (const x of [100, 300]) assert.equal(likelyAttack(from, foe(x), { reach: 5, last: bow }), bow);
  assert.equal(likelyAttack(from, foe(200), { reach: 5, last: glaive }), glaive);
  assert.deepEqual(likelyAttack(from, foe(300), { reach: 5, last: glaive }), { kind: "ranged" });
});

test("before the first attack it is an equipped weapon in range, the one with the shortest range", () => {
  const from = { id: "A", x: 0, y: 0, width: 1, height: 1, parent: { grid: { size: 100, distance: 5 } } };
  const foe = (x) => ({ x, y: 0, width: 1, height: 1 });
  const bow = { kind: "ranged", range: { normal: 80, long: 320 } };
  const dart = { kind: "ranged", range: { normal: 20, long: 60 } };
  const sword = { kind: "melee", reach: 5 };
  const glaive = { kind: "melee", reach: 10 };
  const chosen = (x, ...weapons) => likelyAttack(from, foe(x), { reach: 10, weapons: () => weapons });
  assert.equal(chosen(100, bow, sword, glaive), sword);
  assert.equal(chosen(200, bow, sword, glaive), glaive);
  assert.equal(chosen(300, bow, dart, sword), dart);
  assert.equal(chosen(1000, bow, dart, sword), bow);
  assert.equal(chosen(9000, dart, bow, sword), bow, "out of range of all");
  assert.deepEqual(chosen(300, sword), { kind: "ranged" });
});

test("a preview needs both tokens on the map", () => {
  const grid = { size: 100, distance: 5 };
  const from = { id: "a", x: 0, y: 0, width: 1, height: 1, parent: { id: "s1", grid } };
  const target = { id: "b", x: 100, y: 0, width: 1, height: 1, parent: from.parent };
  const coign = { adapter: { attacksOf: () => [] }, traits: { of: () => ({}) }, lastAttacks: new Map() };
  const { scene, actor, targets, at } = previewRequest(coign, from, target);
  assert.deepEqual([scene, actor, targets, at], ["s1", "a", ["b"], undefined]);
  assert.deepEqual(previewRequest(coign, from, target, { x: 50, y: 0 }).at, { x: 50, y: 0 });
  assert.equal(previewRequest(coign, { ...from, id: null }, target), null);
  assert.equal(previewRequest(coign, from, { ...target, id: null }), null);
  assert.equal(previewRequest(coign, { ...from, parent: null }, target), null);
});

test("an attack is remembered if this client may read it, and a change of it is told", () => {
  const seen = { actorToken: { scene: "s1", token: "a" }, attack: { kind: "melee", name: "Claw" } };
  const coign = { adapter: { readAttack: ({ attack }) => attack }, lastAttacks: new Map() };
  const told = [];
  globalThis.Hooks = { callAll: (name) => told.push(name) };
  rememberAttack(coign, { visible: false, attack: seen });
  rememberAttack(coign, { visible: true, attack: null });
  rememberAttack(coign, { visible: true, attack: { ...seen, actorToken: null } });
  assert.deepEqual([coign.lastAttacks.size, told], [0, []]);
  for (const visible of [true, true]) rememberAttack(coign, { visible, attack: structuredClone(seen) });
  assert.deepEqual([coign.lastAttacks.get("a"), told], [seen.attack, ["coign.likelyAttackChanged"]]);
  delete globalThis.Hooks;
});
