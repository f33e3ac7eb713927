/** A browser test that cannot start, because its browser's program is missing, leaves no process behind. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SETUP = fileURLToPath(new URL("../browser/setup.mjs", import.meta.url));
const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("without a browser the bridge ends with the test", { skip: process.platform === "win32" }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "coign-"));
  const python = join(folder, "python"); // a bridge that never says anything, and does not end by itself
  await writeFile(python, `#!/bin/sh\necho $$ > ${folder}/pid\nexec sleep 600\n`, { mode: 0o755 });
  // Its browser is looked for when the bridge runs.
  const start = `process.env.COIGN_CHROMIUM = "/no/browser"; await import(${JSON.stringify(SETUP)});`;
  const env = { ...process.env, COIGN_PYTHON: python, COIGN_FIREFOX: "", NODE_TEST_CONTEXT: "" };
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", start], { env, timeout: 60_000 });
  const pid = Number(await readFile(join(folder, "pid"), "utf8"));
  await rm(folder, { recursive: true });
  for (let tries = 0; isAlive(pid) && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  const left = isAlive(pid);
  if (left) process.kill(pid, "SIGKILL");
  assert.deepEqual([status !== 0, left], [true, false]);
});
