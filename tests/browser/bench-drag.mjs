/**
 * Prints what it costs a frame to drag a token among twenty, with the odds of each foe beside it:
 * `node tests/browser/bench-drag.mjs [page]`, with Coign in the page or, without the word, at a bridge.
 *
 * The dungeon of 2,000 walls of the bridge's own benchmarks. The copy moves a fifth of a square in each frame, with a target
 * chosen. The bar: no task of the page's main thread takes longer than a frame, 16 ms. A task's time is the processor's,
 * so that other work on the machine does not count. The same drag without Coign's previews is beside it.
 */

import { build, dungeon, quantile, tasksOf } from "./measure.mjs";
import { freePort, openTable, startBridge, startBrowser, TOKENS } from "./table.mjs";

const WALLS = 2000;
const FRAMES = 300;
const FRAME = 16; // ms
const compute = process.argv[2] === "page" ? "page" : "bridge";

/** Runs in the page: drag a token's copy for some frames, and return how many times the plate had other words. */
async function drag([id, target, frames]) {
  const token = canvas.tokens.get(id);
  token.control();
  canvas.tokens.setTargets([target]);
  const { x, y } = token.document;
  const words = new Set();
  for (let n = 1; n <= frames; n++) {
    const step = ((n % 100) * canvas.scene.grid.size) / 5;
    token.preview({ x: x + step, y: y + (n > frames / 2 ? canvas.scene.grid.size : 0) });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    for (const layer of canvas.interface.children) words.add(layer.children.map(({ text }) => text ?? "").join("\n"));
  }
  token.preview(null);
  return words.size - 1;
}

const browser = await startBrowser();
const bridge = await startBridge(await freePort());
try {
  const { page, gm, player } = await openTable(browser, bridge.url, { compute, query: "view=gm" });
  // The stand-in draws the whole map again after every change, which Foundry does not.
  for (const frame of [gm, player]) await frame.evaluate(() => (tabletop.board.draw = () => {}));
  const { ilse, bram, snag, grik } = TOKENS;
  const { ids } = await gm.evaluate(build, [dungeon(WALLS), [ilse, bram], [snag, grik]]);
  await gm.evaluate(drag, [ids[0], ids[1], 60]); // warm
  for (const [what, shown] of [
    ["with the odds of each foe", true],
    ["the same without previews", false],
  ]) {
    await gm.evaluate((is) => game.settings.set("coign", "overlay", is), shown);
    let plates = 0;
    const tasks = await tasksOf(browser, page, async () => {
      plates = await gm.evaluate(drag, [ids[0], ids[1], FRAMES]);
    });
    const late = tasks.filter((ms) => ms > FRAME);
    console.log(
      `${what}: ${FRAMES} frames, ${plates} plates; tasks: 99 of 100 within ${quantile(tasks, 0.99).toFixed(1)} ms,`,
      `the longest ${Math.max(...tasks).toFixed(1)} ms, ${late.length} of ${tasks.length} longer than ${FRAME} ms`,
    );
    if (shown && late.length) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await bridge.kill();
}
