/** The page that `coign demo` opens: the list of things to try, the rules, the language, a small window. */

import assert from "node:assert/strict";
import { atTable } from "./setup.mjs";
import { aimByHand, becomes, bodyBox, cardOf, eventually, reads, SOON, TOKENS } from "./table.mjs";

const body = (token) => `[data-token-id="${token}"] .body`;
const target = (frame) => frame.evaluate(() => game.user.targets.ids);

atTable("an idea is ticked once it was played, and the list stays in sight", {}, async ({ player }) => {
  const idea = player.locator(".idea", { hasText: "High ground" });
  assert.equal(await player.locator(".idea.done").count(), 0);
  await idea.click();
  await player.locator(".idea.done", { hasText: "High ground" }).waitFor(SOON);
  await player.locator("#panel").evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await eventually(
    () => Promise.all([".ideas", "#panel"].map((part) => player.locator(part).boundingBox())),
    ([list, panel]) => list && panel && list.y >= panel.y - 1 && list.y < panel.y + panel.height,
    "the list is within the panel's view",
  );
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

const FIRST_ACT = {
  "Half cover": "Half Cover",
  Prone: "Prone Target",
  Unseen: "Unseen Target",
  "An archer beside a foe": "Ranged Attacks in Close Combat",
};
const SECOND_ACT = { "High ground": "Higher ground", Flanking: "Flanking" };
atTable("a new world plays as printed, and has a second act", { query: "rules=" }, async ({ page, gm }) => {
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
  await play(FIRST_ACT);
  await gm.locator(".idea.act", { hasText: "Second act" }).click();
  await gm.waitForFunction(() => game.settings.get("coign", "rulesets")[0] === "house-rules", null, SOON);
  await play(SECOND_ACT);
  await gm.locator(".idea.act", { hasText: "First act" }).click();
  await gm.waitForFunction(() => !game.settings.get("coign", "rulesets").length, null, SOON);
});

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

atTable("a small window shows one view", { viewport: { width: 800, height: 900 } }, async ({ page }) => {
  const isShown = (client) => page.locator(`iframe[data-client="${client}"]`).isVisible();
  await becomes(async () => [await isShown("gm"), await isShown("player")], [true, false]);
});

atTable("at a zoom of 200 % the map keeps its room", { viewport: { width: 720, height: 450 } }, async ({ gm }) => {
  const share = () => gm.evaluate(() => document.querySelector("#map").getBoundingClientRect().height / innerHeight);
  await eventually(share, (part) => part >= 0.5, "half of the view is map");
  await gm.locator(".idea").first().click();
  const isInView = (card) => card.getBoundingClientRect().top < innerHeight;
  await becomes(() => gm.locator(".coign-card").first().evaluate(isInView), true, "the first card comes into view");
});

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
