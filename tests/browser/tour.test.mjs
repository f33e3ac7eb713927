/** The tour for game masters, through Foundry's API of tours, and the help of Coign's windows. */

import assert from "node:assert/strict";
import { atTable } from "./setup.mjs";
import { becomes, counts, reads } from "./table.mjs";

const TITLES = ["Attack", "The card", "Undo", "The odds", "The heat map", "House rules", "Test", "Help"];
const title = (gm) => gm.locator(".tour h3").textContent();

atTable("the tour has eight steps and opens what they speak of, where no card is in the chat", {}, async ({ gm }) => {
  await gm.evaluate(() => game.tours.get("coign.first-fight").start());
  const seen = [await title(gm)];
  for (let step = 1; step < TITLES.length; step++) {
    await gm.locator('.tour [data-action="next"]').click();
    await gm.locator(".tour span", { hasText: `${step + 1} / 8` }).waitFor();
    seen.push(await title(gm));
  }
  assert.deepEqual(seen, TITLES);
  await counts(gm.locator("#coign-rules, #coign-test"), 2, "the windows of two steps are open");
  await counts(gm.locator('.tour-target[data-tool="coign"]'), 1, "the last step points at the rook");
  await gm.locator('.tour [data-action="next"]').click();
  await gm.locator(".tour").waitFor({ state: "detached" });
  await becomes(() => gm.evaluate(() => game.tours.get("coign.first-fight").status), "completed");
});

atTable("the tour goes back, and can be left and taken up again", { query: "lang=de" }, async ({ gm }) => {
  await gm.evaluate(() => game.tours.get("coign.first-fight").start());
  await gm.locator('.tour [data-action="next"]').click();
  await gm.locator(".tour h3", { hasText: "Die Karte" }).waitFor();
  await gm.locator('.tour [data-action="exit"]').click();
  await gm.evaluate(() => game.tours.get("coign.first-fight").start());
  await reads(gm.locator(".tour h3"), "Die Karte");
  await gm.locator('.tour [data-action="previous"]').click();
  await gm.locator(".tour h3", { hasText: "Angreifen" }).waitFor();
});

atTable("a window's help opens its page, in the reader's language, where the site is known", {}, async ({ gm }) => {
  const open = () =>
    gm.evaluate(async () => {
      const window = await game.modules.get("coign").api.open("rules");
      const href = window.element.querySelector(".coign-help")?.href ?? null;
      await window.close();
      return href;
    });
  assert.equal(await open(), null, "a copy that was not published names no site");
  await gm.evaluate(() => {
    game.modules.get("coign").flags.coign = {
      ...game.modules.get("coign").flags.coign,
      site: "https://pages.example/coign/",
    };
  });
  assert.equal(await open(), "https://pages.example/coign/house-rules.html");
  await gm.evaluate(() => (game.i18n.lang = "de"));
  assert.equal(await open(), "https://pages.example/coign/de/house-rules.html");
});
