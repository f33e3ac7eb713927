/** Marks of rolls that players may not read stay in this client's memory. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { combatChanged, SlowedTokens } from "../../../foundry-module/scripts/attack/slowed-tokens.mjs";

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
