/** Compare the time that modules take for the cover of a pair with the time of Coign's whole attack, by turns in one page. */

import { attacks, build, dungeon, median, quantile } from "../browser/measure.mjs";
import { frameOf, TOKENS } from "../browser/table.mjs";

const ROUNDS = 4; // blocks of each side, by turns; the first warms up
const BLOCK = 60; // pairs
const SOON = { timeout: 30_000 };

export const HEAD = `| map | what | a pair: the middle | 95 of 100 within |\n| --- | --- | --- | --- |`;

/** The function by which each module measures the cover of a pair, in the page, by the module's id. @type {Record<string, Function>} */
export const COVER_OF = {
  simplecover5e: (attacker, target) =>
    game.modules.get("simplecover5e").api.getCover({ attacker, target, scene: canvas.scene, losCheck: true }),
  "pf2e-visioner": (attacker, target) =>
    game.modules.get("pf2e-visioner").api.getAutoCoverState(attacker, target, { forceRecalculate: true }),
};

/** Runs in the page: measure the cover of the pairs of `attacks` with another module; with `free`, no wall test takes time. */
function theirs([ids, count, source, free]) {
  const cover = new Function(`return ${source}`)();
  const backend = CONFIG.Canvas.polygonBackends.sight;
  const { testCollision } = backend;
  if (free) backend.testCollision = () => null;
  const took = [];
  try {
    for (let n = 0; n < count; n++) {
      const [attacker, target] = [ids[n % ids.length], ids[(n * 7 + 3) % ids.length]].map((id) =>
        canvas.tokens.get(id),
      );
      const began = performance.now();
      const found = cover(attacker, target);
      took.push(performance.now() - began);
      if (found === null || found === undefined) throw new Error("the module gave no answer");
    }
  } finally {
    backend.testCollision = testCollision;
  }
  return took;
}

/**
 * Compare a module with Coign at an open table. Returns rows of a table.
 * @param {import("playwright-core").Page} page
 * @param {string} id
 * @param {{title?: string, version: string}} manifest
 */
export async function compare(page, id, { title = id, version }) {
  const gm = await frameOf(page, "gm");
  await gm.waitForFunction(() => game.ready && game.modules.get("coign").api.state === "connected", null, SOON);
  // The stand-in draws the whole map again after every change, which Foundry does not.
  await page.evaluate(() => {
    for (const { contentWindow } of document.querySelectorAll("iframe")) contentWindow.tabletop.board.draw = () => {};
  });
  const { ilse, bram, snag, grik } = TOKENS;
  const rows = [];
  let fighters = [ilse, snag, bram, grik];
  for (const walls of [300, 2000]) {
    const [hero, foe, second, other] = fighters;
    const { ids } = await gm.evaluate(build, [dungeon(walls), [hero, second], [foe, other]]);
    fighters = ids.slice(0, 4);
    const sides = [
      [`${title} ${version}: cover alone`, (count) => gm.evaluate(theirs, [ids, count, `${COVER_OF[id]}`, false])],
      ["… with a wall test that takes no time", (count) => gm.evaluate(theirs, [ids, count, `${COVER_OF[id]}`, true])],
      ["Coign: the whole attack, in the page", (count) => gm.evaluate(attacks, [ids, count])],
    ];
    const took = sides.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [which, [, run]] of sides.entries()) {
        const some = await run(BLOCK);
        if (round) took[which].push(...some);
      }
    for (const [which, [what]] of sides.entries())
      rows.push(
        `| ${walls} walls | ${what} | ${[median(took[which]), quantile(took[which], 0.95)].map(ms).join(" | ")} |`,
      );
  }
  return rows;
}

const ms = (value) => `${value.toFixed(2)} ms`;
