/**
 * Run files of tests, some at once. Those with a test that fails run once more at the end, one by one. What passes then
 * depends on chance: it is named as loudly as a failure, and should be mended. It fails the run if COIGN_FLAKY is `fail`,
 * as on GitHub, unless `tests/flaky.json` has the test with the reason why it may.
 *
 *     node tools/test_twice.mjs tests/browser/fight.test.mjs …
 *
 * With COIGN_SHARD, such as `1/2`, only a share of the files runs: every second one here, from the first on.
 */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { run } from "node:test";
import { tap } from "node:test/reporters";

const AT_ONCE = 3;
const LONGEST = 10 * 60_000; // ms that a file may take: one that hangs fails, and the run goes on
const LISTED = "tests/flaky.json";
/** The reason why a test may depend on chance, by its file and name. */
const reasons = existsSync(LISTED) ? JSON.parse(readFileSync(LISTED, "utf8")) : {};

/** The files in this order: name a long one first, so that none waits for it. */
const all = [...new Map(process.argv.slice(2).map((file) => [resolve(file), file])).values()];
const [shard, shards] = (process.env.COIGN_SHARD ?? "1/1").split("/").map(Number);
const files = all.filter((_file, n) => n % shards === shard - 1);
const waiting = [...files];
/** The tests that failed, by their file. */
const failed = new Map();
await Promise.all(Array.from({ length: AT_ONCE }, work));

const flaky = [];
const broken = [];
for (const [file, names] of failed) {
  console.log(`\nonce more: ${file}`);
  const again = await failuresIn(file);
  const list = again.length ? broken : flaky;
  list.push(...(again.length ? again : names).map((name) => `${file}: ${name}`));
}
console.log(`\n${files.length - failed.size} of ${files.length} files passed at once.`);
for (const name of flaky) shout("flaky", `${name}: failed, and passed when it ran again${because(name)}`);
for (const name of broken) shout("failed twice", name);
const unlisted = process.env.COIGN_FLAKY === "fail" && flaky.some((name) => !reasons[name]);
process.exit(broken.length || unlisted ? 1 : 0);

/** Return the reason that the list gives for a test. */
function because(name) {
  return reasons[name] ? ` (${reasons[name]})` : "";
}

/** Run one file after another until none is left. */
async function work() {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const names = await failuresIn(file);
    if (names.length) failed.set(file, names);
  }
}

/** Run a file, and print how it went, with its whole report if a test failed. Returns the names of those that did. */
async function failuresIn(file) {
  const began = performance.now();
  const names = [];
  const tests = run({ files: [file], timeout: LONGEST });
  tests.on("test:fail", ({ name, details }) => {
    if (details.error.failureType !== "subtestsFailed") names.push(name);
  });
  const report = await text(tests.compose(tap));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${names.length ? "not ok" : "ok    "} ${file} (${seconds} s)`);
  if (names.length) console.log(report);
  return names;
}

/** Print what nobody must overlook: GitHub shows it beside the run as well. */
function shout(what, about) {
  console.log(`${what}: ${about}`);
  if (process.env.GITHUB_ACTIONS) console.log(`::warning title=${what}::${about}`);
}
