/**
 * Measures the way from a program to the first card on the practice table, in a clean account:
 * `node tests/browser/first-card.mjs dist/coign`, or any other command that is Coign.
 *
 * The command runs as a double click starts it: with no argument, no terminal, and an empty home. Each step is one that
 * a person takes; the time is what the computer needs for it. The program must open its page by itself.
 */

import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { attack, cardOf, frameOf, nextDice, pause, startBrowser, TOKENS } from "./table.mjs";

const PATIENCE = 60_000; // ms for one step, on a busy machine
const [program, ...words] = process.argv.slice(2);
if (!program) throw new Error("name the program: node tests/browser/first-card.mjs dist/coign");

const home = await mkdtemp(join(tmpdir(), "coign-account-"));
const opened = join(home, "opened");
const desktop = join(home, "browser");
await writeFile(desktop, `#!/bin/sh\nprintf %s "$1" > "${opened}.part" && mv "${opened}.part" "${opened}"\n`);
await chmod(desktop, 0o755);

let begun = performance.now();
const total = begun;
const step = (what) => {
  const now = performance.now();
  console.log(`${((now - begun) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  begun = now;
};

const bridge = spawn(resolve(program), words, {
  cwd: home,
  detached: true,
  stdio: "ignore",
  env: { HOME: home, PATH: "/usr/bin:/bin", DISPLAY: ":0", BROWSER: `${desktop} %s` },
});
const gone = new Promise((done) => bridge.once("exit", done));
const browser = await startBrowser();
try {
  const address = await page();
  step("1. double-click the program: its page opens");
  const table = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await table.goto(address);
  step("   the page is shown");
  await table.click("text=Open the practice table");
  await table.click('nav [data-view="both"]');
  const [gm, player] = [await frameOf(table, "gm"), await frameOf(table, "player")];
  await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, { timeout: PATIENCE });
  step("2. press Open the practice table: it is connected");
  await nextDice(player, 12);
  const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  step("3. pick a fighter, a target and a weapon");
  await cardOf(gm, message).waitFor({ timeout: PATIENCE });
  step("   the card is there");
  const drawn = await gm.evaluate(async () => (await fetch("/tabletop/pixi.mjs")).status);
  console.log(`${((performance.now() - total) / 1000).toFixed(1).padStart(6)} s  in all; PIXI: ${drawn}`);
  const page2 = await browser.newPage();
  await page2.goto(address);
  await page2.click("text=Stop Coign");
  await gone;
} finally {
  await browser.close();
  if (bridge.exitCode === null) process.kill(-bridge.pid, "SIGKILL");
  await gone;
  await rm(home, { recursive: true });
}

/** Wait for the address that the program opens in the browser. */
async function page() {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(20)) {
    const address = await readFile(opened, "utf8").catch(() => "");
    if (address) return address;
    if (bridge.exitCode !== null) throw new Error(`the program ended at once, with status ${bridge.exitCode}`);
  }
  throw new Error("the program opened no page");
}
