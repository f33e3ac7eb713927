/** The scopes of overrides: for each of six, which attacks it affects, which not, and its removal. */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { strike, update } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, counts, SOON, TOKENS } from "./table.mjs";

const { ilse, bram, snag, grik } = TOKENS;

const { gm, player } = await oneTable({ query: "v=14" });
before(() => update(gm, bram, { x: 200, y: 300, elevation: 10 })); // up on the ledge too, with a bow

const BOW = { kind: "ranged", range: { normal: 80 } };

/** Return whether high ground counts, for each attacker against each target of these tests. */
async function counting() {
  const state = async (actor, target) => {
    const question = { scene: "sceneQuarry00000", actor, targets: [target], attack: BOW };
    const { results } = await gm.evaluate((asked) => game.modules.get("coign").api.evaluate(asked), question);
    return results[0].modifiers.find(({ id }) => id === "high-ground")?.state === "on";
  };
  const pairs = [
    ["ilse on snag", ilse, snag],
    ["ilse on grik", ilse, grik],
    ["bram on snag", bram, snag],
    ["bram on grik", bram, grik],
  ];
  const found = [];
  for (const [name, actor, target] of pairs) if (await state(actor, target)) found.push(name);
  return found;
}

const ALL = ["ilse on snag", "ilse on grik", "bram on snag", "bram on grik"];
const LEFT = {
  roll: ALL,
  actor: ["bram on snag", "bram on grik"],
  target: ["ilse on grik", "bram on grik"],
  pair: ["ilse on grik", "bram on snag", "bram on grik"],
  scene: [],
  world: [],
};

for (const [reach, left] of Object.entries(LEFT)) {
  test(`${reach}: counts for this roll and within its scope, is listed if it lasts, and can be removed`, async () => {
    assert.deepEqual(await counting(), ALL);
    const message = await strike(player, { by: ilse, at: snag });
    const chip = (state) => `.coign-chip[data-modifier="high-ground"][data-state="${state}"]`;
    await cardOf(gm, message).locator(chip("on")).waitFor(SOON);
    await cardOf(gm, message).locator('.coign-why[data-modifier="high-ground"]').click();
    await cardOf(gm, message).locator('.coign-more[data-modifier="high-ground"]').click();
    await gm.selectOption("dialog select[name=state]", "off");
    await gm.selectOption("dialog select[name=scope]", reach);
    await gm.click("dialog footer button");
    await cardOf(player, message).locator(chip("off")).waitFor(SOON);
    await becomes(counting, left);

    await gm.evaluate(() => game.modules.get("coign").api.open("inForce"));
    await gm.locator("#coign-overrides").waitFor(SOON);
    const lasting = gm.locator('#coign-overrides [data-action="remove"]');
    await counts(lasting, reach === "roll" ? 0 : 1);
    if (reach !== "roll") await lasting.click();
    await gm.locator("#coign-overrides", { hasText: "None" }).waitFor(SOON);
    await gm.click('#coign-overrides [data-action="close"]');
    await becomes(counting, ALL);
  });
}
