/** A connection from the GM's view: pair, read its status, lose it, get it back, forget it. */

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judged, state, strike } from "./quick.mjs";
import { becomes, cardOf, frameOf, freePort, openTable, reads, SOON, startBridge, startBrowser } from "./table.mjs";

const CODE = /[A-Z0-9]{4}-[A-Z0-9]{4}/;
const KEY = /\?key=([\w-]+)/;

let browser;
let bridge;
let folder;
let port;

/** Start a bridge as for a real Foundry, with its files in a folder of the test. */
const serve = () =>
  startBridge(port, ["serve"], { COIGN_STATE: folder, COIGN_CONFIG: join(folder, "empty.toml"), COIGN_LOG: "-" });

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "coign-"));
  await writeFile(join(folder, "empty.toml"), "");
  port = await freePort();
  bridge = await serve();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await bridge?.kill();
  if (folder) await rm(folder, { recursive: true });
});

const connected = (frame) =>
  frame.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
/** Press the button on the bridge's page that approves a code. */
const approve = (key, code) =>
  fetch(`${bridge.url}/press?key=${key}&approve=${encodeURIComponent(code)}`, {
    method: "POST",
    headers: { Origin: bridge.url },
  });
const mark = (frame) => frame.getAttribute('[data-tool="coign"]', "data-coign-state");

test("a browser is paired by code, paired by approval, and forgotten; its token appears nowhere else", async () => {
  const { page, gm, player, errors } = await openTable(browser, bridge.url, { connected: false });
  await becomes(() => state(gm), "unpaired");
  await becomes(() => mark(gm), "unpaired");
  await gm.click('[data-tool="coign"]');
  await gm.locator("#coign-pairing", { hasText: "not paired" }).waitFor();

  await gm.fill("#coign-pairing [name=address]", bridge.url);
  await gm.fill("#coign-pairing [name=code]", "NOTA-CODE");
  await gm.click('#coign-pairing [data-action="pair"]');
  await reads(gm.locator('#coign-pairing [role="alert"]'), /Pairing failed: \S+/);

  await gm.fill("#coign-pairing [name=code]", CODE.exec(bridge.said())[0]);
  await gm.click('#coign-pairing [data-action="pair"]');
  await connected(gm);
  await becomes(() => mark(gm), "connected");
  const first = await gm.evaluate(() => game.settings.get("coign", "token"));
  assert.ok(first.length > 20);
  assert.equal(await player.evaluate(() => game.settings.get("coign", "token")), "");
  const world = await page.evaluate(() =>
    JSON.stringify([tabletop.world.data, [...tabletop.world.settings], [...tabletop.world.userSettings]]),
  );
  assert.ok(!world.includes(first), "not a word of it in what the world's server holds");

  const message = await strike(player);
  await cardOf(player, message).waitFor(SOON);
  await page.evaluate(() => tabletop.open("gm").dataset.client);
  const reloaded = await frameOf(page, "gm");
  await connected(reloaded); // without a click

  await reloaded.click('[data-tool="coign"]');
  await reloaded.click('#coign-pairing [data-action="forget"]');
  await reloaded.waitForFunction(() => game.modules.get("coign").api.state === "unpaired");
  await reloaded.click('#coign-pairing [data-action="pair"]'); // the field empty: both sides show a code
  const code = await (await reloaded.waitForSelector("#coign-pairing .coign-code strong", SOON)).textContent();
  const [, key] = KEY.exec(bridge.said()) ?? [];
  assert.ok(key, bridge.said());
  const approved = await approve(key, code);
  assert.ok(approved.ok, `${approved.status}`);
  await connected(reloaded);
  assert.notEqual(await reloaded.evaluate(() => game.settings.get("coign", "token")), first);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the bridge stops and restarts: one notification for each, the status follows, nothing is lost", async () => {
  const unpaired = await openTable(browser, bridge.url, { connected: false });
  const { page, gm, player } = unpaired;
  await gm.evaluate(() => {
    globalThis.said = [];
    for (const level of ["info", "warn", "error"]) {
      const before = ui.notifications[level];
      ui.notifications[level] = (text, ...rest) => {
        globalThis.said.push(`${level}: ${text}`);
        return before(text, ...rest);
      };
    }
  });
  await gm.click('[data-tool="coign"]');
  await gm.fill("#coign-pairing [name=address]", bridge.url);
  await gm.click('#coign-pairing [data-action="pair"]');
  const code = await (await gm.waitForSelector("#coign-pairing .coign-code strong", SOON)).textContent();
  await approve(KEY.exec(bridge.said())[1], code);
  await connected(gm);

  await player.evaluate(() => import("/tabletop/attack.mjs")); // while there is a bridge to fetch it from
  await bridge.kill();
  await gm.waitForFunction(() => game.modules.get("coign").api.state === "reconnecting", null, SOON);
  await becomes(() => mark(gm), "reconnecting");
  const missed = await strike(player);
  await player.waitForSelector(`[data-message-id="${missed}"] .dice-total`);
  await gm.waitForTimeout(2500); // more than one failed attempt
  bridge = await serve();
  await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, { timeout: 40_000 });
  await judged(player, missed);
  await becomes(() => mark(gm), "connected");
  const said = () => gm.evaluate(() => globalThis.said.map((text) => text.split(/ \(/)[0]));
  await becomes(said, ["warn: Coign: Trying again", "info: Coign: Connected"]);
  await page.close();
});
