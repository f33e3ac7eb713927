/** The number of messages that a table sends. `node tests/browser/bench.mjs` prints times, which no test asserts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { drag, timed } from "./measure.mjs";
import { wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";

const line = wiretap();
const table = await oneTable({
  before: async (page) => {
    await timed(page);
    await line.before(page);
  },
});

test("sixty tokens moved in every frame are one patch for each frame", async () => {
  line.sent.splice(0);
  const frames = 30;
  await drag(table, { frames });
  const patches = line.sent.filter(({ type }) => type === "scene.patch");
  assert.ok(patches.length <= frames + 2, `${patches.length} patches for ${frames} frames and the tokens' creation`);
  assert.ok(patches.slice(1).every(({ changes }) => changes.length === 60));
});
