/** Which rolls are judged, by which positions, and who sees the result: one table, one attack after another. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, clearHedge, flagsOf, hedge, reconnect, strike, synced, update, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, counts, nextDice, reads, SOON, TOKENS } from "./table.mjs";

const HIGH_GROUND = '.coign-chip[data-modifier="high-ground"]';

const line = wiretap();
const { gm, player } = await oneTable({ before: line.before });

const chip = (frame, message, state) => cardOf(frame, message).locator(`${HIGH_GROUND}[data-state="${state}"]`);
const toggle = (frame, message) => cardOf(frame, message).locator(`${HIGH_GROUND} .coign-toggle`).click();

test("an override set later is judged by the positions at the time of the roll", async () => {
  const message = await strike(player);
  await chip(gm, message, "on").waitFor(SOON);
  await update(gm, TOKENS.ilse, { x: 300, y: 600, elevation: 0 }); // she has come down after the roll
  await toggle(gm, message);
  await chip(player, message, "off").waitFor(SOON);
  await toggle(gm, message);
  await chip(player, message, "on").waitFor(SOON);
  const now = await strike(player, { at: TOKENS.grik });
  await cardOf(gm, now).waitFor(SOON);
  assert.equal(await cardOf(gm, now).locator(HIGH_GROUND).count(), 0, "the bridge is back in the present");

  await choose(gm, message, "measure again,");
  await gm.waitForFunction((id) => !document.querySelector(`[data-message-id="${id}"] .coign-chip`), message, SOON);
  await update(gm, TOKENS.ilse, { x: 200, y: 200, elevation: 10 });
});

test("an override about a hidden target counts, and is in no flag", async () => {
  const message = await strike(gm, { at: [TOKENS.snag, TOKENS.shade] });
  const hidden = cardOf(gm, message).locator(`.coign-row[data-target="${TOKENS.shade}"]`);
  await hidden.locator(".coign-of-target").click();
  await hidden.locator('[data-fact="cover"][data-value=\'"half"\']').click();
  const cover = hidden.locator('.coign-chip[data-modifier="half-cover"]');
  await cover.waitFor(SOON);
  const written = JSON.stringify(await player.evaluate((id) => game.messages.get(id).toObject().flags.coign, message));
  assert.ok(written.includes(TOKENS.snag));
  assert.ok(!written.includes(TOKENS.shade), written);
  await cover.locator('[data-coign="undo"]').click();
  await cover.waitFor({ state: "detached", ...SOON });
});

test("without the bridge a GM who presses is told that it waits, and it counts when the bridge is back", async () => {
  const message = await strike(player);
  await chip(gm, message, "on").waitFor(SOON);
  line.mode = "drop";
  await toggle(gm, message);
  await cardOf(gm, message).locator(".coign-waiting").waitFor(SOON);
  assert.equal(await cardOf(player, message).locator(".coign-waiting").count(), 0, "nothing is decided yet");
  line.mode = "through";
  await reconnect(gm);
  await chip(player, message, "off").waitFor(SOON);
  await counts(cardOf(gm, message).locator(".coign-waiting"), 0);
});

test("a roll that is repeated in the same card is judged again, once", async () => {
  await nextDice(player, 5);
  const message = await strike(player);
  await cardOf(gm, message).locator(".coign-total", { hasText: "11" }).waitFor(SOON);
  await nextDice(player, 15);
  await player.evaluate(async (id) => {
    const shown = game.messages.get(id);
    const roll = await new Roll("1d20 + 6").evaluate();
    await shown.update({ rolls: [roll] });
  }, message);
  await cardOf(gm, message).locator(".coign-total", { hasText: "21" }).waitFor(SOON);
  await cardOf(player, message).locator(".coign-total", { hasText: "21" }).waitFor(SOON);
});

test("blind and whispered rolls show no more than the roll itself does", async () => {
  const gmId = await gm.evaluate(() => game.user.id);
  const blind = await strike(player, { blind: true, whisper: [gmId] });
  const secret = await strike(gm, { whisper: [gmId] });
  await cardOf(gm, secret).waitFor(SOON);
  await cardOf(gm, blind).waitFor(SOON);
  await synced(gm, player);
  for (const message of [blind, secret]) {
    assert.equal(await cardOf(player, message).count(), 0);
    assert.deepEqual((await flagsOf(player, message))?.annotations ?? [], []);
  }
});

test("Dice So Nice shows the die to those who see the roll", async () => {
  await player.evaluate(() => {
    globalThis.shown = [];
    game.dice3d = { showForRoll: async (...said) => void globalThis.shown.push(said) };
  });
  const message = await strike(player);
  await cardOf(player, message).locator('[data-coign="roll"]').click(SOON);
  await cardOf(gm, message).locator('[data-coign="unroll"]').waitFor(SOON);
  const shown = () => player.evaluate(() => globalThis.shown.map(([roll, _user, ...rest]) => [roll.formula, ...rest]));
  await becomes(shown, [["1d4", true, null, false]]);
  await player.evaluate(() => delete game.dice3d);
});

test("a full attack is one card: the chips once, and a total and a die for each further roll", async () => {
  const play = (frame) => frame.evaluate(() => Object.assign(game.system, { id: "pf1", version: "11.5" }));
  for (const frame of [gm, player]) await play(frame);
  const message = await player.evaluate(
    async ([by, at]) => {
      const attacks = [];
      for (const bonus of [6, 1]) attacks.push({ attack: (await new Roll(`1d20 + ${bonus}`).evaluate()).toJSON() });
      const token = canvas.scene.tokens.get(by);
      const system = { actor: token.actor.uuid, targets: [canvas.scene.tokens.get(at).uuid], rolls: { attacks } };
      const speaker = ChatMessage.getSpeaker({ token });
      const flags = { pf1: {}, coign: { attack: { kind: "ranged", range: { normal: 80 } } } };
      return (await ChatMessage.create({ type: "action", speaker, system, flags })).id;
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  const further = cardOf(player, message).locator(".coign-further");
  await reads(further, /attack 2: *Total:\d+ \+ 1d4/);
  await counts(cardOf(gm, message).locator(HIGH_GROUND), 1);
  await nextDice(player, 4, 1);
  await cardOf(player, message).locator('[data-coign="roll"]').click();
  await cardOf(gm, message).locator('[data-coign="unroll"]').waitFor(SOON);
  const rolled = async () => (await flagsOf(gm, message)).rolled.map(({ dice, nth, values }) => [dice, nth, values]);
  await becomes(rolled, [
    ["1d4", 0, [4]],
    ["1d4", 1, [1]],
  ]);
  await cardOf(gm, message).locator(".coign-further .coign-total", { hasText: "→" }).waitFor(SOON);
  for (const frame of [gm, player])
    await frame.evaluate(() => Object.assign(game.system, { id: "dnd5e", version: "5.3.3" }));
});

test("a save: the GM chooses whose effect it is against, and cover is measured from there", async () => {
  await hedge(gm);
  const message = await player.evaluate(async (id) => {
    const roll = await new Roll("1d20 + 3").evaluate();
    const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
    const flags = { dnd5e: { roll: { type: "save", ability: "dex" } } };
    canvas.tokens.setTargets([]);
    return (await ChatMessage.create({ rolls: [roll], speaker, flags })).id;
  }, TOKENS.ilse);
  await gm.waitForSelector(`[data-message-id="${message}"]`);
  await gm.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.snag);
  await choose(gm, message, "save against");
  for (const frame of [gm, player])
    await cardOf(frame, message).locator(".coign-chip", { hasText: "Half Cover+2 save" }).waitFor(SOON);
  await clearHedge(gm);
});

test("macros request annotations, and hooks inform other modules", async () => {
  const attack = { kind: "ranged", range: { normal: 80 } };
  const question = { scene: "sceneQuarry00000", actor: TOKENS.ilse, targets: [TOKENS.snag], attack };
  const ask = (asked) => game.modules.get("coign").api.evaluate(asked);
  const [gms, players] = [await gm.evaluate(ask, question), await player.evaluate(ask, question)];
  assert.deepEqual(
    gms.results[0].modifiers.map(({ id }) => id),
    ["high-ground"],
  );
  assert.ok(gms.results[0].facts.elevation.difference >= 10);
  assert.equal(players.results[0].facts, null);
  for (const frame of [gm, player])
    await frame.evaluate(() => {
      globalThis.heard = [];
      Hooks.on("coign.annotated", (message, annotation) =>
        globalThis.heard.push(["annotated", message.id, annotation]),
      );
      Hooks.on("coign.overridden", (override) => globalThis.heard.push(["overridden", override.modifier]));
    });
  const message = await strike(player);
  await chip(gm, message, "on").waitFor(SOON);
  await chip(player, message, "on").waitFor(SOON);
  await toggle(gm, message);
  await chip(player, message, "off").waitFor(SOON);
  const heard = (frame) => frame.evaluate(() => globalThis.heard.map(([what, , said]) => [what, said?.viewer]));
  await becomes(
    () => heard(gm),
    [
      ["annotated", "gm"],
      ["overridden", undefined],
      ["annotated", "gm"],
    ],
  );
  await becomes(
    () => heard(player),
    [
      ["annotated", "player"],
      ["annotated", "player"],
    ],
  );
  await assert.rejects(player.evaluate(ask, { ...question, targets: [TOKENS.shade] }), /no such attack is visible/i);
});

test("macros set an override and remove it, and have a roll annotated again", async () => {
  const message = await strike(player);
  await chip(gm, message, "on").waitFor(SOON);
  const word = { scope: "roll", modifier: "high-ground", state: "off", target: TOKENS.snag, by: "a macro" };
  const call = (name) =>
    gm.evaluate(
      ([what, override, id]) => game.modules.get("coign").api[what](override, canvas.scene.id, game.messages.get(id)),
      [name, word, message],
    );
  await call("override");
  await chip(player, message, "off").waitFor(SOON);
  await call("removeOverride");
  await chip(player, message, "on").waitFor(SOON);
  await update(gm, TOKENS.ilse, { x: 300, y: 600, elevation: 0 });
  await gm.evaluate((id) => game.modules.get("coign").api.annotate(game.messages.get(id)), message);
  await chip(player, message, "on").waitFor({ state: "detached", ...SOON });
  await update(gm, TOKENS.ilse, { x: 200, y: 200, elevation: 10 });
  const sealed = await gm.evaluate(() => Object.isFrozen(game.modules.get("coign").api));
  assert.equal(sealed, true, "no module changes another's door to it");
});

test("a player who requests too much gets an error, and attacks go on", async () => {
  const { refused, seconds } = await player.evaluate(
    async (question) => {
      const began = performance.now();
      const asked = Array.from({ length: 40 }, () => game.modules.get("coign").api.evaluate(question));
      const answers = await Promise.allSettled(asked);
      const refused = answers.filter(({ status }) => status === "rejected").map(({ reason }) => reason.message);
      return { refused, seconds: (performance.now() - began) / 1000 };
    },
    { scene: "sceneQuarry00000", actor: TOKENS.ilse, targets: [TOKENS.snag] },
  );
  const granted = 12 + Math.ceil(6 * seconds); // at once, and while they came in
  assert.ok(refused.length >= 40 - granted, `${refused.length} of 40 refused in ${seconds} s`);
  assert.ok(granted > 40 || refused.some((why) => /too many requests/i.test(why)), refused[0]);
  const message = await strike(player);
  await chip(gm, message, "on").waitFor(SOON);
});
