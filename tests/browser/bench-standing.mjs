/**
 * Prints how fast the standing table is right again after a change, in Chromium on this machine:
 * `node tests/browser/bench-standing.mjs`.
 *
 * Twenty combatants in the dungeon of 2,000 walls of the bridge's own benchmarks. The bars: the pairs of a token that moved within 100 ms, all pairs within 600 ms of any
 * change, no frame dropped. A frame counts as dropped if the next one comes later than one and a half frames; the idle
 * page beside it says how many this machine drops by itself.
 */

import { existsSync, readFileSync } from "node:fs";
import { build, dungeon, median, quantile, rehearsal, slowdown } from "./measure.mjs";
import { freePort, openTable, startBridge, startBrowser, TOKENS } from "./table.mjs";

const ROUNDS = 10;
const WHAT = 44;
const ms = (value) => `${value.toFixed(0).padStart(6)} ms`;
const row = (what, values, slow) =>
  console.log(what.padEnd(WHAT), ms(median(values) / slow), ms(median(values)), ms(quantile(values, 0.95)));

/** Return the processor time that the bridge has used so far, in ms; null where the system does not tell. */
function processorTime({ pid }) {
  if (!existsSync(`/proc/${pid}/stat`)) return null;
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}

/** Runs in the page: count the frames of a time, and those that came late, while `task` is done every so often. */
async function frames([ms, ids]) {
  const size = canvas.scene.grid.size;
  const gaps = [];
  const began = performance.now();
  let [last, next, n] = [began, began, 0];
  while (performance.now() - began < ms) {
    if (ids.length && performance.now() >= next) {
      const _id = ids[n++ % ids.length];
      const { x } = canvas.scene.tokens.get(_id);
      canvas.scene.updateEmbeddedDocuments("Token", [{ _id, x: x + (n % 2 ? size : -size) }], { animate: false });
      next += 700;
    }
    const now = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    gaps.push(now - last);
    last = now;
  }
  return gaps;
}

/** Runs in the page: make a change, and time until the pairs of a token, and all pairs, are right again. */
async function change([ids, moved, kind]) {
  const { api } = game.modules.get("coign");
  const { scene } = canvas;
  const pairs = ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => [from, to]));
  const own = pairs.filter((pair) => pair.includes(moved));
  const known = (list) => list.every(([from, to]) => api.standing(from, to));
  const size = scene.grid.size;
  const heard = new Promise((resolve) => Hooks.once("coign.sceneChanged", () => resolve(performance.now())));
  if (kind === "move") {
    const { x } = scene.tokens.get(moved);
    await scene.updateEmbeddedDocuments("Token", [{ _id: moved, x: x + (x % (2 * size) ? -size : size) }], {
      animate: false,
    });
  } else {
    const wall = scene.walls.contents[Math.floor(Math.random() * scene.walls.size)];
    await scene.updateEmbeddedDocuments("Wall", [{ _id: wall.id, c: wall.c.map((at) => at + 1) }]);
  }
  const began = await heard;
  let first = null;
  while (performance.now() - began < 20_000) {
    if (first === null && known(own)) first = performance.now() - began;
    if (first !== null && known(pairs)) return { first, all: performance.now() - began };
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { first: first ?? Number.NaN, all: Number.NaN };
}

const bridge = await startBridge(await freePort());
const browser = await startBrowser();
try {
  const { gm, player } = await openTable(browser, bridge.url);
  // The stand-in draws the whole map again after every change, which Foundry does not.
  for (const frame of [gm, player]) await frame.evaluate(() => (tabletop.board.draw = () => {}));
  const { ilse, bram, snag, grik } = TOKENS;
  const { ids, walls } = await gm.evaluate(build, [dungeon(2000), [ilse, bram], [snag, grik]]);
  console.log(`${ids.length} combatants, ${walls} walls`);
  await gm.evaluate(`globalThis.rehearsal = ${rehearsal}`);
  console.log(`${"".padEnd(WHAT)} ${["fair", "median", "p95"].map((head) => head.padStart(9)).join(" ")}`);
  const idle = await gm.evaluate(frames, [5000, []]);
  for (const kind of ["move", "wall"]) {
    const firsts = [];
    const rehearsals = [];
    const before = processorTime(bridge);
    const alls = [];
    for (let n = 0; n < ROUNDS; n++) {
      const { first, all } = await gm.evaluate(change, [ids, ids[n % ids.length], kind]);
      firsts.push(first);
      alls.push(all);
      for (let k = 0; k < 5; k++) rehearsals.push(await gm.evaluate(() => globalThis.rehearsal()));
      await new Promise((resolve) => setTimeout(resolve, 2500));
    }
    const slow = slowdown(rehearsals);
    row(kind === "move" ? "a token moved: its own pairs" : "a wall moved: the pairs of one token", firsts, slow);
    const spent = (processorTime(bridge) - before) / ROUNDS;
    row(`  all pairs (slowdown ${slow.toFixed(1)} x)`, alls, slow);
    console.log(`  the bridge's processor time for it${ms(spent).padStart(19)}`);
  }
  const busy = await gm.evaluate(frames, [10_000, ids]);
  const late = (gaps) =>
    `${gaps.filter((gap) => gap > 25).length} of ${gaps.length} frames late, longest ${Math.max(...gaps).toFixed(0)} ms`;
  console.log(`idle:                    ${late(idle)}`);
  console.log(`a move every 700 ms:     ${late(busy)}`);
} finally {
  await browser.close();
  await bridge.kill();
}
