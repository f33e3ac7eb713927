/** The stand-in's game systems: what each awaits, which hooks it calls, and what it leaves in the chat. Without a browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SYSTEMS } from "../../bridge/tabletop/systems/index.mjs";
import { tableOf, weaponWords } from "./systems-kit.mjs";
import { TOKENS } from "./table.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(`../../bridge/tabletop/${path}`, import.meta.url), "utf8"));
const [german, sample] = [read("lang/de.json"), read("sample-scene.json")];

/** Every hook of these names that is called, and in which order. */
function listen(client, ...hooks) {
  const heard = [];
  for (const hook of hooks) client.Hooks.on(hook, () => void heard.push(hook));
  return heard;
}

for (const { id } of SYSTEMS)
  for (const generation of [13, 14])
    test(`${id}, v${generation}: every weapon of every actor can be used, and says what it does`, async () => {
      const { client, system, aim, strike } = await tableOf(id, generation);
      aim(TOKENS.snag);
      for (const token of client.canvas.scene.tokens) {
        if (token.id === TOKENS.snag) continue;
        assert.notEqual(system.weapons(token).length, 0, token.name);
        for (const item of system.weapons(token)) {
          assert.match(system.line(item), /^(\+\d+|\w+) to hit, /);
          assert.match(system.harm(item), /^\d+d\d+/);
          const message = await strike(token.id, item.name);
          const { speaker } = client.game.messages.get(message.id);
          assert.equal(speaker.actor, token.actor.id);
          // Lancer names the token of an unlinked creature alone.
          assert.equal(speaker.token ?? (id === "lancer" ? token.id : null), token.id);
        }
      }
    });

test("every word of a weapon's line and every idea of the sample world has its German one", async () => {
  const missing = new Set();
  const look = (text) => text in german || /^(AC|EAC|KAC|ft)$/.test(text) || missing.add(text);
  for (const text of await weaponWords()) look(text);
  for (const { flags } of sample.Scene) for (const { say } of flags?.world?.ideas ?? []) look(say);
  assert.deepEqual([...missing], []);
});

test("pf2e: the modifiers are totalled, then the dice fall, then the message is awaited", async () => {
  const { client, aim, strike } = await tableOf("pf2e");
  aim(TOKENS.grik);
  client.CONFIG.Dice.nextFaces.push(10);
  const heard = listen(client, "preCreateChatMessage", "createChatMessage");
  const message = await strike(TOKENS.ilse, "Shortbow");
  assert.deepEqual(heard, ["preCreateChatMessage", "createChatMessage"]);
  const { context, modifiers } = message.flags.pf2e;
  assert.deepEqual([message.rolls[0].total, context.dc.value, context.outcome], [23, 16, "success"]);
  assert.equal(modifiers.find(({ slug }) => slug === "base").modifier, 13);
  assert.ok(context.options.includes("item:range-increment:60"));
  assert.equal(context.target.token, client.canvas.scene.tokens.get(TOKENS.grik).uuid);
});

test("pf2e: a token's side is its actor's alliance, and its light that of its rule elements; its source has neither", async () => {
  const { client } = await tableOf("pf2e");
  const token = client.canvas.scene.tokens.contents.find(({ disposition }) => disposition === -1);
  const seen = () => [token.disposition, token._source.disposition, token.light.bright, token._source.light.bright];
  const before = token._source.light.bright;
  await token.actor.update({ "system.details.alliance": "party" });
  assert.deepEqual(seen(), [1, -1, before, before]);
  const rules = [{ key: "TokenLight", value: { bright: 25 } }];
  await token.actor.createEmbeddedDocuments("Item", [{ name: "Torch", type: "equipment", system: { rules } }]);
  assert.deepEqual(seen(), [1, -1, 25, before]);
  await token.actor.update({ "system.details.alliance": null });
  assert.equal(token.disposition, 0);
});

test("pf2e: a wrapped check can be given a modifier, a DC and roll options", async () => {
  const { client, aim, strike } = await tableOf("pf2e");
  aim(TOKENS.snag);
  const { Check, Modifier } = client.game.pf2e;
  const original = Check.roll;
  Check.roll = async (check, context, ...rest) => {
    check.push(new Modifier({ slug: "height", label: "Height", modifier: 1, type: "circumstance" }));
    check.push(new Modifier({ slug: "aid", label: "Aid", modifier: 2, type: "circumstance" }));
    context.dc = { ...context.dc, value: context.dc.value + 2 };
    context.options.add("coign:test");
    return original(check, context, ...rest);
  };
  client.CONFIG.Dice.nextFaces.push(10);
  const { rolls, flags } = await strike(TOKENS.ilse, "Shortbow");
  assert.equal(rolls[0].total, 10 + 13 + 2, "of two circumstance bonuses the better counts");
  assert.equal(flags.pf2e.context.dc.value, 18);
  assert.ok(flags.pf2e.context.options.includes("coign:test"));
  assert.deepEqual(
    flags.pf2e.modifiers.filter(({ enabled }) => !enabled).map(({ slug }) => slug),
    ["height"],
  );
});

test("pf2e: who saves is the roll's target, and whose effect it is its origin; a check's roller is its own origin", async () => {
  const { client } = await tableOf("pf2e");
  const [ilse, snag] = [TOKENS.ilse, TOKENS.snag].map((id) => client.canvas.scene.tokens.get(id));
  const item = snag.actor.items.find(({ name }) => name === "Shortbow");
  const contexts = [];
  const { Check } = client.game.pf2e;
  const original = Check.roll;
  Check.roll = (check, context, ...rest) => {
    contexts.push(context);
    return original(check, context, ...rest);
  };
  client.CONFIG.Dice.nextFaces.push(10);
  const roll = await ilse.actor.saves.reflex.roll({ origin: snag.actor, item, dc: 20, skipDialog: true });
  await ilse.actor.saves.reflex.roll({ skipDialog: true });
  await ilse.actor.perception.roll({ skipDialog: true });
  assert.deepEqual([roll.total, roll.options.degreeOfSuccess], [23, 2]);
  const [save, bare, check] = contexts;
  assert.deepEqual([save.origin.token, save.origin.item, save.item], [snag, null, item]);
  assert.deepEqual([save.target.token, save.token, save.origin.self, save.target.self], [ilse, ilse, false, true]);
  assert.ok(["saving-throw", "reflex", "dex-based"].every((domain) => save.domains.includes(domain)));
  assert.ok(save.options.has("origin:type:npc"));
  assert.equal(bare.origin, null);
  assert.deepEqual(
    [check.origin.token, check.origin.self, check.target, check.type],
    [ilse, true, null, "perception-check"],
  );
  const { origin } = client.messages.contents[0].flags.pf2e.context;
  assert.deepEqual(origin, { actor: snag.actor.uuid, token: snag.uuid });
});

test("pf2e: flanking is the system's own, in the DC and in the roll options; so are conditions and cover", async () => {
  const { client, aim, strike } = await tableOf("pf2e");
  aim(TOKENS.mog);
  const context = async (...how) => (await strike(...how)).flags.pf2e.context;
  const flanked = await context(TOKENS.bram, "Longsword");
  assert.equal(flanked.dc.value, 17 - 2);
  assert.ok(flanked.options.includes("target:condition:off-guard"));
  assert.ok(flanked.options.includes("self:flanking"));
  const shot = await context(TOKENS.ilse, "Shortbow");
  assert.equal(shot.dc.value, 17, "flanking is for melee");
  const { actor } = client.canvas.scene.tokens.get(TOKENS.mog);
  const choice = { cover: { bonus: 2, level: "standard" } };
  await actor.createEmbeddedDocuments("Item", [
    { name: "Effect: Cover", type: "effect", system: {}, flags: { pf2e: { rulesSelections: choice } } },
    { name: "Off-Guard", type: "condition", system: { slug: "off-guard" } },
  ]);
  const covered = await context(TOKENS.ilse, "Shortbow");
  assert.equal(covered.dc.value, 17 + 2 - 2);
  for (const option of ["target:cover-bonus:2", "target:cover-level:standard", "target:condition:off-guard"])
    assert.ok(covered.options.includes(option), option);
});

test("pf2e: each range increment beyond the first takes 2", async () => {
  const { client, aim, strike } = await tableOf("pf2e");
  await client.canvas.scene.tokens.get(TOKENS.snag).update({ x: 1300, y: 900 }, { animate: false });
  aim(TOKENS.snag);
  const { flags } = await strike(TOKENS.bram, "Javelin");
  assert.equal(flags.pf2e.modifiers.find(({ slug }) => slug === "range-penalty").modifier, -2);
  assert.ok(flags.pf2e.context.options.includes("target:range-increment:2"));
});

test("pf1: the hooks come in the source's order, and what stands in attackBonus before the dice is rolled", async () => {
  const { client, aim, strike } = await tableOf("pf1");
  aim(TOKENS.grik);
  const heard = listen(
    client,
    "pf1PostActionUse",
    "pf1PreDisplayActionUse",
    "pf1PreActionUse",
    "pf1AttackRoll",
    "pf1PreAttackRoll",
    "pf1CreateActionUse",
  );
  const { ActionUse } = client.game.pf1.actionUse;
  const original = ActionUse.prototype.generateChatAttacks;
  ActionUse.prototype.generateChatAttacks = async function (...args) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(
      this.shared.targets.map(({ id }) => id),
      [TOKENS.grik],
      "the targets are known",
    );
    this.shared.attackBonus.push("2[Flanking]", "-4[Prone]");
    return original.apply(this, args);
  };
  client.CONFIG.Dice.nextFaces.push(10);
  const message = await strike(TOKENS.ilse, "Shortbow");
  assert.deepEqual(heard, [
    "pf1CreateActionUse",
    "pf1PreAttackRoll",
    "pf1AttackRoll",
    "pf1PreActionUse",
    "pf1PreDisplayActionUse",
    "pf1PostActionUse",
  ]);
  const [{ attack }] = message.system.rolls.attacks;
  assert.equal(attack.total, 10 + 8 + 2 - 4);
  assert.equal(attack.formula, "1d20 + 8[Attack Bonus] + 2[Flanking] - 4[Prone]");
  assert.deepEqual(message._source.rolls, [], "the rolls are in the message's own data alone");
});

test("pf1: a hook that refuses ends the use without a message", async () => {
  const { client, strike } = await tableOf("pf1");
  client.Hooks.on("pf1PreActionUse", () => false);
  assert.equal(await strike(TOKENS.ilse, "Shortbow"), null);
  assert.equal(client.game.messages.size, 0);
});

test("D35E: the attack is saved with its rolls and its copy of the roll data", async () => {
  const { client, aim, strike } = await tableOf("D35E");
  aim(TOKENS.mog, TOKENS.snag);
  client.CONFIG.Dice.nextFaces.push(20);
  const { flags } = await strike(TOKENS.bram, "Longsword");
  const { attacks, targets } = flags.D35E.chatTemplateData;
  assert.deepEqual([attacks[0].attack.total, attacks[0].natural20, attacks[0].rolls[0].class], [28, true, "Roll35e"]);
  assert.deepEqual(
    targets.map(({ id }) => id),
    [TOKENS.mog, TOKENS.snag],
  );
});

test("shadowdark: one object goes through the awaited dialog, and the dice fall as it says", async () => {
  const { client, aim, strike } = await tableOf("shadowdark");
  aim(TOKENS.grik);
  const { dice } = client.shadowdark;
  assert.throws(() => {
    dice.rollDialog = null;
  }, TypeError);
  client.shadowdark.dice = {
    ...dice,
    async rollDialog(config) {
      config.mainRoll.formula += " + 2[Coign: Height]";
      config.mainRoll.advantage = 1;
      return dice.rollDialog(config);
    },
  };
  client.CONFIG.Dice.nextFaces.push(3, 15, 2);
  const message = await strike(TOKENS.ilse, "Shortbow");
  const [main, harmed] = message.rolls;
  assert.deepEqual([main.formula.replaceAll(" ", ""), main.total], ["2d20kh+3+2[Coign:Height]", 20]);
  assert.equal(harmed.options.type, "damage");
  const { rollConfig } = message.flags.shadowdark;
  assert.deepEqual([rollConfig.type, rollConfig.mainRoll.dc, rollConfig.attack.range], ["attack", 11, "far"]);
});
