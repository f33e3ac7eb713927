/**
 * Prints how fast the standing table is right again after a change, in Chromium on this machine:
 * `node tests/browser/bench-standing.mjs`.
 *
 * Twenty combatants, 2,000 walls. The bars: the pairs of a token that moved within 100 ms, all pairs within 600 ms of any
 * change, no frame dropped. A frame counts as dropped if the next one comes later than one and a half frames; the idle
 * page beside it says how many this machine drops by itself.
 */

import { median, quantile, rehearsal, slowdown } from "./measure.mjs";
import { freePort, openTable, startBridge, startBrowser, TOKENS } from "./table.mjs";

const COMBATANTS = 20;
const ROUNDS = 15;
const WHAT = 44;
const ms = (value) => `${value.toFixed(0).padStart(6)} ms`;
const row = (what, values, slow) =>
  console.log(what.padEnd(WHAT), ms(median(values) / slow), ms(median(values)), ms(quantile(values, 0.95)));

/** Runs in the page: draw a dungeon of rooms with gaps in their walls, and begin a combat in it. */
async function build([count, heroes, foes]) {
  const { scene } = canvas;
  const size = scene.grid.size;
  const rooms = 31;
  const walls = [];
  for (let line = 0; line <= rooms; line++) {
    for (let room = 0; room < rooms; room++) {
      const [at, from, to] = [line * 4 * size, (room * 4 + 1) * size, (room + 1) * 4 * size];
      walls.push({ c: [from, at, to, at] }, { c: [at, from, at, to] });
    }
  }
  await scene.update({ width: rooms * 4 * size, height: rooms * 4 * size });
  for (let n = 0; n < walls.length; n += 500) await scene.createEmbeddedDocuments("Wall", walls.slice(n, n + 500));
  const actors = [heroes, foes].map((ids) => ids.map((id) => scene.tokens.get(id)));
  const crowd = Array.from({ length: count }, (_, n) => {
    const like = actors[n % 2][Math.floor(n / 2) % actors[n % 2].length];
    const [x, y] = [40 + (n % 5) * 3, 40 + Math.floor(n / 5) * 3].map((square) => square * size);
    return { name: `Fighter ${n}`, actorId: like.actorId, disposition: like.disposition, x, y };
  });
  const tokens = await scene.createEmbeddedDocuments("Token", crowd);
  const [combat] = await CONFIG.Combat.documentClass.createDocuments([{ scene: scene.id }]);
  const combatants = tokens.map(({ id }, n) => ({ tokenId: id, sceneId: scene.id, initiative: 20 - n }));
  await combat.createEmbeddedDocuments("Combatant", combatants);
  await combat.startCombat();
  return { ids: tokens.map(({ id }) => id), walls: scene.walls.size };
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
  const { ids, walls } = await gm.evaluate(build, [COMBATANTS, [ilse, bram], [snag, grik]]);
  console.log(`${COMBATANTS} combatants, ${walls} walls`);
  await gm.evaluate(`globalThis.rehearsal = ${rehearsal}`);
  console.log(`${"".padEnd(WHAT)} ${["fair", "median", "p95"].map((head) => head.padStart(9)).join(" ")}`);
  const idle = await gm.evaluate(frames, [5000, []]);
  for (const kind of ["move", "wall"]) {
    const firsts = [];
    const rehearsals = [];
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
    row(`  all pairs (slowdown ${slow.toFixed(1)} x)`, alls, slow);
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
