/**
 * The module's cost at the table, with room for a slow machine: `node tests/browser/bench.mjs` prints what it is.
 * The bars: its share of a frame in which sixty tokens move is under 2 ms, a card waits less than 100 ms (medians).
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cards, drag, median, timed } from "./measure.mjs";
import { wiretap } from "./quick.mjs";
import { freePort, openTable, startBridge, startBrowser } from "./table.mjs";

const SLOW = 4; // times slower than the machine that the bars are for, as one shared with other work is

let browser;
let bridge;
let table;
const line = wiretap();

before(async () => {
  bridge = await startBridge(await freePort());
  browser = await startBrowser();
  const prepared = async (page) => {
    await timed(page);
    await line.before(page);
  };
  table = await openTable(browser, bridge.url, { before: prepared });
});

after(async () => {
  await browser?.close();
  await bridge?.kill();
});

test("a card is annotated before anybody has read the roll", async () => {
  const waited = median(await cards(table));
  assert.ok(waited < 100, `${waited} ms from the message to the section on the player's card`);
});

test("sixty tokens moved in every frame: a patch for each frame, and next to nothing of its time", async () => {
  line.sent.splice(0);
  const frames = 30;
  const shares = await drag(table, { frames });
  const patches = line.sent.filter(({ type }) => type === "scene.patch");
  assert.ok(patches.length <= frames + 2, `${patches.length} patches for ${frames} frames and the tokens' creation`);
  assert.ok(patches.slice(1).every(({ changes }) => changes.length === 60));
  assert.ok(median(shares) < 2 * SLOW, `${median(shares)} ms of a frame`);
});
