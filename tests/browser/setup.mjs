/**
 * A bridge and a browser for the tests of a process, started on import and stopped after the last test, and tables for
 * them. A file that runs by itself has its own; several files may share them.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { freePort, openTable, startBridge, startBrowser } from "./table.mjs";

export const [bridge, browser] = await Promise.all([freePort().then((port) => startBridge(port)), startBrowser()]);

async function end() {
  await browser.close();
  await bridge.kill();
}
after(end);

/** Open one table for all tests of a file; at the end no page of it may have had an error. See `openTable`. */
export async function oneTable(how) {
  try {
    const table = await openTable(browser, bridge.url, how);
    after(async () => {
      await table.page.close();
      assert.deepEqual(table.errors, []);
    });
    return table;
  } catch (problem) {
    if (!process.env.COIGN_SHARING) await end(); // a failure before the first test runs no hook
    throw problem;
  }
}

/** Run a test at a table of its own, closed afterwards; no page of it may have had an error. See `openTable`. */
export function atTable(name, how, run) {
  test(name, async () => {
    const table = await openTable(browser, bridge.url, how);
    try {
      await run(table);
      assert.deepEqual(table.errors, []);
    } finally {
      await table.page.close();
    }
  });
}
