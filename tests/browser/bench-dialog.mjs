/**
 * Prints how long the dialog of an attack takes to open, in Chromium on this machine, without modifiers in the roll and
 * with them: `node tests/browser/bench-dialog.mjs`.
 *
 * The bar: with a fresh standing table at most 5 ms more, at the 95th percentile. Rolls of both kinds take turns.
 */

import { median, quantile } from "./measure.mjs";
import { startCombat, wiretap } from "./quick.mjs";
import { freePort, openTable, startBridge, startBrowser, TOKENS } from "./table.mjs";

const ROUNDS = 40;
const WHAT = 44;
const ms = (value) => `${value.toFixed(1).padStart(7)} ms`;
const row = (what, values) =>
  console.log(`${what.padEnd(WHAT)} median ${ms(median(values))}   95 of 100 within ${ms(quantile(values, 0.95))}`);

/** Runs in the page: press the button of an attack, and close its dialog when it is drawn. Returns ms, and the lines. */
async function open([attacker, target]) {
  const { attackOf } = await import("/tabletop/systems/dnd5e.mjs");
  const token = canvas.scene.tokens.get(attacker);
  canvas.tokens.setTargets([target]);
  const weapon = token.actor.items.find(({ name }) => name === "Shortbow");
  const activity = attackOf(tabletop.client, weapon);
  const message = { data: { speaker: ChatMessage.getSpeaker({ token }) } };
  const drawn = new Promise((resolve) => Hooks.once("renderRollConfigurationDialog", resolve));
  const began = performance.now();
  const rolling = activity.rollAttack({}, { configure: true }, message);
  const app = await drawn;
  await Promise.resolve(); // our own handler of the hook has run
  const took = performance.now() - began;
  const lines = app.element.querySelectorAll(".coign-in-roll [data-modifier]").length;
  await app.close();
  await rolling;
  return { took, lines };
}

const line = wiretap();
const bridge = await startBridge(await freePort());
const browser = await startBrowser();
try {
  const { gm } = await openTable(browser, bridge.url, { before: line.before });
  const { ilse, snag } = TOKENS;
  await startCombat(gm, Object.values(TOKENS));
  const set = async (who) => {
    await gm.evaluate((value) => game.settings.set("coign", "inRoll", value), who);
    if (who === "after") return;
    const fresh = ([from, to]) => game.modules.get("coign").api.standing(from, to) !== null;
    await gm.waitForFunction(fresh, [ilse, snag]);
  };
  const times = { after: [], gm: [] };
  let asked = 0;
  for (let n = 0; n < ROUNDS; n++) {
    for (const who of ["after", "gm"]) {
      await set(who);
      line.sent.splice(0);
      const { took, lines } = await gm.evaluate(open, [ilse, snag]);
      if (n) times[who].push(took); // the first of each kind loads what the others have
      if (who === "gm") asked += line.sent.filter(({ type }) => type === "evaluate").length;
      if ((who === "gm") !== lines > 0) throw new Error(`${lines} lines with "${who}"`);
    }
  }
  row("a dialog without modifiers in the roll", times.after);
  row("with them, from the table", times.gm);
  row(
    "  the difference",
    times.gm.map((took, n) => took - times.after[n]),
  );
  console.log(`requests to the bridge meanwhile: ${asked}`);
} finally {
  await browser.close();
  await bridge.kill();
}
