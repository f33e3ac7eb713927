/** The site that any web host can serve: the table under a path of its own, with nothing but files behind it. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { attack, cardOf, frameOf, freePort, PYTHON, pause, ROOT, startBrowser, TOKENS } from "./table.mjs";

const ENGINE = join(ROOT, process.env.COIGN_MODULE ?? "foundry-module", "engine", "runtime", "files.json");
const built = existsSync(ENGINE) ? {} : { skip: "the engine is not built: python3 dev.py engine" };
const PATH = "some/host/coign";
const PATIENCE = 60_000; // ms for the engine to start, on a busy machine
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let browser;
let folder;
let server;
let url;

before(async () => {
  if (built.skip) return;
  folder = await mkdtemp(join(tmpdir(), "coign-site-"));
  const { status, stderr } = spawnSync(PYTHON, ["tools/site.py", join(folder, PATH)], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: join(ROOT, "bridge") },
  });
  assert.equal(status, 0, stderr);
  const port = await freePort();
  server = spawn(PYTHON, ["-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, String(port)], {
    stdio: "ignore",
  });
  url = `http://127.0.0.1:${port}/`;
  for (const end = Date.now() + PATIENCE; !(await fetch(url).catch(() => null)); await pause(50))
    assert.ok(Date.now() < end && server.exitCode === null, "Python's own web server starts");
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  server?.kill();
  if (folder) await rm(folder, { recursive: true });
});

/** Open the table, and gather what it asks of whom. */
async function openSite(how) {
  const page = await browser.newPage(how);
  const [errors, failed, sockets, elsewhere] = [[], [], [], []];
  page.on("pageerror", (error) => errors.push(error));
  page.on("websocket", (socket) => sockets.push(socket.url()));
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(response.url());
  });
  page.on("request", (request) => {
    const ours = request.url().startsWith(`${url}${PATH}/`) || /^(blob|data):/.test(request.url());
    if (!ours) elsewhere.push(request.url());
  });
  await page.goto(`${url}${PATH}/tabletop/`);
  const gm = await frameOf(page, "gm");
  const ready = () => game.modules.get("coign").api.state === "connected";
  await gm.waitForFunction(ready, null, { timeout: PATIENCE });
  return { page, gm, asked: { errors, failed, sockets, elsewhere } };
}

const body = (token) => `[data-token-id="${token}"] .body`;
const NOTHING = { errors: [], failed: [], sockets: [], elsewhere: [] };

test("an attack gets its card, on both clients, under any path of a host that serves files", built, async () => {
  const { page, gm, asked } = await openSite({ viewport: { width: 1440, height: 900 } });
  const player = await frameOf(page, "player");
  const shot = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  for (const frame of [player, gm])
    await cardOf(frame, shot).locator('[data-modifier="high-ground"]').first().waitFor();
  assert.match(await page.locator("#own").evaluate((link) => link.href), new RegExp(`/${PATH}/$`));
  assert.deepEqual(asked, NOTHING);
  await page.close();
});

test("on a phone: one view, nothing wider than the screen, and an attack by touch", built, async () => {
  const { page, gm, asked } = await openSite(PHONE);
  assert.equal(await page.locator("iframe:visible").count(), 1);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.equal(await gm.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await gm.tap(body(TOKENS.ilse));
  for (let taps = 0; taps < 2; taps++) await gm.tap(body(TOKENS.snag));
  await gm.tap('.weapon:has-text("Shortbow")');
  await gm.locator('.coign-card .coign-chip[data-modifier="high-ground"]').waitFor();
  await gm.locator("#panel").evaluate((panel) => panel.scrollIntoView());
  const cut = (weapons) => weapons.filter((one) => one.scrollWidth > one.clientWidth).length;
  assert.equal(await gm.locator("#panel button").evaluateAll(cut), 0, "no button is cut off");
  if (process.env.COIGN_PICTURE) await page.screenshot({ path: process.env.COIGN_PICTURE });
  assert.deepEqual(asked, NOTHING);
  await page.close();
});
