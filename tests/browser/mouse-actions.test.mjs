/** Mouse actions on the tabletop (drag, turn, raise, aim, open doors), and the drawing over the map meanwhile. */

import assert from "node:assert/strict";
import { synced } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { aimByHand, becomes, bodyBox, counts, TOKENS } from "./table.mjs";

/** Run a test at a table of its own. */
const hands = (name, run) => atTable(name, {}, run);

const source = (frame, token) => frame.evaluate((id) => canvas.scene.tokens.get(id).toObject(), token);
const until = (frame, token, field, value) =>
  frame.waitForFunction(
    ([id, name, wanted]) => canvas.scene.tokens.get(id)._source[name] === wanted,
    [token, field, value],
  );

/** Press on a token, move by whole squares, and call `meanwhile` before the release. */
async function drag({ page, player }, token, across, down, meanwhile = async () => {}) {
  const box = await bodyBox(player, token);
  const scale = await player.evaluate(() => document.querySelector("#map").getScreenCTM().a * 100);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (across * scale) / 2, y + (down * scale) / 2);
  await page.mouse.move(x + across * scale, y + down * scale);
  await meanwhile();
  await page.mouse.up();
}

/** Return whether anything is painted over the map on this client. */
const painted = (frame) =>
  frame.evaluate(() => {
    const { width, height } = document.querySelector("#overlay");
    return document
      .querySelector("#overlay")
      .getContext("2d")
      .getImageData(0, 0, width, height)
      .data.some((value) => value > 0);
  });

hands("a token is dragged to another square, for everyone", async ({ page, player, gm }) => {
  await drag({ page, player }, TOKENS.bram, -2, 1);
  await until(gm, TOKENS.bram, "x", 500);
  await until(gm, TOKENS.bram, "y", 600);
});

hands("what is not one's own stays where it is", async ({ page, player, gm }) => {
  await drag({ page, player }, TOKENS.mog, -2, 1);
  await synced(player, gm);
  for (const frame of [player, gm]) assert.equal((await source(frame, TOKENS.mog)).x, 800);
});

hands("wheel, buttons and keys turn and raise", async ({ page, player }) => {
  await player.hover(`[data-token-id="${TOKENS.bram}"] .body`);
  await page.mouse.wheel(0, 100);
  await until(player, TOKENS.bram, "rotation", 315);
  await player.click(`[data-token-id="${TOKENS.bram}"] .body`);
  await player.click('[aria-label^="Raise"]');
  await until(player, TOKENS.bram, "elevation", 5);
  await player.locator("body").press("PageDown");
  await until(player, TOKENS.bram, "elevation", 0);
  await player.locator("body").press("ArrowUp");
  await until(player, TOKENS.bram, "y", 400);
});

hands("a door opens for everyone, a locked one for nobody", async ({ player, gm }) => {
  await player.click("[data-door-id] .handle");
  await gm.waitForSelector(".door.open");
  await gm.evaluate(() => canvas.scene.walls.find((wall) => wall.door).update({ ds: 2 }));
  await player.waitForSelector(".door.locked");
  await player.click("[data-door-id] .handle");
  await player.waitForSelector(".notification:has-text('locked')");
});

hands("pointing at a foe draws the lines over the map, pointing away takes them away", async ({ player }) => {
  await player.click(`[data-token-id="${TOKENS.ilse}"] .body`);
  assert.equal(await painted(player), false);
  await player.hover(`[data-token-id="${TOKENS.grik}"] .body`);
  await becomes(() => painted(player), true);
  await player.hover("#panel");
  await becomes(() => painted(player), false);
});

hands("dragging draws what an attack from there would have", async ({ page, player }) => {
  await aimByHand(player, TOKENS.grik, { by: TOKENS.ilse });
  await player.hover("#panel");
  await drag({ page, player }, TOKENS.ilse, -1, 0, () => becomes(() => painted(player), true));
  await becomes(() => painted(player), false);
});

hands("a game master's double click aims and keeps the fighter in hand", async ({ gm }) => {
  await gm.click(`[data-token-id="${TOKENS.bram}"] .body`);
  await aimByHand(gm, TOKENS.mog, { by: TOKENS.bram });
  const state = () => [canvas.tokens.controlled.map((token) => token.id), game.user.targets.ids];
  assert.deepEqual(await gm.evaluate(state), [[TOKENS.bram], [TOKENS.mog]]);
});

hands("a hidden token is not on the player's map", async ({ player, gm }) => {
  await counts(gm.locator(`[data-token-id="${TOKENS.shade}"]`), 1);
  await counts(player.locator(`[data-token-id="${TOKENS.ilse}"]`), 1);
  assert.equal(await player.locator(`[data-token-id="${TOKENS.shade}"]`).count(), 0);
});
