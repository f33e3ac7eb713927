/** A world with a thread (`gm-page.mjs`) for the page of each game master. Tests open, close and reload these pages. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";
import { Client } from "../../../bridge/tabletop/foundry/client.mjs";
import { World } from "../../../bridge/tabletop/foundry/world.mjs";

const pathOf = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const RULES = JSON.parse(readFileSync(pathOf("../../../foundry-module/lang/en.rules.json"), "utf8"));
const FOLDER = mkdtempSync(join(tmpdir(), "coign-pages-"));
process.on("exit", () => rmSync(FOLDER, { recursive: true }));

/** A page with all that it imports in one file: a thread loads that in a third of the time. */
const PAGE = join(FOLDER, "gm-page.mjs");
buildSync({
  entryPoints: [pathOf("./gm-page.mjs")],
  outfile: PAGE,
  bundle: true,
  format: "esm",
  platform: "node",
  keepNames: true, // Foundry's rolls are found by theirs
});

/**
 * Open a world with the client of a player, Ann, and no game master yet.
 * @param {object} data the world's, as `World` takes them
 */
export async function openTable(data) {
  const world = new World(data);
  const browsers = {};
  const pages = {};
  const player = await new Client(world, "ann", { report: () => {} }).start();
  player.users.get("ann").broadcastActivity({ viewedScene: "scene" });

  /** Open the page of a game master. `away`: no bridge answers it yet. `anew`: its browser has stored nothing. */
  async function open(user, { away = false, anew = false } = {}) {
    await close(user);
    if (anew) delete browsers[user];
    browsers[user] ??= { database: new Map(), storage: new Map() };
    const { database, storage } = browsers[user];
    let worker = null;
    const early = [];
    const {
      snapshot,
      send,
      close: leave,
    } = world.connect(user, (packet) => (worker ? worker.postMessage({ packet }) : early.push(packet)));
    const browser = { user, snapshot, database: [...database], storage: [...storage], away, rules: RULES };
    worker = new Worker(PAGE, { workerData: browser, stderr: true });
    const waiting = new Map();
    /** Return whether its browser's ledger has a roll, with words in it. */
    const holds = (roll, words = "") =>
      [...database].some(([key, entry]) => key.includes(roll) && JSON.stringify(entry).includes(words));
    const page = { worker, leave, count: 0, holds };
    await new Promise((ready, failed) => {
      worker.on("error", failed);
      worker.on("message", ({ send: text, kept, stored, ready: isReady, nth, value, problem }) => {
        if (text) send(text);
        if (kept) kept[1] ? database.set(...kept) : database.delete(kept[0]);
        if (stored) storage.set(...stored);
        if (isReady) ready();
        if (nth) waiting.get(nth)[problem ? "reject" : "resolve"](problem ? new Error(problem) : value);
      });
      for (const packet of early) worker.postMessage({ packet });
    });
    page.run = (run, given) =>
      new Promise((resolve, reject) => {
        page.count += 1;
        waiting.set(page.count, { resolve, reject });
        // After the packets that are on their way to the page.
        const nth = page.count;
        setTimeout(() => worker.postMessage({ run, given, nth }), 2);
      });
    pages[user] = page;
  }

  async function close(user) {
    const page = pages[user];
    if (!page) return;
    delete pages[user];
    page.leave();
    await page.worker.terminate();
  }

  return { world, player, pages, open, close };
}
