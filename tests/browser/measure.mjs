/** What the module costs a table, measured by the page itself: its share of a frame, and how long a card waits. */

import { strike } from "./quick.mjs";
import { TOKENS } from "./table.mjs";

/** Before the page loads: have every frame that the module asks for timed. */
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

/** Once the page is up: have every hook timed in which the module is. (The stand-in has none in those of tokens.) */
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
 * Sixty tokens move a little in every frame, as when a GM drags them all; facing arrows are on, the worst case.
 *
 * @param {{gm: import("playwright-core").Frame}} table  opened with `timed`
 * @returns {Promise<{shares: number[], patches: number}>}  milliseconds of each frame; patches are the caller's to count
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
  return gm.evaluate(
    async ([moved, count]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const shares = [];
      for (let n = 0; n < count; n++) {
        await frame();
        globalThis.share.spent = 0;
        const updates = moved.map((_id, k) => ({ _id, x: 10 * (n + 1) + k, rotation: (n * 45) % 360 }));
        await canvas.scene.updateEmbeddedDocuments("Token", updates, { animate: false });
        await frame(); // what was put off until the next frame is done in it
        await frame();
        shares.push(globalThis.share.spent);
      }
      return shares;
    },
    [ids, frames],
  );
}

/**
 * Attack after attack, each timed on the player's own client from its message to the section on the card.
 * @returns {Promise<number[]>} milliseconds
 */
export async function cards({ player }, attacks = 20) {
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
  }
  return player.evaluate(() => globalThis.waits);
}

export const median = (values) => quantile(values, 0.5);

/** @param {number[]} values  @param {number} share  from 0 to 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
