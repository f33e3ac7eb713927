/** Messages of Shadowdark, built as its source builds them from the attacks of its own packs. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { shadowdark } from "../../../../foundry-module/scripts/systems/shadowdark/record.mjs";
import { token, world } from "../kit.mjs";

const FILE = new URL("../../../data/chat/shadowdark-4.0.4-attacks.json", import.meta.url);
const { messages, items } = JSON.parse(readFileSync(FILE, "utf8"));
const [HERO, GOBLIN] = ["tokenHero0000000", "tokenGoblin00000"];
const table = world("sceneTable000000", [{ _id: HERO, actorId: "actorHero0000000" }, { _id: GOBLIN }], items);

/** Each message as it is read: name, kind, reach or range, mode, total, the armour class that was met. */
const READ = [
  "+3 Vorpal Bastard Sword | melee | 5 | normal | 17 | AC 11",
  "Bastard Sword | melee | 5 | normal | 22 | AC 11",
  "Bite | melee | 5 | advantage | 18 | AC 11",
  "Bite | melee | 5 | normal | 20 | AC 11",
  "Bite | melee | 5 | disadvantage | 9 | AC 11",
  "Bite | melee | 5 | normal | 16 | nobody",
  "Bite | melee | 5 | normal | 10 | AC 11",
  "Boulder | ranged | far | advantage | 17 | AC 11",
  "Dagger | melee or ranged | 5 | normal | 16 | AC 11",
  "Iron Longbow | ranged | far | disadvantage | 4 | AC 11",
  "Longbow | ranged | far | normal | 11 | AC 11",
  "Poisoned Dagger | melee or ranged | 5 | normal | 24 | nobody",
  "Shortbow | ranged | far | advantage | 18 | AC 11",
  "Smog Breath | ranged | 30 | normal | 15 | AC 11",
  "Spear | melee or ranged | 5 | disadvantage | 9 | AC 11",
  "Spit | ranged | 30 | normal | 13 | AC 11",
  "Tentacle | ranged | 30 | normal | 11 | AC 11",
  "Bastard Sword | melee | 5 | advantage | 8 | nobody",
  "Blowgun | ranged | 30 | normal | 21 | AC 11",
  "Bolas | ranged | 30 | disadvantage | 11 | AC 11",
  "Boomerang | ranged | 30 | normal | 22 | AC 11",
  "Club | melee | 5 | normal | 12 | AC 11",
  "Club (Obsidian) | melee | 5 | advantage | 19 | AC 11",
  "Crossbow | ranged | far | normal | 19 | nobody",
  "Dagger | melee or ranged | 5 | disadvantage | 10 | AC 11",
  null,
  null,
];

test("twenty-five attacks of the system's packs; a check and a spell are none", () => {
  const told = messages.map((message) => {
    const seen = shadowdark.readAttack(message, table);
    if (!seen) return null;
    const { name, kind, guessed, reach, range } = seen.attack;
    const far = kind === "melee" ? reach : (range?.long ?? "far");
    const ac = seen.targets.length ? `AC ${seen.defence[GOBLIN].ac}` : "nobody";
    return [name, kind + (guessed ? " or ranged" : ""), far, seen.roll.mode, seen.roll.total, ac].join(" | ");
  });
  assert.deepEqual(told, READ);
});

test("a message of another kind is read as in any system", () => {
  const [message] = messages;
  const flags = { core: {}, coign: { targets: [`Scene.sceneTable000000.Token.${GOBLIN}`] } };
  assert.equal(shadowdark.readAttack({ ...message, flavor: "", flags }, table)?.sure, false);
  assert.equal(shadowdark.readAttack({ ...message, flavor: "Skill check", flags }, table), null);
});

test("what was put in is in the roll's own data, which a reroll keeps", () => {
  const message = structuredClone(messages[0]);
  const included = [{ modifier: "cover", target: GOBLIN, effect: { kind: "flat", value: 2, to: "ac" }, flavor: "" }];
  message.flags.shadowdark.rollConfig.coign = included;
  assert.deepEqual(shadowdark.includedIn(message), included);
  assert.deepEqual(shadowdark.includedIn(messages[0]), []);
});

test("who is adapted to the dark sees in it, and a creature's attacks are known with their bonus", () => {
  const attack = { type: "NPC Attack", name: "Bite", system: { ranges: ["close"], bonuses: { attackBonus: 3 } } };
  const actor = { name: "Bat", system: { darkAdapted: true, level: { value: 2 } }, items: [attack] };
  const traits = shadowdark.tokenTraits(token(actor), actor);
  assert.ok(traits.senses.darkvision > 1000);
  assert.deepEqual([traits.reach, traits.level], [5, 2]);
  assert.deepEqual(shadowdark.attacksOf(actor, "ft")[0].reach, 5);
  assert.deepEqual(shadowdark.bonusOf(actor, { name: "Bite" }), { bonus: 3 });
});
