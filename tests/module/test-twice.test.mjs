/** The runner of the browser tests: a file that fails runs once more, and is named. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const RUNNER = fileURLToPath(new URL("../../tools/test_twice.mjs", import.meta.url));
const FILES = {
  fine: 'test("goes well", () => {});',
  wrong: 'test("never goes well", () => { throw new Error("as ever"); });',
  chance: `import { existsSync, writeFileSync } from "node:fs";
    test("goes well", () => {});
    test("goes well the second time", () => {
      if (existsSync("been")) return;
      writeFileSync("been", "");
      throw new Error("by chance");
    });`,
  clock: `import { after } from "node:test";
    const tick = () => globalThis.setTimeout(tick, 10);
    test("starts a clock", tick);
    after(() => { globalThis.setTimeout = () => 0; });`,
  crash: 'throw new Error("before the first test");',
};

let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "coign-twice-"));
  for (const [name, code] of Object.entries(FILES))
    await writeFile(join(folder, `${name}.test.mjs`), `import { test } from "node:test";\n${code}\n`);
});

after(() => rm(folder, { recursive: true }));

/** Run some of the files. Returns the exit status, and what was printed after the reports. */
function runner(...names) {
  const { NODE_TEST_CONTEXT: _, GITHUB_ACTIONS: __, COIGN_FLAKY: ___, ...env } = process.env;
  return run(env, names);
}

/** Run some of the files in an environment. */
function run(env, names, options = []) {
  const given = [...options, ...names.map((name) => `${name}.test.mjs`)];
  const { status, stdout } = spawnSync(process.execPath, [RUNNER, ...given], { cwd: folder, encoding: "utf8", env });
  const [, end] = /\n(\d of \d files passed at once\.\n[\s\S]*)/.exec(stdout) ?? [];
  return { status, stdout, end };
}

test("files that pass run once", () => {
  const { status, stdout, end } = runner("fine");
  assert.deepEqual([status, end], [0, "1 of 1 files passed at once.\n"]);
  assert.match(stdout, /^ok +fine\.test\.mjs \([\d.]+ s\)$/m);
});

test("a file that ends its timers by its globals comes to its end", () => {
  assert.equal(runner("clock").end, "1 of 1 files passed at once.\n");
});

test("a file that is named twice, by itself and by a pattern, runs once", () => {
  const { stdout, end } = runner("fine", "fine");
  assert.deepEqual([end, stdout.match(/^ok /gm)?.length], ["1 of 1 files passed at once.\n", 1]);
});

test("the shards of a run have each file once", () => {
  const { NODE_TEST_CONTEXT: _, GITHUB_ACTIONS: __, COIGN_FLAKY: ___, ...env } = process.env;
  const ran = ["1/2", "2/2"].map((shard) => {
    const { stdout } = run({ ...env, COIGN_SHARD: shard }, ["fine", "wrong", "crash"]);
    return [...new Set(stdout.match(/^(?:not )?ok .*(?=\.test)/gm)?.map((line) => line.split(/ +/).at(-1)))].sort();
  });
  assert.deepEqual(ran, [["crash", "fine"], ["wrong"]]);
});

test("files that share a process import what they share once, and one that fails takes no other with it", async () => {
  const { NODE_TEST_CONTEXT: _, GITHUB_ACTIONS: __, COIGN_FLAKY: ___, ...env } = process.env;
  await writeFile(
    join(folder, "setup.mjs"),
    'import { appendFileSync } from "node:fs"; appendFileSync("starts", "x"); globalThis.started = true;',
  );
  const uses = 'import { test } from "node:test"; test("a", () => { if (!globalThis.started) throw 1; });';
  const leaves = `${uses} if (globalThis.left) throw new Error("left by another file"); globalThis.left = true;`;
  for (const name of ["one", "two"]) await writeFile(join(folder, `${name}.test.mjs`), leaves);
  const { status, stdout, end } = run(env, ["one", "crash", "two"], ["--sharing", "setup.mjs"]);
  assert.equal(status, 1);
  assert.match(end, /^2 of 3 files passed at once\.$/m, stdout);
  assert.equal(await readFile(join(folder, "starts"), "utf8"), "xx", "and once for the file that failed");
});

test("what fails once is named, and does not fail the run", () => {
  const { status, stdout, end } = runner("chance", "fine");
  assert.equal(status, 0, stdout);
  assert.match(stdout, /by chance/, "with its report");
  const name = "chance.test.mjs: goes well the second time";
  assert.equal(end, `1 of 2 files passed at once.\nflaky: ${name}: failed, and passed when it ran again\n`);
});

test("what fails twice is named, and fails the run; so does a file that cannot be read", () => {
  const { status, stdout, end } = runner("fine", "wrong", "crash");
  assert.equal(status, 1, stdout);
  assert.match(end, /^1 of 3 files passed at once\.$/m);
  assert.match(end, /^failed twice: wrong\.test\.mjs: never goes well$/m);
  assert.match(end, /^failed twice: crash\.test\.mjs: .*crash\.test\.mjs$/m);
});

test("where chance is not allowed, what fails once fails the run, unless it is listed with its reason", async () => {
  const { NODE_TEST_CONTEXT: _, GITHUB_ACTIONS: __, ...env } = { ...process.env, COIGN_FLAKY: "fail" };
  await rm(join(folder, "been"));
  const unlisted = run(env, ["chance"]);
  assert.equal(unlisted.status, 1, unlisted.stdout);
  await mkdir(join(folder, "tests"));
  const listed = { "chance.test.mjs: goes well the second time": "the shop next door is loud" };
  await writeFile(join(folder, "tests/flaky.json"), JSON.stringify(listed));
  await rm(join(folder, "been"));
  const { status, end } = run(env, ["chance"]);
  assert.equal(status, 0);
  assert.match(end, /passed when it ran again \(the shop next door is loud\)$/m);
});
