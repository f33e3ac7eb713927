/** Half movement: the mark that a roll at disadvantage leaves on a token, and all the ways in which it ends. */

import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { hedge, playBy, startCombat, strike, synced } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, SOON, TOKENS } from "./table.mjs";

const { gm, player } = await oneTable({ query: "v=14" });
before(async () => {
  await playBy(gm, "enchanted-realms");
  await gm.evaluate(() => game.settings.set("coign", "options", { "enchanted-realms": { "high-ground": false } }));
  const { x, y } = await gm.evaluate((id) => canvas.scene.tokens.get(id).toObject(), TOKENS.snag);
  await hedge(gm, { x, y, width: 100, height: 100 });
});

beforeEach(async () => {
  await gm.evaluate(() => Combat.deleteDocuments(game.combats.map(({ id }) => id)));
  for (const frame of [gm, player]) await untilMarked(frame, 0); // what the test before has left
  await startCombat(gm, [TOKENS.ilse, TOKENS.snag, TOKENS.bram]);
});

const combat = (frame, what) => frame.evaluate((name) => game.combats.contents[0][name](), what);
const marks = (frame, token = TOKENS.ilse) =>
  frame.evaluate((id) => canvas.scene.tokens.get(id).flags.coign?.slowed ?? [], token);
const untilMarked = (frame, count, token = TOKENS.ilse) =>
  frame.waitForFunction(
    ([id, wanted]) => (canvas.scene.tokens.get(id).flags.coign?.slowed ?? []).length === wanted,
    [token, count],
    SOON,
  );
/** Return the texts of the badges on the map; Coign draws no other text there. */
const badges = (frame) =>
  frame.evaluate(() => {
    const words = canvas.interface.children.flatMap(({ children }) => children.map(({ text }) => text));
    return words.filter((word) => word === "½").length;
  });
const untilBadges = (frame, count) => becomes(() => badges(frame), count, "badges");

test("shown on the card and on the token, to everyone, until the token's next turn begins", async () => {
  const message = await strike(player);
  await cardOf(player, message).locator(".coign-consequence", { hasText: "movement × 0.5" }).waitFor(SOON);
  await untilMarked(player, 1);
  const [{ factor, message: by, round, turn }] = await marks(player);
  assert.deepEqual([factor, by, round, turn], [0.5, message, 1, 0]);
  for (const frame of [gm, player]) await untilBadges(frame, 1);
  for (let n = 0; n < 2; n++) await combat(gm, "nextTurn"); // Snag's, Bram's
  await synced(gm, player); // what the turns have changed has come
  assert.equal((await marks(player)).length, 1);
  await combat(gm, "nextTurn"); // her own, a round later
  await untilMarked(player, 0);
  for (const frame of [gm, player]) await untilBadges(frame, 0);
});

test("the GM removes the mark and restores it; deleting the message removes it too", async () => {
  const message = await strike(player);
  await untilMarked(player, 1);
  const cover = cardOf(gm, message).locator(".coign-chip .coign-toggle").first();
  await cover.click();
  await untilMarked(player, 0);
  await cover.click();
  await untilMarked(player, 1);
  await gm.evaluate((id) => game.messages.get(id).delete(), message);
  await untilMarked(player, 0);
});

test("two rolls leave two marks, and removing one leaves the other", async () => {
  const first = await strike(player);
  await untilMarked(gm, 1);
  await strike(player);
  await untilMarked(gm, 2);
  await gm.evaluate((id) => game.messages.get(id).delete(), first);
  await untilMarked(gm, 1);
});

test("it ends with the combat, or when the token leaves it; without a combat there is none", async () => {
  await strike(player);
  await untilMarked(player, 1);
  await gm.evaluate((id) => {
    const [fight] = game.combats.contents;
    return fight.combatants.find(({ tokenId }) => tokenId === id).delete();
  }, TOKENS.ilse);
  await untilMarked(player, 0);
  const outside = await strike(player);
  await cardOf(gm, outside).locator(".coign-consequence", { hasText: "movement × 0.5" }).waitFor(SOON);

  await strike(player, { by: TOKENS.bram });
  await untilMarked(gm, 1, TOKENS.bram);
  assert.deepEqual(await marks(gm), [], "that of the roll before would be there by now");
  await combat(gm, "delete");
  await untilMarked(player, 0, TOKENS.bram);
});

test("a roll that players may not read leaves no mark that they see", async () => {
  const gmId = await gm.evaluate(() => game.user.id);
  const message = await strike(gm, { whisper: [gmId] });
  await cardOf(gm, message).locator(".coign-consequence", { hasText: "movement × 0.5" }).waitFor(SOON);
  await untilBadges(gm, 1);
  await synced(gm, player);
  assert.deepEqual(await marks(gm), []);
  assert.equal(await badges(player), 0);
  for (let n = 0; n < 3; n++) await combat(gm, "nextTurn");
  await untilBadges(gm, 0);
});
