/**
 * The card without a mouse: what is added, Escape, the focus, the keys of the newest card, and what a screen reader hears.
 * And no silence: an attack without a target, and a player without a game master, read what to do.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { playBy, strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, counts, eventually, nextDice, reads, SOON, TOKENS } from "./table.mjs";

const { page, gm, player } = await oneTable();
await playBy(gm, "partial-advantage");

/** Return what has the focus in a client: its action and the value or the fold that it is about. */
const focused = (frame) =>
  frame.evaluate(() => {
    const { coign, value, fold, target } = document.activeElement?.dataset ?? {};
    return [coign, value ?? fold ?? target].filter(Boolean).join(" ");
  });

test("+ is opened, used and closed by keys, and the focus goes in and back", async () => {
  const message = await strike(gm, { at: TOKENS.grik });
  const card = cardOf(gm, message);
  await card.waitFor(SOON);
  const add = card.locator('[data-tool="add"]');
  const panel = card.getByRole("group", { name: "Add to this roll" });
  await add.press("Enter");
  await panel.waitFor(SOON);
  await eventually(
    () => panel.evaluate((group) => group.contains(document.activeElement)),
    Boolean,
    "the focus is in the panel",
  );
  await gm.locator(":focus").press("Escape");
  await counts(panel, 0);
  await becomes(() => add.evaluate((button) => button === document.activeElement), true, "the focus is at + again");
  assert.equal(await gm.locator("#windows > *").count(), 0, "Foundry's own Escape has done nothing");
  await add.press("Enter");
  await panel.locator('[data-coign="hand"]').first().press("Enter");
  await card.locator('.coign-chip[data-decision="set"]').waitFor(SOON);
});

test("a row of several targets opens and closes by keys, with what may be added", async () => {
  const message = await strike(gm, { at: [TOKENS.snag, TOKENS.grik, TOKENS.mog] });
  const card = cardOf(gm, message);
  const row = card.locator(`.coign-of-target[data-target="${TOKENS.grik}"]`);
  await row.press("Enter");
  await becomes(() => row.getAttribute("aria-expanded"), "true");
  const panel = card.getByRole("group", { name: "Add to this roll" });
  await panel.locator("button").first().focus();
  await gm.locator(":focus").press("Escape");
  await becomes(() => row.getAttribute("aria-expanded"), "false");
  await becomes(() => focused(gm), `fold target ${TOKENS.grik}`);
});

test("Alt+C sets the next degree of cover on the newest card, and Alt+X folds it", async () => {
  const message = await strike(gm, { at: TOKENS.grik });
  const card = cardOf(gm, message);
  const degree = () => card.locator('.coign-chip[data-modifier$="cover"]').first().getAttribute("data-modifier");
  await card.locator('.coign-chip[data-modifier="half-cover"]').waitFor(SOON);
  await gm.locator("body").press("Alt+c");
  await becomes(degree, "three-quarters-cover");
  const isOpen = () => card.locator(".coign-fold").evaluate((fold) => fold.open);
  await becomes(isOpen, true);
  await gm.locator("body").press("Alt+x");
  await becomes(isOpen, false);
  await gm.locator("body").press("Alt+x");
  await becomes(isOpen, true);
});

test("a screen reader hears the verdict, the line with its reason, and every button by name", async () => {
  await nextDice(gm, 11);
  const card = cardOf(gm, await strike(gm, { at: TOKENS.grik }));
  await card.locator('.coign-chip[data-modifier="half-cover"]').waitFor(SOON);
  const heard = await card.ariaSnapshot();
  assert.match(heard, /group "Coign: the effect of position on this roll"/);
  assert.match(heard, /button "Half cover counts"/i);
  assert.match(heard, /button "Add to This Roll…"/);
  assert.doesNotMatch(heard, /button:|button ""/, "no button without a name");
});

test("an attack without a target: the GM's button judges it, and the player reads what to do", async () => {
  const message = await strike(player, { at: [] });
  await reads(gm.locator(`[data-message-id="${message}"] .coign-nothing`), /No target: +Against My Target/);
  await reads(player.locator(`[data-message-id="${message}"] .coign-nothing`), /Target first/);
  await gm.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.grik);
  await gm.locator(`[data-message-id="${message}"] [data-coign="retarget"]`).press("Enter");
  await cardOf(gm, message).locator('.coign-chip[data-modifier="half-cover"]').waitFor(SOON);
});

test("without a game master a player is told so once", async () => {
  const told = () =>
    player.evaluate(
      () => (document.querySelector("#notifications")?.textContent ?? "").split("No GM is connected").length - 1,
    );
  await page.evaluate(() => window.tabletop.close("gm"));
  await player.waitForFunction(() => !game.users.activeGM, null, SOON);
  await strike(player);
  await becomes(told, 1);
  await strike(player);
  assert.equal(await told(), 1);
});
