/** The window "Test My Set-Up" names each thing that can be missing, and has the button that mends it. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { atTable, oneTable } from "./setup.mjs";
import { becomes, counts, eventually, frameOf, SOON } from "./table.mjs";

const PICTURES = process.env.COIGN_PICTURES;

let refused = false; // connections to the bridge
const before = (page) =>
  page.routeWebSocket(/\/ws\//, (client) => {
    if (refused) client.close();
    else client.connectToServer();
  });
const { page, gm, player } = await oneTable({ before, viewport: { width: 1366, height: 900 } });

const openTest = (frame) => frame.evaluate(() => game.modules.get("coign").api.open("test"));
const closeAll = (frame) =>
  frame.evaluate(() => Promise.all([...foundry.applications.instances.values()].map((window) => window.close())));

/** Open the window and expect the first missing thing in these words; the button beside it opens the window given. */
async function misses(frame, words, window) {
  await closeAll(frame);
  await openTest(frame);
  const missing = frame.locator("#coign-test .coign-steps > li:not([data-done])");
  await missing.filter({ hasText: words }).waitFor(SOON);
  await counts(missing, 1, "the first thing that is missing, and no more");
  assert.equal(await frame.locator("#coign-test .coign-card").count(), 0);
  if (PICTURES)
    await frame.locator("#coign-test").screenshot({ path: `${PICTURES}/${words.replaceAll(" ", "-")}.png` });
  if (!window) return assert.equal(await missing.locator("button").count(), 0);
  await missing.locator("button").click();
  await frame.locator(`#${window}`).waitFor(SOON);
}

test("two tokens are chosen if none is selected, and their card is shown", async () => {
  await gm.evaluate(() => canvas.tokens.releaseAll());
  await openTest(gm);
  await gm.locator("#coign-test .coign-card").waitFor(SOON);
  await counts(gm.locator("#coign-test .coign-steps > li:not([data-done])"), 0);
  await becomes(() => gm.locator("#coign-test .coign-initial").allTextContents(), ["S", "I", "I", "S"]);
});

/** Press "Check Everything", and return the report that can be pasted. */
async function reportOf(frame) {
  await closeAll(frame);
  await openTest(frame);
  await frame.locator("#coign-test .coign-steps > li").first().waitFor(SOON);
  await frame.click('#coign-test [data-action="check"]');
  await frame.locator("#coign-test .coign-report").waitFor({ timeout: 60_000 });
  await frame.evaluate(() => {
    globalThis.copied = "";
    game.clipboard.copyPlainText = async (text) => (globalThis.copied = text);
  });
  await frame.click('#coign-test [data-action="copy"]');
  return JSON.parse(await eventually(() => frame.evaluate(() => globalThis.copied), Boolean, "the report is copied"));
}

/** The contents of a table and its windows: a check may leave and disturb nothing. */
const traces = (frame) =>
  frame.evaluate(() => [
    [game.scenes.size, game.messages.size, game.combats.size, canvas.scene.tokens.size],
    [canvas.scene.id, document.querySelectorAll(".notification, [data-message-id]").length],
    [...foundry.applications.instances.keys()].filter((id) => id !== "coign-test").sort(),
  ]);

/** Leave out what depends on this machine: the browser's version, and whether the clone's engine has been built. */
const ENGINES = ["worker", "wasm-served"];
const comparable = ({ versions: _, passed, untried, ...rest }) => ({
  ...rest,
  passed: passed.filter((id) => !ENGINES.includes(id)),
  untried: Object.keys(untried).filter((id) => !ENGINES.includes(id)),
});

/** Check everything at a table, and compare the report with the one that is kept. */
async function checkTable({ gm, player }, name) {
  const before = await Promise.all([gm, player].map(traces));
  const report = await reportOf(gm);
  assert.deepEqual(report.failed, {});
  assert.deepEqual(report.left, []);
  const after = await Promise.all([gm, player].map(traces));
  assert.deepEqual(after[1], before[1], "the player's client is as it was");
  assert.deepEqual([after[0][0], after[0][2]], [before[0][0], before[0][2]], "nothing is left");
  const text = JSON.stringify(report);
  const names = ["Ilse", "Snag", "Gamemaster", await gm.evaluate(() => game.world.title)];
  for (const word of names) assert.ok(!text.includes(word), `${word} is in the report`);
  const path = new URL(`../data/contract/${name}.json`, import.meta.url);
  if (process.env.COIGN_REPORTS) writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  const kept = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual(comparable(report), comparable(kept), "COIGN_REPORTS=1 writes what is kept anew");
}

test("check everything: all holds, nothing is left, the player notices nothing", () =>
  checkTable({ gm, player }, "standin-13-dnd5e"));

test("what the world's permissions let players do is a notice, and nothing is off", async () => {
  await gm.evaluate(() => game.settings.set("core", "permissions", { SETTINGS_MODIFY: [1, 2, 3, 4] }));
  const { failed, notices } = await reportOf(gm);
  assert.deepEqual([failed, notices], [{}, ["players-may-not-write"]]);
  await gm.locator("#coign-test .notification", { hasText: "Players of this world may change more" }).waitFor(SOON);
  if (PICTURES) await gm.locator("#coign-test").screenshot({ path: `${PICTURES}/permissions.png` });
  await gm.evaluate(() => game.settings.set("core", "permissions", {}));
});

test("a check that fails is in the window, the rest works, and it can be used anyway", async () => {
  await gm.evaluate(() => {
    canvas.interface.sortableChildren = false;
  });
  const { failed } = await reportOf(gm);
  assert.deepEqual(Object.keys(failed), ["canvas-group"]);
  const sentence = "the canvas has changed, nothing is drawn on the map.";
  await gm.locator("#coign-test .coign-report").filter({ hasText: sentence }).waitFor(SOON);
  await gm.evaluate(() => {
    canvas.interface.sortableChildren = true;
  });
  await gm.click('#coign-test [data-action="anyway"]');
  await gm.evaluate(() => game.modules.get("coign").api.open("pairing"));
  await gm.locator("#coign-pairing").waitFor(SOON);
  await counts(gm.locator("#coign-pairing .coign-off"), 0, "features that are off");
  await closeAll(gm);
});

test("no rules, or rules that the bridge does not have", async () => {
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["none"]));
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="no-rules"]', SOON);
  await misses(gm, "No rules are chosen", "coign-rules");
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["of-another-table"]));
  await misses(gm, "Coign has no rules called", "coign-rules");
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage"]));
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="connected"]', SOON);
});

test("no scene with two tokens", async () => {
  await gm.evaluate(async () => {
    globalThis.home = canvas.scene;
    await tabletop.client.view((await Scene.createDocuments([{ name: "Empty room" }]))[0]);
  });
  await misses(gm, "has fewer than two tokens");
  await gm.evaluate(() => tabletop.client.view(globalThis.home));
});

test("no bridge", async () => {
  refused = true;
  await page.reload();
  const again = await frameOf(page, "gm");
  await again.waitForSelector('[data-tool="coign"][data-coign-state="reconnecting"]', SOON);
  await misses(again, "No bridge answers", "coign-pairing");
});

test("not paired", async () => {
  refused = false;
  const again = await frameOf(page, "gm");
  await again.waitForSelector('[data-tool="coign"][data-coign-state="connected"]', SOON);
  await again.click('#coign-pairing [data-action="forget"]');
  await again.waitForSelector('[data-tool="coign"][data-coign-state="unpaired"]', SOON);
  await misses(again, "Not paired", "coign-pairing");
});

// At the end: these tables take over the connection of the one above.
for (const [version, system] of [
  [14, "dnd5e"],
  [14, "pf2e"],
  [13, "pf1"],
  [13, "D35E"],
])
  atTable(`check everything: Foundry ${version}, ${system}`, { query: `v=${version}&system=${system}` }, (table) =>
    checkTable(table, `standin-${version}-${system}`),
  );
