/**
 * Measures Coign in the game master's browser, in Chromium on this machine:
 * `node tests/browser/bench-page.mjs [--into docs/benchmarks.md] [--only memory]`, or `start`, `attacks`, `stand`, `drag`, `opening`,
 * `phone` or `engine`.
 *
 * Times are by the clock, so the machine should have nothing else to do. They are divided by how much slower it is than the
 * machine of the bars, as in `benchmarks/timing.py`. An attack is timed from the question to the annotation, in the page and
 * at a bridge by turns. Memory is what the browser's process has more than the
 * same table at a bridge: Python, GEOS, and the compiled code of both. At the end `python -m benchmarks --only page` measures
 * what the engine alone takes, under Node.
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "../../tools/bundle.mjs";
import { attacks, build, dungeon, median, quantile, rehearsal, tasksOf } from "./measure.mjs";
import { Report } from "./report.mjs";
import { frameOf, freePort, openTable, PYTHON, pause, ROOT, startBridge, startBrowser, TOKENS } from "./table.mjs";

const ATTACKS = 400;
const ROUNDS = 3; // blocks of attacks on each side, by turns
const BLOCK = 60; // attacks
const DRAG = 5000; // ms
const FRAME = 16; // ms
const SLOWER = 6; // times: a phone
const PATIENCE = 120_000; // ms
const SETTLE = 2000; // ms

const report = new Report("in the page", "node tests/browser/bench-page.mjs --into docs/benchmarks.md");
const say = (...row) => report.say(...row);
const seconds = (value) => `${(value / 1000).toFixed(2)} s`;
const ms = (value) => `${value.toFixed(1)} ms`;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Return how many times slower this machine is now than the machine of the bars, by the quickest of twenty measurements. */
const slowness = () =>
  Number(
    execFileSync(PYTHON, ["-c", "from benchmarks.timing import slowdown; print(min(slowdown() for _ in range(20)))"], {
      cwd: ROOT,
    }),
  );

/** Say a time (ms) as it is on the machine of the bars, and beside it what it was here; `shown` writes it with its unit. */
function sayTime(what, shown, took, bar = "", beside = [], slow = slowness()) {
  say(what, shown(took / slow), bar, [`${shown(took)} here, x ${slow.toFixed(1)} slow`, ...beside].join("; "));
}

const ready = (frame) =>
  frame.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, { timeout: PATIENCE });

/** Return the milliseconds from the page's address until Coign was ready in the game master's frame, and until
 * the table itself was. */
const untilReady = async (gm) => {
  await gm.waitForFunction(() => globalThis.readyAt, null, { timeout: PATIENCE }); // it looks every 5 ms
  return gm.evaluate(() =>
    [globalThis.readyAt, globalThis.tableAt].map((at) => at - globalThis.top.performance.timeOrigin),
  );
};

/** Before the page loads, make its frames note the moments at which the table, and Coign, become ready. */
const noteReady = (page) =>
  page.addInitScript(() => {
    const look = () => {
      const now = performance.timeOrigin + performance.now();
      if (globalThis.game?.ready) globalThis.tableAt ??= now;
      if (globalThis.game?.modules?.get("coign")?.api?.state === "connected") globalThis.readyAt = now;
      else setTimeout(look, 5);
    };
    if (globalThis.top !== globalThis) look();
  });

/** Return the processes of the browser's pages, each with the seconds of processor time that it has used. */
async function pages() {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  return processInfo.filter(({ type }) => type === "renderer");
}

const processorTime = async () => Math.max(...(await pages()).map(({ cpuTime }) => cpuTime));

/** Return the bytes of a page's own process that no other process shares, without garbage. Linux alone tells them. */
async function memory(page) {
  const devtools = await page.context().newCDPSession(page);
  const workers = [];
  devtools.on("Target.attachedToTarget", ({ sessionId }) => workers.push(sessionId));
  await devtools.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  await pause(SETTLE);
  const collect = { id: 1, method: "HeapProfiler.collectGarbage" };
  await devtools.send(collect.method);
  for (const sessionId of workers)
    await devtools.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify(collect) });
  await pause(SETTLE);
  const sizes = (await pages()).map(({ id }) => {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    const kilobytes = [...text.matchAll(/^Private_\w+: +(\d+) kB/gm)].map(([, size]) => Number(size));
    return 1024 * kilobytes.reduce((sum, size) => sum + size, 0);
  });
  return Math.max(...sizes);
}

/** Runs in the page: move a token a little in every frame for some time. */
async function drag([token, duration]) {
  const { scene } = canvas;
  const { x } = scene.tokens.get(token);
  const end = performance.now() + duration;
  for (let n = 0; performance.now() < end; n++) {
    scene.updateEmbeddedDocuments("Token", [{ _id: token, x: x + (n % 50) }], { animate: false });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Open a table, and put a dungeon in place of its scene if `walls` is given. Returns it with its tokens' ids. */
async function tableOf(walls, compute, kind = "grow") {
  const table = await openTable(browser, bridge.url, { compute, before: noteReady });
  if (!walls) return { ...table, ids: Object.values(TOKENS) };
  // The stand-in draws the whole map again after every change, which Foundry does not.
  for (const frame of [table.gm, table.player]) await frame.evaluate(() => (tabletop.board.draw = () => {}));
  const { ilse, bram, snag, grik } = TOKENS;
  const { ids } = await table.gm.evaluate(build, [dungeon(walls, kind), [ilse, bram], [snag, grik]]);
  return { ...table, ids };
}

/** Make it day or night. */
const light = (gm, night) =>
  gm.evaluate(
    (dark) =>
      canvas.scene.update({
        environment: { darknessLevel: dark ? 1 : 0, globalLight: { enabled: !dark, bright: !dark } },
      }),
    night,
  );

async function measureStart() {
  const { page, gm } = await tableOf(0, "page");
  let before = await processorTime();
  const [first, table] = await untilReady(gm);
  const what = "from the page's address to ready, the first time";
  sayTime(what, seconds, first, "5 s", [
    `the table itself ${seconds(table)}`,
    `processor ${before.toFixed(1)} s in all`,
  ]);
  const again = [];
  for (let n = 0; n < 5; n++) {
    await page.reload();
    const frame = await frameOf(page, "gm");
    await ready(frame);
    const used = await processorTime();
    again.push([...(await untilReady(frame)), used - before]);
    before = used;
  }
  const [whole, own, processor] = [0, 1, 2].map((n) => median(again.map((one) => one[n])));
  sayTime("… again", seconds, whole, "3 s", [
    `the table itself ${seconds(own)}`,
    `processor ${processor.toFixed(1)} s in all`,
  ]);
  await page.close();
}

/** Measure attacks on a map in the page and at a bridge, by turns. */
async function measureAttacks(walls, kind = "grow") {
  const tables = [await tableOf(walls, "page", kind), await tableOf(walls, "bridge", kind)];
  for (const night of kind === "grow" ? [false, true] : [true]) {
    const took = [[], []];
    for (const { gm } of tables) await light(gm, night);
    const first = await tables[0].gm.evaluate(attacks, [tables[0].ids, 1]);
    for (let n = 0; n <= ROUNDS; n++)
      for (const [which, { page, gm, ids }] of tables.entries()) {
        await page.bringToFront();
        const some = await gm.evaluate(attacks, [ids, BLOCK]);
        if (n) took[which].push(...some); // the first block warms up
      }
    const [own, other] = took.map(median);
    const where = `${walls.toLocaleString("en")} walls, ${kind === "grow" ? "dungeon" : "cave"}${night ? " by night" : ""}`;
    const beside = `${ms(own)} against ${ms(other)}; the first after the change ${ms(first[0])}`;
    say(`an attack in the page against the bridge: ${where}`, `x ${(own / other).toFixed(2)}`, "x 1.00", beside);
    const [late, lateThere] = took.map((times) => quantile(times, 0.95));
    sayTime("… 95 of 100 within", ms, late, "15 ms", [`at the bridge ${ms(lateThere)}`]);
  }
  for (const { page } of tables) await page.close();
}

async function measureDrag(walls) {
  const { page, gm, ids } = await tableOf(walls, "page");
  await gm.evaluate((id) => canvas.tokens.get(id).control(), ids[0]);
  const tasks = await tasksOf(browser, page, async () => {
    await gm.click('[data-tool="coignHeatMap"]');
    await gm.evaluate(drag, [ids[1], DRAG]);
  });
  sayTasks("a heat map made and a token dragged", tasks);
  await page.close();
}

/** Say how long the page's thread stood still. */
function sayTasks(what, tasks, more = "") {
  const slow = slowness();
  const late = tasks.filter((one) => one > FRAME * slow).length;
  const beside = [`${late} of ${tasks.length} longer than the bar${more}`];
  sayTime(`${what}: the longest task of the page's thread`, ms, Math.max(...tasks), ms(FRAME), beside, slow);
}

async function measureMemory(walls) {
  const used = {};
  for (const compute of ["bridge", "page"]) {
    const { page, gm, ids } = await tableOf(walls, compute);
    await gm.evaluate(attacks, [ids, ATTACKS]);
    used[compute] = await memory(page);
    await page.close();
  }
  const bar = walls > 2000 ? "" : "120 MB";
  const beside = `the table itself ${megabytes(used.bridge)}`;
  say(
    `memory: ${walls.toLocaleString("en")} walls, after ${ATTACKS} attacks`,
    megabytes(used.page - used.bridge),
    bar,
    beside,
  );
}

/** Runs in the page: ask where a token stands best against all foes. Returns when the first place and all were shown, ms. */
async function stand(id) {
  canvas.tokens.setTargets([]);
  canvas.tokens.get(id).control({ releaseOthers: true });
  const began = performance.now();
  document.querySelector('[data-tool="coignHeatMap"]').click();
  let first;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (document.querySelector(".coign-legend .coign-best button")) first ??= performance.now() - began;
    const bar = document.querySelector(".coign-legend progress");
    if (bar?.hidden && bar.value >= bar.max) break;
  }
  const all = performance.now() - began;
  document.querySelector(".coign-legend .coign-close").click();
  return [first, all];
}

async function measureStand(walls) {
  const { page, gm, ids } = await tableOf(walls, "page");
  await gm.evaluate(attacks, [ids, 50]);
  const foes = await gm.evaluate(
    (all) =>
      all.filter((id) => canvas.scene.tokens.get(id).disposition < 0 && !canvas.scene.tokens.get(id).hasPlayerOwner),
    ids,
  );
  const took = [];
  for (const id of foes.slice(0, 7)) took.push(await gm.evaluate(stand, id));
  const first = took.map(([one]) => one).filter(Number.isFinite);
  const where = `${walls.toLocaleString("en")} walls`;
  const beside = `${first.length} of ${took.length} have a better place`;
  sayTime(`where to stand against all foes: ${where}, the first mark`, seconds, median(first), "0.3 s", [beside]);
  const all = took.map(([, one]) => one);
  sayTime("… all three", seconds, median(all), "1.5 s", [`the longest ${seconds(Math.max(...all))}`]);
  await page.close();
}

/** Measure how long the page's thread stands still while a scene is opened, read in slices and sent. */
async function measureOpening(walls) {
  const { page, gm, ids } = await tableOf(walls, "page");
  const began = {};
  const tasks = await tasksOf(browser, page, async () => {
    began.at = Date.now();
    await gm.evaluate(() => game.settings.set("coign", "computeOn", "bridge"));
    await gm.waitForFunction(() => game.modules.get("coign").api.state !== "connected");
    await gm.evaluate(() => game.settings.set("coign", "computeOn", "page"));
    await ready(gm);
    await gm.evaluate(attacks, [ids, 1]);
  });
  const more = `; to the first annotation ${seconds(Date.now() - began.at)}`;
  sayTasks(`a scene of ${walls.toLocaleString("en")} walls opened`, tasks, more);
  await page.close();
}

/** Let the browser's page run a sixth of the time, as on a phone; return what ends that. */
async function slowedDown() {
  const [{ id }] = (await pages()).sort((one, other) => other.cpuTime - one.cpuTime);
  const code = `
import os, signal, sys, time
while True:
    for name, span in (("SIGSTOP", ${SLOWER - 1}), ("SIGCONT", 1)):
        os.kill(int(sys.argv[1]), getattr(signal, name))
        time.sleep(span / 1000)`;
  const child = spawn(PYTHON, ["-c", code, String(id)], { stdio: "ignore" });
  return async () => {
    child.kill();
    await new Promise((resolve) => child.once("exit", resolve));
    process.kill(id, "SIGCONT");
  };
}

/** Measure a table whose processor is six times slower. */
async function measurePhone() {
  const { page, gm, ids } = await tableOf(300, "page");
  await gm.evaluate(attacks, [ids, 50]);
  const work = async () => {
    const times = [];
    for (let n = 0; n < 20; n++) times.push(await gm.evaluate(rehearsal));
    return times.reduce((sum, one) => sum + one) / times.length;
  };
  const before = await work();
  const end = await slowedDown();
  await pause(SETTLE);
  const slower = (await work()) / before;
  const took = await gm.evaluate(attacks, [ids, 100]);
  sayTime(`an attack on a slow device: 300 walls`, ms, median(took), "", [
    `its processor ${slower.toFixed(1)} times slower`,
  ]);
  sayTime("… 95 of 100 within", ms, quantile(took, 0.95));
  const [, all] = await gm.evaluate(stand, ids[1]);
  sayTime("… where to stand against all foes", seconds, all);
  await end();
  await page.close();
}

const PARTS = {
  start: [measureStart],
  attacks: [...[300, 2000, 20_000].map((walls) => () => measureAttacks(walls)), () => measureAttacks(2000, "cave")],
  stand: [() => measureStand(2000)],
  drag: [() => measureDrag(2000)],
  opening: [() => measureOpening(2000), () => measureOpening(20_000)],
  phone: [measurePhone],
  memory: [() => measureMemory(2000), () => measureMemory(20_000)],
  engine: [() => spawnSync(PYTHON, ["-m", "benchmarks", "--only", "page"], { cwd: ROOT, stdio: "inherit" })],
};
const { into, only } = parseArgs({ options: { into: { type: "string" }, only: { type: "string" } } }).values;
const folder = join(ROOT, "build", "module");
await bundle(folder); // as its users load it
const bridge = await startBridge(await freePort(), undefined, { COIGN_MODULE: folder });
let browser = await startBrowser();
const version = browser.version();
try {
  for (const part of only ? PARTS[only] : Object.values(PARTS).flat()) {
    await part();
    await browser.close(); // so that nothing of one part lies in the next one's process
    browser = await startBrowser();
  }
} finally {
  await browser.close();
  await bridge.kill();
}

if (into) report.write(into, version);
