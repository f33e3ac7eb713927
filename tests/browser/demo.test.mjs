/** The page that `coign demo` opens: the list of things to try, the rules, the language, a small window. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { atTable, bridge, browser } from "./setup.mjs";
import { aimByHand, becomes, bodyBox, cardOf, counts, frameOf, reads, SOON, TOKENS } from "./table.mjs";

const body = (token) => `[data-token-id="${token}"] .body`;
const target = (frame) => frame.evaluate(() => game.user.targets.ids);

/** Windows of visitors: phones, a laptop at a zoom of 200 %, a small and a usual screen. */
const WINDOWS = [
  [320, 640],
  [390, 844],
  [720, 450],
  [1024, 768],
  [1440, 900],
];
for (const lang of ["en", "de"])
  for (const [width, height] of WINDOWS)
    test(`${width} x ${height}, ${lang}: the first step plays itself, and its card comes into view`, async () => {
      const page = await browser.newPage({ viewport: { width, height }, isMobile: width < 500, hasTouch: width < 500 });
      await page.goto(`${bridge.url}/tabletop/?lang=${lang}`);
      const gm = await frameOf(page, "gm");
      await gm.locator(".coign-card .coign-verdict").waitFor(SOON);
      const isInView = (card) => {
        const { top, bottom, left, right } = card.getBoundingClientRect();
        const log = card.closest("#chat-log").getBoundingClientRect();
        const inLog = top >= log.top - 1 && bottom <= log.bottom + 1;
        return inLog && top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
      };
      await becomes(() => gm.locator(".chat-message").evaluate(isInView), true, "the first card is in view");
      await reads(gm.locator(".idea.done"), lang === "de" ? "Halbe Deckung" : "Half cover");
      await counts(gm.locator(".idea.next"), 1);
      await counts(page.locator("iframe:visible"), 1);
      for (const frame of [page, gm])
        await becomes(() => frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      const share = (map) => map.getBoundingClientRect().height / innerHeight;
      if (width > 500) assert.ok((await gm.locator("#map").evaluate(share)) >= 0.5, "half of the view is map");
      const isCut = (selects) => selects.filter((one) => one.scrollWidth > one.clientWidth).map(({ id }) => id);
      if (!(await page.locator("#rules").isVisible())) await page.click("#choices > summary");
      await page.locator("#rules").waitFor(SOON);
      assert.deepEqual(await page.locator("select:visible").evaluateAll(isCut), []);
      for (const box of await page
        .locator("#choices select")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right)))
        assert.ok(box <= width, "no select is beyond the edge");
      if (width > 1280) {
        await page.setViewportSize({ width: 1280, height: 720 });
        await gm.locator(".idea:not(.act)").last().click(); // its sentence is the longest
        await counts(gm.locator(".coign-card"), 2);
        await gm.click(body(TOKENS.ilse));
        const isWhole = (panel) => panel.scrollHeight <= panel.clientHeight;
        await becomes(() => gm.locator("#panel").evaluate(isWhole), true, "a fighter's panel is whole");
      }
      const lines = (about) =>
        about.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(about).lineHeight);
      assert.ok((await page.locator("#about").evaluate(lines)) < 2.5, "the introduction has two lines at most");
      await page.close();
    });

atTable("nothing plays itself in a world in which somebody has acted", {}, async ({ page, gm }) => {
  await gm.locator(".idea", { hasText: "High ground" }).click();
  await gm.locator(".coign-card").waitFor(SOON);
  await gm.evaluate(() => tabletop.path.begin());
  assert.equal(await gm.evaluate(() => game.messages.size), 1);
  await page.locator('[data-view="gm"]').click();
  await gm.locator(".eyes").click();
  await becomes(() => page.locator('iframe[data-client="player"]').isVisible(), true, "the player's view is there");
});

atTable("a step is ticked once it was played, and the next one is marked", {}, async ({ player }) => {
  const ticked = () => player.locator(".idea.done").allTextContents();
  await becomes(ticked, []);
  await player.locator(".idea.next", { hasText: "High ground" }).click();
  await becomes(ticked, ["High ground"]);
  await reads(player.locator(".idea.next"), "Half cover");
  await reads(player.locator(".story b"), "High ground: Ilse shoots Snag from the ledge.");
});

const SHOWN = {
  "partial-advantage": ["High ground", "High Ground"],
  "combat-facing": ["From behind", "Opponent Facing"],
  "enchanted-realms": ["Flanking", "Flanking"],
  "coign-of-vantage": ["Half cover", "Target Behind Cover"],
  "combat-modifiers": ["High ground", "Attacking From Higher Ground"],
};
atTable("the rule system can be chosen, and each has something to try", {}, async ({ page, gm }) => {
  for (const [rules, [idea, modifier]] of Object.entries(SHOWN)) {
    await page.selectOption("#rules", rules);
    await gm.waitForFunction((id) => game.settings.get("coign", "rulesets")[0] === id, rules, SOON);
    const before = await gm.evaluate(() => game.messages.size);
    await gm.locator(".idea", { hasText: idea }).first().click();
    await gm.waitForFunction((count) => game.messages.size > count, before, SOON);
    const message = await gm.evaluate(() => game.messages.contents.at(-1).id);
    await cardOf(gm, message).locator(".coign-name", { hasText: modifier }).first().waitFor(SOON);
  }
});

atTable("the list of rules is the engine's", {}, async ({ page, gm }) => {
  await page.waitForFunction(() => document.querySelectorAll("#rules option").length > 5);
  const listed = () =>
    page.locator("#rules option").evaluateAll((options) => options.map((one) => [one.value, one.text]));
  const known = await gm.evaluate(() => game.modules.get("coign").api.rulesets.map(({ id, title }) => [id, title]));
  await becomes(listed, known);
  await becomes(() => page.inputValue("#rules"), "partial-advantage");
});

const PRINTED = {
  "Half cover": "Half Cover",
  Prone: "Prone Target",
  Unseen: "Unseen Target",
  "An archer beside a foe": "Ranged Attacks in Close Combat",
};
const HOUSE_RULES = { "High ground": "Higher ground", Flanking: "Flanking" };
atTable(
  "a new world plays as printed, and with height and flanking as house rules",
  { query: "rules=" },
  async ({ page, gm }) => {
    await becomes(() => page.inputValue("#rules"), "fifth-edition-2024");
    const play = async (ideas) => {
      for (const [idea, modifier] of Object.entries(ideas)) {
        const before = await gm.evaluate(() => game.messages.size);
        await gm.locator(".idea", { hasText: idea }).first().click();
        await gm.waitForFunction((count) => game.messages.size > count, before, SOON);
        const message = await gm.evaluate(() => game.messages.contents.at(-1).id);
        await cardOf(gm, message).locator(".coign-name", { hasText: modifier }).first().waitFor(SOON);
      }
    };
    await play(PRINTED);
    await gm.locator(".idea.act", { hasText: "With height and flanking" }).click();
    await gm.waitForFunction(() => game.settings.get("coign", "rulesets")[0] === "house-rules", null, SOON);
    await play(HOUSE_RULES);
    await gm.locator(".idea.act", { hasText: "With the rules as printed" }).click();
    await gm.waitForFunction(() => !game.settings.get("coign", "rulesets").length, null, SOON);
  },
);

atTable(
  "a world of another game system begins with the rules that it chooses",
  { query: "system=pf2e" },
  async (table) => {
    await becomes(() => table.page.inputValue("#rules"), "pathfinder-2e");
    assert.deepEqual(await table.gm.evaluate(() => game.settings.get("coign", "rulesets")), []);
    await table.page.evaluate(() => window.tabletop.showRules([])); // as a client does whose module is switched off
    assert.equal(await table.page.inputValue("#rules"), "pathfinder-2e");
  },
);

atTable("the language is switched for the module's own words", {}, async ({ page }) => {
  await Promise.all([page.waitForNavigation(), page.selectOption("#language", "de")]);
  assert.match(page.url(), /lang=de/);
  const frame = await (await page.waitForSelector('iframe[data-client="gm"]')).contentFrame();
  await frame.waitForSelector("body[data-ready]");
  assert.equal(await frame.evaluate(() => game.i18n.lang), "de");
});

atTable(
  "a small window shows one view",
  { query: "view=", viewport: { width: 800, height: 900 } },
  async ({ page }) => {
    const isShown = (client) => page.locator(`iframe[data-client="${client}"]`).isVisible();
    await becomes(async () => [await isShown("gm"), await isShown("player")], [true, false]);
  },
);

atTable("Ilse stands as high as the ledge, and no higher once she was dragged off it", {}, async ({ gm }) => {
  const height = () =>
    gm.evaluate(
      async ([actor, target]) => {
        const question = { scene: canvas.scene.id, actor, targets: [target] };
        const { results } = await game.modules.get("coign").api.evaluate(question);
        return results[0].facts.elevation.difference;
      },
      [TOKENS.ilse, TOKENS.snag],
    );
  assert.equal(await height(), 10);
  await gm.evaluate((id) => canvas.scene.tokens.get(id).update({ x: 500, y: 600 }), TOKENS.ilse);
  assert.equal(await height(), 0);
});

atTable("a second target takes the place of the first, and Shift keeps both", {}, async ({ player }) => {
  const by = TOKENS.ilse;
  await player.click(body(by));
  await aimByHand(player, TOKENS.snag, { by });
  await aimByHand(player, TOKENS.grik, { by });
  assert.deepEqual(await target(player), [TOKENS.grik]);
  await aimByHand(player, TOKENS.snag, { by, how: { modifiers: ["Shift"] } });
  assert.deepEqual((await target(player)).sort(), [TOKENS.grik, TOKENS.snag].sort());
});

atTable("a click and a quick drag are no double click", {}, async ({ page, player }) => {
  const box = await bodyBox(player, TOKENS.bram);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y, { steps: 3 });
  await page.mouse.move(x - 80, y, { steps: 3 });
  await page.mouse.up();
  await player.waitForFunction((id) => canvas.scene.tokens.get(id)._source.x < 700, TOKENS.bram, SOON);
  assert.deepEqual(await target(player), []);
});

atTable("pointing and dragging say what they need first", {}, async ({ page, player }) => {
  await player.locator("#panel").click({ position: { x: 5, y: 5 } }); // keys go to the frame that was clicked last
  await player.locator("body").press("Escape");
  await player.hover(body(TOKENS.grik));
  await player.locator("#advice", { hasText: "Click a fighter of yours first" }).waitFor(SOON);
  const box = await bodyBox(player, TOKENS.ilse);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
  await player.locator("#advice", { hasText: "Target a foe first" }).waitFor(SOON);
  await page.mouse.up();
  await reads(player.locator("#advice"), "");
});

const withoutPIXI = (page) => page.route("**/tabletop/pixi.mjs", (route) => route.fulfill({ status: 404 }));
atTable(
  "an installation without PIXI says that it draws nothing over the map",
  { before: withoutPIXI },
  async ({ gm }) => {
    await reads(gm.locator("#lacking"), /lacks PIXI/);
  },
);

atTable("Escape closes the window opened last", {}, async ({ gm }) => {
  await gm.click(body(TOKENS.mog));
  await gm.click('button:has-text("Sheet")');
  await gm.locator("#windows > *").first().waitFor(SOON);
  await gm.locator("body").press("Escape");
  await gm.waitForFunction(() => !document.querySelector("#windows > *"), null, SOON);
});
