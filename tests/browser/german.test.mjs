/** Another language, all over: no window of ours and no card shows a key instead of words, nor words of the other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { cardOf, TOKENS } from "./table.mjs";

const { gm, player } = await oneTable({ query: "lang=de" });

test("a German table reads German: card, menu, settings, windows, sheets", async () => {
  const message = await strike(player, { at: [TOKENS.grik, TOKENS.snag] });
  const card = cardOf(gm, message);
  await card.waitFor({ timeout: 8000 });
  assert.match(await card.textContent(), /2 Ziele.*Teilvorteil/);
  await gm.evaluate(async (ilse) => {
    for (const { type: Menu } of game.settings.menus.values()) await new Menu().render({ force: true });
    await tabletop.client.sheets.openSettings();
    await tabletop.client.sheets.openToken(canvas.scene.tokens.get(ilse));
    await tabletop.client.sheets.openWall(canvas.scene.walls.contents[0]);
  }, TOKENS.ilse);
  await gm.click(`[data-message-id="${message}"] .dice-total`, { button: "right", force: true });
  const text = await gm.evaluate(() => document.body.textContent);
  assert.match(text, /Coign: Die Brücke/);
  assert.match(text, /Coign: neu messen/);
  assert.doesNotMatch(text, /COIGN\.|TYPES\./);
  assert.doesNotMatch(text, /as measured|Measure again|Overrides in force|Facing arrows|not paired/);
});
