/** Before a roll a system's record reads the bonus that the roll then adds, and the defence that it meets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { tableOf } from "../../browser/systems-kit.mjs";
import { TOKENS } from "../../browser/table.mjs";

const ATTACKS = { dnd5e: 3, pf1: 3, pf2e: 3, D35E: 3 }; // how many are tried at least
const FACE = 9;

const contextOf = (client) => ({
  document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
  scene: (scene) => client.scenes.get(scene),
  messages: () => [],
  module: () => null,
});

for (const [id, least] of Object.entries(ATTACKS))
  test(`the bonus and the armour class of ${id} before the roll are those of its message`, async () => {
    const { client, system, aim } = await tableOf(id);
    const adapter = adapterFor(id, system.versions[13], contextOf(client));
    const target = client.canvas.scene.tokens.get(TOKENS.grik);
    aim(TOKENS.grik);
    let tried = 0;
    for (const by of [TOKENS.ilse, TOKENS.bram, TOKENS.runa]) {
      const token = client.canvas.scene.tokens.get(by);
      for (const weapon of system.weapons(token)) {
        client.CONFIG.Dice.nextFaces.push(FACE);
        const message = await system.attack(client, token, weapon, {});
        const seen = message && adapter.readAttack(message);
        if (!seen) continue;
        tried += 1;
        const added = seen.roll.total - (seen.roll.d20[0]?.value ?? FACE);
        assert.deepEqual(adapter.bonusOf(token, seen.attack), { bonus: added }, weapon.name);
        assert.equal(adapter.defenceOf(target, token, seen.attack).ac, seen.defence[TOKENS.grik].ac, weapon.name);
      }
    }
    assert.ok(tried >= least, `${tried} attacks`);
    assert.equal(adapter.bonusOf(client.canvas.scene.tokens.get(TOKENS.ilse), { name: "Trebuchet" }), null);
  });

test("a bonus may have dice; of two weapons of one name that differ it is unknown", () => {
  const item = (toHit) => ({
    name: "Sword",
    type: "weapon",
    system: { activities: [{ type: "attack", labels: { toHit } }] },
  });
  const { bonusOf } = adapterFor("dnd5e", "5.3.3", {});
  const bonus = (...items) => bonusOf({ actor: { items: items.map(item) } }, { name: "Sword", kind: "melee" });
  assert.deepEqual(bonus("+ 7"), { bonus: 7 });
  assert.deepEqual(bonus("+7", "+7"), { bonus: 7 });
  assert.deepEqual(bonus("-1"), { bonus: -1 });
  assert.deepEqual(bonus("+5 + 1d4"), { bonus: 5, dice: [4] });
  assert.deepEqual(bonus("d4 + 5 - 2d6 - 1"), { bonus: 4, dice: [4, -6, -6] });
  for (const unknown of ["+5 + @mod", "5 + 1d4rr1", "13d4", "+5 * 2", "1d100", ""])
    assert.equal(bonus(unknown), null, unknown);
  assert.equal(bonus("+7", "+6"), null);
  assert.equal(bonus(undefined), null);
});

test("a spell of Pathfinder 2 is as good as the statistic with which it is cast; without one nothing is known", () => {
  const { bonusOf } = adapterFor("pf2e", "6.0.0", {});
  const spell = (spellcasting) => ({ name: "Ray of Frost", type: "spell", system: {}, spellcasting });
  const bonus = (...items) =>
    bonusOf({ actor: { items, system: {} } }, { name: "Ray of Frost", kind: "ranged", spell: true });
  const cast = (mod) => spell({ statistic: { check: { mod } } });
  assert.deepEqual(bonus(cast(9)), { bonus: 9 });
  assert.equal(bonus(spell(null)), null);
  assert.equal(bonus(cast(9), cast(7)), null, "in two entries of different worth");
});

test("in an unknown system the attack's last roll tells its bonus, with its dice as dice", () => {
  const roll = (face, four) => ({
    total: face + 5 + four,
    terms: [
      { faces: 20, results: [{ result: face, active: true }] },
      { operator: "+" },
      { number: 5 },
      { operator: "+" },
      { faces: 4, results: [{ result: four, active: true }] },
    ],
  });
  const message = (flavor, rolled, token = "hero") => ({ flavor, rolls: [rolled], speaker: { scene: "s", token } });
  const messages = [message("Sword", roll(3, 1)), message("Sword", roll(12, 4)), message("Sword", roll(2, 2), "orc")];
  const context = { messages: () => messages, document: () => null, scene: () => null, module: () => null };
  const { bonusOf } = adapterFor("homebrew", "1", context);
  const token = { id: "hero", actor: { name: "Hero", items: [] } };
  assert.deepEqual(bonusOf(token, { name: "Sword" }), { bonus: 5, dice: [4] });
  assert.equal(bonusOf(token, { name: "Bow" }), null);
  assert.equal(bonusOf(token, { name: "" }), null);
});

/** The attack of a token of the stand-in's table as it is known before its dice fall. */
async function foreseenAt(id, by) {
  const { client, system } = await tableOf(id);
  const adapter = adapterFor(id, system.versions[13], contextOf(client));
  const token = client.canvas.scene.tokens.get(by);
  const target = client.canvas.scene.tokens.get(TOKENS.grik);
  return adapter.attacksOf(token).map((attack) => ({
    name: attack.name,
    bonus: adapter.bonusOf(token, attack),
    meets: adapter.defenceOf(target, token, attack).ac,
  }));
}

test("in Lancer an attack has grit or its bonus by tier, accuracy as d6, and meets evasion or e-defence", async () => {
  const [rifle] = await foreseenAt("lancer", TOKENS.ilse);
  assert.deepEqual(rifle, { name: "Long Rifle", bonus: { bonus: 2 }, meets: 10 });
  const { bonusOf, defenceOf } = adapterFor("lancer", "3.1.3", {});
  const weapon = (system) => ({ type: "npc_feature", name: "Gun", system: { type: "Weapon", ...system } });
  const actorOf = (system, tier) => ({ items: [weapon(system)], system: { tier } });
  const bonus = (system, tier) => bonusOf({ actor: actorOf(system, tier) }, { name: "Gun" });
  const byTier = { attack_bonus: [1, 2, 3], accuracy: [0, 1, -1] };
  assert.deepEqual(
    [1, 2, 3].map((tier) => bonus(byTier, tier)),
    [{ bonus: 1 }, { bonus: 2, dice: [6] }, { bonus: 3, dice: [-6] }],
  );
  assert.deepEqual(bonus({ ...byTier, tags: [{ lid: "tg_accurate" }] }, 2), { bonus: 2, dice: [6, 6] });
  assert.deepEqual(bonus({ ...byTier, tags: [{ lid: "tg_inaccurate" }] }, 2), { bonus: 2 }, "they cancel");
  assert.deepEqual(bonus({ ...byTier, tier_override: 3 }, 1), { bonus: 3, dice: [-6] });
  const mech = {
    system: { grit: 3, tech_attack: 1 },
    items: [{ type: "mech_weapon", name: "Gun", system: { profiles: [{}] } }],
  };
  assert.deepEqual(bonusOf({ actor: mech }, { name: "Gun" }), { bonus: 3 });
  assert.equal(bonusOf({ actor: { system: {}, items: mech.items } }, { name: "Gun" }), null);
  const meets = (attack, ...tags) =>
    defenceOf({ actor: { system: { evasion: 8, edef: 11 } } }, { actor: actorOf({ tags }, 1) }, attack).ac;
  assert.equal(meets({ name: "Gun" }), 8);
  assert.equal(meets({ name: "Gun" }, { lid: "tg_smart" }), 11);
  assert.equal(meets({ name: "Hack", spell: true }), 11);
});

test("in Draw Steel an ability has the edges and banes of the sheets and of both creatures' conditions", () => {
  const { defenceOf } = adapterFor("draw-steel", "1.0.0", {});
  const actorOf = (uuid, statuses = {}, system = {}) => ({
    uuid,
    statuses: new Set(Object.keys(statuses)),
    items: [{ name: "Bow", type: "ability", system: { power: { roll: { edges: 0, banes: 0, ...system.roll } } } }],
    system: {
      combat: { targetModifiers: system.targetModifiers },
      statuses: Object.fromEntries(
        Object.entries(statuses).map(([name, by]) => [name, by && { sources: new Set(by) }]),
      ),
    },
  });
  const against = (hero, foe) => {
    const { ac, edges, banes } = defenceOf({ actor: foe }, { actor: hero }, { name: "Bow" });
    assert.equal(ac, null);
    return [edges, banes];
  };
  const [hero, foe] = [actorOf("hero"), actorOf("foe")];
  assert.deepEqual(against(hero, foe), [0, 0]);
  assert.deepEqual(against(hero, actorOf("foe", { restrained: null })), [1, 0]);
  assert.deepEqual(
    against(hero, actorOf("foe", { surprised: null }, { targetModifiers: { edges: 2, banes: 1 } })),
    [2, 1],
  );
  assert.deepEqual(against(hero, actorOf("foe", { frightened: ["hero"] })), [1, 0]);
  assert.deepEqual(against(hero, actorOf("foe", { frightened: ["other"] })), [0, 0]);
  assert.deepEqual(against(actorOf("hero", { weakened: null }), foe), [0, 1]);
  assert.deepEqual(against(actorOf("hero", { frightened: ["foe"], grabbed: ["foe"] }), foe), [0, 1]);
  assert.deepEqual(against(actorOf("hero", { grabbed: ["other"], restrained: null, weakened: null }), foe), [0, 2]);
  assert.deepEqual(against(actorOf("hero", {}, { roll: { edges: 1, banes: 1 } }), foe), [1, 1]);
  assert.deepEqual(defenceOf({ actor: null }, { actor: null }, { name: "Bow" }), {
    ac: null,
    applied: null,
    edges: 0,
    banes: 0,
  });
});

test("in SWADE an attack has the dice of its skill, and meets parry or 4", async () => {
  const seen = await foreseenAt("swade", TOKENS.ilse);
  assert.deepEqual(seen, [
    { name: "Bow", bonus: { bonus: 0, traitDice: [8, 6] }, meets: 4 },
    { name: "Dagger", bonus: { bonus: 0, traitDice: [8, 6] }, meets: 5 },
  ]);
  const { bonusOf } = adapterFor("swade", "5.0.0", {});
  const skill = (name, sides, modifier = 0) => ({ type: "skill", name, system: { die: { sides, modifier } } });
  const knife = { type: "weapon", name: "Knife", system: { actions: { trait: "Athletics", traitMod: "1" } } };
  const actor = {
    system: {},
    items: [skill("Fighting", 10), skill("Athletics", 6, 2), knife],
    calcWoundPenalties: () => -1,
  };
  assert.deepEqual(bonusOf({ actor }, { name: "Knife", kind: "ranged" }), { bonus: 2, traitDice: [6] });
  const distracted = { ...actor, calcStatusPenalties: () => -2 };
  assert.deepEqual(bonusOf({ actor: distracted }, { name: "Knife", kind: "ranged" }), { bonus: 0, traitDice: [6] });
  const unskilled = { ...actor, items: [knife] };
  assert.equal(bonusOf({ actor: unskilled }, { name: "Knife", kind: "ranged" }), null);
});

test("in Draw Steel a power roll adds what its formula says, as a rule the best characteristic", async () => {
  const [bow] = await foreseenAt("draw-steel", TOKENS.ilse);
  assert.deepEqual([bow.name, bow.bonus], ["Longbow Shot", { bonus: 2 }]);
  const { bonusOf } = adapterFor("draw-steel", "1.0.0", {});
  const ability = (roll) => ({ type: "ability", name: "Cut", system: { power: { roll } } });
  const characteristics = { might: { value: 2 }, agility: { value: 3 } };
  const bonus = (roll) => bonusOf({ actor: { items: [ability(roll)], system: { characteristics } } }, { name: "Cut" });
  assert.deepEqual(bonus({ formula: "@chr", characteristics: ["might", "agility"] }), { bonus: 3 });
  assert.equal(bonus({ formula: "@chr", characteristics: ["reason"] }), null);
  assert.equal(bonus({ formula: "@chr + @level" }), null);
});

test("in fifth edition the sheet's flags say who has Elven Accuracy and a halfling's luck", () => {
  const { attacksOf, tokenDefaults } = adapterFor("dnd5e", "5.3.3", {});
  const abilities = { str: { mod: 3 }, dex: { mod: 3 } };
  const weapon = (value, properties = []) => ({ type: "weapon", name: value, system: { type: { value }, properties } });
  const items = [weapon("martialM"), weapon("martialM", ["fin"]), weapon("martialR")];
  const actor = { system: { abilities }, items, flags: { dnd5e: { elvenAccuracy: true, halflingLucky: "1" } } };
  const has = attacksOf({ actor }).map((attack) => attack.abilities.includes("elven-accuracy"));
  assert.deepEqual(has, [false, true, true]);
  assert.deepEqual(tokenDefaults({ actor }).feats, ["halfling-luck"]);
  const plain = { ...actor, flags: {} };
  assert.deepEqual(
    attacksOf({ actor: plain }).map((attack) => attack.abilities),
    [[], [], []],
  );
});
