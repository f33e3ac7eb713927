/** Coign in the GM's browser: from an empty world to a card, and in place of a bridge that is away until it is back. */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { attack, cardOf, freePort, openTable, ROOT, startBridge, startBrowser, TOKENS } from "./table.mjs";

const ENGINE = join(ROOT, "foundry-module", "engine", "runtime", "files.json");
const built = existsSync(ENGINE) ? {} : { skip: "the engine is not built: python3 dev.py engine" };
const LATER = { timeout: 60_000 };
const SHOT = { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" };

let browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
});

const highGround = (frame, message) => cardOf(frame, message).locator('.coign-chip[data-modifier="high-ground"]');

test("an empty world: no pairing, no address; a roll before it is ready gets its card afterwards", built, async () => {
  const server = await startBridge(await freePort()); // serves the files, and is never connected to
  try {
    const sockets = [];
    const watch = async (page) => page.on("websocket", (socket) => sockets.push(socket.url()));
    const { page, gm, player, errors } = await openTable(browser, server.url, {
      compute: "page",
      connected: false,
      before: watch,
    });
    await gm.click('[data-tool="coign"]');
    await gm.locator("#coign-pairing .coign-status", { hasText: "Getting ready" }).waitFor();
    const early = await attack(player, SHOT);
    await player.waitForSelector(`[data-message-id="${early}"] .dice-total`);
    await gm.locator("#coign-pairing .coign-status", { hasText: "Coign computes in this browser" }).waitFor(LATER);
    await highGround(player, early).waitFor(LATER);
    assert.deepEqual([sockets, page.workers().length, errors], [[], 1, []], "one Worker: the GM's");
    await page.close();
  } finally {
    await server.kill();
  }
});

test(
  "a bridge is lost: one click computes here; it is back: it takes over, and no card comes twice",
  built,
  async () => {
    const port = await freePort();
    let bridge = await startBridge(port);
    try {
      const { page, gm, player } = await openTable(browser, bridge.url, { compute: "bridge" });
      await gm.evaluate(() => {
        globalThis.annotated = [];
        Hooks.on("coign.annotated", (message) => globalThis.annotated.push(message.id));
      });
      await keep(bridge.url);
      await page.route("**/modules/coign/engine/**", (route) => route.fulfill(kept(route.request().url())));

      await bridge.kill();
      await gm.waitForFunction(() => game.modules.get("coign").api.state === "reconnecting", null, LATER);
      const waiting = await attack(player, SHOT);
      await gm.click('[data-tool="coign"]');
      await gm.click('#coign-pairing [data-action="meanwhile"]');
      await gm.locator("#coign-pairing .coign-status", { hasText: "until the bridge is back" }).waitFor(LATER);
      await highGround(player, waiting).waitFor(LATER);
      const here = await attack(player, SHOT);
      await highGround(player, here).waitFor(LATER);

      bridge = await startBridge(port);
      await gm.evaluate(() => window.dispatchEvent(new Event("online"))); // look now, not in ten seconds
      // The demo's server gives its page a new token first.
      await gm.locator("#coign-pairing .coign-status", { hasText: "Connected" }).waitFor(LATER);
      const back = await attack(player, SHOT);
      await highGround(player, back).waitFor(LATER);
      for (const message of [waiting, here, back]) {
        assert.equal(await cardOf(player, message).count(), 1);
        const times = await gm.evaluate((id) => globalThis.annotated.filter((one) => one === id).length, message);
        assert.equal(times, 1, "annotated once");
      }
      assert.equal(page.workers().length, 0, "its Worker has ended");
      await page.close();
    } finally {
      await bridge.kill();
    }
  },
);

/** The engine's files as the bridge served them: a real Foundry goes on to serve them when the bridge is gone. */
const files = new Map();

async function keep(url) {
  const list = await (await fetch(`${url}/modules/coign/engine/runtime/files.json`)).json();
  const names = [
    "worker.mjs",
    "start.mjs",
    "tar.mjs",
    "runtime/files.json",
    ...Object.keys(list).map((one) => `runtime/${one}`),
  ];
  for (const name of names) {
    const response = await fetch(`${url}/modules/coign/engine/${name}`);
    files.set(name, {
      status: response.status,
      contentType: response.headers.get("content-type"),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }
}

const kept = (url) => files.get(url.split("/modules/coign/engine/")[1]) ?? { status: 404, body: "" };
