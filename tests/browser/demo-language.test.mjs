/** The demo in German: its bar, panels, map, chat, windows and the names in its world. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { atTable, bridge, browser } from "./setup.mjs";
import { weaponWords } from "./systems-kit.mjs";
import { eventually, openTable, SOON, TOKENS } from "./table.mjs";

const TABLETOP = new URL("../../bridge/tabletop/", import.meta.url);
const read = (path) => readFileSync(new URL(path, TABLETOP), "utf8");
const german = JSON.parse(read("lang/de.json"));
const translated = Object.keys(german).filter((english) => german[english] !== english);
const sources = readdirSync(TABLETOP, { recursive: true }).filter((name) => /\.(mjs|html)$/.test(name));

test("every text that the sources translate is in the language file", () => {
  for (const name of sources) {
    const wanted = [...read(name).matchAll(/(?:\bt|#t)\(\s*"([^"]+)"/g)].map(([, text]) => text);
    assert.deepEqual(
      wanted.filter((text) => !(text in german)),
      [],
      name,
    );
  }
});

test("every text of the language file is in the sources, in a sample world or in the line of a weapon", async () => {
  const worlds = readdirSync(TABLETOP).filter((name) => name.startsWith("sample-"));
  const written = [...[...sources, ...worlds].map(read), ...(await weaponWords())].join("\n").replace(/\s+/g, " ");
  assert.deepEqual(
    Object.keys(german).filter((english) => !written.includes(english)),
    [],
  );
});

test("a translation has the places of its English text", () => {
  const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [english, text] of Object.entries(german)) assert.deepEqual(places(text), places(english), english);
});

/** In the page: every text and every label of it, each by itself. */
function textsOf() {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("style, script")) texts.push(walker.currentNode.data);
  for (const element of document.querySelectorAll("[aria-label], [title]"))
    texts.push(element.getAttribute("aria-label") ?? "", element.getAttribute("title") ?? "");
  return texts.map((text) => text.trim().replace(/\s+/g, " ")).filter(Boolean);
}

atTable("a German demo is in German everywhere", { query: "lang=de" }, async ({ page, gm, player }) => {
  for (const scene of await gm.evaluate(() => game.scenes.map(({ id }) => id))) {
    await page.selectOption("#scene", scene);
    for (const frame of [gm, player]) await frame.waitForFunction((id) => canvas.scene?.id === id, scene);
    await gm.click(`[data-token-id="${TOKENS.ilse}"] .body`);
    const found = await eventually(
      async () => new Set((await Promise.all([page, gm, player].map((frame) => frame.evaluate(textsOf)))).flat()),
      (texts) => ["Zum Ausprobieren", "Kurzbogen", "Mog der Oger"].every((text) => texts.has(text)),
      "the bar, the fighter's weapon and the map are there",
    );
    assert.deepEqual(
      translated.filter((english) => found.has(english)),
      [],
    );
  }
  await gm.evaluate(async (ilse) => {
    await tabletop.client.sheets.openSettings();
    await tabletop.client.sheets.openToken(canvas.scene.tokens.get(ilse));
    await tabletop.client.sheets.openWall(canvas.scene.walls.contents[0]);
  }, TOKENS.ilse);
  const windows = await eventually(
    async () => new Set(await gm.evaluate(textsOf)),
    (texts) => texts.has("Aktualisieren"),
    "the windows are there",
  );
  assert.deepEqual(
    translated.filter((english) => windows.has(english)),
    [],
  );
});

test("the demo begins in the browser's language, and in English if it lacks that", async () => {
  for (const [locale, lang] of [
    ["de-AT", "de"],
    ["fr-FR", "en"],
  ]) {
    const context = await browser.newContext({ locale });
    const { gm } = await openTable(context, bridge.url);
    assert.equal(await gm.evaluate(() => game.i18n.lang), lang);
    await context.close();
  }
});

atTable("an idea is played in a German world, and its attack is called so", { query: "lang=de" }, async ({ gm }) => {
  await gm.locator(".idea", { hasText: "Halbe Deckung" }).click();
  await gm.locator(".chat-message .flavor-text", { hasText: "Kurzbogen – Angriffswurf" }).waitFor(SOON);
});
