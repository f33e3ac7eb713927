/** 23 messages of SWADE, built as the system builds them: what is read of each. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { swade } from "../../../../foundry-module/scripts/systems/swade/record.mjs";
import { world } from "../kit.mjs";

const FILE = new URL("../../../data/chat/swade-5-messages.json", import.meta.url);
const { actors, messages, table } = JSON.parse(readFileSync(FILE, "utf8"));
const SCENE = "SCENE00000000001";
const SPACE = 5; // of the scene, in its units
const read = (message) => {
  const actor = actors.find(({ _id }) => _id === message.speaker.actor);
  const tokens = [
    { _id: "TOKEN00000000001", actorId: actor._id, actor },
    { _id: "TOKEN00000000002" },
    { _id: "TOKEN00000000003" },
  ];
  return swade.readAttack(message, world(SCENE, tokens));
};

test("each attack is read: skill or weapon, kind, reach, short and long range in spaces, total, targets", () => {
  const seen = messages.map((message) => {
    const found = read(message);
    if (!found) return null;
    const { name, kind, reach, range } = found.attack;
    const far = range ? [range.normal / SPACE, range.long / SPACE] : [null, null];
    return [name, kind, reach && reach / SPACE, ...far, found.roll.total, found.targets.length];
  });
  assert.deepEqual(seen, table);
});

test("no die is judged as a d20: the total is all that is read, and no armour class", () => {
  for (const message of messages) {
    const found = read(message);
    if (found) assert.deepEqual([found.roll.d20, found.defence], [[], {}]);
  }
});

test("skills are known by what they are, in a world of any language; a throw is only likely", () => {
  const sure = (alias, words) =>
    read(messages.find(({ speaker, flavor }) => speaker.alias === alias && flavor.includes(words))).sure;
  assert.equal(sure("Räuber", "Kämpfen"), true);
  assert.equal(sure("Hero", "Throwing Knife"), false);
});

test("what is in hand is offered before the first attack, a weapon of both kinds in both its uses", () => {
  const [hero] = actors;
  const uses = (actor) => swade.attacksOf(actor, "in").map(({ name, kind }) => `${name} ${kind}`);
  assert.deepEqual(uses(hero), ["Carbine ranged", "Sabre melee"]);
  const held = { ...hero, items: hero.items.map((item) => ({ ...item, system: { ...item.system, equipStatus: 4 } })) };
  assert.ok(uses(held).includes("Throwing Knife melee") && uses(held).includes("Throwing Knife ranged"));
});
