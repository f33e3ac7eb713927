/** The stand-in's fifth edition: in which order its rolls call hooks, what they wait for, what they leave in the chat. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { archer, dialogOf, TARGET } from "./dnd5e-kit.mjs";
import { settled } from "./standin-kit.mjs";

/** Note every hook of the system that is called. */
function listen(client) {
  const called = [];
  for (const way of ["call", "callAll"]) {
    const original = client.Hooks[way];
    client.Hooks[way] = (name, ...args) => {
      if (name.startsWith("dnd5e.")) called.push(name.slice("dnd5e.".length));
      return original(name, ...args);
    };
  }
  return called;
}

test("an attack without a dialog calls its hooks in the order of the system's source", async () => {
  const { client, activity } = await archer();
  const called = listen(client);
  await activity.rollAttack({}, { configure: false });
  assert.deepEqual(called, [
    ...["preRollAttack", "preRollAttackV2", "preRollD20Test", "preRollD20TestV2", "preRoll", "preRollV2"],
    ...["postBuildAttackRollConfig", "postBuildD20TestRollConfig", "postBuildRollConfig"],
    ...["postAttackRollConfiguration", "postD20TestRollConfiguration", "postRollConfiguration"],
    ...["rollAttack", "rollAttackV2", "postRollAttack"],
  ]);
});

for (const generation of [13, 14])
  test(`a roll made from a dialog is that of its last build, with the advantage of its button (v${generation})`, async () => {
    const { client, activity } = await archer({ generation });
    const called = listen(client);
    const rolling = activity.rollAttack();
    const dialog = await dialogOf();
    assert.equal(dialog.rolls[0].formula, "1d20 + 5");
    assert.equal(client.messages.size, 0, "nothing is rolled while the dialog is open");
    called.length = 0;
    Object.assign(dialog.form, { "roll.0.situational": "1d4" });
    dialog.rebuild();
    assert.equal(dialog.rolls[0].formula, "1d20 + 1d4 + 5");
    assert.deepEqual(called.slice(0, 4), [
      ...["buildAttackRollConfig", "buildD20TestRollConfig", "buildRollConfig", "postBuildAttackRollConfig"],
    ]);
    assert.deepEqual(dialog.renders.at(-1), { parts: ["formulas"] });
    client.CONFIG.Dice.nextFaces.push(3, 17, 2);
    dialog.press("advantage");
    const [roll] = await rolling;
    assert.equal(roll.total, 17 + 2 + 5);
    assert.equal(roll.options.advantageMode, 1);
    assert.equal(client.messages.size, 1);
  });

test("a dialog that is closed makes no roll and no message", async () => {
  const { client, activity } = await archer();
  const rolling = activity.rollAttack();
  await (await dialogOf()).close();
  assert.equal(await rolling, null);
  assert.equal(client.messages.size, 0);
});

test("a hook that returns false stops the roll; a promise does not, and is not waited for", async () => {
  const { client, activity } = await archer();
  let late = false;
  client.Hooks.once("dnd5e.preRollAttackV2", async () => {
    await settled();
    late = true;
    return false;
  });
  const rolls = await activity.rollAttack({}, { configure: false }, { create: false });
  assert.equal(rolls.length, 1);
  assert.equal(late, false);
  client.Hooks.once("dnd5e.preRollAttackV2", () => false);
  assert.equal(await activity.rollAttack({}, { configure: false }), null);
});

test("the caller's parts come first, and its advantage cancels the system's disadvantage", async () => {
  const { client, activity } = await archer();
  client.CONFIG.Dice.nextFaces.push(11, 3);
  const config = { disadvantage: true, rolls: [{ parts: ["1d4[High Ground]"], options: { advantage: true } }] };
  const [roll] = await activity.rollAttack(config, { configure: false });
  assert.equal(roll.formula, "1d20 + 1d4[High Ground] + 5");
  assert.equal(roll.total, 19);
  assert.equal(roll.terms[2].flavor, "High Ground");
});

test("held keys skip the dialog and set the advantage", async () => {
  const { activity } = await archer();
  const [better] = await activity.rollAttack({ keys: { advantage: true } });
  assert.equal(better.options.advantageMode, 1);
  const [neither] = await activity.rollAttack({ keys: { advantage: true }, disadvantage: true });
  assert.equal(neither.options.advantageMode, 0);
});

test("the message has the targets where each version keeps them, and one target's armour class is the roll's", async () => {
  for (const [generation, targetsOf] of [
    [13, (message) => message.flags.dnd5e.targets],
    [14, (message) => message.system.targets],
  ]) {
    const { client, activity } = await archer({ generation });
    const target = client.scenes.get("scene").tokens.get(TARGET);
    await target.actor.update({ system: { attributes: { ac: { value: 13 } } } });
    const [roll] = await activity.rollAttack({}, { configure: false });
    const [entry] = targetsOf(client.messages.contents[0].toObject());
    assert.equal(entry.ac, 13);
    assert.equal(entry.token ?? entry.uuid, generation === 14 ? target.uuid : target.actor.uuid);
    assert.equal(roll.options.target, 13);
  }
});

test("an advantage of three dice, a lucky halfling and reliable talent are in the d20", async () => {
  const { client, activity } = await archer();
  client.CONFIG.Dice.nextFaces.push(3, 17, 9);
  const [elf] = await activity.rollAttack({ advantage: true, elvenAccuracy: true }, { configure: false });
  assert.deepEqual(elf.d20.values, [17]);
  assert.equal(elf.d20.results.length, 3);
  client.CONFIG.Dice.nextFaces.push(1, 8);
  const [halfling] = await activity.rollAttack({ halflingLucky: true }, { configure: false });
  assert.deepEqual(halfling.d20.values, [8]);
  client.CONFIG.Dice.nextFaces.push(4);
  const [rogue] = await activity.rollAttack({ reliableTalent: true }, { configure: false });
  assert.equal(rogue.total, 15);
});

test("a saving throw counts the cover that a status of the system gives, a check does not", async () => {
  const { client, actor } = await archer();
  await actor.toggleStatusEffect("coverHalf", { active: true });
  client.CONFIG.Dice.nextFaces.push(10, 10, 10);
  const [dexterity] = await actor.rollSavingThrow({ ability: "dex" }, { configure: false });
  const [wisdom] = await actor.rollSavingThrow({ ability: "wis" }, { configure: false });
  const [stealth] = await actor.rollSkill({ skill: "ste" }, { configure: false });
  assert.deepEqual([dexterity.total, wisdom.total, stealth.total], [12, 10, 10]);
  const kinds = client.messages.contents.map(({ flags }) => flags.dnd5e.roll);
  assert.deepEqual(kinds, [
    { ability: "dex", type: "save" },
    { ability: "wis", type: "save" },
    { skillId: "ste", type: "skill" },
  ]);
});

test("a roll that was saved is made again as it was, die for die", async () => {
  const { client, activity } = await archer();
  const [roll] = await activity.rollAttack({ advantage: true }, { configure: false });
  const again = client.Roll.fromJSON(JSON.stringify(roll));
  assert.ok(again instanceof client.CONFIG.Dice.D20Roll);
  assert.ok(again.d20 instanceof client.CONFIG.Dice.D20Die);
  assert.equal(JSON.stringify(again), JSON.stringify(roll));
});
