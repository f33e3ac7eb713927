/**
 * Prints what modifiers in the roll cost between the click and the dialog of a dnd5e attack, in Chromium on this machine:
 * `node tests/browser/bench-in-roll.mjs`.
 *
 * The bar: at most 8 ms more at the 95th percentile: the time of one question to the bridge. With and without are measured
 * by turns, in blocks.
 */

import { median, quantile, rehearsal, slowdown } from "./measure.mjs";
import { startCombat } from "./quick.mjs";
import { freePort, openTable, pause, startBridge, startBrowser, TOKENS } from "./table.mjs";

const BLOCKS = 40;
const DIALOGS = 20; // in a block
const SETTLE = 150; // ms
const BAR = 8; // ms
const WHAT = 44;
const ms = (value) => `${value.toFixed(2).padStart(8)} ms`;

/** Runs in the page: attack so often with the system's dialog, and time each from the call to the drawn dialog. */
async function dialogs([count, own, foe]) {
  const { attackOf } = await import("/tabletop/systems/dnd5e.mjs");
  const item = canvas.scene.tokens.get(own).actor.items.find(({ name }) => name === "Shortbow");
  canvas.tokens.setTargets([foe]);
  const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(own) });
  const times = [];
  let lines = 0;
  for (let n = 0; n < count; n++) {
    let hook;
    const drawn = new Promise((resolve) => {
      hook = Hooks.on("renderRollConfigurationDialog", (app, element, _context, { isFirstRender }) => {
        if (isFirstRender) resolve({ app, element, at: performance.now() });
      });
    });
    const began = performance.now();
    attackOf(tabletop.client, item).rollAttack({}, {}, { data: { speaker } });
    const { app, element, at } = await drawn;
    times.push(at - began);
    lines += element.querySelectorAll("[data-modifier]").length;
    Hooks.off("renderRollConfigurationDialog", hook);
    await app.close();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { times, lines: lines / count };
}

const bridge = await startBridge(await freePort());
const browser = await startBrowser();
try {
  const { gm } = await openTable(browser, bridge.url);
  await startCombat(gm, [TOKENS.ilse, TOKENS.grik, TOKENS.snag]);
  const set = async (who) => {
    await gm.evaluate((value) => game.settings.set("coign", "inRoll", value), who);
    await gm.waitForFunction((value) => game.settings.get("coign", "inRoll") === value, who);
    await pause(SETTLE);
  };
  const measured = { gm: [], after: [] };
  const rehearsals = [];
  for (let block = 0; block < BLOCKS; block++) {
    for (const who of ["after", "gm"]) {
      await set(who);
      rehearsals.push(await gm.evaluate(rehearsal));
      const { times, lines } = await gm.evaluate(dialogs, [DIALOGS, TOKENS.ilse, TOKENS.grik]);
      const expected = who === "gm" ? 2 : 0;
      if (lines !== expected) throw new Error(`${lines} lines instead of ${expected} in each dialog, set to "${who}"`);
      if (block > 0) measured[who].push(...times); // the first block warms up
    }
  }
  const slow = slowdown(rehearsals);
  console.log("".padEnd(WHAT) + ["median", "p95"].map((head) => head.padStart(11)).join(" "));
  for (const [who, what] of [
    ["after", "click to dialog, modifiers after the roll"],
    ["gm", "click to dialog, modifiers in the roll"],
  ])
    console.log(what.padEnd(WHAT), ms(median(measured[who])), ms(quantile(measured[who], 0.95)));
  const more = (share) => quantile(measured.gm, share) - quantile(measured.after, share);
  console.log("more".padEnd(WHAT), ms(more(0.5)), ms(more(0.95)), ` this machine was ${slow.toFixed(1)} x slowed down`);
  if (more(0.95) > BAR) process.exitCode = 1;
} finally {
  await browser.close();
  await bridge.kill();
}
