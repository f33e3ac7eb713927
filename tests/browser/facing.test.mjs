/** The module's part in Combat Facing: it counts turns in a combat, and riders face as their steeds do. */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { passed, playBy, startCombat, strike, update, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { cardOf, eventually, reads, SOON, TOKENS } from "./table.mjs";

const PICTURES = process.env.COIGN_PICTURES;

const line = wiretap();
const { gm, player } = await oneTable({ query: "v=14", before: line.before });
before(() => playBy(gm, "combat-facing"));

const chip = (frame, message, id) => cardOf(frame, message).locator(`.coign-chip[data-modifier="${id}"]`);

/** Let Bram attack Mog. Returns the request to the bridge, and the rules that hold. */
async function attackOf() {
  line.sent.splice(0);
  line.said.splice(0);
  const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  const isAnswer = ({ type, viewer }) => type === "annotation" && viewer === "gm";
  const { results } = await passed(line.said, isAnswer, "the attack is judged");
  const rules = results[0].modifiers.map(({ id }) => id);
  return { message, rules, asked: line.sent.find(({ type, roll }) => type === "evaluate" && roll?.d20) };
}

test("turns on the spot are counted in a creature's own turn and shown on its card", async () => {
  await startCombat(gm, [TOKENS.bram, TOKENS.mog]);

  await update(gm, TOKENS.bram, { rotation: 90 });
  const once = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await chip(gm, once, "changing-facing").waitFor(SOON);
  for (const rotation of [95, 120, 180]) await update(gm, TOKENS.bram, { rotation }); // several notches of the wheel are one turn
  const twice = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await reads(chip(player, twice, "changing-facing"), /turned 2 times/);
  await reads(chip(gm, once, "changing-facing"), /turned once/, "what was said stays said");

  const { x, y } = await gm.evaluate((id) => canvas.scene.tokens.get(id)._source, TOKENS.bram);
  for (const step of [1, 2, 1, 0]) await update(gm, TOKENS.bram, { x: x + step * 100, y });
  assert.equal((await attackOf()).asked.turned, undefined, "who moves turns freely");

  await gm.evaluate(async () => {
    await game.combats.contents[0].nextTurn();
    await game.combats.contents[0].previousTurn();
  });
  const walk = (...steps) =>
    gm.evaluate(
      ([id, way]) => canvas.scene.tokens.get(id).move(way, { animate: false }),
      [TOKENS.bram, steps.map((right) => ({ x: x + 100 * right, y }))],
    );
  await walk(1);
  await update(gm, TOKENS.bram, { rotation: 0 });
  assert.equal((await attackOf()).asked.turned, 1, "a five-foot step");
  await walk(5, 0);
  await update(gm, TOKENS.bram, { rotation: 90 });
  assert.equal((await attackOf()).asked.turned, undefined, "a walk that ends one square away");

  await gm.evaluate(() => game.combats.contents[0].nextTurn());
  await update(gm, TOKENS.bram, { rotation: 270 });
  assert.equal((await attackOf()).asked.turned, undefined, "it is Mog's turn");
  await gm.evaluate(() => game.combats.contents[0].delete());
});

test("a rider attacks by the steed's facing, once the GM marks the token as mounted", async () => {
  await gm.evaluate(
    async ([rider, foe]) => {
      const { x, y } = canvas.scene.tokens.get(rider)._source;
      const horse = { _id: "tokenHorse000000", name: "Horse", x, y, width: 2, height: 2, rotation: 0, disposition: 1 };
      await canvas.scene.createEmbeddedDocuments("Token", [horse], { keepId: true });
      await canvas.scene.tokens.get(foe).update({ x: x + 200, y: y }, { animate: false });
    },
    [TOKENS.bram, TOKENS.mog],
  );
  await update(gm, TOKENS.bram, { rotation: 270, flags: { coign: { mounted: false } } }); // towards Mog, in the east
  assert.ok(!(await attackOf()).rules.includes("facing-own"));
  await update(gm, TOKENS.bram, { flags: { coign: { mounted: true } } }); // on a horse that looks south
  const aside = await attackOf();
  assert.ok(aside.rules.includes("facing-own"));
  await reads(chip(gm, aside.message, "facing-own"), /your flank area/);
  await update(gm, "tokenHorse000000", { rotation: 270 });
  assert.ok(!(await attackOf()).rules.includes("facing-own"));
});

test("a button of the token says what may trigger a readied action, to players too", async () => {
  await update(gm, "tokenHorse000000", { rotation: 90 }); // its rider looks west, away from Mog
  for (const frame of [gm, player]) {
    await frame.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.mog);
    await frame.evaluate((id) => canvas.hud.token.bind(canvas.tokens.get(id)), TOKENS.bram);
    await frame.locator("#token-hud .coign-ready").click();
    const window = frame.locator("dialog", { hasText: "Readies an Action" });
    await window.waitFor(SOON);
    const said = async () =>
      (await window.locator("li").allTextContents()).map((line) => line.replace(/\s+/g, " ").trim());
    const lines = await eventually(said, ({ length }) => length > 1, "two lines");
    if (PICTURES) await window.screenshot({ path: `${PICTURES}/ready-${frame === gm ? "gm" : "player"}.png` });
    assert.match(lines[0], /seen: no ?Readied Actions: the trigger must be seen and is in your rear area/);
    assert.match(lines[1], /heard: yes$/);
    await window.locator("footer button").click();
  }
  await playBy(gm, "partial-advantage");
  await gm.evaluate((id) => canvas.hud.token.bind(canvas.tokens.get(id)), TOKENS.bram);
  await gm.locator("#token-hud .coign-thing").waitFor(SOON);
  assert.equal(await gm.locator("#token-hud .coign-ready").count(), 0, "no rule in use speaks of it");
});
