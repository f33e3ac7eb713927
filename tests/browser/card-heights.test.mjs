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
import { cardOf, nextDice, openTable, TOKENS } from "./table.mjs";

const SOON = { timeout: 8000 };
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
          assert.deepEqual(
            await card.evaluate(faults, { width: CONTENT, targets: true }),
            [],
            `${name}, ${who}, ${theme}`,
          );
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
