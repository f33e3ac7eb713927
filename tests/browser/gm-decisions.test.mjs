/** Decisions of the GM: forced degrees, automatic dice, and protection from what a player may not write. */

import assert from "node:assert/strict";
import { flagsOf, openAddition, playBy, strike, synced, update } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { attack, becomes, cardOf, frameOf, reads, TOKENS } from "./table.mjs";

const HIGH_GROUND = '.coign-chip[data-modifier="high-ground"]';

/** Run a test at a table of its own, after one attack from the ledge. */
const afterAnAttack = (name, run) => atTable(name, { query: "v=14" }, async (table) => run(table, await shoot(table)));

async function shoot({ gm, player }) {
  const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  for (const frame of [gm, player]) await cardOf(frame, message).waitFor();
  return message;
}

const open = (frame, menu) =>
  frame.evaluate(async (name) => {
    await game.modules.get("coign").api.open(name);
  }, menu);

afterAnAttack(
  "the GM forces a degree of cover for a token, sees it listed, and removes it",
  async ({ gm, player }, message) => {
    await openAddition(gm, message);
    await gm.selectOption("dialog select[name=what]", { label: "Cover: three-quarters" });
    await gm.selectOption("dialog select[name=scope]", "target");
    await gm.fill("dialog input[name=why]", "behind a barrel");
    await gm.click("dialog footer button");
    const cover = cardOf(player, message).locator(".coign-chip", { hasText: "Three-Quarters Cover" });
    await reads(cover, /\+5 AC.*behind a barrel/);
    const again = await shoot({ gm, player });
    await cardOf(player, again).locator(".coign-chip", { hasText: "Three-Quarters Cover" }).waitFor();
    await open(gm, "inForce");
    await reads(
      gm.locator("#coign-overrides li"),
      /Cover: three-quarters, whenever Snag is attacked \(behind a barrel\)/,
    );
    await gm.click('#coign-overrides [data-action="remove"]');
    await gm.locator("#coign-overrides", { hasText: "None" }).waitFor();
    await gm.click('#coign-overrides [data-action="close"]');
    const last = await shoot({ gm, player });
    assert.equal(await cardOf(gm, last).locator(".coign-chip", { hasText: "Three-Quarters Cover" }).count(), 0);
  },
);

afterAnAttack("with the world's setting, dice are rolled automatically, and can be undone", async ({ gm, player }) => {
  await gm.evaluate(() => game.settings.set("coign", "automatic", true));
  const message = await shoot({ gm, player });
  await cardOf(player, message).locator('[data-coign="unroll"]').waitFor();
  await reads(cardOf(player, message).locator(".coign-total"), /\d+ → \d+/);
  await gm.evaluate(() => game.settings.set("coign", "automatic", false));
  await cardOf(player, message).locator('[data-coign="unroll"]').click();
  await cardOf(player, message).locator('[data-coign="roll"]').waitFor();
  await becomes(async () => (await flagsOf(gm, message)).rolled, []);
});

afterAnAttack("a player's change of a GM's override is undone", async ({ gm, player }, message) => {
  await cardOf(gm, message).locator(`${HIGH_GROUND} .coign-toggle`).click();
  await cardOf(player, message).locator(`${HIGH_GROUND}[data-state="off"]`).waitFor();
  const { overrides } = await flagsOf(gm, message);
  await player.evaluate(
    (id) =>
      game.messages
        .get(id)
        .update({ flags: { coign: { overrides: [{ modifier: "flanking", state: "on" }], annotations: [] } } }),
    message,
  );
  await player.waitForFunction(
    (id) => game.messages.get(id).flags.coign.overrides[0]?.modifier === "high-ground",
    message,
  );
  await cardOf(player, message).locator(`${HIGH_GROUND}[data-state="off"]`).waitFor();
  await becomes(async () => (await flagsOf(gm, message)).overrides, overrides);
});

afterAnAttack(
  "a GM who logs in again sees the GM's card as it was, and players still do not",
  async ({ page, player }, message) => {
    await page.evaluate(() => tabletop.close("gm"));
    await page.evaluate(() => tabletop.open("gm"));
    const gm = await frameOf(page, "gm");
    await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected");
    await cardOf(gm, message).locator(".coign-chance").waitFor();
    assert.equal(await cardOf(gm, message).locator('[data-coign="measure"]').count(), 0);
    await synced(gm, player);
    assert.equal(await cardOf(player, message).locator(".coign-chance").count(), 0);
  },
);

atTable(
  "one press counts an obstacle that the rules set aside, another switches it off, and undo sets it aside again",
  { query: "v=14" },
  async (table) => {
    const { gm, player } = table;
    await playBy(gm, "combat-modifiers");
    await update(gm, TOKENS.ilse, { x: 200, y: 1000, elevation: 0 });
    await update(gm, TOKENS.snag, { x: 600, y: 1000, elevation: 0 });
    const screen = { c: [310, 900, 310, 1097], move: 20, sight: 20, light: 20, sound: 20 };
    await gm.evaluate((wall) => canvas.scene.createEmbeddedDocuments("Wall", [wall]), screen);
    const message = await strike(gm, { by: TOKENS.ilse, at: TOKENS.snag });
    const chip = (frame, state) =>
      cardOf(frame, message).locator(`.coign-chip[data-modifier="cover"][data-state="${state}"]`);
    for (const frame of [gm, player]) await chip(frame, "set-aside").waitFor();
    await cardOf(gm, message).locator('.coign-why[data-modifier="cover"]').click();
    await reads(cardOf(gm, message), /hides \d+ % of it is nearer to you, and does not count/);
    await chip(gm, "set-aside").locator(".coign-toggle").click();
    for (const frame of [gm, player]) {
      await reads(chip(frame, "on"), /\+4 AC/);
    }
    await chip(gm, "on").locator(".coign-toggle").click();
    for (const frame of [gm, player]) await chip(frame, "off").waitFor();
    await chip(gm, "off").locator('[data-coign="undo"]').click();
    for (const frame of [gm, player]) await chip(frame, "set-aside").waitFor();
  },
);

afterAnAttack(
  "a GM whose page does not compute presses on the card: the one that computes decides, and who pressed writes it",
  async ({ page, gm, player }, message) => {
    await page.evaluate(() => tabletop.open("gm2"));
    const second = await frameOf(page, "gm2");
    const chip = (frame, state) => cardOf(frame, message).locator(`${HIGH_GROUND}[data-state="${state}"]`);
    await chip(second, "on").locator(".coign-toggle").click();
    for (const frame of [gm, second, player]) await chip(frame, "off").waitFor();
    const [override] = (await flagsOf(gm, message)).overrides;
    assert.equal(override.by, await second.evaluate(() => game.user.name));
    await chip(second, "off").locator(".coign-toggle").click();
    for (const frame of [gm, second, player]) await chip(frame, "on").waitFor();
    assert.deepEqual((await flagsOf(gm, message)).overrides, []);
  },
);
