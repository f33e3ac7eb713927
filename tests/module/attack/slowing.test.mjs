import assert from "node:assert/strict";
import { test } from "node:test";
import { isSlowed, slowedBy, speedFactor } from "../../../foundry-module/scripts/attack/slowing.mjs";

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
