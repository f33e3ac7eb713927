/**
 * Measures Coign in the game master's browser, in Chromium on this machine:
 * `node tests/browser/bench-page.mjs [--into docs/benchmarks.md] [--only memory]`, or `start`, `attacks`, `trade` or
 * `stand`.
 *
 * Times are by the clock, so the machine should have nothing else to do. An attack is timed on the page, from the
 * question to the annotation. Memory is what the browser's process has more than the same table at a bridge: Python,
 * GEOS, and the compiled code of both.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "../../tools/bundle.mjs";
import { build, dungeon, median, quantile } from "./measure.mjs";
import { Report } from "./report.mjs";
import { frameOf, freePort, openTable, pause, ROOT, startBridge, startBrowser, TOKENS } from "./table.mjs";

const ATTACKS = 400;
const DRAG = 5000; // ms
const PATIENCE = 120_000; // ms
const SETTLE = 2000; // ms

const report = new Report("in the page", "node tests/browser/bench-page.mjs --into docs/benchmarks.md");
const say = (...row) => report.say(...row);
const seconds = (value) => `${(value / 1000).toFixed(2)} s`;
const ms = (value) => `${value.toFixed(1)} ms`;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

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

/** Runs in the page: ask again and again what an attack between two of these tokens would be, and time each answer. */
async function attacks([ids, count]) {
  const { api } = game.modules.get("coign");
  const scene = canvas.scene.id;
  const took = [];
  for (let n = 0; n < count; n++) {
    const [actor, target] = [ids[n % ids.length], ids[(n * 7 + 3) % ids.length]];
    const began = performance.now();
    await api.evaluate({
      scene,
      actor,
      targets: [target],
      attack: { kind: "ranged", range: { normal: 80, long: 320 } },
    });
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5)); // as many a second as a session accepts
  }
  return took;
}

/** Runs in the page: move a token a little in every frame, and return the milliseconds between the frames. */
async function drag([token, duration]) {
  const { scene } = canvas;
  const x = scene.tokens.get(token)?.x;
  const gaps = [];
  const began = performance.now();
  for (let last = began, n = 0; last - began < duration; n++) {
    if (token) scene.updateEmbeddedDocuments("Token", [{ _id: token, x: x + (n % 50) }], { animate: false });
    const now = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    gaps.push(now - last);
    last = now;
  }
  return gaps;
}

const perSecond = (gaps) => (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
const late = (gaps) =>
  `${gaps.filter((gap) => gap > 25).length} of ${gaps.length} later than 25 ms, the longest ${Math.max(...gaps).toFixed(0)} ms`;

/** Open a table, and put a dungeon in place of its scene if `walls` is given. Returns it with its tokens' ids. */
async function tableOf(walls, compute) {
  const table = await openTable(browser, bridge.url, { compute, before: noteReady });
  if (!walls) return { ...table, ids: Object.values(TOKENS) };
  // The stand-in draws the whole map again after every change, which Foundry does not.
  for (const frame of [table.gm, table.player]) await frame.evaluate(() => (tabletop.board.draw = () => {}));
  const { ilse, bram, snag, grik } = TOKENS;
  const { ids } = await table.gm.evaluate(build, [dungeon(walls), [ilse, bram], [snag, grik]]);
  return { ...table, ids };
}

async function measureStart() {
  const { page, gm } = await tableOf(0, "page");
  let before = await processorTime();
  const [first, table] = await untilReady(gm);
  const what = "from the page's address to ready, the first time";
  say(what, seconds(first), "5 s", `the table itself ${seconds(table)}; processor ${before.toFixed(1)} s in all`);
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
  say("… again", seconds(whole), "3 s", `the table itself ${seconds(own)}; processor ${processor.toFixed(1)} s in all`);
  await page.close();
}

async function measureAttacks(walls) {
  const { page, gm, ids } = await tableOf(walls, "page");
  await gm.evaluate(attacks, [ids, 50]);
  const took = await gm.evaluate(attacks, [ids, ATTACKS]);
  const where = walls ? `${walls.toLocaleString("en")} walls` : "the practice table";
  say(`an attack: ${where}`, ms(median(took)), walls ? "3 ms" : "", `${took.length} attacks`);
  say("… 95 of 100 within", ms(quantile(took, 0.95)), walls ? "15 ms" : "", "");
  if (walls) await measureDrag(gm, ids);
  await page.close();
}

async function measureDrag(gm, ids) {
  const idle = await gm.evaluate(drag, ["", DRAG]);
  await gm.evaluate((id) => canvas.tokens.get(id).control(), ids[0]);
  await gm.click('[data-tool="coignHeatMap"]');
  const busy = await gm.evaluate(drag, [ids[1], DRAG]);
  say("frames a second while a heat map is made and a token dragged", perSecond(busy).toFixed(0), "60", late(busy));
  say("… on the idle page", perSecond(idle).toFixed(0), "", late(idle));
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

/** Runs in the page: ask as a player does what a token and six foes would have against each other from each place. */
async function trade([actor, targets, places]) {
  await game.settings.set("coign", "playersAsk", true);
  const began = performance.now();
  const attack = { kind: "ranged", range: { normal: 80, long: 320 } };
  const query = { scene: canvas.scene.id, actor, targets, occasion: "attack", attack, places, both: true };
  const { mine, theirs } = await CONFIG.queries["coign.survey"](query, {});
  return [performance.now() - began, mine.length + theirs.length];
}

async function measureTrade(walls) {
  const { page, gm, ids } = await tableOf(walls, "page");
  await gm.evaluate(attacks, [ids, 50]);
  const [actor, targets, places] = await gm.evaluate((all) => {
    const tokens = all.map((id) => canvas.scene.tokens.get(id));
    const [from] = tokens;
    const { size } = canvas.grid;
    const near = tokens
      .slice(1)
      .sort((a, b) => Math.hypot(a.x - from.x, a.y - from.y) - Math.hypot(b.x - from.x, b.y - from.y));
    const ways = Array.from({ length: 169 }, (_, n) => [(n % 13) - 6, Math.floor(n / 13) - 6]);
    const walked = ways.filter(([x, y]) => Math.hypot(x, y) <= 6);
    return [
      from.id,
      near.slice(0, 6).map(({ id }) => id),
      walked.map(([x, y]) => [Math.max(0, from.x + x * size), Math.max(0, from.y + y * size)]),
    ];
  }, ids);
  const took = [];
  let count = 0;
  for (let n = 0; n < 5; n++) {
    const [time, prospects] = await gm.evaluate(trade, [actor, targets, places]);
    took.push(time);
    count = prospects;
    await pause(SETTLE); // a player's budget fills again
  }
  const beside = `${count.toLocaleString("en")} attacks; a player's answer comes at whole half seconds`;
  say(
    `both ways, ${places.length} squares, 6 foes: ${walls.toLocaleString("en")} walls`,
    seconds(median(took)),
    "3 s",
    beside,
  );
  await page.close();
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
  return [first ?? all, all];
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
  const where = `${walls.toLocaleString("en")} walls`;
  say(
    `where to stand against all foes: ${where}, the first mark`,
    seconds(median(took.map(([one]) => one))),
    "0.3 s",
    "",
  );
  say(
    "… all three",
    seconds(median(took.map(([, all]) => all))),
    "1.5 s",
    `the longest ${seconds(Math.max(...took.flat()))}`,
  );
  await page.close();
}

const PARTS = {
  start: [measureStart],
  attacks: [() => measureAttacks(0), () => measureAttacks(2000)],
  trade: [() => measureTrade(2000)],
  stand: [() => measureStand(2000)],
  memory: [() => measureMemory(2000), () => measureMemory(20_000)],
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
