/** A chat log in a window of its own, as in Foundry 14: the card is drawn there, and its buttons work. */

import { test } from "node:test";
import { strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, SOON } from "./table.mjs";

const { gm, player } = await oneTable({ query: "v=14" });

test("the card of a detached chat is drawn, redrawn, folded and pressed like any other", async () => {
  // Another page with Foundry's manager of such pages, as far as modules use it.
  await gm.evaluate(() => {
    const other = document.body.appendChild(document.createElement("iframe"));
    other.id = "detached";
    other.style = "position: fixed; inset: 0 auto auto 0; width: 320px; height: 500px; z-index: 99; background: white";
    foundry.applications.detached = {
      querySelectorAll: (selector) =>
        [document, other.contentDocument].flatMap((one) => [...one.querySelectorAll(selector)]),
    };
  });
  const message = await strike(player);
  await cardOf(gm, message).locator(".coign-chip").first().waitFor(SOON);
  await gm.evaluate((id) => {
    const elsewhere = document.querySelector("#detached").contentDocument;
    const item = elsewhere.body.appendChild(elsewhere.createElement("li"));
    item.dataset.messageId = id;
    item.appendChild(elsewhere.createElement("div")).className = "message-content";
    Hooks.callAll("renderChatMessageHTML", game.messages.get(id), item);
  }, message);
  const detached = gm.frameLocator("#detached");
  const chip = (state) => detached.locator(`.coign-chip[data-modifier="high-ground"][data-state="${state}"]`);
  await chip("on").locator(".coign-toggle").click(SOON);
  await cardOf(player, message).locator('.coign-chip[data-modifier="high-ground"][data-state="off"]').waitFor(SOON);
  await chip("off").waitFor(SOON);
  await detached.locator("summary.coign-line").click({ position: { x: 12, y: 8 } });
  await becomes(() => detached.locator("details.coign-fold").evaluate((fold) => fold.open), false);
  await chip("off").waitFor({ state: "hidden", ...SOON });
});
