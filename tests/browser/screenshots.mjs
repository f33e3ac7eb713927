/**
 * Makes the pictures of the pages from the running demo: `node tests/browser/screenshots.mjs`, and `… de` those of the
 * German pages. More words name single pictures: `… en moving card`.
 *
 * The dice are seeded, so that the same scene gives the same pictures.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gamePictures } from "./game-pictures.mjs";
import { writeMovingPicture, writePicture } from "./pictures.mjs";
import { heatMapOf, patient, playBy, startCombat, strike } from "./quick.mjs";
import {
  bodyBox,
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

const [language = "en", ...wanted] = process.argv.slice(2);
const ROOT = join(import.meta.dirname ?? ".", "..", "..");
const FOLDER = language === "en" ? join(ROOT, "docs") : join(ROOT, "docs", language);
const SHOT = { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" };
const SETTLE = 700; // ms for the last redraw and the pointer's own effects
const MOMENT = 150; // ms of a frame on the way
/** The archer's drag: squares from her place, and the time that she is held there. */
const WAY = [
  [0.5, 0.5, MOMENT],
  [1, 1, MOMENT],
  [2, 1.6, MOMENT],
  [3, 2, 1500],
  [2, 1.5, MOMENT],
  [1, 1, MOMENT],
  [0, 1, 1500],
];
/** The parts of a card that docs/card.md explains, in its order. */
const PARTS = [".coign-line", ".coign-chip", ".coign-figure"];
/** The pictures by language: German pages show the essential ones. */
const PICTURES = {
  en: {
    moving,
    card,
    overlay,
    drag,
    bestPlaces,
    furniture,
    fightReport,
    tabletop,
    firstCard,
    inRollLight: () => inRoll("light"),
    inRollDark: () => inRoll("dark"),
    games: () => gamePictures((query, how) => open(query, { ...how, before: patient }), save),
  },
  de: { moving, card, overlay, drag, bestPlaces, furniture, fightReport, firstCard },
};

await mkdir(FOLDER, { recursive: true });
const browser = await startBrowser();
const bridge = await startBridge(await freePort());
const encoder = await browser.newPage();
try {
  for (const [name, take] of Object.entries(PICTURES[language]))
    if (!wanted.length || wanted.includes(name)) await take();
} finally {
  await browser.close();
  await bridge.kill();
}

/** Take a picture of a page, or of a part of it. */
async function save(name, part, options = {}) {
  await writePicture(encoder, await part.screenshot(options), join(FOLDER, `${name}.webp`));
}

/** Open the demo in the pictures' language. */
function open(query, how) {
  return openTable(browser, bridge.url, { query: `lang=${language}&${query}`, ...how });
}

/** Drag, odds, card: what Coign is about, as one moving picture of the map and the chat. */
async function moving() {
  const { page, gm } = await open("theme=light&view=gm", { viewport: { width: 1120, height: 760 } });
  await playBy(gm, "partial-advantage");
  await gm.evaluate(() => game.settings.set("coign", "drawing", true));
  await gm.click(`[data-token-id="${SHOT.by}"] .body`);
  await gm.evaluate((id) => canvas.tokens.setTargets([id]), SHOT.at);
  const map = await gm.locator("#map").boundingBox();
  const clip = { x: map.x, y: map.y, width: 1110 - map.x, height: map.height };
  const frames = [];
  const shot = async (ms) => frames.push({ png: await page.screenshot({ clip }), ms });
  await pause(2 * SETTLE);
  await shot(1200);
  const { x, y, width } = await bodyBox(gm, SHOT.by);
  await page.mouse.move(x + width / 2, y + width / 2);
  await page.mouse.down();
  for (const [right, down, ms] of WAY) {
    await page.mouse.move(x + (right + 0.5) * width, y + (down + 0.5) * width, { steps: 3 });
    await pause(ms > MOMENT ? 2 * SETTLE : SETTLE / 2);
    await shot(ms);
  }
  await page.mouse.up();
  await pause(2 * SETTLE);
  await shot(900);
  await nextDice(gm, 12, 3);
  const message = await strike(gm, SHOT);
  await cardOf(gm, message).waitFor();
  await pause(2 * SETTLE);
  await shot(3500);
  await writeMovingPicture(encoder, frames, join(FOLDER, "moving.webp"));
  await page.close();
}

/** The map while a token is dragged, with what each foe and it would have against each other. */
async function drag() {
  const { page, gm } = await open("theme=light&view=gm", { viewport: { width: 1500, height: 1000 } });
  await playBy(gm, "partial-advantage");
  await gm.click(`[data-token-id="${SHOT.by}"] .body`);
  await gm.evaluate((id) => canvas.tokens.setTargets([id]), SHOT.at);
  const body = await bodyBox(gm, SHOT.by);
  const { width } = body;
  const at = (right, down) => [body.x + (right + 0.5) * width, body.y + (down + 0.5) * width];
  await page.mouse.move(...at(0, 0));
  await page.mouse.down();
  for (const [right, down] of [WAY[0], WAY[1], [4, 2]]) await page.mouse.move(...at(right, down), { steps: 3 });
  await pause(3 * SETTLE);
  const map = await gm.locator("#map").boundingBox();
  const clip = { x: map.x, y: map.y, width: 16 * width, height: 8.5 * width };
  await save("drag", page, { clip });
  await page.mouse.up();
  await page.close();
}

/** The best places of a foe against all, with the reasons of three of them. */
async function bestPlaces() {
  const { page, gm } = await open("theme=light&view=gm", { viewport: { width: 1700, height: 1500 } });
  await playBy(gm, "fifth-edition-2014");
  await gm.evaluate((id) => canvas.tokens.get(id).control(), TOKENS.snag);
  await gm.click('[data-tool="coignHeatMap"]');
  await heatMapOf(gm);
  await pause(SETTLE);
  const map = await gm.locator("#map").boundingBox();
  await save("best-places", page, { clip: map });
  await page.close();
}

/** The tiles that look like furniture: their list, and their numbers on the map. */
async function furniture() {
  const { page, gm } = await open("theme=light&view=gm", { viewport: { width: 1300, height: 1000 } });
  await gm.click('[data-tool="coignThings"]');
  await gm.locator("#coign-things .coign-furniture").waitFor();
  await pause(SETTLE);
  const map = await gm.locator("#map").boundingBox();
  await save("furniture", page, { clip: { ...map, height: Math.min(map.height, 640) } });
  await page.close();
}

/** The report of a fight of four rounds. */
async function fightReport() {
  const { page, gm } = await open("theme=light&view=gm", { viewport: { width: 1200, height: 1000 } });
  await playBy(gm, "house-rules");
  await gm.evaluate(() => game.settings.set("coign", "options", { "house-rules": { height: "+2", flanking: "+2" } }));
  await startCombat(gm, [TOKENS.ilse, TOKENS.bram, TOKENS.snag, TOKENS.mog]);
  const rounds = [
    [{ ...SHOT, at: TOKENS.snag }, 9, { by: TOKENS.mog, at: TOKENS.bram, weapon: "Greatclub" }, 4],
    [SHOT, 12, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" }, 5],
    [{ ...SHOT, at: TOKENS.snag }, 17, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" }, 15],
    [SHOT, 11, { by: TOKENS.mog, at: TOKENS.bram, weapon: "Greatclub" }, 18],
  ];
  for (const [first, one, second, other] of rounds) {
    for (const [attack, die] of [
      [first, one],
      [second, other],
    ]) {
      await nextDice(gm, die);
      await strike(gm, attack);
      await pause(SETTLE); // not every attack gets a card
    }
    await gm.evaluate(() => game.combats.contents[0].update({ round: game.combats.contents[0].round + 1, turn: 0 }));
  }
  await gm.evaluate(() => game.modules.get("coign").api.open("fight"));
  await gm.locator("#coign-fight svg").waitFor();
  await pause(SETTLE);
  await save("fight-report", gm.locator("#coign-fight"));
  await page.close();
}

/** The whole page as a visitor finds it, after two steps of its path. */
async function tabletop() {
  const { page, gm } = await open("theme=light&view=gm&rules=fifth-edition-2024", {
    viewport: { width: 1440, height: 900 },
  });
  for (const [nth, face] of [12, 15].entries()) {
    await nextDice(gm, face, face);
    await gm.locator(".idea").nth(nth).click();
    await gm.locator(".coign-card").nth(nth).waitFor();
  }
  await pause(SETTLE);
  await save("tabletop", page);
  await page.close();
}

/** The map while the player points at a foe half behind a wall. */
async function overlay() {
  const { page, player } = await open("theme=light&view=player", { viewport: { width: 1700, height: 1200 } });
  await player.click(`[data-token-id="${TOKENS.ilse}"] .body`);
  await player.hover(`[data-token-id="${TOKENS.grik}"] .body`);
  await pause(2 * SETTLE);
  const [from, to] = await Promise.all(
    [TOKENS.ilse, TOKENS.grik].map((id) => player.locator(`[data-token-id="${id}"] .body`).boundingBox()),
  );
  const map = await player.locator("#map").boundingBox();
  const clip = { x: from.x - 120, y: map.y, width: to.x - from.x + 580, height: from.y - map.y + 180 };
  await save("overlay", page, { clip });
  await page.close();
}

/** One card as the game master reads it, at the size of Foundry's sidebar, twice as sharp, numbered for the page. */
async function card() {
  const { page, gm } = await open("theme=light&view=gm", { viewport: { width: 1440, height: 1400 }, scale: 2 });
  await playBy(gm, "partial-advantage");
  await gm.evaluate(() => game.settings.set("coign", "drawing", true));
  await nextDice(gm, 12);
  const shot = await strike(gm, SHOT);
  await cardOf(gm, shot).locator(".coign-figure").first().waitFor();
  await pause(SETTLE);
  await gm.evaluate(number, [shot, PARTS]);
  await save("card", gm.locator(`[data-message-id="${shot}"]`));
  await page.close();
}

/** In the page: put a number beside each part of a card. Throws an Error if the card lacks one. */
function number([message, parts]) {
  const card = document.querySelector(`[data-message-id="${message}"]`);
  card.style.position = "relative";
  const { top } = card.getBoundingClientRect();
  for (const [n, part] of parts.entries()) {
    const found = card.querySelector(part);
    if (!found) throw new Error(`the card has no ${part}`);
    const seen = [found, ...found.querySelectorAll("*")].find((one) => one.getClientRects().length);
    const sign = document.createElement("b");
    sign.textContent = n + 1;
    sign.style = `position:absolute; left:0; top:${seen.getBoundingClientRect().top - top - 4}px; width:16px; height:16px;
      border-radius:50%; background:var(--coign-accent); color:var(--coign-on-accent); font:bold 11px/16px sans-serif;
      text-align:center; z-index:9`;
    card.append(sign);
  }
}
/** The system's dialog with two modifiers, one of which the game master has switched off, and the card of the roll. */
async function inRoll(theme) {
  const { page, gm } = await open(`theme=${theme}&view=gm`, { viewport: { width: 900, height: 1400 }, scale: 2 });
  await gm.evaluate(() => game.settings.set("coign", "inRoll", "gm"));
  const message = strike(gm, { ...SHOT, ask: true });
  await gm.locator('.coign-in-roll li[data-modifier="half-cover"] .coign-toggle').click();
  await pause(SETTLE);
  await save(`in-roll-dialog-${theme}`, gm.locator(".roll-configuration"));
  await nextDice(gm, 12, 3);
  await gm.click('.roll-configuration [data-action="normal"]');
  const id = await message;
  await cardOf(gm, id).locator('[data-modifier="half-cover"][data-state="off"]').waitFor();
  await pause(SETTLE);
  if (theme === "light") await save("in-roll-card", gm.locator(`[data-message-id="${id}"]`));
  await page.close();
}

/** From a world into which nothing is installed to the first card, step by step. It needs the engine. */
async function firstCard() {
  const page = await browser.newPage({ viewport: { width: 1250, height: 800 }, deviceScaleFactor: 0.8 });
  const shot = (step) => save(`first-card-${step}`, page.locator("#clients"));
  // Slow enough to be seen: the pages come from this computer.
  const slowly = async (route) => pause(1500).then(() => route.continue());
  await page.route("**/engine/*/runtime/python_stdlib.zip", slowly);
  await page.goto(`${bridge.url}/tabletop/?path=wait&setup&system=dnd5e&theme=light&view=gm&seed=7&lang=${language}`);
  await installAndTick(page, bridge.url);
  const gm = await frameOf(page, "gm");
  await gm.click('[data-tool="coign"]');
  await gm.locator("#coign-pairing .coign-status", { hasText: / MB/ }).waitFor();
  await shot("2-getting-ready");
  await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, { timeout: 3 * READY });
  await gm.click('#coign-pairing [data-action="close"]');
  await gm.click(`[data-token-id="${SHOT.by}"] .body`);
  await gm.dblclick(`[data-token-id="${SHOT.at}"] .body`, { modifiers: ["Shift"] });
  await pause(2 * SETTLE);
  await shot("3-aim");
  await nextDice(gm, 12);
  const message = await strike(gm, SHOT);
  await cardOf(gm, message).waitFor();
  await pause(SETTLE);
  await shot("4-card");
  await page.close();
}
