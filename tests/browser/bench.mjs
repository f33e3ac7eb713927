/** Prints what the module costs a table in Chromium on this machine: `node tests/browser/bench.mjs`. */

import { cards, drag, median, quantile, timed } from "./measure.mjs";
import { wiretap } from "./quick.mjs";
import { freePort, openTable, startBridge, startBrowser } from "./table.mjs";

const say = (what, values) =>
  console.log(
    `${what.padEnd(58)} ${median(values).toFixed(2).padStart(7)} ms median ${quantile(values, 0.95).toFixed(2).padStart(7)} ms p95`,
  );

const bridge = await startBridge(await freePort());
const browser = await startBrowser();
try {
  for (const arrows of [false, true]) {
    const line = wiretap();
    const before = async (page) => {
      await timed(page);
      await line.before(page);
    };
    const table = await openTable(browser, bridge.url, { before });
    line.sent.splice(0);
    const shares = await drag(table, { arrows });
    const patches = line.sent.filter(({ type }) => type === "scene.patch").length;
    say(`a frame in which 60 tokens move${arrows ? ", facing arrows on" : ""}: our share`, shares);
    console.log(`  ${patches} patches for ${shares.length} frames and the tokens' creation`);
    await table.page.close();
  }
  const table = await openTable(browser, bridge.url);
  say("from the message to the annotated card, player's client", await cards(table, 40));
} finally {
  await browser.close();
  await bridge.kill();
}
