/**
 * Makes sheets of pictures to look at before a release: `node tests/browser/look.mjs FOLDER`, and names of fights behind it for
 * single ones. Of each of six fights a sheet has the cards of the game master, a second one and the player, in English with a
 * light and in German with a dark chat, and the cards without a mouse and on a phone.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { frameOf, freePort, nextDice, openTable, pause, startBridge, startBrowser, TOKENS } from "./table.mjs";

const [folder, ...wanted] = process.argv.slice(2);
const SETTLE = 700; // ms for the last redraw
const HIGH = 1500; // px of a chat
/** The fights: their game system, and the rules where they are not its own. */
const FIGHTS = {
  "fifth-edition": { system: "dnd5e", rules: "fifth-edition-2024" },
  "partial-advantage": { system: "dnd5e", rules: "partial-advantage" },
  "pathfinder-2": { system: "pf2e" },
  "pathfinder-1": { system: "pf1" },
  swade: { system: "swade" },
  "draw-steel": { system: "draw-steel" },
};
const LOOKS = [
  ["en", "light"],
  ["de", "dark"],
];
/** Whose chat is shown, and how wide the window is. */
const READERS = { gm: 900, gm2: 900, player: 900, keys: 900, phone: 390 };

await mkdir(folder, { recursive: true });
const browser = await startBrowser();
const bridge = await startBridge(await freePort());
const sheet = await browser.newPage();
try {
  for (const [name, fight] of Object.entries(FIGHTS))
    if (!wanted.length || wanted.includes(name)) await lookAt(name, fight);
} finally {
  await browser.close();
  await bridge.kill();
}

/** Play a fight in both looks, and write its pictures side by side into one. */
async function lookAt(name, { system, rules }) {
  const shots = [];
  for (const [lang, theme] of LOOKS) {
    const query = `system=${system}&lang=${lang}&theme=${theme}&view=gm${rules ? `&rules=${rules}` : ""}`;
    const table = await openTable(browser, bridge.url, { query, viewport: { width: READERS.gm, height: HIGH } });
    await table.page.evaluate(() => window.tabletop.open("gm2"));
    const frames = { ...table, gm2: await frameOf(table.page, "gm2") };
    await play(table.gm);
    for (const [reader, width] of Object.entries(READERS)) {
      await table.page.setViewportSize({ width, height: HIGH });
      shots.push([`${name}, ${reader}, ${lang}, ${theme}`, await shotOf(table.page, frames, reader, theme)]);
    }
    await table.page.close();
  }
  await sheet.setViewportSize({ width: 60 + shots.length * 310, height: HIGH });
  const figures = shots.map(([text, png]) => `<td>${text}<br><img width="300" src="data:image/png;base64,${png}">`);
  await sheet.setContent(
    `<table style="font: 11px sans-serif"><tr style="vertical-align: top">${figures.join("")}</table>`,
  );
  await writeFile(join(folder, `${name}.png`), await sheet.screenshot({ fullPage: true }));
}

/** Play all steps of the path, an attack on four and one without a target, and add something by hand to two of them. */
async function play(gm) {
  const steps = await gm.locator(".idea:not(.act)").count();
  for (let nth = 0; nth < steps; nth++) {
    await nextDice(gm, 9 + nth, 12, 3);
    await gm.locator(".idea").nth(nth).click();
    await gm.waitForFunction((count) => game.messages.size === count, nth + 1);
  }
  for (const targets of [[TOKENS.snag, TOKENS.grik, TOKENS.mog, TOKENS.pim], []]) {
    await gm.click(`[data-token-id="${TOKENS.ilse}"] .body`);
    await gm.evaluate((ids) => canvas.tokens.setTargets(ids), targets);
    await nextDice(gm, 11, 5);
    await gm.locator(".weapon").first().click();
    await pause(SETTLE);
  }
  for (const nth of [0, 1]) {
    await gm.locator('[data-tool="add"]').nth(nth).click();
    await gm.locator('.coign-offers [data-coign="hand"]').first().click();
    await pause(SETTLE);
  }
}

/** Take a picture of a reader's chat. */
async function shotOf(page, frames, reader, theme) {
  const name = reader in frames ? reader : "gm";
  await page.evaluate((view) => window.tabletop.show(view), name === "player" ? "player" : "gm");
  for (const frame of ["gm", "gm2"])
    await page.evaluate(
      ([one, shown]) => {
        window.tabletop.frames.get(one).style.display = shown ? "" : "none";
      },
      [frame, frame === name],
    );
  const log = frames[name].locator("#chat-log");
  await log.evaluate((element, dark) => element.classList.replace("theme-light", dark), `theme-${theme}`);
  if (reader === "keys") {
    await frames.gm.locator(".coign-fold > summary").first().focus();
    for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press("Tab");
  }
  await pause(SETTLE);
  return (await (reader === "phone" ? frames.gm.locator("#interface") : log).screenshot()).toString("base64");
}
