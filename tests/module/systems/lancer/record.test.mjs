/** 22 messages of Lancer, built as the system builds them: what is read of each. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { lancer } from "../../../../foundry-module/scripts/systems/lancer/record.mjs";
import { world } from "../kit.mjs";

const FILE = new URL("../../../data/chat/lancer-3.1.3-messages.json", import.meta.url);
const { actor, messages, table } = JSON.parse(readFileSync(FILE, "utf8"));
const SCENE = "SCENE00000000001";
const tokens = Array.from({ length: 5 }, (_, n) => ({
  _id: `TOKEN0000000000${n + 1}`,
  actorId: `ACTOR0000000000${n + 1}`,
}));
Object.assign(tokens[0], { actor });
const field = world(SCENE, tokens, {}, "spaces");
const read = (message) => lancer.readAttack(message, field);

test("each attack is read as its weapon says: kind, threat or range in spaces, what ignores cover, and its targets", () => {
  const seen = messages.map((message) => {
    const found = read(message);
    if (!found) return null;
    const { name, kind, reach, range, ignores = [] } = found.attack;
    return [name, kind, reach && reach / 5, range && range.normal / 5, ignores.includes("cover"), found.targets.length];
  });
  assert.deepEqual(seen, table);
});

test("the scene and the attacker are found, though the speaker names no scene", () => {
  for (const message of messages.filter((_, n) => table[n]?.at(-1)))
    assert.deepEqual(read(message).actorToken, { scene: SCENE, token: "TOKEN00000000001" }, message._id);
});

test("the roll against one target is read; of several no total is the card's", () => {
  const [one] = messages;
  assert.deepEqual(read(one).roll.total, JSON.parse(one.rolls[0]).total);
  assert.deepEqual(read(one).defence, {}, "hit and miss are the system's");
  const several = messages.find(({ rolls }) => rolls.length > 1);
  assert.deepEqual([read(several).roll.total, read(several).roll.d20, read(several).further], [null, [], []]);
});

test("a creature is as tall as its size, in spaces of the scene", () => {
  const token = { parent: { grid: { units: "spaces", distance: 1 } } };
  const tall = (size) => lancer.tokenTraits(token, { ...actor, system: { size } }).height;
  assert.deepEqual([tall(0.5), tall(1), tall(3), tall(undefined)], [0.5, 1, 3, undefined]);
  token.parent.grid.distance = 5;
  assert.equal(tall(2), 10, "in units of the scene");
});

test("what is in hand is offered before the first attack", () => {
  const names = lancer.attacksOf(actor, "spaces").map(({ name }) => name);
  assert.ok(names.includes("Long Gun") && names.includes("Side Arm") && !names.includes("Hacking Suite"));
});
