import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf, previewRequest, rememberAttack } from "../../../foundry-module/scripts/attack/likely-attack.mjs";
import { LIMITS } from "../../../foundry-module/scripts/util/wire.mjs";

const ANY = [{ attack: { kind: "melee" } }, { attack: { kind: "ranged" } }];
const bow = { kind: "ranged", name: "Bow" };
const client = (weapons = [], last = undefined) => ({
  traits: { attacksOf: () => weapons },
  lastAttacks: new Map(last && [["a", last]]),
});

test("a token may attack as it did last, with each weapon in its hand, and in any other way", () => {
  const sword = { kind: "melee", name: "Sword", reach: 5 };
  assert.deepEqual(candidatesOf(client(), { id: "a" }), ANY);
  assert.deepEqual(candidatesOf(client([sword, bow], bow), { id: "a" }), [
    { attack: bow, last: true },
    { attack: sword },
    { attack: bow },
    ...ANY,
  ]);
  const armoury = candidatesOf(client(Array(99).fill(sword), bow), { id: "a" });
  assert.deepEqual([armoury.length, armoury[0].last, armoury.slice(-2)], [LIMITS.candidates, true, ANY]);
});

test("a preview needs a target, and both tokens on the map", () => {
  const from = { id: "a", parent: { id: "s1" } };
  const target = { id: "b" };
  const coign = client([bow]);
  const { scene, actor, targets, candidates, at } = previewRequest(coign, from, [target]);
  assert.deepEqual([scene, actor, targets, at], ["s1", "a", ["b"], undefined]);
  assert.deepEqual(candidates, [{ attack: bow }, ...ANY]);
  assert.deepEqual(previewRequest(coign, from, [target], { x: 50, y: 0 }).at, { x: 50, y: 0 });
  assert.equal(previewRequest(coign, { ...from, id: null }, [target]), null);
  assert.equal(previewRequest(coign, from, [target, { id: null }]), null);
  assert.equal(previewRequest(coign, from, []), null);
  assert.equal(previewRequest(coign, { ...from, parent: null }, [target]), null);
});

test("who attacks for sure is told that no game master is there, whoever else reads it", () => {
  const told = [];
  globalThis.ui = { notifications: { info: (text) => told.push(text) } };
  globalThis.game = { user: { isGM: false }, users: { activeGM: null } };
  const attack = { kind: "melee" };
  for (const [sure, isAuthor] of [
    [true, false],
    [false, true],
    [true, true],
  ]) {
    const coign = {
      ...client([], attack),
      adapter: { readAttack: () => ({ sure, attack, actorToken: { token: "a" } }) },
    };
    rememberAttack(coign, { visible: true, isAuthor });
    assert.deepEqual(told.splice(0), sure && isAuthor ? ["COIGN.Errors.NoGM"] : []);
  }
  delete globalThis.game;
  delete globalThis.ui;
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
