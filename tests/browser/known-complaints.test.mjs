/**
 * Complaints of other modules' users from those modules' issue trackers, each tried here. Each test is named for its
 * complaint; complaints that other tests cover are not repeated.
 */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { flagsOf, judged, openAddition, passed, stopTimers, strike, update, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, reads, SOON, TOKENS } from "./table.mjs";

const line = wiretap();
const { page, gm, player } = await oneTable({ before: line.before });

beforeEach(() => {
  line.sent.splice(0);
});

const chip = (frame, message, id, state = "on") =>
  cardOf(frame, message).locator(`.coign-chip[data-modifier="${id}"][data-state="${state}"]`);

/** Fill in the dialog behind the "+" on a GM's card. */
async function add(message, { what, number = "", reach = "roll", why = "because I say so" }) {
  await openAddition(gm, message);
  await gm.locator("dialog select[name=what] option", { hasText: what }).first().waitFor({ state: "attached" });
  const value = await gm.locator("dialog select[name=what] option", { hasText: what }).first().getAttribute("value");
  await gm.selectOption("dialog select[name=what]", value);
  if (number) await gm.fill("dialog input[name=number]", number);
  await gm.selectOption("dialog select[name=scope]", reach);
  await gm.fill("dialog input[name=why]", why);
  await gm.click("dialog footer button");
}

test("overrides, dsa5 2133: a detected modifier can be switched off, and an undetected one switched on", async () => {
  const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await chip(gm, message, "flanking").locator(".coign-toggle").click(SOON);
  await chip(player, message, "flanking", "off").waitFor(SOON);
  const shot = await strike(player);
  await chip(gm, shot, "high-ground").waitFor(SOON);
  await add(shot, { what: "yes", why: "a rat bites Snag's heel" }); // of flanking, the only switch there is
  const flanked = cardOf(player, shot).locator('.coign-chip[data-modifier="flanking"]');
  await reads(flanked, /a rat bites Snag's heel/);
});

test("a number by hand takes two presses under any rules, is counted up in its line, and the focus stays", async () => {
  const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  const card = cardOf(gm, message);
  await card.locator('[data-tool="add"]').click();
  await card.locator('[data-coign="hand"]', { hasText: "+2" }).click();
  const own = card.locator(".coign-chip", { hasText: "By the GM" });
  await own.locator(".coign-effect", { hasText: "+2" }).waitFor(SOON);
  await own.locator('[data-coign="count"][data-value="1"]').click();
  await own.locator(".coign-effect", { hasText: "+3 attack" }).waitFor(SOON);
  await cardOf(player, message).locator(".coign-effect", { hasText: "+3 attack" }).waitFor(SOON);
  await becomes(() => gm.evaluate(() => document.activeElement?.dataset.coign), "count");
  await own.locator('[data-coign="undo"]').click();
  await own.waitFor({ state: "detached", ...SOON });
});

test("overrides, dsa5 2133 again: the GM adds a modifier that no rule has, if the table's rules permit it", async () => {
  await gm.evaluate(() => game.settings.set("coign", "options", { "partial-advantage": { "dms-best-friend": true } }));
  const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await chip(gm, message, "flanking").waitFor(SOON);
  await add(message, { what: "Die on attack", number: "-1d4", why: "sand in the eyes" });
  const sand = cardOf(player, message).locator(".coign-chip", { hasText: "sand in the eyes" });
  await reads(sand, /−1d4/);
  await gm.evaluate(() => game.settings.set("coign", "options", {}));
});

test("overrides, pf2e-toolbelt 297: a GM's override wins over the measurement from then on", async () => {
  const first = await strike(player);
  await chip(gm, first, "high-ground").waitFor(SOON);
  await cardOf(gm, first).locator('.coign-why[data-modifier="high-ground"]').click();
  await cardOf(gm, first).locator('.coign-more[data-modifier="high-ground"]').click();
  await gm.selectOption("dialog select[name=state]", "off");
  await gm.selectOption("dialog select[name=scope]", "pair");
  await gm.click("dialog footer button");
  await chip(player, first, "high-ground", "off").waitFor(SOON);
  await chip(player, await strike(player), "high-ground", "off").waitFor(SOON);
  await chip(player, await strike(player, { at: TOKENS.grik }), "high-ground", "on").waitFor(SOON);
  await gm.evaluate(() => canvas.scene.update({ flags: { coign: { overrides: [] } } }));
});

test("overrides, pf2e-visioner 214: a player cannot override, not even in a message they have written", async () => {
  const flags = { coign: { overrides: [{ scope: "roll", modifier: "high-ground", state: "off" }] } };
  await player.evaluate((given) => {
    Hooks.once("preCreateChatMessage", (message) => message.updateSource({ flags: given }));
  }, flags);
  const message = await strike(player);
  await chip(gm, message, "high-ground", "on").waitFor(SOON);
  await chip(player, message, "high-ground", "on").waitFor(SOON);
  assert.deepEqual((await flagsOf(player, message)).overrides, []);
});

test("overrides, pf2e-perception 35 and 45: cover does not wipe out flanking", async () => {
  const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await chip(gm, message, "flanking").waitFor(SOON);
  await add(message, { what: "half", why: "a crate" });
  await cardOf(player, message).locator(".coign-chip", { hasText: "Half Cover" }).waitFor(SOON);
  await chip(player, message, "flanking").waitFor(SOON);
});

test("spam, simbuls-cover-calculator 295: Coign posts no message, and adds no section if nothing applies", async () => {
  await update(gm, TOKENS.runa, { x: 200, y: 800 });
  await update(gm, TOKENS.shade, { x: 100, y: 900 });
  const before = await gm.evaluate(() => game.messages.size);
  const plain = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  const told = await strike(player);
  for (const frame of [gm, player]) await chip(frame, told, "high-ground").waitFor(SOON);
  assert.equal(await gm.evaluate(() => game.messages.size), before + 2);
  for (const frame of [gm, player]) assert.equal(await cardOf(frame, plain).count(), 0);
  await update(gm, TOKENS.runa, { x: 1000, y: 600 });
  await update(gm, TOKENS.shade, { x: 900, y: 400 });
});

test("leaks, crucible 1391: an unseen creature neither flanks nor is named, and players cannot target it", async () => {
  const show = (on) =>
    gm.evaluate(async (value) => {
      for (const name of ["showHit", "showChance"]) await game.settings.set("coign", name, value);
    }, on);
  await show(true);
  const open = await strike(player);
  await cardOf(player, open).locator(".coign-chance").waitFor(SOON); // shown if there is nothing to hide
  await update(gm, TOKENS.runa, { x: 200, y: 800 });
  await update(gm, TOKENS.shade, { x: 1000, y: 600 }); // across from Bram, where Runa stood
  const alone = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  const both = await strike(gm, { at: [TOKENS.snag, TOKENS.shade] });
  await cardOf(gm, both).locator(`.coign-row[data-target="${TOKENS.shade}"]`).waitFor(SOON);
  await chip(player, both, "high-ground").waitFor(SOON);
  assert.equal(await cardOf(gm, alone).count(), 0, "none flanks who cannot be seen to");
  for (const message of [alone, both]) assert.doesNotMatch(JSON.stringify(await flagsOf(player, message)), /[Ss]hade/);
  await update(gm, TOKENS.runa, { x: 1000, y: 600 });
  await update(gm, TOKENS.shade, { x: 900, y: 400 });
  await show(false);
});

test("leaks, pf2e 4534 and 2947: a player's preview shows nothing about creatures the player cannot see", async () => {
  await update(gm, TOKENS.shade, { x: 600, y: 300 }); // between the two, but hidden
  const attack = { kind: "ranged", range: { normal: 80 } };
  const question = { scene: "sceneQuarry00000", actor: TOKENS.ilse, targets: [TOKENS.mog], attack };
  const told = await player.evaluate((asked) => game.modules.get("coign").api.evaluate(asked), question);
  assert.ok(told.results[0].modifiers.some(({ id }) => id === "high-ground"));
  assert.equal(told.results[0].facts, null);
  assert.doesNotMatch(JSON.stringify(told), /[Ss]hade/);
  await update(gm, TOKENS.shade, { x: 900, y: 400 });
});

test("blocked rolls, ready-set-roll 561: dice are rolled though the bridge is silent and a message is malformed", async () => {
  line.mode = "hold";
  const goOn = await stopTimers(gm, player); // nobody waits for an answer
  const silent = await strike(player);
  const nonsense = await player.evaluate(async () => {
    const roll = await new Roll("1d20").evaluate();
    const flags = { dnd5e: { roll: { type: "attack" }, targets: "Snag", item: 7, activity: { uuid: {} } } };
    const speaker = { scene: canvas.scene.id, token: {}, actor: [] };
    return (await ChatMessage.create({ rolls: [roll], speaker, flags })).id;
  });
  for (const message of [silent, nonsense])
    for (const frame of [gm, player]) await frame.waitForSelector(`[data-message-id="${message}"] .dice-total`, SOON);
  await goOn();
  line.release();
  await chip(player, silent, "high-ground").waitFor(SOON);
});

test("double rolls, ready-set-roll with cover modules: a roll is judged once, however often it is drawn", async () => {
  const message = await strike(player);
  await chip(player, message, "high-ground").waitFor(SOON);
  const asked = () => line.sent.filter(({ type, roll }) => type === "evaluate" && roll?.d20).length; // a preview has none
  const before = asked();
  for (let n = 0; n < 5; n++)
    await gm.evaluate(async (id) => {
      await ui.chat.updateMessage(game.messages.get(id));
      await game.messages.get(id).update({ flags: { world: { seen: Math.random() } } });
    }, message);
  await judged(player, await strike(player));
  assert.equal(asked() - before, 1, "the second attack's, for the GM and for players at once");
});

test("stale effects, midi-qol: positions count at the time of the roll, not of the targeting", async () => {
  await player.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.snag);
  await update(gm, TOKENS.ilse, { x: 300, y: 600, elevation: 0 });
  const message = await strike(player);
  const told = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await chip(gm, told, "flanking").waitFor(SOON);
  assert.equal(await chip(gm, message, "high-ground").count(), 0);
  await update(gm, TOKENS.ilse, { x: 200, y: 200, elevation: 10 });
});

test("stale effects, crucible 1311 and simplecover5e 39: Coign writes only into the message", async () => {
  const world = () =>
    page.evaluate(() => {
      const { ChatMessage: _messages, User: _users, ...documents } = tabletop.world.data.documents;
      return JSON.stringify(documents);
    });
  const before = await world();
  await chip(gm, await strike(player), "high-ground").waitFor(SOON);
  await chip(gm, await strike(player, { by: TOKENS.bram, at: TOKENS.mog }), "flanking").waitFor(SOON);
  assert.equal(await world(), before);
});

test("lag, pf2e-visioner 300 and chris-premades 295: a moving token sends its change, and no request", async () => {
  for (const frame of [gm, player]) {
    await frame.evaluate(() => canvas.tokens.setTargets([])); // because a figure on the map would be measured again
    await frame.hover("#panel");
  }
  await gm.waitForTimeout(300);
  line.sent.splice(0);
  for (const x of [600, 700, 500]) await update(gm, TOKENS.snag, { x });
  const isLast = ({ type, changes }) => type === "scene.patch" && changes.some(({ data }) => data.x === 500);
  await passed(line.sent, isLast, "the last move is sent");
  await gm.waitForTimeout(300); // a request would be sent in the same frame
  const kinds = line.sent.map(({ type }) => type);
  assert.ok(kinds.length >= 1 && kinds.length <= 3, kinds.join());
  assert.ok(
    kinds.every((type) => type === "scene.patch"),
    kinds.join(),
  );
  await chip(player, await strike(player), "high-ground").waitFor(SOON);
});
