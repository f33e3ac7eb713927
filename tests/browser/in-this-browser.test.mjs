/** Coign in the GM's browser: from an empty world to a card, and in place of a bridge that is away until it is back. */

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { state, strike } from "./quick.mjs";
import {
  attack,
  becomes,
  cardOf,
  frameOf,
  freePort,
  installAndTick,
  openTable,
  ROOT,
  reads,
  startBridge,
  startBrowser,
  TOKENS,
} from "./table.mjs";

const ENGINE = join(ROOT, "foundry-module", "engine", "runtime", "files.json");
const built = existsSync(ENGINE) ? {} : { skip: "the engine is not built: python3 dev.py engine" };
const LATER = { timeout: 60_000 };
const SHOT = { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" };

let browser;

before(async () => {
  browser = await startBrowser([`--host-resolver-rules=MAP *.test 127.0.0.1`]);
});

after(async () => {
  await browser?.close();
});

const highGround = (frame, message) => cardOf(frame, message).locator('.coign-chip[data-modifier="high-ground"]');

test("an empty world: install, tick, attack; a roll before it is ready gets its card afterwards", built, async () => {
  const server = await startBridge(await freePort()); // serves the files, and is never connected to
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const [sockets, errors] = [[], []];
    page.on("websocket", (socket) => sockets.push(socket.url()));
    page.on("pageerror", (error) => errors.push(error));
    let attacked; // until then the engine does not come
    const first = new Promise((resolve) => {
      attacked = resolve;
    });
    await page.route("**/engine/*/runtime/site.tar.gz", (route) => first.then(() => route.continue()));
    await page.goto(`${server.url}/tabletop/?path=wait&view=both&setup&system=dnd5e`);
    await page.fill('#setup [name="manifest"]', `${server.url}/no-such.json`);
    await page.click('#setup [type="button"]');
    await page.locator("#setup output", { hasText: "404" }).waitFor();
    assert.equal(await page.locator('#setup [type="submit"]').isDisabled(), true, "nothing is ticked");
    await installAndTick(page, server.url);
    const [gm, player] = [await frameOf(page, "gm"), await frameOf(page, "player")];
    await gm.click('[data-tool="coign"]');
    await gm.locator("#coign-pairing .coign-status", { hasText: "Getting ready" }).waitFor();
    const early = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
    await player.waitForSelector(`[data-message-id="${early}"] .dice-total`);
    attacked();
    await gm.locator("#coign-pairing .coign-status", { hasText: "Coign computes in this browser" }).waitFor(LATER);
    await cardOf(player, early).locator('[data-modifier="half-cover"]').first().waitFor(LATER);
    await becomes(() => [sockets, page.workers().length, errors], [[], 1, []], "no pairing, and one Worker: the GM's");
  } finally {
    await page.close();
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
      await becomes(() => page.workers().length, 0, "its Worker has ended");
      await page.close();
    } finally {
      await bridge.kill();
    }
  },
);

test("who has computed goes on until the game master who takes over is ready, and then stops", built, async () => {
  const server = await startBridge(await freePort());
  try {
    const { page, gm, player } = await openTable(browser, server.url, { compute: "page" });
    const open = (name) => page.evaluate((user) => tabletop.open(user).dataset.client, name);
    const isIn = (frame, state) =>
      frame.waitForFunction((one) => game.modules.get("coign").api.state === one, state, LATER);
    const judged = async (frames) => {
      const message = await strike(player);
      for (const frame of frames) await highGround(frame, message).waitFor(LATER);
    };
    await open("gm2");
    const second = await frameOf(page, "gm2");
    await isIn(gm, "connected");
    await page.evaluate(() => tabletop.close("gm"));
    await isIn(second, "connected");

    let ready; // until then the engine does not come
    const first = new Promise((resolve) => {
      ready = resolve;
    });
    await page.route("**/engine/*/runtime/site.tar.gz", (route) => first.then(() => route.continue()));
    await open("gm");
    const back = await frameOf(page, "gm");
    await isIn(back, "starting");
    await judged([player, second, back]);
    assert.deepEqual([await state(back), await state(second)], ["starting", "connected"]);
    ready();
    await isIn(back, "connected");
    await isIn(second, "off");
    await judged([player, second, back]);
    await becomes(() => page.workers().length, 1);
    await page.close();
  } finally {
    await server.kill();
  }
});

test("an engine that cannot start is given up at the third try, and the status says what to do", built, async () => {
  const server = await startBridge(await freePort());
  try {
    const before = (page) => page.route("**/engine/*/runtime/site.tar.gz", (route) => route.abort());
    const { page, gm } = await openTable(browser, server.url, { compute: "page", connected: false, before });
    await gm.click('[data-tool="coign"]');
    await gm.locator("#coign-pairing .coign-status", { hasText: "failed three times within a minute" }).waitFor(LATER);
    await reads(gm.locator("#coign-pairing"), /Reload the page\. If it fails again/);
    await becomes(() => page.workers().length, 0);
    await page.close();
  } finally {
    await server.kill();
  }
});

test(
  "plain http under a foreign name, and the module's files on another origin: it starts and answers",
  built,
  async () => {
    const server = await serveModule();
    const { port } = server.address();
    const page = await browser.newPage();
    try {
      const asked = new Set();
      page.on("request", (request) => asked.add(new URL(request.url()).host));
      await page.goto(`http://foundry.test:${port}/`);
      const answered = await page.evaluate(async (assets) => {
        const { inThisBrowser } = await import(`${assets}/modules/coign/scripts/connection/places.mjs`);
        const socket = inThisBrowser("w", "engine/").open();
        const types = await new Promise((resolve, reject) => {
          socket.onclose = ({ reason }) => reject(new Error(reason));
          socket.onmessage = ({ data }) => resolve([JSON.parse(data).type, globalThis.isSecureContext]);
          socket.onopen = () =>
            socket.send(
              JSON.stringify({ type: "hello", versions: [1], world: "w", user: "gm", client: "c", token: "" }),
            );
        });
        socket.close();
        return types;
      }, `http://assets.test:${port}`);
      assert.deepEqual(answered, ["welcome", false]);
      asked.delete(""); // the Worker's Blob
      assert.deepEqual([...asked].sort(), [`assets.test:${port}`, `foundry.test:${port}`], "and nobody else is asked");
    } finally {
      await page.close();
      server.close();
    }
  },
);

/** Serve an empty page, and the module's files as a host of assets does: to every origin. */
async function serveModule() {
  const types = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
  };
  const server = createServer(async (request, response) => {
    const [, path] = request.url.split("/modules/coign/");
    const type = path ? (types[extname(path)] ?? "application/octet-stream") : "text/html";
    const body = path ? await readFile(join(ROOT, "foundry-module", path)).catch(() => null) : "<!doctype html>";
    response.writeHead(body === null ? 404 : 200, { "content-type": type, "access-control-allow-origin": "*" });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** The engine's files as the bridge served them: a real Foundry goes on to serve them when the bridge is gone. */
const files = new Map();

async function keep(url) {
  const { flags } = await (await fetch(`${url}/modules/coign/module.json`)).json();
  const folder = `${url}/modules/coign/${flags.coign.engine}`;
  const list = await (await fetch(`${folder}runtime/files.json`)).json();
  const names = [
    ...readdirSync(join(ROOT, "foundry-module", "engine")).filter((name) => name.endsWith(".mjs")),
    "runtime/files.json",
    ...Object.keys(list).map((one) => `runtime/${one}`),
  ];
  for (const name of names) {
    const response = await fetch(folder + name);
    files.set(folder + name, {
      status: response.status,
      contentType: response.headers.get("content-type"),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }
}

const kept = (url) => files.get(url) ?? { status: 404, body: "" };
