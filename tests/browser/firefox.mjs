#!/usr/bin/env node
/**
 * The Firefox that COIGN_FIREFOX names, as a program for Playwright to start.
 *
 * Playwright always sends a command that a distribution's Firefox does not know yet. This program stands between the
 * two, answers that command, and passes on everything else. Once `firefox.launch` does without it, delete this file.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ws as WebSocket, wsServer as WebSocketServer } from "playwright-core/lib/utilsBundle";

const UNKNOWN = "emulation.setMediaFeaturesOverride"; // the tests need no other colour scheme than Firefox's own
const LISTENING = /^WebDriver BiDi listening on (ws:\S+)/;

const firefox = spawn(process.env.COIGN_FIREFOX, process.argv.slice(2), { stdio: ["ignore", "ignore", "pipe"] });
firefox.once("exit", (code) => process.exit(code ?? 1));
for await (const line of createInterface({ input: firefox.stderr })) {
  const [, address] = LISTENING.exec(line) ?? [];
  console.error(address ? line.replace(address, await relay(address)) : line);
}

/**
 * Listen for Playwright in place of Firefox.
 * @param {string} address Firefox's own
 * @returns {Promise<string>} the address for Playwright
 */
async function relay(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  server.on("connection", (playwright, { url }) => {
    const behind = new WebSocket(`${address}${url}`, { maxPayload: 0 });
    const opened = once(behind, "open");
    playwright.on("message", async (data) => {
      const { id, method } = JSON.parse(data);
      if (method === UNKNOWN) return playwright.send(JSON.stringify({ type: "success", id, result: {} }));
      await opened;
      behind.send(String(data));
    });
    behind.on("message", (data) => playwright.send(String(data)));
    playwright.on("close", () => behind.close());
    behind.on("close", () => playwright.close());
  });
  return `ws://127.0.0.1:${server.address().port}`;
}
