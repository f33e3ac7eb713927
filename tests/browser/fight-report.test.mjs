/** The report of a fight: what it says after three attacks, and where a GM finds it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startCombat, strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, nextDice, reads, SOON, TOKENS } from "./table.mjs";

const PICTURES = process.env.COIGN_PICTURES;
const { ilse, snag } = TOKENS;
const { page, gm, player } = await oneTable({ query: "v=14" });

test("a fight of three attacks has a report, in a window, as files and as a journal entry", async () => {
  await strike(player); // before the fight
  await gm.evaluate(() => game.modules.get("coign").api.open("fight"));
  await gm.locator("#coign-fight", { hasText: "Nothing to report yet" }).waitFor(SOON);
  await startCombat(gm, [ilse, snag]);
  await player.waitForFunction(() => game.combats.contents[0]?.started, null, SOON);
  for (const face of [20, 19, 2]) {
    await nextDice(player, face);
    const message = await strike(player);
    await cardOf(gm, message).locator('.coign-chip[data-modifier="high-ground"]').waitFor(SOON);
    await gm.waitForFunction((asked) => game.messages.get(asked)?.flags.coign?.annotationKey, message, SOON);
  }
  const report = await gm.evaluate(() => game.modules.get("coign").api.fightReport());
  const [row] = report.rows;
  assert.deepEqual([row.name, row.attacks, row.hits, report.rows.length], ["Ilse", 3, 2, 1]);
  const gained = row.shares.reduce((sum, { points }) => sum + points, 0);
  const changed = report.blows.reduce((sum, { before, after }) => sum + after - before, 0);
  assert.ok(changed > 0.01 && Math.abs(gained - changed) < 1e-9, JSON.stringify(report));

  await gm.evaluate(() => game.modules.get("coign").api.open("fight"));
  const window = gm.locator("#coign-fight");
  const line = window.locator("tr", { hasText: "Ilse" });
  await reads(line, /^Ilse2 of 3\d\.\d[+−]\d\.\dHigh Ground \+\d\.\d$/);
  assert.equal(await window.locator("svg polyline").count(), 3);
  if (PICTURES) await window.screenshot({ path: `${PICTURES}/fight-report.png` });
  const large = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  await becomes(() => window.locator(".coign-panel").evaluate((one) => one.scrollWidth - one.clientWidth), 0);
  await page.setViewportSize(large);

  await gm.evaluate(() => {
    globalThis.saved = [];
    foundry.utils.saveDataToFile = (text, type, name) => globalThis.saved.push({ text, type, name });
  });
  await window.locator('[data-action="csv"]').click();
  await window.locator('[data-action="json"]').click();
  const [csv, json] = await gm.evaluate(() => globalThis.saved);
  assert.deepEqual([csv.name, csv.text.trim().split("\r\n").length], ["coign-fight.csv", 4]);
  assert.deepEqual(JSON.parse(json.text).rows[0].hits, 2);
  await window.locator('[data-action="journal"]').click();
  await gm.waitForFunction(() => game.journal.size === 1, null, SOON);
  const [entry] = await gm.evaluate(() => game.journal.contents.map((one) => one.toObject()));
  assert.match(entry.pages[0].text.content, /<th scope="row">Ilse<\/th><td>2 of 3<\/td>/);
  assert.equal(entry.ownership.default, 0);
});

test("players are told of their own side by one press, by the cards that they have and without a chance", async () => {
  await strike(gm, { by: TOKENS.runa, at: snag, weapon: "Mace" }); // out of reach, without a modifier: players have no card of it
  const attacks = () =>
    gm.evaluate(async () => {
      const { rows, unknown } = await game.modules.get("coign").api.fightReport();
      return rows.reduce((sum, row) => sum + row.attacks, unknown);
    });
  await becomes(attacks, 4);
  await gm.locator('#coign-fight [data-action="tell"]').click();
  const told = player.locator(".chat-message", { hasText: "What position did in this fight" });
  await told.waitFor(SOON);
  const text = await told.innerText();
  assert.match(text, /Attacks by Ilse: 3\. High Ground helped in 3\.\s+Attacks by Runa: 1\./);
  assert.doesNotMatch(text, /%|expected|luck/i);
});

test("the end of a combat says where its report is, to GMs alone", async () => {
  await gm.evaluate(() => game.combats.contents[0].delete());
  await gm.locator("#notifications", { hasText: "the fight’s report" }).waitFor(SOON);
  await becomes(() => player.evaluate(() => game.combats.size), 0);
  assert.equal(await player.locator("#notifications", { hasText: "the fight’s report" }).count(), 0);
  const refused = player.evaluate(() => game.modules.get("coign").api.fightReport());
  await assert.rejects(refused, /game master/i);
});
