/**
 * What nearly every file of tests needs: a bridge and a browser, there before its first line and gone after its last
 * test, and tables at them. Each file runs in a process of its own, and so has its own.
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

/** One table for all tests of a file; on no page of it may an error have come up by the end. See `openTable`. */
export async function oneTable(how) {
  try {
    const table = await openTable(browser, bridge.url, how);
    after(() => assert.deepEqual(table.errors, []));
    return table;
  } catch (problem) {
    await end(); // what fails before the first test runs no hook
    throw problem;
  }
}

/** A test at a table of its own, closed after it; on no page of it may an error have come up. See `openTable`. */
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
