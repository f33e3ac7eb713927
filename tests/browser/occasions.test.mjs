/**
 * Rolls whose kind no document names: the GM sets it, and the rules for that occasion apply. Also regions' behaviours.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, passed, playBy, strike, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { cardOf, SOON, TOKENS } from "./table.mjs";

const line = wiretap();
const { gm, player } = await oneTable({ query: "v=14", before: line.before });

/** Run a function while a region covers a token's space, or `place`. */
async function withRegion({ over, behavior, system }, run) {
  const id = await gm.evaluate(
    async ([token, type, data]) => {
      const { x, y, width = 1 } = canvas.scene.tokens.get(token)._source;
      const side = 100 * width; // the whole of the token's space
      const shapes = [{ type: "rectangle", x, y, width: side, height: side, rotation: 0, hole: false }];
      const behaviors = [{ name: "It", type, system: data }];
      return (await canvas.scene.createEmbeddedDocuments("Region", [{ name: "It", shapes, behaviors }]))[0].id;
    },
    [over, behavior, system],
  );
  await run();
  await gm.evaluate((gone) => canvas.scene.regions.get(gone).delete(), id);
}

/** Set the kind of a roll as GM, in the message's menu. */
async function judgeAs(message, words) {
  await choose(gm, message, "this roll is");
  const options = gm.locator("dialog select[name=picked] option");
  await options.first().waitFor({ state: "attached", ...SOON });
  const offered = await options.allTextContents();
  await gm.selectOption("dialog select[name=picked]", { label: offered.find((text) => text.includes(words)) });
  await gm.click("dialog footer button");
  return offered;
}

const skill = (player, by, at) =>
  player.evaluate(
    async ([id, target]) => {
      canvas.tokens.setTargets([target]);
      const roll = await new Roll("1d20 + 3").evaluate();
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      return (await ChatMessage.create({ rolls: [roll], speaker, flags: { dnd5e: { roll: { type: "skill" } } } })).id;
    },
    [by, at],
  );

/** Wait for the bridge's last answer for an occasion in the GM's browser. */
async function answer(occasion) {
  const isAnswer = (one) => one.type === "annotation" && one.viewer === "gm" && one.occasion === occasion;
  return (await passed(line.said, isAnswer, `an answer for ${occasion}`)).results[0];
}

test("cover prevents an attack of opportunity", async () => {
  await playBy(gm, "combat-modifiers");
  await withRegion({ over: TOKENS.mog, behavior: "coign.cover", system: { degree: "half" } }, async () => {
    const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
    const plain = await answer("attack");
    assert.deepEqual(plain.outcome.forbids, []);
    assert.deepEqual(await judgeAs(message, "opportunity"), ["Attack", "Attack of opportunity"]);
    for (const frame of [gm, player])
      await cardOf(frame, message).locator(".coign-chip", { hasText: "no attack of opportunity" }).waitFor(SOON);
    assert.deepEqual((await answer("opportunity")).outcome.forbids, ["opportunity-attack"]);
    await judgeAs(message, "Attack");
    await player.waitForFunction((id) => game.messages.get(id).flags.coign.occasion === "", message, SOON);
    await cardOf(player, message)
      .locator(".coign-chip", { hasText: "no attack of opportunity" })
      .waitFor({ state: "detached", ...SOON });
  });
});

test("a perception check is about the roller's target: fog makes it harder", async () => {
  await playBy(gm, "partial-advantage");
  await withRegion({ over: TOKENS.snag, behavior: "coign.obscuring", system: { degree: "light" } }, async () => {
    const message = await skill(player, TOKENS.ilse, TOKENS.snag);
    await gm.waitForSelector(`[data-message-id="${message}"]`);
    const offered = await judgeAs(message, "Perception");
    assert.equal(offered.length, 3, "no attack");
    for (const frame of [gm, player])
      await cardOf(frame, message).locator(".coign-chip", { hasText: "Lightly Obscured" }).waitFor(SOON);
    const { outcome, modifiers } = await answer("perception");
    assert.equal(outcome.label, "disadvantage", JSON.stringify(modifiers));
  });
});

test("menu entries have the shape of the running Foundry version, whatever other modules have added", async () => {
  const shapes = await gm.evaluate(() => {
    const { release } = game;
    const shapeIn = (generation, entries) => {
      game.release = { ...release, generation };
      Hooks.callAll("getChatMessageContextOptions", null, entries);
      return Object.keys(entries.at(-1)).sort().join();
    };
    const found = [shapeIn(14, [{ name: "Delete" }]), shapeIn(14, []), shapeIn(13, [{ label: "Delete" }])];
    game.release = release;
    return found;
  });
  const since14 = "icon,label,onClick,visible";
  assert.deepEqual(shapes, [since14, since14, "callback,condition,icon,name"]);
});

test("the menu of a malformed message keeps its other entries", async () => {
  const nonsense = await gm.evaluate(async () => {
    const flags = { dnd5e: { roll: { type: "save" }, originatingMessage: { id: 7 } }, coign: { occasion: "juggling" } };
    const rolls = [await new Roll("1d20").evaluate()];
    return (await ChatMessage.create({ rolls, speaker: { scene: canvas.scene.id, token: {}, actor: [] }, flags })).id;
  });
  await gm.click(`[data-message-id="${nonsense}"] .dice-total`, { button: "right" });
  await gm.locator("#context-menu").waitFor(SOON);
  await gm.locator("body").press("Escape");
});

test("a player cannot set the kind of a roll", async () => {
  const message = await strike(player);
  await cardOf(gm, message).locator(".coign-chip").first().waitFor(SOON);
  await player.evaluate((id) => game.messages.get(id).update({ flags: { coign: { occasion: "stealth" } } }), message);
  await gm.waitForFunction((id) => game.messages.get(id).flags.coign.occasion === "", message, SOON);
  await cardOf(player, message).locator(".coign-chip", { hasText: "High Ground" }).waitFor(SOON);
});

test("each of Coign's region behaviours has its effect: ground raises, terrain hinders, fog hides", async () => {
  const measured = async (region, at = TOKENS.snag, by = TOKENS.ilse) => {
    let facts;
    await withRegion(region, async () => {
      line.said.splice(0);
      await strike(player, { by, at });
      ({ facts } = await answer("attack"));
    });
    return facts;
  };
  const over = TOKENS.mog;
  const fog = await measured({ over, behavior: "coign.obscuring", system: { degree: "heavy" } }, over, TOKENS.bram);
  assert.deepEqual([fog.obscurement.raw, fog.obscurement.sight], ["heavily", false]);
  const mud = await measured({ over, behavior: "coign.terrain", system: { difficult: true } }, over, TOKENS.bram);
  assert.equal(mud.terrain.target_difficult, true);
  const hill = await measured({ over, behavior: "coign.ground", system: { elevation: 5 } }, over, TOKENS.bram);
  assert.deepEqual([hill.elevation.target, hill.elevation.target_from], [5, "ground"]);
});
