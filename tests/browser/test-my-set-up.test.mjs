/** The window "Test My Set-Up" names each thing that can be missing, and has the button that mends it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { oneTable } from "./setup.mjs";
import { frameOf } from "./table.mjs";

const SOON = { timeout: 8000 };
const PICTURES = process.env.COIGN_PICTURES;

let refused = false; // connections to the bridge
const before = (page) =>
  page.routeWebSocket(/\/ws\//, (client) => {
    if (refused) client.close();
    else client.connectToServer();
  });
const { page, gm } = await oneTable({ before, viewport: { width: 1366, height: 900 } });

const openTest = (frame) =>
  frame.evaluate(() => new (game.settings.menus.get("coign.test").type)().render({ force: true }));
const closeAll = (frame) =>
  frame.evaluate(() => Promise.all([...foundry.applications.instances.values()].map((window) => window.close())));

/** Open the window and expect the first missing thing in these words; the button beside it opens the window given. */
async function misses(frame, words, window) {
  await closeAll(frame);
  await openTest(frame);
  const missing = frame.locator("#coign-test .coign-steps > li:not([data-done])");
  await missing.filter({ hasText: words }).waitFor(SOON);
  assert.equal(await missing.count(), 1, "the first thing that is missing, and no more");
  assert.equal(await frame.locator("#coign-test .coign-card").count(), 0);
  if (PICTURES)
    await frame.locator("#coign-test").screenshot({ path: `${PICTURES}/${words.replaceAll(" ", "-")}.png` });
  if (!window) return assert.equal(await missing.locator("button").count(), 0);
  await missing.locator("button").click();
  await frame.locator(`#${window}`).waitFor(SOON);
}

test("two tokens are chosen if none is selected, and their card is shown", async () => {
  await gm.evaluate(() => canvas.tokens.releaseAll());
  await openTest(gm);
  await gm.locator("#coign-test .coign-card").waitFor(SOON);
  assert.equal(await gm.locator("#coign-test .coign-steps > li:not([data-done])").count(), 0);
  assert.deepEqual(await gm.locator("#coign-test .coign-initial").allTextContents(), ["S", "I", "I", "S"]);
});

test("no rules, or rules that the bridge does not have", async () => {
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["none"]));
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="no-rules"]', SOON);
  await misses(gm, "No rules are chosen", "coign-rules");
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["of-another-table"]));
  await misses(gm, "Coign has no rules called", "coign-rules");
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage"]));
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="connected"]', SOON);
});

test("no scene with two tokens", async () => {
  await gm.evaluate(async () => {
    globalThis.home = canvas.scene;
    await tabletop.client.view((await Scene.createDocuments([{ name: "Empty room" }]))[0]);
  });
  await misses(gm, "has fewer than two tokens");
  await gm.evaluate(() => tabletop.client.view(globalThis.home));
});

test("no bridge", async () => {
  refused = true;
  await page.reload();
  const again = await frameOf(page, "gm");
  await again.waitForSelector('[data-tool="coign"][data-coign-state="reconnecting"]', SOON);
  await misses(again, "No bridge answers", "coign-pairing");
});

test("not paired", async () => {
  refused = false;
  const again = await frameOf(page, "gm");
  await again.evaluate(() => game.settings.set("coign", "token", ""));
  await again.click('#coign-pairing [data-action="disconnect"]');
  await again.evaluate(() => document.querySelector('#coign-pairing [data-action="forget"]')?.click());
  await again.waitForSelector('[data-tool="coign"][data-coign-state="unpaired"]', SOON);
  await misses(again, "Not paired", "coign-pairing");
});
