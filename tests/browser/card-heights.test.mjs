/**
 * Measure the height of a card in a sidebar of 300 px, and check that it can be read: for every rule system, in the light
 * and the dark theme, in both languages, for GM and player. `COIGN_PICTURES=folder` keeps a picture of each card.
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { faults } from "./accessibility.mjs";
import { median } from "./measure.mjs";
import { playBy, strike } from "./quick.mjs";
import { bridge, browser } from "./setup.mjs";
import { becomes, cardOf, counts, eventually, nextDice, openTable, READY, SOON, TOKENS } from "./table.mjs";

const CONTENT = 278; // px that a sidebar of 300 px leaves within a message
const MOST = 95; // px: a line with the verdict, two rows of chips, and a line of notes
const USUAL = 75; // px
const MOST_OF_THREE = 265; // px: about 70 for each of three targets, their names and what they share
const PICTURES = process.env.COIGN_PICTURES;

const SHOT = { by: TOKENS.ilse, at: TOKENS.grik }; // from a ledge, at somebody half behind a wall
const PINCER = { by: TOKENS.bram, at: TOKENS.mog }; // with Runa on the other side
const BEHIND = { by: TOKENS.runa, at: TOKENS.mog, weapon: "Mace" };
/** Each rule system with an attack that it has something to say about. */
const RULES = {
  "partial-advantage": SHOT,
  "combat-facing": BEHIND,
  "enchanted-realms": SHOT,
  "coign-of-vantage": SHOT,
  "combat-modifiers": SHOT,
  "fifth-edition-2014": SHOT,
  "fifth-edition-2024": SHOT,
  "pathfinder-1e": SHOT,
  "pathfinder-2e": PINCER,
  "house-rules": SHOT,
  "house-rules-d20": SHOT,
};

/** The chat log is light in Foundry whatever the theme, but some game systems show it dark. */
const wear = (frame, theme) =>
  frame.evaluate((wanted) => {
    const { classList } = document.querySelector("#chat-log");
    classList.toggle("theme-light", wanted === "light");
    classList.toggle("theme-dark", wanted === "dark");
  }, theme);

/** Let three frames pass. Runs in the page. */
async function threeFrames() {
  for (let n = 0; n < 3; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

const heightOf = (card) =>
  card.evaluate((section, width) => {
    section.style.width = `${width}px`;
    return Math.round(section.getBoundingClientRect().height);
  }, CONTENT);

for (const lang of ["en", "de"]) {
  test(`at 300 px a card is one block of about 70 px, whatever the rules: ${lang}`, async (t) => {
    const { page, gm, player, errors } = await openTable(browser, bridge.url, { query: `lang=${lang}&seed=3` });
    const heights = [];
    const measure = async (name, attack, most) => {
      await nextDice(gm, 11);
      const message = await strike(gm, attack);
      for (const [who, frame] of Object.entries({ gm, player })) {
        const card = cardOf(frame, message);
        await card.waitFor(SOON);
        for (const theme of ["light", "dark"]) {
          await wear(frame, theme);
          const height = await heightOf(card);
          t.diagnostic(`${height} px: ${name}, ${who}, ${theme}`);
          assert.ok(height <= most, `${height} px: ${name}, ${who}, ${theme}`);
          const wrong = () => card.evaluate(faults, { width: CONTENT, targets: true });
          await becomes(wrong, [], `${name}, ${who}, ${theme}`);
          if (PICTURES) await card.screenshot({ path: join(PICTURES, `${lang}-${name}-${who}-${theme}.png`) });
          if (most === MOST) heights.push(height);
        }
      }
    };
    for (const [rules, attack] of Object.entries(RULES)) {
      await playBy(gm, rules);
      await measure(rules, attack, MOST);
    }
    assert.ok(median(heights) <= USUAL, `${median(heights)} px in the middle`);
    await playBy(gm, "enchanted-realms");
    await measure("three targets", { by: TOKENS.ilse, at: [TOKENS.snag, TOKENS.grik, TOKENS.mog] }, MOST_OF_THREE);
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test("of sixty messages the newest and those in view are drawn, and each when it is scrolled into view", async (t) => {
  const { page, gm, errors } = await openTable(browser, bridge.url);
  const judged = await strike(gm);
  await cardOf(gm, judged).waitFor(SOON);
  const messages = await gm.evaluate(async (id) => {
    const { annotations } = game.messages.get(id).flags.coign;
    const old = Array.from({ length: 60 }, (_, n) => ({ content: `Attack ${n}`, flags: { coign: { annotations } } }));
    return (await ChatMessage.createDocuments(old)).map((message) => message.id);
  }, judged);
  await cardOf(gm, messages.at(-1)).waitFor({ timeout: READY });
  await counts(gm.locator("#chat-log .chat-message"), messages.length + 1);
  await gm.evaluate(threeFrames); // in which what is in view is found
  const drawn = () => gm.locator("#chat-log .coign-card").count();
  const [few, all] = [await drawn(), await gm.locator("#chat-log .chat-message").count()];
  t.diagnostic(`${few} of ${all} are drawn`);
  assert.ok(few < 35, `${few} are drawn`);
  const log = gm.locator("#chat-log");
  const atEnd = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 2);
  await becomes(atEnd, true, "the newest stays at the end of the log, whatever was drawn since");
  assert.equal(await cardOf(gm, messages[30]).count(), 0);
  const old = gm.locator(`[data-message-id="${messages[30]}"]`);
  await old.scrollIntoViewIfNeeded();
  await cardOf(gm, messages[30]).waitFor(SOON);
  const heldInView = async () => {
    await old.scrollIntoViewIfNeeded(); // the cards above it grow too
    const place = () => old.evaluate((card) => card.getBoundingClientRect().top);
    const before = await place();
    await gm.evaluate(threeFrames);
    return before === (await place());
  };
  await eventually(heldInView, Boolean, "the card is in view, and stays there");
  const replacements = await gm.evaluate((id) => {
    return new Promise((resolve) => {
      const log = document.querySelector("#chat-log");
      new MutationObserver((changes) => {
        const cards = changes
          .flatMap(({ addedNodes }) => [...addedNodes])
          .filter((node) => node.dataset.messageId === id);
        if (cards.length) resolve(cards.map((card) => card.querySelectorAll(".coign-card").length));
      }).observe(log, { childList: true });
      game.messages.get(id).update({ content: "Changed" });
    });
  }, messages[30]);
  assert.deepEqual(replacements, [1], "a card that replaces one in view has its section at once");
  assert.deepEqual(errors, []);
  await page.close();
});
