/** The site behind Python's own web server, under a path of its own, and a browser for it. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, PYTHON, pause, ROOT, startBrowser } from "./table.mjs";

const ENGINE = join(ROOT, process.env.COIGN_MODULE ?? "foundry-module", "engine", "runtime", "files.json");
/** The input of a test of the site, which is left out without the engine. */
export const built = existsSync(ENGINE) ? {} : { skip: "the engine is not built: python3 dev.py engine" };
/** The pages, built from `docs/`, and what a test of them is given: without them it is left out. */
export const PAGES = join(ROOT, "site");
export const written = existsSync(join(PAGES, "index.html"))
  ? {}
  : { skip: "the pages are not built: python3 dev.py docs" };
export const PATH = "some/host/coign";
export const PATIENCE = 60_000; // ms for the engine to start, on a busy machine

/** Build what `tools/site.py` adds to the docs, and serve it. */
export async function serveSite() {
  const folder = await mkdtemp(join(tmpdir(), "coign-site-"));
  const { status, stderr } = spawnSync(PYTHON, ["-m", "tools.site", "table", join(folder, PATH)], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: join(ROOT, "bridge") },
  });
  assert.equal(status, 0, stderr);
  const served = await serveFolder(folder);
  return {
    ...served,
    url: `${served.url}${PATH}/`,
    async close() {
      await served.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Serve a folder, and start a browser for it. */
export async function serveFolder(folder) {
  const port = await freePort();
  const server = spawn(PYTHON, ["-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, String(port)], {
    stdio: "ignore",
  });
  const host = `http://127.0.0.1:${port}/`;
  for (const end = Date.now() + PATIENCE; !(await fetch(host).catch(() => null)); await pause(50))
    assert.ok(Date.now() < end && server.exitCode === null, "Python's own web server starts");
  const browser = await startBrowser();
  return {
    browser,
    url: host,
    async close() {
      await browser.close();
      server.kill();
    },
  };
}
