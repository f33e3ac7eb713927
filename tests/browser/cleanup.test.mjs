/**
 * Cleanup after a change of scene or level, and when the module is switched off. The tests count what is left on the
 * canvas, in the page, in the listeners of window and document, in the hooks and in the timers.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { strike } from "./quick.mjs";
import { atTable, bridge, browser } from "./setup.mjs";
import { becomes, cardOf, eventually, frameOf, openTable, SOON, TOKENS } from "./table.mjs";

const ROUNDS = 3;

/** Before a page loads, make it count the module's intervals and its listeners on long-lived objects. */
const counted = (page) =>
  page.addInitScript(() => {
    globalThis.kept = { listeners: 0, intervals: new Set() };
    const ours = () => new Error().stack.includes("/modules/coign/");
    const lasting = (target) => [window, document, document.documentElement, document.body].includes(target);
    for (const [name, step] of [
      ["addEventListener", 1],
      ["removeEventListener", -1],
    ]) {
      const before = EventTarget.prototype[name];
      EventTarget.prototype[name] = function (...given) {
        if (ours() && lasting(this ?? window)) globalThis.kept.listeners += step;
        return before.apply(this, given);
      };
    }
    const { setInterval, clearInterval } = window;
    window.setInterval = (...given) => {
      const id = setInterval(...given);
      if (ours()) globalThis.kept.intervals.add(id);
      return id;
    };
    window.clearInterval = (id) => {
      globalThis.kept.intervals.delete(id);
      clearInterval(id);
    };
  });

const count = (frame) =>
  frame.evaluate(() => {
    const within = (object) => object.children.reduce((sum, child) => sum + 1 + within(child), 0);
    // An empty layer of Coign's stays until the canvas is torn down, and is used again: at most one for each purpose.
    const empty = canvas.interface.children.filter(({ children }) => children.length === 0).length;
    if (empty > 4) throw new Error(`${empty} empty layers`);
    return {
      pixi: within(canvas.stage) - empty,
      textures: Object.keys(PIXI.utils.TextureCache).length,
      ticking: PIXI.Ticker.shared.count,
      dom: document.querySelectorAll("body > *, #windows *, #scene-controls *").length,
      hooks: Object.values(Hooks.events).flat().length,
      listeners: globalThis.kept.listeners,
      intervals: globalThis.kept.intervals.size,
    };
  });

/** Make the module draw and open everything at once. */
async function busy(frame) {
  await frame.evaluate(
    async ([ilse, grik]) => {
      await game.settings.set("coign", "facingArrows", true);
      canvas.tokens.get(ilse).control();
      canvas.tokens.setTargets([grik]);
    },
    [TOKENS.ilse, TOKENS.grik],
  );
  await frame.waitForFunction(() => canvas.interface.children.some((layer) => layer.children.some(({ text }) => text)));
  await frame.evaluate((ilse) => {
    document.querySelector('[data-tool="coignHeatMap"]').click();
    canvas.tokens.get(ilse).preview({ x: 300, y: 200 }); // and dragged meanwhile
  }, TOKENS.ilse);
  await frame.locator(".coign-legend").waitFor(SOON);
  const drawn = () => frame.evaluate(() => canvas.interface.children.filter((layer) => layer.children.length).length);
  await eventually(drawn, (layers) => layers >= 2, "two layers have something drawn");
}

const calm = (frame) =>
  frame.evaluate(async (ilse) => {
    canvas.tokens.get(ilse)?.preview(null);
    await game.settings.set("coign", "facingArrows", false);
    canvas.tokens.setTargets([]);
    canvas.tokens.releaseAll();
    await new Promise((resolve) => setTimeout(resolve, 300)); // for late redraws
  }, TOKENS.ilse);

/** Wait until there is as much as after the first round, or in the first nothing of ours on the map. */
async function asMuchAs(first, frame) {
  if (!first)
    return eventually(
      () => count(frame),
      ({ pixi }) => pixi === 3,
      "Foundry's three groups",
    );
  await becomes(() => count(frame), first, "as much as before");
  return first;
}

/** Ways to leave and come back, run in the page. @type {Record<string, () => Promise<void>>} */
const AWAY = {
  "another scene": async () => {
    const home = canvas.scene;
    await tabletop.client.view(game.scenes.find(({ id }) => id !== home.id));
    globalThis.there = canvas.interface.children.length;
    await tabletop.client.view(home);
  },
  "another level": async () => {
    const home = canvas.level;
    if (canvas.scene.levels.size < 2)
      await canvas.scene.createEmbeddedDocuments("Level", [{ name: "Up", elevation: { bottom: 20, top: 40 } }]);
    await game.settings.set("coign", "facingArrows", false); // the arrows may stay
    await tabletop.client.view(canvas.scene, canvas.scene.levels.contents.at(-1));
    globalThis.there = canvas.interface.children.filter((layer) => layer.children.length).length;
    await tabletop.client.view(canvas.scene, home);
  },
  "no scene at all": async () => {
    const home = canvas.scene;
    await tabletop.client.view(null);
    globalThis.there = 0;
    await tabletop.client.view(home);
  },
};

for (const [where, go] of Object.entries(AWAY)) {
  const name = `off to ${where} in the midst of it, and back, ${ROUNDS} times: as much as before`;
  atTable(name, { query: "v=14&clients=gm,player", before: counted }, async ({ gm }) => {
    await calm(gm);
    let first;
    for (let n = 0; n < ROUNDS; n++) {
      await busy(gm);
      await gm.evaluate(go);
      assert.equal(await gm.locator(".coign-legend").count(), 0, "the legend goes with the map");
      await calm(gm);
      first = await asMuchAs(first, gm);
    }
    assert.ok(first.hooks > 20);
    if (where === "another level") assert.equal(await gm.evaluate(() => globalThis.there), 0);
  });
}

atTable(
  "windows opened and closed, cards drawn and deleted: as much as before",
  { before: counted },
  async ({ gm, player }) => {
    let first;
    for (let n = 0; n < ROUNDS; n++) {
      for (const name of ["rules", "pairing", "inForce"]) {
        await gm.evaluate((key) => game.modules.get("coign").api.open(key), name);
        await gm.locator('#windows [data-action="close"]').click();
      }
      const message = await strike(player, { at: TOKENS.grik });
      await cardOf(gm, message).locator(".coign-why").first().click();
      await cardOf(gm, message).locator('[data-coign="more"]').first().click();
      await gm.locator('dialog [data-action="close"]').click();
      await gm.evaluate((id) => game.messages.get(id).delete(), message);
      await cardOf(gm, message).waitFor({ state: "detached" });
      await calm(gm);
      first = await asMuchAs(first, gm);
    }
  },
);

test("switched off, the module leaves nothing in the page, on the canvas or in the hooks, and tokens are unchanged", async () => {
  const { page, gm, player } = await openTable(browser, bridge.url, { before: counted });
  const message = await strike(player);
  await cardOf(gm, message).waitFor(SOON);
  await busy(gm);
  const tokens = (frame) => frame.evaluate(() => canvas.scene.tokens.map((token) => token.toObject()));
  const before = await tokens(gm);
  await page.route("**/modules/coign/**", (route) => {
    const script = route.request().url().endsWith(".mjs");
    return script ? route.fulfill({ contentType: "text/javascript", body: "" }) : route.continue();
  });
  await page.evaluate(() => tabletop.open("gm").dataset.client);
  const bare = await frameOf(page, "gm");
  const left = await bare.evaluate(() => ({
    dom: [...document.body.querySelectorAll('[class*="coign"], [id*="coign"], [data-coign], [data-tool*="coign"]')]
      .length,
    pixi: canvas.interface.children.length,
    queries: Object.keys(CONFIG.queries).length,
    keys: [...game.keybindings.actions.keys()].filter((name) => name.startsWith("coign")).length,
    listeners: globalThis.kept.listeners,
  }));
  assert.deepEqual(left, { dom: 0, pixi: 0, queries: 0, keys: 0, listeners: 0 });
  assert.deepEqual(await tokens(bare), before);
  await page.close();
});
