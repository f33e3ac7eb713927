/** Tokens that are things: listed, chosen by a press, and no cover from then on. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { update } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, SOON, TOKENS } from "./table.mjs";

const PICTURES = process.env.COIGN_PICTURES;
const { ilse, bram, snag, grik } = TOKENS;
const { gm, player } = await oneTable({ query: "v=14" });

/** Return who is in the way of a shot along the three in a row. */
async function inTheWay() {
  const question = {
    scene: "sceneQuarry00000",
    actor: ilse,
    targets: [snag],
    attack: { kind: "ranged", range: { normal: 80 } },
  };
  const { results } = await gm.evaluate((asked) => game.modules.get("coign").api.evaluate(asked), question);
  return [results[0].facts.cover.degree, ...results[0].facts.cover.soft];
}

test("a button among those round the token makes it a thing, and a creature again; players have none", async () => {
  const open = (frame, id) => frame.locator(`[data-token-id="${id}"] .body`).click({ button: "right" });
  const word = () => gm.evaluate((id) => canvas.scene.tokens.get(id).toObject().flags.coign, bram);
  await open(gm, bram);
  const button = gm.locator("#token-hud .col.right .coign-thing");
  await button.waitFor(SOON);
  await becomes(() => button.getAttribute("aria-pressed"), "false");
  await button.click();
  await gm.locator('#token-hud .coign-thing[aria-pressed="true"]').waitFor(SOON);
  if (PICTURES) await gm.locator("body").screenshot({ path: `${PICTURES}/thing-button.png` });
  await becomes(word, { creature: false, height: 0 });
  await button.click();
  await gm.locator('#token-hud .coign-thing[aria-pressed="false"]').waitFor(SOON);
  await becomes(word, { creature: true, height: null });
  await open(player, ilse);
  await player.locator("#token-hud .control-icon").first().waitFor(SOON);
  assert.equal(await player.locator("#token-hud .coign-thing").count(), 0);
});

test("the selected token becomes a thing by one press, hides nobody, and is a creature again by another", async () => {
  for (const [n, id] of [ilse, bram, snag].entries()) await update(gm, id, { x: 200 + 200 * n, y: 1000, elevation: 0 });
  await update(gm, grik, { x: 200, y: 1200 });
  assert.deepEqual(await inTheWay(), ["half", bram]);
  await gm.evaluate((id) => canvas.tokens.get(id).control(), bram);
  await gm.evaluate(() => game.modules.get("coign").api.open("things"));
  const window = gm.locator("#coign-things");
  await window.filter({ hasText: "Things in this scene: 0" }).waitFor(SOON);
  await window.locator('[data-action="add"]').click();
  await window.filter({ hasText: "Things in this scene: 1" }).waitFor(SOON);
  if (PICTURES) await window.screenshot({ path: `${PICTURES}/things.png` });
  assert.deepEqual(await inTheWay(), ["none"]);
  await window.locator('[data-action="remove"]').click();
  await window.filter({ hasText: "Things in this scene: 0" }).waitFor(SOON);
  assert.deepEqual(await inTheWay(), ["half", bram]);
  await window.locator('[data-action="close"]').click();
});

test("an item pile is listed by itself", async () => {
  const flags = { "item-piles": { data: { enabled: true, type: "pile" } } };
  await gm.evaluate(([id, flags]) => canvas.scene.tokens.get(id).update({ flags }), [bram, flags]);
  await gm.evaluate(async (id) => {
    const token = canvas.scene.tokens.get(id);
    await token.update({ flags: { coign: { creature: null } } });
    if (token.actorLink) await token.actor.update({ flags: token.flags });
  }, bram);
  assert.deepEqual(await inTheWay(), ["none"]);
});

test("the practice table has two tiles to take, with pictures", async () => {
  await gm.click('[data-tool="coignThings"]');
  const window = gm.locator("#coign-things");
  await window.filter({ hasText: "Tiles that look like furniture: 2" }).waitFor(SOON);
  for (const picture of await window.locator("img").all())
    assert.ok(await picture.evaluate((one) => one.decode().then(() => one.naturalWidth > 0)));
  await window.locator('[data-action="close"]').click();
});

test("tiles that look like furniture are offered, taken by one press, give cover, and are taken back by another", async () => {
  for (const [n, id] of [ilse, snag].entries()) await update(gm, id, { x: 200 + 400 * n, y: 1000, elevation: 0 });
  for (const [n, id] of [bram, grik].entries()) await update(gm, id, { x: 200 + 200 * n, y: 1300 });
  await gm.evaluate(async () => {
    await canvas.scene.deleteEmbeddedDocuments("Tile", [...canvas.scene.tiles.keys()]);
    const place = { y: 1050, height: 150, texture: { anchorX: 0.5, anchorY: 0.5 } };
    const named = (src, x, width) => ({ ...place, x, width, texture: { ...place.texture, src } });
    await canvas.scene.createEmbeddedDocuments("Tile", [
      named("tiles/Crate_02.webp", 450, 60),
      named("tiles/Crate Shadow.webp", 450, 80),
      named("tiles/Carpet.webp", 450, 100),
    ]);
    await ui.controls.render({ reset: true });
  });
  assert.deepEqual(await inTheWay(), ["none"], "nothing is read until a GM says so");
  await gm.click('[data-tool="coignThings"]');
  const window = gm.locator("#coign-things");
  await window.filter({ hasText: "Tiles that look like furniture: 1" }).waitFor(SOON);
  if (PICTURES) await gm.locator("body").screenshot({ path: `${PICTURES}/furniture.png` });
  await window.locator('footer [data-action="take"]').click();
  await window.filter({ hasText: "Tiles that are objects: 1" }).waitFor(SOON);
  const flag = () =>
    gm.evaluate(
      () => canvas.scene.tiles.find(({ texture }) => /Crate_/.test(texture.src)).toObject().flags.coign ?? {},
    );
  assert.deepEqual(await flag(), { object: { height: 3, degree: "half" } });
  await becomes(inTheWay, ["half"]);
  await window.locator('footer [data-action="back"]').click();
  await window.filter({ hasText: "Tiles that look like furniture: 1" }).waitFor(SOON);
  assert.deepEqual(await flag(), {});
  await becomes(inTheWay, ["none"]);
  await window.locator('[name^="height."]').fill("1");
  await window.locator('li [data-action="take"]').click();
  await window.filter({ hasText: "Tiles that are objects: 1" }).waitFor(SOON);
  assert.deepEqual(await flag(), { object: { height: 1, degree: "half" } });
  await window.locator('[data-action="close"]').click();
  await gm.evaluate(() => canvas.scene.deleteEmbeddedDocuments("Tile", [...canvas.scene.tiles.keys()]));
});
