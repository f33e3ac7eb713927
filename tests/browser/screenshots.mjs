/**
 * Makes the pictures of the README from the running demo: `node tests/browser/screenshots.mjs [folder]`.
 *
 * The dice are seeded, so that the same scene gives the same pictures.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { strike } from "./quick.mjs";
import {
  attack,
  cardOf,
  frameOf,
  freePort,
  installAndTick,
  nextDice,
  openTable,
  pause,
  READY,
  startBridge,
  startBrowser,
  TOKENS,
} from "./table.mjs";

const folder = process.argv[2] ?? join(import.meta.dirname ?? ".", "..", "..", "docs");
const SETTLE = 700; // ms for the last redraw and the pointer's own effects

await mkdir(folder, { recursive: true });
const browser = await startBrowser();
const bridge = await startBridge(await freePort());
try {
  await tabletop();
  await overlay();
  await card();
  await inRoll("light");
  await inRoll("dark");
  await firstCard();
} finally {
  await browser.close();
  await bridge.kill();
}

async function fight({ player, gm }) {
  await nextDice(player, 12, 14);
  const flanked = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
  await cardOf(player, flanked).waitFor();
  const shot = await attack(player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" });
  await cardOf(gm, shot).waitFor();
  await nextDice(player, 3);
  await cardOf(player, shot).locator('[data-coign="roll"]').click();
  await cardOf(gm, shot).locator('[data-coign="undo"]').waitFor();
  return shot;
}

/** The whole page, game master and player side by side. */
async function tabletop() {
  const table = await openTable(browser, bridge.url, { query: "theme=light", viewport: { width: 1600, height: 1000 } });
  await fight(table);
  await pause(SETTLE);
  await table.page.screenshot({ path: join(folder, "tabletop.png") });
  await table.page.close();
}

/** The map while the player points at a foe half behind a wall. */
async function overlay() {
  const { page, player } = await openTable(browser, bridge.url, {
    query: "theme=light&view=player",
    viewport: { width: 1700, height: 1200 },
  });
  await player.click(`[data-token-id="${TOKENS.ilse}"] .body`);
  await player.hover(`[data-token-id="${TOKENS.grik}"] .body`);
  await pause(2 * SETTLE);
  const [from, to] = await Promise.all(
    [TOKENS.ilse, TOKENS.grik].map((id) => player.locator(`[data-token-id="${id}"] .body`).boundingBox()),
  );
  const map = await player.locator("#map").boundingBox();
  const clip = { x: from.x - 120, y: map.y, width: to.x - from.x + 320, height: from.y - map.y + 180 };
  await page.screenshot({ path: join(folder, "overlay.png"), clip });
  await page.close();
}

/** One card as the game master reads it, at the size of Foundry's sidebar, twice as sharp. */
async function card() {
  const { page, gm, player } = await openTable(browser, bridge.url, {
    query: "theme=light",
    viewport: { width: 1440, height: 1400 },
    scale: 2,
  });
  await nextDice(player, 12);
  const shot = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  await cardOf(gm, shot).locator('[data-fold^="drawing"]').click();
  await cardOf(gm, shot).locator(".coign-figure").first().waitFor();
  await pause(SETTLE);
  await gm.locator(`[data-message-id="${shot}"]`).screenshot({ path: join(folder, "card.png") });
  await page.close();
}

/** The system's dialog with two modifiers, one of which the game master has switched off, and the card of the roll. */
async function inRoll(theme) {
  const { page, gm } = await openTable(browser, bridge.url, {
    query: `theme=${theme}&view=gm`,
    viewport: { width: 900, height: 1400 },
    scale: 2,
  });
  await gm.evaluate(() => game.settings.set("coign", "inRoll", "gm"));
  const message = strike(gm, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow", ask: true });
  await gm.locator('.coign-in-roll [data-modifier="half-cover"] input').uncheck();
  await pause(SETTLE);
  await gm.locator(".roll-configuration").screenshot({ path: join(folder, `in-roll-dialog-${theme}.png`) });
  await nextDice(gm, 12, 3);
  await gm.click('.roll-configuration [data-action="normal"]');
  const id = await message;
  await cardOf(gm, id).locator('[data-modifier="half-cover"][data-state="off"]').waitFor();
  await pause(SETTLE);
  if (theme === "light")
    await gm.locator(`[data-message-id="${id}"]`).screenshot({ path: join(folder, "in-roll-card.png") });
  await page.close();
}

/** From a world into which nothing is installed to the first card, step by step. It needs the engine. */
async function firstCard() {
  const page = await browser.newPage({ viewport: { width: 1250, height: 800 }, deviceScaleFactor: 0.8 });
  const shot = (step, part = "#clients") =>
    page.locator(part).screenshot({ path: join(folder, `first-card-${step}.png`) });
  // Slow enough to be seen: the pages come from this computer.
  const slowly = async (route) => pause(1500).then(() => route.continue());
  await page.route("**/engine/runtime/python_stdlib.zip", slowly);
  await page.goto(`${bridge.url}/tabletop/?setup&system=dnd5e&theme=light&view=gm&seed=7`);
  await installAndTick(page, bridge.url, async (step) => {
    if (step === "install") await shot("1-install", "#setup");
  });
  const gm = await frameOf(page, "gm");
  await gm.click('[data-tool="coign"]');
  await gm.locator("#coign-pairing .coign-status", { hasText: "Getting ready," }).waitFor();
  await shot("2-getting-ready");
  await gm.locator("#coign-pairing .coign-status", { hasText: "Coign computes in this browser" }).waitFor({
    timeout: 3 * READY,
  });
  await gm.click('#coign-pairing [data-action="close"]');
  await gm.click(`[data-token-id="${TOKENS.ilse}"] .body`);
  await gm.dblclick(`[data-token-id="${TOKENS.grik}"] .body`, { modifiers: ["Shift"] });
  await pause(2 * SETTLE);
  await shot("3-aim");
  await nextDice(gm, 12);
  const message = await attack(gm, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  await cardOf(gm, message).waitFor();
  await pause(SETTLE);
  await shot("4-card");
  await page.close();
}
