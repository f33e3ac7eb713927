/**
 * Prints what the module costs a table in Chromium on this machine: `node tests/browser/bench.mjs`.
 *
 * The bars: less than 2 ms of a frame in which sixty tokens move, less than 100 ms from a roll's message to its
 * annotated card, medians. "Fair" is the median divided by the machine's slowdown through other work.
 */

import { cards, drag, median, quantile, slowdown, timed } from "./measure.mjs";
import { wiretap } from "./quick.mjs";
import { freePort, openTable, startBridge, startBrowser } from "./table.mjs";

const WHAT = 56;
const ms = (value) => `${value.toFixed(2).padStart(8)} ms`;

function say(what, values, rehearsals) {
  const slow = slowdown(rehearsals);
  const row = [
    ms(median(values) / slow),
    ms(median(values)),
    ms(quantile(values, 0.95)),
    `${slow.toFixed(1)} x`.padStart(9),
  ];
  console.log(what.padEnd(WHAT) + row.join(" "));
}

console.log("".padEnd(WHAT) + ["fair", "median", "p95", "slowdown"].map((head) => head.padStart(11)).join(" "));
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
    const { shares, rehearsals } = await drag(table, { arrows });
    const patches = line.sent.filter(({ type }) => type === "scene.patch").length;
    say(`our share of a frame in which 60 tokens move${arrows ? ", with arrows" : ""}`, shares, rehearsals);
    console.log(`  ${patches} patches for ${shares.length} frames and the tokens' creation`);
    await table.page.close();
  }
  const table = await openTable(browser, bridge.url);
  const { waits, rehearsals } = await cards(table, 40);
  say("from the message to the annotated card, player's client", waits, rehearsals);
} finally {
  await browser.close();
  await bridge.kill();
}
