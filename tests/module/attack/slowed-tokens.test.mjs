/** Marks on tokens that a roll has slowed: those in flags, and those of rolls that players may not read, in memory. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  combatantDeleted,
  combatChanged,
  isSlowed,
  SlowedTokens,
  slowedBy,
  speedFactor,
} from "../../../foundry-module/scripts/attack/slowed-tokens.mjs";

const mark = (message, factor) => ({ message, factor, combat: "fight", round: 1, turn: 0 });
const orc = { id: "orc", flags: {} };

test("the smallest factor of all marks counts, each message's once", () => {
  const slowed = new SlowedTokens();
  assert.equal(slowed.factorOf(orc), 1);
  slowed.setSecret("orc", "a", [mark("a", 0.5)]);
  slowed.setSecret("orc", "b", [mark("b", 0.25)]);
  assert.equal(slowed.factorOf(orc), 0.25);
  slowed.setSecret("orc", "b", []);
  assert.equal(slowed.factorOf(orc), 0.5);
  slowed.setSecret("orc", "a", []);
  assert.equal(slowed.factorOf(orc), 1);
});

test("they end as the others do, when the creature's next turn begins", () => {
  const slowed = new SlowedTokens();
  slowed.setSecret("orc", "a", [mark("a", 0.5)]);
  const fight = { round: 1, turn: 0, turns: [{ tokenId: "hero" }, { tokenId: "orc" }], combatants: [] };
  globalThis.game = { combats: { get: () => fight }, users: { activeGM: null } };
  globalThis.Hooks = { callAll() {} };
  combatChanged({ slowed }, fight);
  assert.equal(slowed.factorOf(orc), 0.5);
  combatChanged({ slowed }, Object.assign(fight, { turn: 1 }));
  assert.equal(slowed.factorOf(orc), 1);
});

test("they end when the creature leaves the fight, on every client; those in flags are removed by one game master's", async () => {
  const fight = { round: 1, turn: 0, turns: [{ tokenId: "hero" }, { tokenId: "orc" }], combatants: [] };
  for (const isSelf of [false, true]) {
    const updates = [];
    const slowed = new SlowedTokens();
    for (const id of ["orc", "hero"]) slowed.setSecret(id, "a", [mark("a", 0.5)]);
    const scene = { updateEmbeddedDocuments: async (...update) => updates.push(update) };
    const token = { id: "orc", parent: scene, flags: { coign: { slowed: [mark("b", 0.25)] } } };
    scene.tokens = new Map([["orc", token]]);
    const combats = new Map([["fight", fight]]);
    globalThis.game = { combats, users: { activeGM: { isSelf } }, scenes: new Map([["s", scene]]) };
    globalThis.Hooks = { callAll() {} };
    combatantDeleted({ slowed }, { sceneId: "s", tokenId: "orc" });
    assert.deepEqual([slowed.factorOf(orc), slowed.factorOf({ id: "hero", flags: {} })], [1, 0.5]);
    assert.deepEqual(
      updates.map(([kind, [{ _id }]]) => [kind, _id]),
      isSelf ? [["Token", "orc"]] : [],
    );
  }
  delete globalThis.game;
  delete globalThis.Hooks;
});

test("those that end leave the others", () => {
  const slowed = new SlowedTokens();
  for (const id of ["a", "b"]) slowed.setSecret("orc", id, [mark(id, id === "a" ? 0.25 : 0.5)]);
  slowed.filterSecret((token, { message }) => token === "orc" && message === "b");
  assert.equal(slowed.factorOf(orc), 0.5);
  slowed.filterSecret(() => false);
  assert.equal(slowed.factorOf(orc), 1);
});

const annotation = (occasion, ...outcomes) => ({
  occasion,
  results: outcomes.map(([target, movement]) => ({ target, outcome: { movement } })),
});

const turns = ["A", "B", "C"].map((tokenId) => ({ tokenId }));

const at = (round, turn) => ({ combat: "c", round, turn });

const now = (round, turn) => ({ round, turn, turns });

test("an attack at disadvantage slows the attacker once, for any number of rolls and targets", () => {
  const slowed = slowedBy([annotation("attack", ["B", 0.5], ["C", null]), annotation("attack", ["B", null])], "A");
  assert.deepEqual([...slowed], [["A", 0.5]]);
  assert.deepEqual([...slowedBy([annotation("attack", ["B", null])], "A")], []);
});

test("a save at disadvantage slows the creature that saves", () => {
  assert.deepEqual([...slowedBy([annotation("save", ["B", 0.5])], "A")], [["B", 0.5]]);
});

test("full movement leaves no mark", () => {
  assert.deepEqual([...slowedBy([annotation("attack", ["B", 1])], "A")], []);
});

test("a mark from the creature's own turn lasts until its next turn, a round later", () => {
  const own = at(1, 1);
  for (const later of [now(1, 1), now(1, 2), now(2, 0)]) assert.equal(isSlowed("B", own, later), true);
  for (const later of [now(2, 1), now(2, 2), now(3, 0)]) assert.equal(isSlowed("B", own, later), false);
});

test("a mark from another's turn lasts until the creature's own, in this round if that is still to come", () => {
  assert.equal(isSlowed("C", at(1, 0), now(1, 1)), true);
  assert.equal(isSlowed("C", at(1, 0), now(1, 2)), false);
  assert.equal(isSlowed("A", at(1, 2), now(1, 2)), true);
  assert.equal(isSlowed("A", at(1, 2), now(2, 0)), false);
});

test("no mark lasts if the combat has ended, is reset, or lacks the token", () => {
  assert.equal(isSlowed("A", at(1, 0), undefined), false);
  assert.equal(isSlowed("A", at(1, 0), { ...now(0, 0), turn: null }), false);
  assert.equal(isSlowed("Z", at(1, 0), now(1, 0)), false);
});

test("the slowest of several marks counts; malformed flags do not", () => {
  const token = (slowed) => ({ flags: { coign: { slowed } } });
  assert.equal(speedFactor(token([{ factor: 0.5 }, { factor: 0.75 }])), 0.5);
  for (const odd of [undefined, null, [], "half", [{}]]) assert.equal(speedFactor(token(odd)), 1);
  assert.equal(speedFactor({}), 1);
});
