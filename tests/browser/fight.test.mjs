/** A fight on the tabletop: the real module, the real bridge, real Chromium, a game master and a player. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { atTable, oneTable } from "./setup.mjs";
import { attack, cardOf, counts, frameOf, nextDice, READY, reads, SOON, TOKENS, TRANSPORT } from "./table.mjs";

const HIGH_GROUND = '.coign-chip[data-modifier="high-ground"]';

/** The versions of Foundry whose documents are tested. In the page the newest alone: at the bridge both are. */
const VERSIONS = TRANSPORT === "page" ? [14] : [13, 14];

/** In the page one table for all fights but those that end its engine: to start one takes longer than a fight. */
const shared = TRANSPORT === "page" ? await oneTable({ query: `v=${VERSIONS[0]}` }) : null;

/** Run a test in the document shapes of each of these versions. */
function fight(name, run, { endsEngine = false } = {}) {
  for (const v of VERSIONS)
    if (endsEngine || !shared) atTable(`${name} (v${v})`, { query: `v=${v}` }, run);
    else test(`${name} (v${v})`, () => putBack(shared.gm).then(() => run(shared)));
}

/** Empty the chat, and put the scene back to what it was when this was first called. */
const putBack = (gm) =>
  gm.evaluate(async () => {
    const { scene } = canvas;
    globalThis.beginning ??= {
      Token: scene.tokens.map(({ id: _id, _source: { x, y, hidden } }) => ({ _id, x, y, hidden })),
      Wall: scene.walls.map(({ id: _id, ds }) => ({ _id, ds })),
    };
    await ChatMessage.deleteDocuments(game.messages.map(({ id }) => id));
    for (const [name, changes] of Object.entries(globalThis.beginning))
      await scene.updateEmbeddedDocuments(name, changes, { animate: false });
  });

const update = (frame, token, change) =>
  frame.evaluate(([id, what]) => canvas.scene.tokens.get(id).update(what), [token, change]);
const textOf = (frame) => frame.evaluate(() => document.body.textContent);
const flagsOf = (frame, message) => frame.evaluate((id) => JSON.stringify(game.messages.get(id).toObject()), message);

fight("from a ledge: partial advantage, the d4 is rolled, the total changes", async ({ gm, player }) => {
  await nextDice(player, 12);
  const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  const card = cardOf(player, message);
  await card.locator(HIGH_GROUND).waitFor();
  await reads(card.locator(".coign-label").first(), /partial advantage/i);
  await reads(card.locator(HIGH_GROUND), /10/, "the reason says how high");
  await nextDice(player, 3);
  await card.locator('[data-coign="roll"]').click();
  for (const frame of [player, gm]) {
    await cardOf(frame, message).locator(".coign-total", { hasText: "21" }).first().waitFor();
  }
  assert.equal(
    await player.locator(`[data-message-id="${message}"] .dice-total`).textContent(),
    "18",
    "the roll itself stays",
  );
});

fight("the game master switches high ground off, and back: both cards follow", async ({ gm, player }) => {
  const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  for (const frame of [gm, player]) await cardOf(frame, message).locator(`${HIGH_GROUND}[data-state="on"]`).waitFor();
  await cardOf(gm, message).locator(`${HIGH_GROUND} .coign-toggle`).click();
  for (const frame of [gm, player]) await cardOf(frame, message).locator(`${HIGH_GROUND}[data-state="off"]`).waitFor();
  assert.doesNotMatch(await cardOf(player, message).locator("summary").first().textContent(), /partial/i);
  await cardOf(gm, message).locator(`${HIGH_GROUND} .coign-toggle`).click();
  for (const frame of [gm, player]) await cardOf(frame, message).locator(`${HIGH_GROUND}[data-state="on"]`).waitFor();
});

fight("a hidden token does not flank, and is named nowhere on the player's page", async ({ gm, player }) => {
  await update(gm, TOKENS.runa, { x: 200, y: 800 }); // away: now only the hidden creature is opposite Bram
  const hushed = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
  // an attack of Ilse's, annotated, proves that this one has been judged as well
  const told = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  for (const frame of [gm, player]) await cardOf(frame, told).waitFor();
  for (const frame of [gm, player])
    assert.equal(await cardOf(frame, hushed).locator('[data-modifier="flanking"]').count(), 0);
  assert.doesNotMatch(await textOf(player), /Shade/);
  assert.doesNotMatch(await flagsOf(player, hushed), /Shade/);
  assert.doesNotMatch(await flagsOf(player, hushed), new RegExp(TOKENS.shade));

  await update(gm, TOKENS.shade, { hidden: false });
  const seen = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
  await cardOf(player, seen).locator('.coign-chip[data-modifier="flanking"][data-state="on"]').waitFor();
});

fight("a shut door is total cover, an open one is not", async ({ gm, player }) => {
  await update(gm, TOKENS.bram, { x: 800, y: 300 });
  const shut = await attack(player, { by: TOKENS.bram, at: TOKENS.pim, weapon: "Javelin" });
  await cardOf(player, shut).waitFor();
  await reads(cardOf(player, shut).locator(".coign-label").first(), /cannot be targeted|blocked/i);
  await player.click("[data-door-id] .handle");
  await player.waitForSelector(".door.open");
  const open = await attack(player, { by: TOKENS.bram, at: TOKENS.pim, weapon: "Javelin" });
  const told = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  await cardOf(gm, told).waitFor(); // of the one before there is perhaps no card at all: an open door changes nothing
  assert.doesNotMatch((await cardOf(gm, open).allTextContents()).join(), /cannot be targeted|blocked/i);
});

fight("two targets, a row for each", async ({ player }) => {
  const message = await attack(player, { by: TOKENS.ilse, at: [TOKENS.snag, TOKENS.grik], weapon: "Shortbow" });
  const card = cardOf(player, message);
  await card.waitFor();
  for (const target of [TOKENS.snag, TOKENS.grik]) await counts(card.locator(`.coign-row[data-target="${target}"]`), 1);
});

fight("a damage roll and an attack on nobody have no card", async ({ gm, player }) => {
  const message = await attack(player, { by: TOKENS.ilse, at: [], weapon: "Shortbow" });
  await player.click(".weapon-row .damage");
  await player.waitForFunction((id) => game.messages.contents.at(-1).id !== id, message, SOON);
  const told = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  await cardOf(gm, told).waitFor();
  assert.equal(await gm.locator(".coign-card").count(), 1);
});

fight(
  "the other game master takes over when the first leaves, and the attack is annotated",
  async ({ page, gm, player }) => {
    await page.evaluate(() => tabletop.open("gm2"));
    const second = await frameOf(page, "gm2");
    assert.equal(await second.evaluate(() => game.user.isActiveGM), false);
    await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected");
    await page.evaluate(() => tabletop.close("gm"));
    await second.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, { timeout: READY });
    const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
    await cardOf(player, message).locator(HIGH_GROUND).waitFor();
  },
  { endsEngine: true },
);
