/** A table without its bridge: rolls go on, and attacks are annotated when the bridge is back. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { stopTimers, synced } from "./quick.mjs";
import { attack, cardOf, freePort, openTable, reads, startBridge, startBrowser, TOKENS } from "./table.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
});

test("a bridge killed and restarted during a fight: rolls go on, and the next attack is annotated", async () => {
  const port = await freePort();
  let bridge = await startBridge(port);
  try {
    const { page, gm, player } = await openTable(browser, bridge.url);
    const first = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
    await cardOf(player, first).waitFor();

    await bridge.kill();
    await gm.waitForFunction(() => game.modules.get("coign").api.state !== "connected");
    const plain = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
    await player.waitForSelector(`[data-message-id="${plain}"] .dice-total`);
    const said = (frame) => frame.locator(`[data-message-id="${plain}"] .coign-nothing`);
    await reads(said(gm), /Waiting for Coign/);
    await synced(gm, player);
    assert.equal(await said(player).count(), 0);
    await gm.evaluate((id) => canvas.scene.tokens.get(id).update({ x: 600 }), TOKENS.snag); // the bridge misses this

    bridge = await startBridge(port);
    await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, { timeout: 40_000 });
    const next = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
    await cardOf(player, next).locator('.coign-chip[data-modifier="high-ground"]').waitFor();
    await cardOf(player, plain).locator('.coign-chip[data-modifier="high-ground"]').waitFor(); // later, but before the timeout
    await page.close();
  } finally {
    await bridge.kill();
  }
});

test("without any bridge a roll stays as it is", async () => {
  const bridge = await startBridge(await freePort());
  try {
    const unpaired = (page) => page.route("**/tabletop/demo.json", (route) => route.fulfill({ status: 404, body: "" }));
    const { page, gm, player, errors } = await openTable(browser, bridge.url, { before: unpaired, connected: false });
    await bridge.kill();
    assert.notEqual(await gm.evaluate(() => game.modules.get("coign").api.state), "connected");
    await stopTimers(gm, player); // nobody waits for the bridge
    const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
    for (const frame of [gm, player]) await frame.waitForSelector(`[data-message-id="${message}"] .dice-total`);
    await synced(gm, player);
    for (const frame of [gm, player]) assert.equal(await cardOf(frame, message).count(), 0);
    assert.deepEqual(errors, []);
    await page.close();
  } finally {
    await bridge.kill();
  }
});
