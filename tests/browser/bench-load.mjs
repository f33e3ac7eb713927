/**
 * Prints how long a page waits for the module's files, as sources and bundled: `node tests/browser/bench-load.mjs`.
 *
 * The bar: less than 0.3 s for the bundle, median, with 30 ms from the browser to the server and back, and nothing in the
 * browser's cache. Measured is one client alone, from the first of the module's files asked for to the last one received.
 */

import { join } from "node:path";
import { bundle } from "../../tools/bundle.mjs";
import { median } from "./measure.mjs";
import { freePort, openTable, ROOT, startBridge, startBrowser } from "./table.mjs";

const ROUND_TRIP = 30; // ms
const LOADS = 7;
const BAR = 300; // ms

const folder = join(ROOT, "build", "module");
await bundle(folder);
const waits = {};
for (const [what, env] of Object.entries({ sources: {}, bundle: { COIGN_MODULE: folder } })) {
  const loads = await measure(env);
  waits[what] = median(loads.map(({ wait }) => wait));
  console.log(
    `${what.padEnd(8)} ${String(loads[0].files).padStart(4)} files  ${waits[what].toFixed(0).padStart(5)} ms`,
  );
}
if (waits.bundle > BAR) {
  console.error(`the bundle takes longer than ${BAR} ms`);
  process.exitCode = 1;
}

/** Load the module several times from a bridge with this environment. Returns the files and the wait of each. */
async function measure(env) {
  const [bridge, browser] = await Promise.all([
    freePort().then((port) => startBridge(port, undefined, env)),
    startBrowser(),
  ]);
  try {
    const loads = [];
    for (let nth = 0; nth < LOADS; nth++) loads.push(await load(browser, bridge.url));
    return loads;
  } finally {
    await browser.close();
    await bridge.kill();
  }
}

/** Load the table once with a slow line, and read from the GM's client when the module's files came. */
async function load(browser, url) {
  const before = async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    const line = { offline: false, latency: ROUND_TRIP, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send("Network.emulateNetworkConditions", line);
    await page.addInitScript(() => performance.setResourceTimingBufferSize(1000));
  };
  const { page, gm } = await openTable(browser, url, { before, connected: false });
  const times = await gm.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/modules\/coign\/.*\.(mjs|css)$/.test(name))
      .map(({ startTime, responseEnd }) => [startTime, responseEnd]),
  );
  await page.close();
  return {
    files: times.length,
    wait: Math.max(...times.map(([, end]) => end)) - Math.min(...times.map(([start]) => start)),
  };
}
