/**
 * Measures what one player can do to a table, and learn from it by the clock, in Chromium on this machine:
 * `node tests/browser/bench-players.mjs [--into docs/benchmarks.md] [--only previews]`, or `rolls`, or `time`.
 *
 * Times are by the clock, so the machine should have nothing else to do. Both clients are frames of one page and share
 * its thread: a game master's own browser has not the player's work beside it.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "../../tools/bundle.mjs";
import { median, quantile, rehearsal, slowdown } from "./measure.mjs";
import { startCombat } from "./quick.mjs";
import { Report } from "./report.mjs";
import { freePort, openTable, pause, ROOT, startBridge, startBrowser, TOKENS } from "./table.mjs";

const PREVIEWS = 200;
const MAPS_A_SECOND = 400;
const PLACES = 113; // of a heat map: what a creature reaches that moves 30 feet
const ROLLS = 300;
const SAMPLES = 200; // on each side
const HIDDEN = 10; // tokens
const PATIENCE = 300_000; // ms

const report = new Report("players", "node tests/browser/bench-players.mjs --into docs/benchmarks.md");
const ms = (value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const { ilse, bram, snag, grik } = TOKENS;

/** Open a table. The stand-in draws the whole map again after every change, which Foundry does not: here it does not. */
async function tableOf() {
  const table = await openTable(browser, bridge.url);
  for (const frame of [table.gm, table.player]) await frame.evaluate(() => (tabletop.board.draw = () => {}));
  return table;
}

/** Runs on the game master's client: ask for previews, one after another, and time each, and a fixed piece of work. */
async function previews([count, actor, target]) {
  const { api } = game.modules.get("coign");
  const took = [];
  const rehearsals = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    await api.evaluate({ scene: canvas.scene.id, actor, targets: [target], attack: { kind: "ranged" } });
    took.push(performance.now() - began);
    rehearsals.push(globalThis.rehearsal());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { took, rehearsals };
}

/** Runs on the player's client: ask for heat maps, so many a second, until `flooding` is unset. */
async function flood([perSecond, places, actor, target]) {
  const owner = game.users.activeGM;
  const plain = owner.query;
  let key;
  owner.query = (name, data, options) => {
    key ??= data.key;
    return plain.call(owner, name, data, options);
  };
  await game.modules.get("coign").api.evaluate({ scene: canvas.scene.id, actor, targets: [target] });
  delete owner.query;
  const squares = Array.from({ length: places }, (_, n) => [100 * (n % 12), 100 * Math.floor(n / 12)]);
  const query = { scene: canvas.scene.id, actor, targets: [target], attack: { kind: "ranged" }, places: squares, key };
  globalThis.flooding = { asked: 0, answered: 0, refused: 0, hasKey: Boolean(key), began: performance.now() };
  globalThis.flood = setInterval(() => {
    const due = ((performance.now() - flooding.began) / 1000) * perSecond;
    for (; flooding.asked < due; flooding.asked++)
      owner.query("coign.survey", query, { timeout: 20_000 }).then(
        () => (flooding.answered += 1),
        () => (flooding.refused += 1),
      );
  }, 5);
}

async function measurePreviews() {
  const { page, gm, player } = await tableOf();
  await gm.evaluate(`globalThis.rehearsal = ${rehearsal}`);
  await gm.evaluate(previews, [20, bram, grik]);
  const quiet = await gm.evaluate(previews, [PREVIEWS, bram, grik]);
  await player.evaluate(flood, [MAPS_A_SECOND, PLACES, ilse, snag]);
  const { took, rehearsals } = await gm.evaluate(previews, [PREVIEWS, bram, grik]);
  const { asked, answered, hasKey, began } = await player.evaluate(() => {
    clearInterval(globalThis.flood);
    return { ...flooding, began: performance.now() - flooding.began };
  });
  if (!hasKey) throw new Error("the player has no key");
  const perSecond = (1000 * asked) / began;
  const beside = `${perSecond.toFixed(0)} asked a second, ${((1000 * answered) / began).toFixed(2)} answered`;
  report.say("a player asks for 400 heat maps a second: the GM's own preview", ms(median(took)), "", beside);
  report.say(
    "… 95 of 100 within",
    ms(quantile(took, 0.95)),
    "50 ms",
    `without ${ms(quantile(quiet.took, 0.95))}; this machine was ${slowdown([...quiet.rehearsals, ...rehearsals]).toFixed(1)} x slowed down`,
  );
  await page.close();
}

/**
 * Runs on the game master's client: attack, and return how long it took until the attack was judged, with the number of the
 * player's rolls that were judged before and after.
 */
async function judgedAfter([by, at, id]) {
  const { attack } = await import("/tabletop/attack.mjs");
  const token = canvas.scene.tokens.get(by);
  canvas.tokens.setTargets([at]);
  const item = token.actor.items.get(id);
  const began = performance.now();
  const count = () => globalThis.flood?.judged.size ?? 0;
  const before = count();
  const judged = {};
  const hook = Hooks.on("coign.annotated", (message) => {
    judged[message.id] ??= { took: performance.now() - began, before, after: count() };
  });
  const { id: message } = await attack(tabletop.client, token, item, {});
  while (!judged[message]) await new Promise((resolve) => setTimeout(resolve, 2));
  Hooks.off("coign.annotated", hook);
  return judged[message];
}

/** Runs on the player's client: post so many attacks, each a message of its own. */
async function post([count, by, at]) {
  const token = canvas.scene.tokens.get(by);
  canvas.tokens.setTargets([at]);
  const rolls = [JSON.stringify(await new Roll("1d20 + 5").evaluate())];
  const one = { rolls, speaker: ChatMessage.getSpeaker({ token }), type: "attack", system: { targets: [] } };
  await Promise.all(Array.from({ length: count }, () => ChatMessage.create(one)));
}

/** Runs on the game master's client: note the player's rolls that are judged, and attack in the midst of them. */
function amidst([attack, first]) {
  globalThis.flood = { judged: new Set() };
  Hooks.on("createChatMessage", () => {
    flood.first ??= performance.now();
  });
  Hooks.on("coign.annotated", ({ id, author }) => {
    if (author.isGM) return;
    flood.judged.add(id);
    flood.last = performance.now();
    if (flood.judged.size === first) setTimeout(async () => (flood.mine = await judgedAfter(attack)));
  });
}

async function measureRolls() {
  const { page, gm, player } = await tableOf();
  const attack = [bram, grik, "itemSword0000000"];
  await gm.evaluate(`globalThis.judgedAfter = ${judgedAfter}`);
  await gm.evaluate(judgedAfter, attack);
  const { took: quiet } = await gm.evaluate(judgedAfter, attack);
  await gm.evaluate(amidst, [attack, 10]);
  await player.evaluate(post, [ROLLS, ilse, snag]);
  await gm.waitForFunction((count) => flood.mine && flood.judged.size >= count, ROLLS, { timeout: PATIENCE });
  const { mine, whole } = await gm.evaluate(() => ({ mine: flood.mine, whole: flood.last - flood.first }));
  const { took, before, after } = mine;
  const beside = `${before} of them judged before, ${after - before} meanwhile; without ${ms(quiet)}`;
  report.say("a player posts 300 rolls: the GM's attack is judged", ms(took), "1 s", beside);
  report.say("… the last of the player's", `${(whole / 1000).toFixed(1)} s`, "", "after the first");
  await page.close();
}

/** Runs on the player's client: ask what an attack would be, again and again, and time each answer. */
async function answers([count, actor, target]) {
  const { api } = game.modules.get("coign");
  const took = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    await api.evaluate({ scene: canvas.scene.id, actor, targets: [target], attack: { kind: "ranged" } });
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 40)); // as many a second as a player may ask
  }
  return took;
}

async function measureTime() {
  const { page, gm, player } = await tableOf();
  await startCombat(gm, [ilse, snag]);
  const ids = await gm.evaluate(
    async ([count, foe]) => {
      const { _id, ...source } = canvas.scene.tokens.get(foe).toObject();
      const made = Array.from({ length: count }, (_, n) => ({ ...source, name: `Lurker ${n}`, hidden: true }));
      return (await canvas.scene.createEmbeddedDocuments("Token", made)).map(({ id }) => id);
    },
    [HIDDEN, snag],
  );
  await player.evaluate(answers, [20, ilse, snag]);
  for (const [what, side] of Object.entries({ standing, moving })) {
    const times = { with: [], without: [] };
    for (let block = 0; block < 10; block++)
      for (const which of block % 2 ? ["with", "without"] : ["without", "with"]) {
        await gm.evaluate(side, [ids, which === "with"]);
        await pause(300); // until the scene is quiet again
        times[which].push(...(await player.evaluate(answers, [SAMPLES / 10, ilse, snag])));
      }
    await gm.evaluate(() => (globalThis.round = -1));
    const { t, difference } = welch(times.with, times.without);
    const means = `${times.with.length} and ${times.without.length} answers: ${ms(mean(times.with))} and ${ms(mean(times.without))}`;
    report.say(TIMED[what], `t ${Math.abs(t).toFixed(2)}`, "t 3", `${means}, ${difference.toFixed(2)} ms more`);
  }
  await page.close();
}

const TIMED = {
  standing: "an answer's time: hidden tokens in the line, against far away",
  moving: "… hidden tokens that move, against as many updates of what Coign does not read",
};

/** Runs on the game master's client: put the hidden tokens into the line of the attack, or far away from it. */
async function standing([ids, isNear]) {
  const place = isNear ? { x: 400, y: 300 } : { x: 1200, y: 800 };
  const updates = ids.map((_id, n) => ({ _id, x: place.x + 10 * n, y: place.y }));
  await canvas.scene.updateEmbeddedDocuments("Token", updates, { animate: false });
}

/** Runs on the game master's client: change the hidden tokens from now on, by a step or by what Coign does not read. */
async function moving([ids, isMove]) {
  globalThis.round = (globalThis.round ?? 0) + 1;
  const { round } = globalThis;
  const go = async () => {
    for (let n = 0; globalThis.round === round; n++) {
      const change = isMove ? { x: 400 + (n % 50) } : { sort: n };
      const updates = ids.map((_id) => ({ _id, ...change }));
      await canvas.scene.updateEmbeddedDocuments("Token", updates, { animate: false });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };
  go();
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Return Welch's t of two samples, and the difference of their means. */
function welch(one, other) {
  const spread = (values) => {
    const middle = mean(values);
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
  };
  const difference = mean(one) - mean(other);
  return { t: difference / Math.sqrt(spread(one) + spread(other)), difference };
}

const PARTS = { previews: measurePreviews, rolls: measureRolls, time: measureTime };
const { into, only } = parseArgs({ options: { into: { type: "string" }, only: { type: "string" } } }).values;
const folder = join(ROOT, "build", "module");
await bundle(folder); // as its users load it
const bridge = await startBridge(await freePort(), undefined, { COIGN_MODULE: folder });
const browser = await startBrowser();
const version = browser.version();
try {
  for (const part of only ? [PARTS[only]] : Object.values(PARTS)) await part();
} finally {
  await browser.close();
  await bridge.kill();
}
if (into) report.write(into, version);
