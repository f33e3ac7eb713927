/**
 * The compendium "Try It": a build of the module has it, its scene is imported in the reader's language, and each place on
 * it gives what its label says.
 */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atTable } from "./setup.mjs";
import { attack, becomes, cardOf, ROOT, reads, SOON } from "./table.mjs";

const SCENE = "coignTryItScene0";
const BUILT = existsSync(join(ROOT, process.env.COIGN_MODULE ?? "foundry-module", "packs", "try-it", "CURRENT"));
const PRINTED = "rules=fifth-edition-2024";

/** Run a test at a table; the module's sources have no pack, so it needs the bundle that `dev.py test-browser` makes. */
function withPack(name, how, run) {
  if (BUILT) atTable(name, how, run);
  else test(name, { skip: "no pack is compiled: COIGN_MODULE names no bundle" }, () => {});
}

/** Import the scene by its button, and put two actors onto the marked squares. Returns the ids of their tokens. */
async function begin(gm) {
  await gm.locator(".directory button", { hasText: "Try It" }).click();
  await gm.waitForFunction((id) => canvas.scene?.id === id && canvas.ready, SCENE, SOON);
  for (const [n, name] of ["Ilse", "Goblin"].entries()) {
    await gm.locator(".directory button", { hasText: name }).click();
    await gm.waitForFunction((count) => canvas.tokens.placeables.length === count, n + 1, SOON);
  }
  return gm.evaluate(() => canvas.tokens.placeables.map(({ id }) => id));
}

/** Return what an attack from where Ilse stands would have against a goblin at a place, in squares. */
const measured = (gm, [by, at], [x, y], weapon = "ranged") =>
  gm.evaluate(
    async ([attacker, target, place, kind]) => {
      await canvas.tokens.get(target).document.update({ x: place[0] * 100, y: place[1] * 100 }, { animate: false });
      const { api } = game.modules.get("coign");
      const request = { scene: canvas.scene.id, actor: attacker, targets: [target], attack: { kind } };
      const [{ facts, modifiers }] = (await api.evaluate(request)).results;
      const on = modifiers.filter(({ state }) => state === "on").map(({ id }) => id);
      return { cover: facts.cover.degree, height: facts.elevation.difference, on };
    },
    [by, at, [x, y], weapon],
  );

for (const version of [13, 14]) {
  withPack(
    `an attack on the imported map gets its card, Foundry ${version}`,
    { query: `${PRINTED}&v=${version}` },
    async (table) => {
      const { gm, player, page } = table;
      const [ilse, goblin] = await begin(gm);
      const shot = await attack(gm, { by: ilse, at: goblin, weapon: "Shortbow" });
      for (const frame of [gm, player])
        await cardOf(frame, shot).locator('[data-modifier="half-cover"]').first().waitFor(SOON);
      if (process.env.COIGN_PICTURES)
        await page.screenshot({ path: `${process.env.COIGN_PICTURES}/try-it-${version}.png` });
    },
  );
}

withPack("each place gives what its label says", { query: PRINTED }, async ({ gm }) => {
  const tokens = await begin(gm);
  const places = { wall: [9, 1], window: [14, 3], lamp: [16, 9], dark: [14, 12], open: [5, 6] };
  const found = {};
  for (const [name, place] of Object.entries(places)) found[name] = await measured(gm, tokens, place);
  assert.deepEqual(found, {
    wall: { cover: "half", height: 0, on: ["half-cover"] },
    window: { cover: "three-quarters", height: 0, on: ["three-quarters-cover"] },
    lamp: { cover: "none", height: 0, on: [] },
    dark: { cover: "none", height: 0, on: ["unseen-target"] },
    open: { cover: "none", height: 0, on: [] },
  });
  await gm.evaluate(([by]) => canvas.tokens.get(by).document.update({ x: 300, y: 1100 }, { animate: false }), tokens);
  assert.equal((await measured(gm, tokens, places.open)).height, 10);
});

withPack("the macros open the windows and the heat map", { query: PRINTED }, async ({ gm }) => {
  const [ilse, goblin] = await begin(gm);
  await gm.locator(".directory button", { hasText: "Test My Set-Up" }).click();
  await gm.locator("#coign-test .coign-card").waitFor(SOON);
  await gm.locator('#coign-test [data-action="close"]').click(); // it may lie over the macros
  await gm.locator(".directory button", { hasText: "House Rules" }).click();
  await gm.locator('#coign-rules [data-action="close"]').click();
  await gm.evaluate(
    ([by, at]) => {
      canvas.tokens.get(by).control();
      canvas.tokens.setTargets([at]);
    },
    [ilse, goblin],
  );
  await gm.locator(".directory button", { hasText: "Heat Map" }).click();
  await gm.locator(".coign-legend").waitFor(SOON);
});

withPack("in German the map and the macros are German", { query: `${PRINTED}&lang=de` }, async ({ page, gm }) => {
  await gm.locator(".directory button", { hasText: "Ausprobieren" }).click();
  await gm.waitForFunction((id) => canvas.scene?.id === id && canvas.ready, SCENE, SOON);
  const seen = () =>
    gm.evaluate(() => [
      canvas.scene.name,
      ...canvas.scene.drawings.map(({ text }) => text).slice(0, 2),
      ...canvas.scene.regions.map(({ name }) => name),
      ...game.macros.map(({ name }) => name),
    ]);
  await becomes(seen, [
    "Coign: Ausprobieren",
    "Hier der Angreifer",
    "Hier das Ziel",
    "Anhöhe, 10 ft hoch",
    "Dunkler Raum",
    "Coign: Einrichtung testen",
    "Coign: Farbkarte",
    "Coign: Hausregeln",
    "Coign: Übungskampf",
  ]);
  await reads(page.locator("#scene option:checked"), "Coign: Ausprobieren");
});
