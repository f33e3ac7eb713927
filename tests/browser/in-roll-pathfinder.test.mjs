/** Modifiers in the rolls of Pathfinder and D&D 3.5, in a browser: in the dice, in the system's dialog, and marked on the card. */

import assert from "node:assert/strict";
import { hedge, patient } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { attack, becomes, cardOf, nextDice, reads, SOON, TOKENS } from "./table.mjs";

/** A test at a world of a system, in which everybody's rolls get their modifiers. */
const inRolls = (name, system, run) => {
  for (const v of [13, 14]) {
    atTable(`${name} (v${v})`, { query: `system=${system}&v=${v}`, before: patient }, async (table) => {
      await table.gm.evaluate(() => game.settings.set("coign", "inRoll", "everybody"));
      await table.player.waitForFunction(() => game.settings.get("coign", "inRoll") === "everybody");
      await run(table);
    });
  }
};

/** A message's modifiers as the game master's client has them, and its roll. */
const judged = async (gm, message) => {
  await cardOf(gm, message).waitFor(SOON);
  return gm.evaluate((id) => {
    const { flags, system } = game.messages.get(id);
    const [{ results }] = flags.coign.annotations;
    return {
      modifiers: results[0].modifiers.map(({ id: modifier, state, included }) => [modifier, state, included]),
      claimed: (flags.coign.included ?? []).map(({ modifier }) => modifier),
      dc: (system.context ?? flags.pf2e?.context)?.dc?.value,
      formulas: (system.rolls?.attacks ?? []).map((entry) => entry.attack.formula),
    };
  }, message);
};

/** Press the last weapon again and take the dialog. */
async function dialogOf(frame, weapon) {
  await frame.selectOption('label:has-text("Dialog") select', "dialog");
  const before = await frame.evaluate(() => game.messages.size);
  await frame.click(`.weapon:has-text("${weapon}")`);
  const dialog = frame.locator("#windows .application").last();
  await dialog.locator(".coign-in-roll").waitFor(SOON);
  await dialog.locator(".coign-odds", { hasText: "…" }).waitFor({ state: "detached", ...SOON }); // nothing moves any more
  const made = async () => {
    await frame.waitForFunction((count) => game.messages.size > count, before, SOON);
    return frame.evaluate(() => game.messages.contents.at(-1).id);
  };
  return { dialog, made };
}

inRolls(
  "pf2e: lesser cover is in the DC, in the dialog with a switch, and marked on the card",
  "pf2e",
  async ({ gm }) => {
    await nextDice(gm, 12, 12);
    const message = await attack(gm, { by: TOKENS.snag, at: TOKENS.runa, weapon: "Shortbow" });
    const seen = await judged(gm, message);
    assert.deepEqual(seen.modifiers[0], ["lesser-cover", "on", true]);
    assert.deepEqual([seen.dc, seen.claimed], [21, ["lesser-cover"]]);

    const { dialog, made } = await dialogOf(gm, "Shortbow");
    const line = dialog.locator('.coign-in-roll li[data-modifier="lesser-cover"]');
    await reads(line, /Lesser Cover ?\+1 AC.*Mog the ogre in the way/);
    await line.locator(".coign-toggle").click();
    await dialog.locator("button.roll").click();
    const without = await judged(gm, await made());
    assert.deepEqual([without.dc, without.claimed], [20, []]);
    assert.deepEqual(without.modifiers[0], ["lesser-cover", "off", false]);
  },
);

inRolls("pf2e: flanking is the system's own, and is not put in again", "pf2e", async ({ gm, player }) => {
  const message = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
  const seen = await judged(gm, message);
  assert.deepEqual([seen.dc, seen.claimed], [15, []]);
  assert.equal(seen.modifiers.find(([id]) => id === "flanking")[1], "set-aside");
});

inRolls("pf2e: cover is in a save against an area, and the chip takes it out", "pf2e", async ({ gm, player }) => {
  await hedge(gm);
  await nextDice(player, 10);
  const message = await player.evaluate(
    async ([saver, caster]) => {
      const actorOf = (id) => canvas.scene.tokens.get(id).actor;
      const origin = actorOf(caster);
      const item = origin.items.find(({ name }) => name === "Shortbow");
      const { reflex } = actorOf(saver).saves;
      let id;
      const callback = (_roll, _outcome, made) => (id = made.id);
      await reflex.roll({ origin, item, dc: 20, skipDialog: true, extraRollOptions: ["area-effect"], callback });
      return id;
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  const seen = await judged(gm, message);
  assert.deepEqual(seen.modifiers[0], ["standard-cover", "on", true]);
  assert.deepEqual(seen.claimed, ["standard-cover"]);
  const total = (frame) => frame.evaluate((id) => game.messages.get(id).rolls[0].total, message);
  assert.equal(await total(gm), 10 + 13 + 2);
  const { outcome } = await gm.evaluate((id) => game.messages.get(id).flags.coign.annotations[0].results[0], message);
  assert.deepEqual(outcome.total, { before: 25, after: 25 });
  await cardOf(gm, message).locator('[data-modifier="standard-cover"] .coign-toggle').click();
  await player.waitForFunction(
    (id) => game.messages.get(id).flags.coign.annotations[0].results[0].outcome.total.after === 23,
    message,
    SOON,
  );
});

inRolls(
  "pf1: flanking is in the formula, in the dialog with a switch, and marked on the card",
  "pf1",
  async (table) => {
    const { gm, player } = table;
    const message = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
    const seen = await judged(gm, message);
    assert.deepEqual(seen.modifiers[0], ["flanking", "on", true]);
    assert.deepEqual(seen.formulas, ["1d20 + 8[Attack Bonus] + 2[Coign: Flanking]"]);

    const { dialog, made } = await dialogOf(player, "Longsword");
    const line = dialog.locator('.coign-in-roll li[data-modifier="flanking"]');
    await reads(line, /Flanking ?\+2 attack/);
    await line.locator(".coign-toggle").click();
    await dialog.locator('button[name="attack_single"]').click();
    const without = await judged(gm, await made());
    assert.deepEqual(without.formulas, ["1d20 + 8[Attack Bonus]"]);
    assert.deepEqual(without.modifiers[0], ["flanking", "on", false], "a player's switch leaves it to the card");
  },
);

inRolls("pf1: cover is in a save from a card's button, and counts once on its card", "pf1", async ({ gm }) => {
  await hedge(gm);
  await nextDice(gm, 10);
  await gm.evaluate(
    async ([saver, thrower]) => {
      const token = canvas.scene.tokens.get(thrower);
      const item = token.actor.items.find(({ name }) => name === "Acid Flask");
      const shared = { item, action: item.system.actions[0], token, attackBonus: [], chatAttacks: [] };
      await new game.pf1.actionUse.ActionUse(shared).process({ skipDialog: true });
      canvas.tokens.get(saver).control();
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  await gm.locator('[data-action="save"]').click();
  const dialog = gm.locator("#windows .application").last();
  const line = dialog.locator('.coign-in-roll li[data-modifier="cover"]');
  await reads(line, /\+2 save/);
  await becomes(() => dialog.locator('[name="bonus"]').inputValue(), "2[Coign: Cover and Reflex Saves]");
  await dialog.locator(".dialog-button.normal").click();
  await gm.waitForFunction(() => game.messages.contents.at(-1).rolls.length, null, SOON);
  const [message, total] = await gm.evaluate(() => {
    const { id, rolls } = game.messages.contents.at(-1);
    return [id, rolls[0].total];
  });
  assert.equal(total, 10 + 5 + 2);
  assert.deepEqual((await judged(gm, message)).modifiers[0], ["cover", "on", true]);
});

inRolls("pf1: cover is no part of a roll, and stays on the card", "pf1", async ({ gm, player }) => {
  const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  const seen = await judged(gm, message);
  assert.deepEqual(seen.modifiers[0], ["cover", "on", false]);
  assert.deepEqual([seen.claimed, seen.formulas], [[], ["1d20 + 8[Attack Bonus]"]]);
});

inRolls(
  "D35E: flanking is in the roll, in the dialog with a switch, and the card counts it once",
  "D35E",
  async (table) => {
    const { gm, player } = table;
    await player.evaluate(
      ([mine, foe]) => {
        canvas.tokens.get(mine).control();
        canvas.tokens.setTargets([foe]);
      },
      [TOKENS.bram, TOKENS.mog],
    );
    const first = await dialogOf(player, "Longsword");
    await reads(first.dialog.locator('.coign-in-roll li[data-modifier="flanking"]'), /Flanking ?\+2/);
    await nextDice(player, 10);
    await first.dialog.locator(".dialog-button.normal").click();
    const message = await first.made();
    const seen = await judged(gm, message);
    assert.deepEqual(seen.modifiers[0], ["flanking", "on", true]);
    const totalOf = async (id) => {
      await gm.waitForFunction((key) => game.messages.has(key), id, SOON);
      return gm.evaluate((key) => game.messages.get(key).flags.D35E.chatTemplateData.attacks[0].attack.total, id);
    };
    assert.equal(await totalOf(message), 10 + 8 + 2);

    const second = await dialogOf(player, "Longsword");
    await second.dialog.locator('.coign-in-roll li[data-modifier="flanking"] .coign-toggle').click();
    await nextDice(player, 10);
    await second.dialog.locator(".dialog-button.normal").click();
    const without = await second.made();
    assert.equal(await totalOf(without), 10 + 8);
    assert.deepEqual((await judged(gm, without)).modifiers[0], ["flanking", "on", false], "left to the card");

    const third = await dialogOf(player, "Longsword");
    await third.dialog.locator('[name="flanking"]').check();
    await nextDice(player, 10);
    await third.dialog.locator(".dialog-button.normal").click();
    const ticked = await third.made();
    assert.equal(await totalOf(ticked), 10 + 8 + 2);
    assert.deepEqual((await judged(gm, ticked)).modifiers[0], ["flanking", "set-aside", false], "the system's own box");

    await player.selectOption('label:has-text("Dialog") select', "none");
    await nextDice(player, 10);
    const quick = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
    assert.equal(await totalOf(quick), 10 + 8 + 2);
    assert.deepEqual((await judged(gm, quick)).modifiers[0], ["flanking", "on", true], "without the dialog");
  },
);
