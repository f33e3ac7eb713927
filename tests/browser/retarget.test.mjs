/** *Measure Against My Targets* counts, whatever target the roll names. */

import { test } from "node:test";
import { choose, strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { cardOf, nextDice, SOON, TOKENS } from "./table.mjs";

const { gm, player } = await oneTable();

const chip = (frame, message, id) =>
  cardOf(frame, message).locator(`.coign-chip[data-modifier="${id}"][data-state="on"]`);
const target = (...ids) => gm.evaluate((tokens) => canvas.tokens.setTargets(tokens), ids);

test("an attack without a target is measured against the GM's, with that one's armour class", async () => {
  await nextDice(player, 18);
  const message = await strike(player, { at: [] });
  await target(TOKENS.snag);
  await gm.waitForSelector(`[data-message-id="${message}"] .dice-total`, SOON);
  await choose(gm, message, "Measure Against My Targets");
  for (const frame of [gm, player]) await chip(frame, message, "high-ground").waitFor(SOON);
  await cardOf(gm, message).locator(".coign-verdict").waitFor(SOON);
});

test("an attack on the wrong token is measured against the GM's", async () => {
  const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await chip(gm, message, "flanking").waitFor(SOON);
  await target(TOKENS.snag);
  await choose(gm, message, "Measure Against My Targets");
  await chip(gm, message, "flanking").waitFor({ state: "detached", ...SOON });
});

test("without a target the GM is told to choose one", async () => {
  const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await chip(gm, message, "flanking").waitFor(SOON);
  await target();
  await choose(gm, message, "Measure Against My Targets");
  await gm.getByText("target the creature that it is about").waitFor(SOON);
  await chip(gm, message, "flanking").waitFor(SOON);
});

test("Alt+Z takes back the GM's last decisions, one after the other, and says when there is none left", async () => {
  const message = await strike(player);
  const on = chip(gm, message, "high-ground");
  await on.waitFor(SOON);
  await cardOf(gm, message).locator('.coign-chip[data-modifier="high-ground"] [data-coign="turn"]').click();
  await on.waitFor({ state: "detached", ...SOON });
  await target(TOKENS.grik);
  await choose(gm, message, "Measure Against My Targets");
  await gm.waitForFunction((id) => game.messages.get(id).flags.coign.against?.length, message, SOON);

  await gm.locator("body").press("Alt+KeyZ");
  await cardOf(gm, message).locator('.coign-chip[data-modifier="high-ground"][data-state="off"]').waitFor(SOON);
  await gm.locator("body").press("Alt+KeyZ");
  for (const frame of [gm, player]) await chip(frame, message, "high-ground").waitFor(SOON);
  for (let presses = 0; presses < 5; presses++) await gm.locator("body").press("Alt+KeyZ");
  await gm.getByText("there is no decision of yours").first().waitFor(SOON);
});

test("an attack that is rolled after the move is judged as before it, and a press on the card takes that back", async () => {
  const move = (place) =>
    gm.evaluate(([id, to]) => canvas.scene.tokens.get(id).update(to, { animate: false }), [TOKENS.ilse, place]);
  await move({ x: 300, y: 600, elevation: 0 });
  const message = await strike(player);
  await gm.locator(`[data-message-id="${message}"] .coign-nothing`).waitFor(SOON);
  await choose(gm, message, "Judge as Before the Last Move");
  for (const frame of [gm, player]) await chip(frame, message, "high-ground").waitFor(SOON);
  await cardOf(gm, message).getByText("As before the last move").click();
  for (const frame of [gm, player]) await chip(frame, message, "high-ground").waitFor({ state: "detached", ...SOON });
  await move({ x: 200, y: 200, elevation: 10 });
});
