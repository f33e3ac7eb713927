/** The module's cost, measured in the page: its share of a frame's time, and the time until a card is drawn. */

import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { strike } from "./quick.mjs";
import { PYTHON, ROOT, TOKENS } from "./table.mjs";

/**
 * Return a map of the bridge's own benchmarks with this many walls, and twenty fighters' places.
 * @param {number} walls
 * @param {"grow" | "cave"} kind
 */
export function dungeon(walls, kind = "grow") {
  const code = `from benchmarks.maps import ${kind}; print(${kind}(${walls}, tokens=20).data.decode())`;
  const env = { ...process.env, PYTHONPATH: `${join(ROOT, "bridge")}${delimiter}${ROOT}` };
  return JSON.parse(execFileSync(PYTHON, ["-c", code], { env, maxBuffer: 64 << 20 }).toString());
}

/** Runs in the page: put the dungeon in place of the scene, and begin a combat in it. */
export async function build([made, heroes, foes]) {
  const { scene } = canvas;
  const actors = [heroes, foes].map((ids) => ids.map((id) => scene.tokens.get(id).toObject()));
  for (const name of ["Wall", "AmbientLight", "Region", "Token"])
    await scene.deleteEmbeddedDocuments(
      name,
      [...scene.getEmbeddedCollection(name)].map(({ id }) => id),
    );
  const { width, height, environment } = made;
  await scene.update({ width, height, environment, grid: { size: made.grid.size } });
  const walls = made.walls.map(({ _id, ...wall }) => wall);
  for (let n = 0; n < walls.length; n += 500) await scene.createEmbeddedDocuments("Wall", walls.slice(n, n + 500));
  const lights = made.lights.map(({ _id, ...light }) => light);
  await scene.createEmbeddedDocuments("AmbientLight", lights);
  const crowd = made.tokens.map(({ x, y }, n) => {
    const { actorId, disposition } = actors[n % 2][Math.floor(n / 2) % actors[n % 2].length];
    return { name: `Fighter ${n}`, actorId, disposition, x, y };
  });
  const tokens = await scene.createEmbeddedDocuments("Token", crowd);
  const [combat] = await CONFIG.Combat.documentClass.createDocuments([{ scene: scene.id }]);
  const combatants = tokens.map(({ id }, n) => ({ tokenId: id, sceneId: scene.id, initiative: 20 - n }));
  await combat.createEmbeddedDocuments("Combatant", combatants);
  await combat.startCombat();
  return { ids: tokens.map(({ id }) => id), walls: scene.walls.size };
}

/** Runs in the page: ask again and again what an attack between two of these tokens would be, and time each answer. */
export async function attacks([ids, count]) {
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

/** Before the page loads, make it time every animation frame that the module requests. */
export const timed = (page) =>
  page.addInitScript(() => {
    globalThis.share = { spent: 0 };
    globalThis.within = (task) => {
      const began = performance.now();
      try {
        return task();
      } finally {
        globalThis.share.spent += performance.now() - began;
      }
    };
    const asked = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (task) => {
      const ours = new Error().stack.includes("/modules/coign/");
      return asked((now) => (ours ? globalThis.within(() => task(now)) : task(now)));
    };
  });

/** Make the loaded page time every hook that the module handles. (The stand-in handles none of the tokens' hooks.) */
const timeHooks = (frame) =>
  frame.evaluate(() => {
    for (const entries of Object.values(Hooks.events)) {
      for (const entry of entries) {
        const { fn } = entry;
        entry.fn = (...given) => globalThis.within(() => fn(...given));
      }
    }
  });

/**
 * Return how many milliseconds a fixed piece of work takes. Runs in the page. Only other work on the machine changes
 * it.
 */
export function rehearsal() {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 400_000; n++) sum = (sum + n * n) % 1_000_003;
  globalThis.rehearsed = sum; // so that it is not optimised away
  return performance.now() - began;
}

/**
 * Return the machine's slowdown during the measurement: its median speed compared with its best. Other work on the
 * machine makes plain milliseconds unreliable.
 * @param {number[]} rehearsals
 */
export const slowdown = (rehearsals) => median(rehearsals) / Math.min(...rehearsals);

/**
 * Move sixty tokens a little in every frame, as when a GM drags them all, with facing arrows on: the worst case.
 *
 * @param {{gm: import("playwright-core").Frame}} table  opened with `timed`
 * @returns {Promise<{shares: number[], rehearsals: number[]}>}  milliseconds of each frame; patches are the caller's to count
 */
export async function drag({ gm }, { tokens = 60, frames = 60, arrows = true } = {}) {
  await timeHooks(gm);
  const ids = await gm.evaluate(
    async ([count, owner, shown]) => {
      await game.settings.set("coign", "facingArrows", shown);
      const { actorId } = canvas.scene.tokens.get(owner);
      const crowd = Array.from({ length: count }, (_, n) => ({ name: `Rat ${n}`, actorId, x: (n % 14) * 100, y: 700 }));
      return (await canvas.scene.createEmbeddedDocuments("Token", crowd)).map(({ id }) => id);
    },
    [tokens, TOKENS.snag, arrows],
  );
  await gm.evaluate(`globalThis.rehearsal = ${rehearsal}`);
  return gm.evaluate(
    async ([moved, count]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const shares = [];
      const rehearsals = [];
      for (let n = 0; n < count; n++) {
        await frame();
        globalThis.share.spent = 0;
        const updates = moved.map((_id, k) => ({ _id, x: 10 * (n + 1) + k, rotation: (n * 45) % 360 }));
        await canvas.scene.updateEmbeddedDocuments("Token", updates, { animate: false });
        await frame(); // the next frame does the deferred work
        await frame();
        shares.push(globalThis.share.spent);
        rehearsals.push(globalThis.rehearsal());
      }
      return { shares, rehearsals };
    },
    [ids, frames],
  );
}

/**
 * Make attacks one by one, each timed on the player's client from its message to the section on the card.
 * @returns {Promise<{waits: number[], rehearsals: number[]}>} milliseconds
 */
export async function cards({ player }, attacks = 20) {
  const rehearsals = [];
  await player.evaluate(`globalThis.rehearsal = ${rehearsal}`);
  await player.evaluate(() => {
    globalThis.waits = [];
    Hooks.on("createChatMessage", (message) => {
      const began = performance.now();
      const log = document.querySelector("#chat-log");
      const watcher = new MutationObserver(() => {
        if (!log.querySelector(`[data-message-id="${message.id}"] .coign-card`)) return;
        globalThis.waits.push(performance.now() - began);
        watcher.disconnect();
      });
      watcher.observe(log, { childList: true, subtree: true });
    });
  });
  for (let n = 1; n <= attacks; n++) {
    await strike(player);
    await player.waitForFunction((count) => globalThis.waits.length >= count, n);
    rehearsals.push(await player.evaluate(() => globalThis.rehearsal()));
  }
  return { waits: await player.evaluate(() => globalThis.waits), rehearsals };
}

const MAIN = "CrRendererMain";
const CATEGORIES = ["disabled-by-default-devtools.timeline", "devtools.timeline"];

/**
 * Return the milliseconds of each task of a page's main thread while something is done. A task's time is the processor's, so
 * that other work on the machine does not count.
 */
export async function tasksOf(browser, page, doing) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await doing();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === MAIN);
  const mains = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, pid, tid }) => name === "RunTask" && mains.has(`${pid} ${tid}`))
    .map(({ tdur, dur }) => (tdur ?? dur) / 1000)
    .filter(Number.isFinite); // one at the end of the trace has no time yet
}

export const median = (values) => quantile(values, 0.5);

/** @param {number[]} values  @param {number} share  from 0 to 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
