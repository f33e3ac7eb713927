/**
 * Run files of tests, some at once. Those with a test that fails run once more at the end, one by one. What passes then
 * depends on chance: it is named as loudly as a failure, and should be mended. It fails the run if COIGN_FLAKY is `fail`,
 * as on GitHub, unless `tests/flaky.json` has the test with the reason why it may.
 *
 *     node tools/test_twice.mjs [--sharing tests/browser/setup.mjs] tests/browser/fight.test.mjs …
 *
 * The files beside the one that is named as `--sharing` share processes, which import it first: what it starts, such as a
 * browser, serves several files. With COIGN_SHARD, such as `1/2`, only a share of the files runs: every second one here,
 * from the first on.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { run } from "node:test";
import { tap } from "node:test/reporters";
import { fileURLToPath, pathToFileURL } from "node:url";

const AT_ONCE = 3;
const SHARING = 7; // files of a process, at most
const LONGEST = 20 * 60_000; // ms that a process may take: one that hangs fails, and the run goes on
const LISTED = "tests/flaky.json";
const TOGETHER = fileURLToPath(new URL("../tests/together.mjs", import.meta.url));
/** The reason why a test may depend on chance, by its file and name. */
const reasons = existsSync(LISTED) ? JSON.parse(readFileSync(LISTED, "utf8")) : {};

const given = process.argv.slice(2);
const shared = given[0] === "--sharing" ? resolve(given.splice(0, 2)[1]) : null;
/** The files in this order: name a long one first, so that none waits for it. */
const all = [...new Map(given.map((file) => [resolve(file), file])).values()];
const [shard, shards] = (process.env.COIGN_SHARD ?? "1/1").split("/").map(Number);
const files = all.filter((_file, n) => n % shards === shard - 1);
const isShared = (file) => shared && dirname(resolve(file)) === dirname(shared);
const share = files.filter(isShared);
const processes = Math.ceil(share.length / SHARING);
const waiting = files.filter((file) => !isShared(file)).map((file) => [file]);
for (let k = 0; k < processes; k++) waiting.push(share.filter((_file, n) => n % processes === k));
/** The folder with the list of what each process runs. */
const folder = mkdtempSync(join(tmpdir(), "coign-tests-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
/** The tests that failed, by their file. */
const failed = new Map();
await Promise.all(Array.from({ length: AT_ONCE }, work));

const flaky = [];
const broken = [];
for (const [file, names] of failed) {
  console.log(`\nonce more: ${file}`);
  const again = (await failuresIn([file])).get(file) ?? [];
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

/** Run the files of one process after another until none is left. */
async function work() {
  for (let some = waiting.shift(); some; some = waiting.shift())
    for (const [file, names] of await failuresIn(some)) failed.set(file, names);
}

/**
 * Run files in one process, and print how each went, with the whole report if a test failed.
 * @returns {Promise<Map<string, string[]>>} the names of the tests that failed, by their file
 */
async function failuresIn(some) {
  const program = join(mkdtempSync(join(folder, "run-")), "files.test.mjs");
  writeFileSync(
    program,
    `${isShared(some[0]) ? `process.env.COIGN_SHARING = "yes"; await import(${urlOf(shared)});` : ""}
    const { together } = await import(${urlOf(TOGETHER)});
    await together(${JSON.stringify(some.map((file) => [file, resolve(file)]))});`,
  );
  const failures = new Map();
  const left = new Set(some);
  let names = [];
  const ended = ({ name, nesting, details }) => {
    if (nesting > 0 || !left.delete(name)) return;
    console.log(`${names.length ? "not ok" : "ok    "} ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`);
    if (names.length) failures.set(name, names);
    names = [];
  };
  const tests = run({ files: [program], timeout: LONGEST });
  tests.on("test:pass", ended);
  tests.on("test:fail", (event) => {
    if (event.details.error.failureType !== "subtestsFailed") names.push(event.name);
    ended(event);
  });
  const report = await text(tests.compose(tap));
  for (const file of left) {
    console.log(`not ok ${file} (not to its end)`);
    failures.set(file, [...names, "did not come to its end"]);
  }
  if (failures.size) console.log(report);
  return failures;
}

/** Return the address of a file, to be written into a program. */
function urlOf(file) {
  return JSON.stringify(pathToFileURL(file).href);
}

/** Print what nobody must overlook: GitHub shows it beside the run as well. */
function shout(what, about) {
  console.log(`${what}: ${about}`);
  if (process.env.GITHUB_ACTIONS) console.log(`::warning title=${what}::${about}`);
}
