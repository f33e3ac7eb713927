/** The number of messages that a table sends. `node tests/browser/bench.mjs` prints times, which no test asserts. */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { drag, timed } from "./measure.mjs";
import { wiretap } from "./quick.mjs";
import { bridge, browser } from "./setup.mjs";
import { openTable } from "./table.mjs";

let table;
const line = wiretap();

before(async () => {
  const prepared = async (page) => {
    await timed(page);
    await line.before(page);
  };
  table = await openTable(browser, bridge.url, { before: prepared });
});

test("sixty tokens moved in every frame are one patch for each frame", async () => {
  line.sent.splice(0);
  const frames = 30;
  await drag(table, { frames });
  const patches = line.sent.filter(({ type }) => type === "scene.patch");
  assert.ok(patches.length <= frames + 2, `${patches.length} patches for ${frames} frames and the tokens' creation`);
  assert.ok(patches.slice(1).every(({ changes }) => changes.length === 60));
});
