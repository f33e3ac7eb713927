/**
 * What nearly every file of tests needs: a bridge and a browser, there before its first line and gone after its last
 * test. Each file runs in a process of its own, and so has its own.
 */

import { after } from "node:test";
import { freePort, startBridge, startBrowser } from "./table.mjs";

export const [bridge, browser] = await Promise.all([freePort().then((port) => startBridge(port)), startBrowser()]);

after(async () => {
  await browser.close();
  await bridge.kill();
});
