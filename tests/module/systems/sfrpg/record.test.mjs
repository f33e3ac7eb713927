/** 28 messages of Starfinder 1, built as the system builds them of its own creatures: what is read of each. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { acOf as armourMet } from "../../../../foundry-module/scripts/systems/sfrpg/attack.mjs";
import { sfrpg } from "../../../../foundry-module/scripts/systems/sfrpg/record.mjs";
import { token, world } from "../kit.mjs";

const FILE = new URL("../../../data/chat/sfrpg-0.30.0-messages.json", import.meta.url);
const { actors, messages } = JSON.parse(readFileSync(FILE, "utf8"));
const SCENE = "SCENE00000000001";
const FOE = { system: { attributes: { kac: { value: 15 }, eac: { value: 13 }, cmd: { value: 23 } } } };
const fieldOf = (actor) =>
  world(SCENE, [
    { _id: "TOKEN00000000001", actorId: actor?._id, actor },
    { _id: "TOKEN00000000002", actor: FOE },
  ]);
const actorOf = ({ speaker }) => actors.find(({ _id }) => _id === speaker.actor);
const read = (message) => sfrpg.readAttack(message, fieldOf(actorOf(message)));

/** The attacker and the weapon; melee with its reach or ranged with its ranges; the armour class met; the die and the total. */
const TABLE = [
  ["Akata", "Bite (plus Void Bite)", "melee", 5, 15],
  ["Goblin Zaperator, Space", "Dogslicer", "melee", 5, 15],
  ["Goblin Zaperator, Space", "Unstable junklaser (Ex)", "ranged", [60, 600], 13],
  ["Hobgoblin Trooper", "Taclash, standard", "melee", 10, 15],
  ["Hobgoblin Trooper", "Laser rifle, azimuth", "ranged", [120, 1200], 13],
  ["Hobgoblin Trooper", "Stickybomb Grenade I", "ranged", [20, 100], 15],
];

test("each attack is read: weapon, kind, reach or range, and kinetic or energy armour class", () => {
  const seen = messages.slice(0, TABLE.length).map((message) => {
    const { attack, defence } = read(message);
    const far = attack.kind === "melee" ? attack.reach : [attack.range.normal, attack.range.long];
    return [message.speaker.alias, attack.name, attack.kind, far, defence.TOKEN00000000002.ac];
  });
  assert.deepEqual(seen, TABLE);
});

test("of 28 messages 23 are attacks on the token aimed at, with dice and total; the others are none", () => {
  const found = messages.map((message) => [message, read(message)]);
  const attacks = found.filter(([, seen]) => seen);
  assert.equal(attacks.length, 23);
  for (const [message, seen] of attacks) {
    const [rolled] = message.rolls.map((roll) => JSON.parse(roll));
    assert.deepEqual(seen.roll.d20, [{ value: rolled.terms[0].results[0].result, kept: true }]);
    assert.equal(seen.roll.total, rolled.total);
    assert.deepEqual(seen.targets, [{ scene: SCENE, token: "TOKEN00000000002" }]);
    assert.ok(seen.attack.name && !seen.attack.guessed, message.flavor);
    assert.ok(seen.sure);
  }
  assert.deepEqual(
    found.filter(([, seen]) => !seen).map(([message]) => message.flags.sfrpg.rollType),
    ["save", "skillCheck", "ability", "gunnery", "damage"],
  );
});

test("every weapon of these creatures is read with the kind that its item says", () => {
  const kinds = messages
    .filter(({ flags }) => flags.sfrpg.rollType === "attack")
    .map((message) => [read(message).attack, actorOf(message)]);
  for (const [attack, { items }] of kinds) {
    const { actionType } = items.find(({ name }) => name === attack.name).system;
    assert.equal(attack.kind, actionType.startsWith("m") ? "melee" : "ranged", attack.name);
  }
});

const [AKATA] = actors;
const withFlags = (more) => ({
  ...messages[0],
  flags: { ...messages[0].flags, sfrpg: { rollType: "attack", ...more } },
});
const acOf = (meets) => read(withFlags({ rollOptions: { actionTarget: meets } })).defence.TOKEN00000000002.ac;

test("a maneuver meets kinetic armour class and eight, a space meets its own", () => {
  assert.deepEqual([acOf("kac8"), acOf("ac5"), acOf("eac"), acOf("other")], [23, 5, 13, 15]);
  const block = { system: { attributes: { kac: { base: 12 }, eac: { base: 11 } } } };
  assert.deepEqual(
    ["kac", "kac8", "eac", "ac15"].map((meets) => armourMet(block, meets)),
    [12, 20, 11, 15],
    "of a stat block",
  );
});

test("without a kept target the item says what is met; without its item the kind is a guess", () => {
  assert.equal(read(withFlags({})).defence.TOKEN00000000002.ac, 15);
  const bare = { ...AKATA, items: [] };
  const { attack } = sfrpg.readAttack(messages[0], fieldOf(bare));
  assert.deepEqual([attack.kind, attack.reach, attack.guessed], ["melee", null, true]);
});

test("what the player ticks in the system's own list is counted by the system", () => {
  const ticked = (name) => ({ ...messages[0], content: `${messages[0].content}<br /> +2[<span>${name}</span>]` });
  assert.deepEqual(read(messages[0]).counted, ["attacker-prone"]);
  for (const name of ["Flanking", "Flankieren", "Prise en tenaille"])
    assert.deepEqual(read(ticked(name)).counted, ["attacker-prone", "flanking"], name);
});

test("a creature's senses, size, kind and level; and the whole bonus of a stat block's attack", () => {
  const traits = sfrpg.tokenTraits(token(AKATA), AKATA);
  assert.deepEqual([traits.size, traits.creatureType, traits.level, traits.reach], ["medium", "aberration", 1, 5]);
  assert.deepEqual(traits.senses, { darkvision: 120, blindsense: 10 });
  assert.deepEqual(traits.speeds, { walk: 40 });
  assert.deepEqual(sfrpg.bonusOf(AKATA, { name: "Bite (plus Void Bite)" }), { bonus: 8 });
  assert.equal(sfrpg.bonusOf({ ...AKATA, type: "character" }, { name: "Bite (plus Void Bite)" }), null);
});

test("what is in hand is offered before the first attack: a stat block's attacks, and what is equipped", () => {
  const trooper = actors.find(({ name }) => name === "Hobgoblin Trooper");
  const names = (actor) => sfrpg.attacksOf(actor, "ft").map(({ name }) => name);
  assert.deepEqual(names(AKATA), ["Bite (plus Void Bite)"]);
  assert.ok(names(trooper).includes("Laser rifle, azimuth"));
});
