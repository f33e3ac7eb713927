/** Modifiers in the rolls of the fifth edition's game system, at the table: dialog, dice and card. */

import assert from "node:assert/strict";
import { hedge, patient, stopTimers, strike, update, wiretap } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { cardOf, nextDice, reads, TOKENS } from "./table.mjs";

const DIALOG = ".roll-configuration";
const LINE = `${DIALOG} .coign-in-roll li[data-modifier`;
const ON = '[data-state="on"]';

/**
 * Run a test in the shapes of dnd5e 5.3.3 and 6, with everybody's rolls set to get their modifiers. With a `before` of its
 * own a test is about time, and its rolls are not patient.
 */
function inRoll(name, run, { who = "everybody", ...how } = {}) {
  for (const v of [13, 14])
    atTable(`${name} (v${v})`, { before: patient, ...how, query: `v=${v}` }, async (table) => {
      await table.gm.evaluate((value) => game.settings.set("coign", "inRoll", value), who);
      await table.player.waitForFunction((value) => game.settings.get("coign", "inRoll") === value, who);
      await run(table);
    });
}

/** Attack with the system's dialog; resolves when it is drawn. The message's id comes when it is done. */
async function ask(frame, how) {
  const message = strike(frame, { ...how, ask: true });
  await frame.waitForSelector(`${DIALOG} [data-application-part="buttons"]`);
  return { message, press: (action) => frame.click(`${DIALOG} button[data-action="${action}"]`) };
}

/**
 * Roll until an answer came within the 150 ms that a roll waits, which a busy machine may miss.
 * @param {() => Promise<string>} roll  Returns the message's id.
 */
async function inTime(frame, roll) {
  for (let n = 0; n < 10; n++) {
    const id = await roll();
    if ((await rolled(frame, id)).formula.includes("Coign: ")) return id;
  }
  throw new Error("no answer came in time");
}

const formula = (frame, wanted) => reads(frame.locator(`${DIALOG} .formula`), wanted, "the formula");
const rolled = (frame, message) =>
  frame.evaluate((id) => {
    const { rolls, flags, system } = game.messages.get(id);
    const targets = system.targets ?? flags.dnd5e?.targets ?? [];
    return { formula: rolls[0].formula, total: rolls[0].total, aim: rolls[0].options.target, ac: targets[0]?.ac };
  }, message);
const totalOn = (frame, message, total) =>
  cardOf(frame, message)
    .locator(".coign-total", { hasText: String(total) })
    .first()
    .waitFor();

inRoll(
  "two modifiers in the GM's dialog, one switched off: dice and card agree, and the chip undoes",
  async (table) => {
    const { gm, player } = table;
    const { message, press } = await ask(gm, { at: TOKENS.grik, weapon: "Shortbow" });
    await gm.waitForSelector(`${LINE}="half-cover"] .coign-toggle[aria-pressed=true]`);
    await reads(gm.locator(`${LINE}="high-ground"]`), /High Ground ?\+1d4.*10 ft above/s);
    await formula(gm, "1d20 + 6 + 1d4[Coign: High Ground]");
    await gm.locator(`${LINE}="half-cover"] .coign-toggle`).press("Space"); // as by the keyboard alone
    await gm.waitForSelector(`${LINE}="half-cover"] .coign-toggle[aria-pressed=false]`);
    await nextDice(gm, 12, 3);
    await press("normal");
    const id = await message;
    assert.deepEqual(await rolled(gm, id), {
      formula: "1d20 + 6 + 1d4[Coign: High Ground]",
      total: 21,
      aim: 13,
      ac: 13,
    });
    for (const frame of [gm, player]) {
      const card = cardOf(frame, id);
      await card.locator(`[data-modifier="high-ground"]${ON}`).waitFor();
      await card.locator('[data-modifier="half-cover"][data-state="off"]').waitFor();
      await totalOn(frame, id, 21);
      assert.equal(await card.locator('[data-coign="roll"]').count(), 0, "nothing is left to roll");
    }
    await cardOf(gm, id).locator('[data-modifier="high-ground"] .coign-toggle').click();
    for (const frame of [gm, player]) await totalOn(frame, id, 18);
    await cardOf(gm, id).locator('[data-modifier="high-ground"] .coign-toggle').click();
    for (const frame of [gm, player]) await totalOn(frame, id, 21);
  },
);

inRoll("a player's roll without a dialog has its die and the armour class behind the wall", async ({ gm, player }) => {
  const id = await inTime(player, () => strike(player, { at: TOKENS.grik }));
  const { total, ...made } = await rolled(player, id);
  assert.deepEqual(made, { formula: "1d20 + 6 + 1d4[Coign: High Ground]", aim: 15, ac: 15 });
  for (const frame of [gm, player]) {
    await cardOf(frame, id).locator(`[data-modifier="half-cover"]${ON}`).waitFor();
    await totalOn(frame, id, total);
  }
});

inRoll("what a player switches off is not in the dice, and the GM's card settles it", async ({ gm, player }) => {
  const { message, press } = await ask(player, { at: TOKENS.snag });
  await player.locator(`${LINE}="high-ground"] .coign-toggle`).click();
  await formula(player, "1d20 + 6");
  await nextDice(player, 4);
  await press("normal");
  const id = await message;
  await cardOf(gm, id).locator(`[data-modifier="high-ground"]${ON}`).waitFor();
  await cardOf(gm, id).locator('[data-coign="roll"]').waitFor();
});

inRoll(
  "of the GM's rolls alone: a player's attack gets its card afterwards",
  async ({ gm, player }) => {
    const own = await strike(player, { at: TOKENS.snag });
    assert.equal((await rolled(player, own)).formula, "1d20 + 6");
    await cardOf(player, own).locator('[data-coign="roll"]').waitFor();
    const gms = await inTime(gm, () => strike(gm, { at: TOKENS.snag }));
    assert.match((await rolled(gm, gms)).formula, /High Ground/);
  },
  { who: "gm" },
);

const line = wiretap();
inRoll(
  "an answer that is late does not hold up the dialog, and comes into it while it is open",
  async ({ gm }) => {
    await strike(gm, { at: TOKENS.snag }); // the bridge has the scene
    line.mode = "hold";
    const goOn = await stopTimers(gm); // the dialog waits 150 ms, and for nothing that takes longer
    const { message, press } = await ask(gm, { at: TOKENS.grik, weapon: "Shortbow" });
    await goOn();
    await formula(gm, "1d20 + 6");
    assert.equal(await gm.locator(".coign-in-roll").count(), 0);
    await gm.fill(`${DIALOG} [name="roll.0.situational"]`, "2");
    line.release();
    await gm.waitForSelector(`${LINE}="half-cover"] .coign-toggle[aria-pressed=true]`);
    await formula(gm, "1d20 + 2 + 6 + 1d4[Coign: High Ground]");
    await nextDice(gm, 12, 3);
    await press("normal");
    const id = await message;
    assert.deepEqual(await rolled(gm, id), {
      formula: "1d20 + 2 + 6 + 1d4[Coign: High Ground]",
      total: 23,
      aim: 15,
      ac: 15,
    });
    await totalOn(gm, id, 23);
  },
  { before: line.before },
);

const dead = wiretap();
inRoll(
  "a bridge that says nothing leaves rolls as they are, and the card comes when it speaks again",
  async ({ gm }) => {
    await strike(gm, { at: TOKENS.snag });
    dead.mode = "hold";
    await nextDice(gm, 4);
    const id = await strike(gm, { at: TOKENS.snag });
    assert.equal((await rolled(gm, id)).formula, "1d20 + 6");
    const { message, press } = await ask(gm, { at: TOKENS.grik });
    await press("advantage");
    assert.equal((await rolled(gm, await message)).formula, "2d20adv + 6");
    dead.release();
    await cardOf(gm, id).locator('[data-coign="roll"]').waitFor();
  },
  { before: dead.before },
);

inRoll(
  "a check to perceive somebody in the mist has its disadvantage, and a card that takes it out",
  async ({ gm }) => {
    await update(gm, TOKENS.snag, { x: 900, y: 850 });
    const done = gm.evaluate(async (foe) => {
      canvas.tokens.setTargets([foe]);
      const [roll] = await canvas.scene.tokens.get("tokenIlse0000000").actor.rollSkill({ skill: "prc" });
      return roll.parent.id;
    }, TOKENS.snag);
    await gm.waitForSelector(`${LINE}="lightly-obscured"] .coign-toggle[aria-pressed=true]`);
    await gm.waitForSelector(`${DIALOG} button[data-action="disadvantage"]:focus`);
    await gm.locator(`${LINE}="lightly-obscured"] .coign-toggle`).click();
    await gm.waitForSelector(`${DIALOG} button[data-action="normal"][autofocus]`);
    await gm.locator(`${LINE}="lightly-obscured"] .coign-toggle`).click();
    await nextDice(gm, 15, 8);
    await gm.click(`${DIALOG} button[autofocus]`);
    const id = await done;
    const chip = cardOf(gm, id).locator('[data-modifier="lightly-obscured"]');
    await totalOn(gm, id, 8);
    await chip.locator(".coign-toggle").click();
    await totalOn(gm, id, 15);
  },
);

inRoll("advantage that the GM overrules with another button is off on the card", async ({ gm }) => {
  await update(gm, TOKENS.snag, { x: 900, y: 850 });
  const done = gm.evaluate(async (foe) => {
    canvas.tokens.setTargets([foe]);
    const [roll] = await canvas.scene.tokens.get("tokenIlse0000000").actor.rollSkill({ skill: "prc" });
    return roll.parent.id;
  }, TOKENS.snag);
  await gm.waitForSelector(`${DIALOG} button[data-action="disadvantage"]:focus`);
  await nextDice(gm, 15);
  await gm.click(`${DIALOG} button[data-action="normal"]`);
  const id = await done;
  await cardOf(gm, id).locator('[data-modifier="lightly-obscured"][data-state="off"]').waitFor();
  await totalOn(gm, id, 15);
});

inRoll(
  "a saving throw from a spell's card has its cover from whoever cast it, and the chip undoes it",
  async (table) => {
    const { gm, player } = table;
    await hedge(gm);
    const card = await gm.evaluate(async (id) => {
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      const uses = { item: { uuid: "Actor.actorSnag0000000.Item.itemBall00000000" } };
      const said = game.release.generation >= 14 ? { type: "usage", system: uses } : { flags: { dnd5e: uses } };
      return (await ChatMessage.create({ content: "<p>A ball of fire.</p>", speaker, ...said })).id;
    }, TOKENS.snag);
    await player.waitForSelector(`[data-message-id="${card}"]`);
    const save = (origin) =>
      player.evaluate(async (message) => {
        const { actor } = canvas.scene.tokens.get("tokenIlse0000000");
        const event = { target: document.querySelector(`[data-message-id="${message}"] p`) };
        const [roll] = await actor.rollSavingThrow({ ability: "dex", event }, { configure: false });
        return roll.parent.id;
      }, origin);
    const id = await inTime(player, () => save(card));
    const { formula: made, total } = await rolled(player, id);
    assert.equal(made, "1d20 + 2[Coign: Half Cover]");
    for (const frame of [gm, player]) await totalOn(frame, id, total);
    await cardOf(gm, id).locator('[data-modifier="half-cover"] .coign-toggle').click();
    for (const frame of [gm, player]) await totalOn(frame, id, total - 2);
  },
);
