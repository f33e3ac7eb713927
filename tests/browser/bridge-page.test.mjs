/** The bridge's page as a person uses it: from the first visit by its buttons to an attack, and to the stop. */

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { attack, cardOf, frameOf, freePort, startBridge, startBrowser, TOKENS } from "./table.mjs";

const ADDRESS = /(http:\S+\/\?key=[\w-]+)/;
const SOON = { timeout: 15_000 };
/** A folder for pictures of the page; none are taken without it. */
const PICTURES = process.env.COIGN_PICTURES;

let browser;
let bridge;
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "coign-"));
  await writeFile(join(folder, "empty.toml"), "");
  const places = { COIGN_STATE: folder, COIGN_CONFIG: join(folder, "empty.toml"), XDG_CONFIG_HOME: folder };
  bridge = await startBridge(await freePort(), ["serve"], { ...places, COIGN_LOG: join(folder, "coign.log") });
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await bridge?.kill();
  if (folder) await rm(folder, { recursive: true });
});

/** Check that nothing is cut off at either width and in either theme, and take the pictures that are wanted. */
async function look(page, name) {
  for (const width of [1280, 800, 400])
    for (const colorScheme of ["light", "dark"]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
        `${name} at ${width} px is wider than its window`,
      );
      if (PICTURES)
        await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
}

test("from the first visit to a card in three clicks, and the page shows the card", async () => {
  const [, address] = ADDRESS.exec(bridge.said());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("response", (answer) => answer.ok() || errors.push(`${answer.status()} ${answer.url()}`));
  await page.goto(address);
  assert.match(await page.textContent(".state"), /Waiting for Foundry/);
  assert.match(await page.textContent(".code"), /^[A-Z0-9]{4}-[A-Z0-9]{4} good for \d+ more minutes$/);
  assert.equal(await page.locator("ol > li svg[role=img]").count(), 3);
  await look(page, "waiting");

  const table = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await table.goto(address);
  await table.click("text=Open the practice table");
  await table.waitForURL(/\/tabletop\//);
  const [gm, player] = [await frameOf(table, "gm"), await frameOf(table, "player")];
  await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
  const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  await cardOf(gm, message).waitFor(SOON);

  await page.waitForSelector(".state:has-text('The practice table is open.')", SOON); // the script has updated the page
  assert.match(await page.textContent("#worlds"), /Coign demo.*Gamemaster/s);
  const [back] = await Promise.all([table.context().waitForEvent("page"), table.click("#own")]);
  await back.waitForSelector("text=Stop Coign", SOON);
  await back.close();
  assert.equal(await page.locator("ol .done").count(), 0, "no step of Foundry's is done by practising");
  await page.waitForSelector(".attack", SOON);
  assert.match(await page.textContent(".attack h3"), /^Ilse against Grik/);
  const drawn = await page.waitForSelector(".attack img", SOON);
  await page.waitForFunction((image) => image.complete && image.naturalWidth > 50, drawn, SOON);
  await look(page, "fight");
  assert.deepEqual(errors, []);
  await table.close();
  await page.close();
});

test("without scripts the buttons work too, and Stop stops the bridge", async () => {
  const [, address] = ADDRESS.exec(bridge.said());
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await page.click("text=Start with the computer");
  await page.waitForSelector("text=Coign starts when you log in, with the settings of this run.", SOON);
  const entry = await readFile(join(folder, "autostart", "coign.desktop"), "utf8");
  for (const part of [
    `"--port=${new URL(address).port}"`,
    `"--data" "${folder}"`,
    `"--log=${join(folder, "coign.log")}"`,
  ])
    assert.ok(entry.includes(part), `${part} in ${entry}`);
  await page.click("text=Do not start with the computer");
  await page.waitForSelector("text=You start Coign yourself.", SOON);
  const [log] = await Promise.all([page.waitForEvent("download"), page.click("text=Download the log")]);
  assert.equal(log.suggestedFilename(), "coign.log");
  await page.click("text=Stop Coign");
  await page.waitForSelector("text=Coign has stopped", SOON);
  for (const end = Date.now() + SOON.timeout; Date.now() < end; ) {
    if (!(await fetch(`${bridge.url}/healthz`).catch(() => null))) return;
  }
  assert.fail("it still answers");
});
