/**
 * The twelve usual decisions of a GM on four kinds of card, by real clicks and by keys alone: each takes at most two presses,
 * and the message has what was decided.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, flagsOf, hedge, playBy, strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, counts, eventually, SOON, TOKENS } from "./table.mjs";

const { page, gm } = await oneTable({ query: "view=gm&rules=fifth-edition-2024" });

const MOST = 2; // presses of a decision
const FARTHEST = 60; // presses of Tab from the first control of a card to any of its others

/** Count what a person presses: clicks with a mouse, Enter on a control. */
await gm.evaluate(() => {
  window.pressed = 0;
  document.addEventListener("click", ({ isTrusted }) => (window.pressed += isTrusted ? 1 : 0), { capture: true });
});

const add = '[data-tool="add"]';
const offer = (what) => `.coign-offers ${what}`;
const cover = (degree) => offer(`[data-fact="cover"][data-value='"${degree}"']`);
const hand = (words) => offer(`[data-coign="hand"]:text-matches("^${words}( |$)", "i")`);
const decided = (wanted) => (overrides) => overrides.some((one) => wanted(one));
const fact = (name, value) => decided((one) => one.fact === name && one.value === value);
const effect = (kind, value) =>
  decided((one) => one.effect?.kind === kind && (value === undefined || one.effect.value === value));

/** Each decision: the control that makes it once all is open that leads to it, and what the message has then. */
const OFFERED = {
  "no cover": [cover("none"), fact("cover", "none")],
  "half cover": [cover("half"), fact("cover", "half")],
  "three-quarters cover": [cover("three-quarters"), fact("cover", "three-quarters")],
  "total cover": [cover("total"), fact("cover", "total")],
  "+2": [hand("\\\\+2"), effect("flat", 2)],
  "−2": [hand("−2"), effect("flat", -2)],
  advantage: [hand("advantage"), effect("advantage")],
  disadvantage: [hand("disadvantage"), effect("disadvantage")],
  "dim light": [offer('[data-fact="obscurement"]'), decided((one) => one.fact === "obscurement")],
};
const OF_LINE = {
  "take a modifier out": [".coign-toggle", decided((one) => one.state === "off")],
  "undo a decision": ['[data-coign="undo"]', (overrides) => overrides.length === 0],
  why: [".coign-why", null],
};

/** The cards: how to roll one, what opens a target's row, and whether it has a line of its own. */
const CARDS = {
  "a roll that nothing changes": { roll: () => strike(gm, { at: TOKENS.snag }), opener: add, lines: false },
  "a rich roll": { rules: "house-rules", roll: () => strike(gm, { at: TOKENS.grik }), opener: add, lines: true },
  "a save": { roll: save, opener: add, lines: true },
  "four targets": {
    roll: () => strike(gm, { at: [TOKENS.snag, TOKENS.grik, TOKENS.mog, TOKENS.pim] }),
    opener: `.coign-of-target[data-target="${TOKENS.grik}"]`,
    lines: true,
    folded: true,
  },
};

const HANDS = {
  "a mouse": (section, control) => section.locator(control).first().click(),
  keys: async (section, control) => {
    await reach(section.locator(control).first());
    await page.keyboard.press("Enter");
  },
};

/** Press Tab until a control has the focus. */
async function reach(control) {
  const isThere = () => control.evaluate((one) => one === one.ownerDocument.activeElement);
  for (let tabs = 0; tabs < FARTHEST && !(await isThere()); tabs++) await page.keyboard.press("Tab");
  assert.ok(await isThere(), "the control is reached by Tab");
}

/** Roll a save against an area behind a hedge. */
async function save() {
  const message = await gm.evaluate(
    async ([id, at]) => {
      if (!canvas.scene.templates.size)
        await canvas.scene.createEmbeddedDocuments("MeasuredTemplate", [{ t: "circle", distance: 20, ...at }]);
      const roll = await new Roll("1d20 + 3").evaluate();
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      const flags = { dnd5e: { roll: { type: "save", ability: "dex" } } };
      return (await ChatMessage.create({ rolls: [roll], speaker, flags })).id;
    },
    [TOKENS.ilse, { x: 550, y: 250 }],
  );
  await choose(gm, message, "save against an area");
  return message;
}

const act = { "house-rules": { height: "+2", flanking: "+2" } }; // from the ledge the shot has a line for the height too
await gm.evaluate((options) => game.settings.set("coign", "options", options), act);

for (const [kind, { rules = "fifth-edition-2024", roll, opener, lines, folded = false }] of Object.entries(CARDS))
  for (const [by, press] of Object.entries(HANDS))
    test(`the twelve decisions on ${kind} take at most two presses with ${by}`, async (told) => {
      await playBy(gm, rules);
      if (kind === "a save") await hedge(gm);
      const own = lines ? OF_LINE : { "undo a decision": OF_LINE["undo a decision"] };
      for (const [decision, [control, isDecided]] of Object.entries({ ...OFFERED, ...own })) {
        const message = await roll();
        const section = gm.locator(`[data-message-id="${message}"] :is(.coign-card, .coign-nothing)`);
        await section.locator(opener).waitFor(SOON);
        const overrides = async () => (await flagsOf(gm, message)).overrides ?? [];
        if (decision === "undo a decision") await decideFirst(section, opener, overrides);
        await section.locator("summary, button").first().focus();
        await gm.evaluate(() => (window.pressed = 0));
        const isOpen = OF_LINE[decision] && !folded;
        if (!isOpen) {
          await press(section, opener);
          await section.locator(control).first().waitFor(SOON);
        }
        await press(section, control);
        if (isDecided) await eventually(overrides, isDecided, `${decision} is decided`);
        else await section.locator(".coign-reason[data-open]").first().waitFor(SOON);
        const pressed = await gm.evaluate(() => window.pressed);
        told.diagnostic(`${pressed}: ${decision}`);
        assert.ok(pressed <= MOST, decision);
      }
    });

/** Decide something that can be undone, and leave the card as a person finds it: what was opened for it is shut again. */
async function decideFirst(section, opener, overrides) {
  await section.locator(opener).click();
  await section.locator(cover("half")).first().click();
  await becomes(async () => (await overrides()).length, 1);
  await section.locator('[data-coign="undo"]').first().waitFor(SOON);
  await section.locator(opener).click();
  await counts(section.locator(".coign-offers"), 0);
}
