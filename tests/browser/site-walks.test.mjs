/**
 * Somebody who knows nothing of the project finds the usual answers from the home page: each walk with its clicks, on a
 * phone, a laptop and a desktop. The pages' search finds the page for people first, and every page fits the screen.
 */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { PAGES, serveFolder, written } from "./site-kit.mjs";
import { becomes, eventually } from "./table.mjs";

const WIDTHS = [375, 1024, 1920];
const MINUTE = 60_000;
/** Each search of a reader: the links to press from home, one after the other, and the words to be seen then. */
const WALKS = {
  "index.html": {
    "how to install it on a hosted Foundry": [["Install it on the Forge"], "Import Wizard"],
    "how to install it at another provider": [["Install it at another provider"], "the provider's file manager"],
    "how to undo a mistake": [["Undo a mistake"], "press the arrow of the line"],
    "why no card appears": [["Why does no card appear?"], "Is it enabled?"],
    "how to make flanking +2": [["Make flanking +2"], "house-rules: flanking=+2"],
    "what the players should know": [["What should the players know?"], "Target the foe before you roll"],
  },
  "de/index.html": {
    "wie man es auf einem gemieteten Foundry installiert": [["Auf der Forge installieren"], "Import Wizard"],
    "wie man einen Fehler zurücknimmt": [["Einen Fehler zurücknehmen"], "Drücke den Pfeil der Zeile"],
    "warum keine Karte kommt": [["Warum kommt keine Karte?"], "Ist es an?"],
    "wie man Zange +2 einstellt": [["Zange +2 einstellen"], "house-rules: flanking=+2"],
    "was die Spieler wissen sollen": [["Was sollen die Spieler wissen?"], "bevor du würfelst"],
  },
};
/** The words that a reader types into the search, and the address that must come first. */
const SEARCHES = {
  "index.html": {
    "half cover": "players.html#half-cover-and-how-to-get-it",
    "no card": "no-card.html",
    undo: "gm.html#undo-a-mistake",
  },
  "de/index.html": {
    "halbe Deckung": "de/players.html#halbe-deckung-und-wie-man-sie-bekommt",
    "keine Karte": "de/no-card.html",
  },
};

let site;

before(async () => {
  if (!written.skip) site = await serveFolder(PAGES);
});

after(() => site?.close());

/** The one page for each colour scheme, and what went wrong on it: a page of its own for each task took twice as long. */
const kept = {};

/** Do a task on a page of a width; it asks nothing of another host and has no errors. */
async function onPage({ width, height = 900, colorScheme = "light" }, task) {
  kept[colorScheme] ??= await openPage(colorScheme);
  const { page, wrong } = kept[colorScheme];
  await page.setViewportSize({ width, height });
  await task(page);
  assert.deepEqual(wrong.splice(0), []);
}

async function openPage(colorScheme) {
  const page = await site.browser.newPage({ colorScheme });
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) wrong.push(request.url());
  });
  return { page, wrong };
}

for (const width of WIDTHS)
  for (const [home, walks] of Object.entries(WALKS))
    for (const [wish, [clicks, words]] of Object.entries(walks))
      test(`${width} pixels: ${wish}`, written, () =>
        onPage({ width }, async (page) => {
          const begin = performance.now();
          await page.goto(site.url + home);
          for (const link of clicks)
            await page.locator("article").getByRole("link", { name: link, exact: true }).first().click();
          await page.locator("article").getByText(words).first().waitFor();
          await eventually(
            () => page.locator("article").getByText(words).first().boundingBox(),
            (box) => box && box.y >= 0 && box.y + box.height <= 900,
            `${words} is in view`,
          );
          assert.ok(performance.now() - begin < MINUTE);
        }),
      );

/** The windows of readers, from a small phone to a desktop. */
const WINDOWS = [
  [320, 568],
  [375, 667],
  [768, 1024],
  [1024, 768],
  [1920, 900],
];
for (const home of Object.keys(WALKS))
  for (const [width, height] of WINDOWS)
    test(`${width} x ${height} pixels: ${home} shows at once how to try it`, written, () =>
      onPage({ width, height }, async (page) => {
        await page.goto(site.url + home);
        const box = await page.locator('article a.md-button--primary[href*="tabletop/"]').boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
      }),
    );

for (const [home, searches] of Object.entries(SEARCHES))
  for (const [words, first] of Object.entries(searches))
    test(`the search for “${words}” finds ${first} first`, written, () =>
      onPage({ width: 1024 }, async (page) => {
        await page.goto(site.url + home);
        await page.keyboard.press("/");
        await page
          .getByRole("combobox")
          .or(page.getByPlaceholder(/Search|Suche/))
          .first()
          .waitFor();
        await page.keyboard.type(words);
        const result = page.locator("mark").first(); // the words are marked in what was found
        await result.waitFor();
        const found = async () => {
          const href = await page
            .locator("a", { has: page.locator("mark") })
            .first()
            .getAttribute("href");
          const { pathname, hash } = new URL(href);
          return pathname.slice(1) + hash;
        };
        await becomes(found, first); // while the words are typed, something else may be found
      }),
    );

const pages = written.skip
  ? []
  : readdirSync(PAGES, { recursive: true })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".html") && !/^(tabletop|modules)|404/.test(name));

test("no page is wider than a phone's screen, none lacks a picture, and what a table says is in view", written, () =>
  onPage({ width: 375 }, async (page) => {
    assert.ok(pages.length > 60);
    for (const name of pages) {
      await page.goto(site.url + name);
      const found = await page.evaluate(() => ({
        wider: document.documentElement.scrollWidth > innerWidth,
        lacking: [...document.images].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src),
        cut: [...document.querySelectorAll("article tr td:nth-child(2):last-child")]
          .filter((cell) => !cell.parentElement.querySelector("img"))
          .filter((cell) => cell.getBoundingClientRect().right > innerWidth)
          .map((cell) => cell.parentElement.textContent.trim()),
      }));
      assert.deepEqual(found, { wider: false, lacking: [], cut: [] }, name);
    }
  }),
);

for (const colorScheme of ["light", "dark"])
  test(`the buttons of the home page can be read, ${colorScheme}`, written, () =>
    onPage({ width: 1024, colorScheme }, async (page) => {
      await page.goto(`${site.url}index.html`);
      const contrasts = await page.locator(".md-button").evaluateAll((buttons) => {
        const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const draw = (colour) => {
          paint.fillStyle = colour;
          paint.fillRect(0, 0, 1, 1);
        };
        const light = () => {
          const linear = [...paint.getImageData(0, 0, 1, 1).data]
            .slice(0, 3)
            .map((one) => one / 255)
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
          return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
        };
        return buttons.map((button) => {
          draw(getComputedStyle(document.body).backgroundColor);
          const { color, backgroundColor } = getComputedStyle(button);
          draw(backgroundColor);
          const under = light();
          draw(color);
          const [dark, bright] = [under, light()].sort((a, b) => a - b);
          return (bright + 0.05) / (dark + 0.05);
        });
      });
      assert.equal(contrasts.length, 2);
      assert.ok(Math.min(...contrasts) >= 4.5, contrasts.join(" and "));
    }),
  );
