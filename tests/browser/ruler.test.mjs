/** The cost of a step on Foundry's own ruler while a token is really dragged: on squares and on hexes, for players too. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { playBy, update } from "./quick.mjs";
import { bridge, browser } from "./setup.mjs";
import { becomes, bodyBox, openTable, TOKENS } from "./table.mjs";

const PICTURES = process.env.COIGN_PICTURES;
const EAST = 270; // degrees, as Foundry's rotation has them: 0 is south

/** Drag Bram by some pixels of the scene until the label reads `says`, then put him down where he was. */
async function dragged(table, frame, [across, down], { says, what, picture }) {
  const box = await bodyBox(frame, TOKENS.bram);
  const scale = await frame.evaluate(() => document.querySelector("#map").getScreenCTM().a);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const { mouse } = table.page;
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + (across * scale) / 2, y + (down * scale) / 2, { steps: 3 });
  await mouse.move(x + across * scale, y + down * scale, { steps: 3 });
  // What a step costs comes from the engine, a moment after the token has changed; the ruler reads it when it is moved.
  let moves = 0;
  const label = async () => {
    moves += 1;
    await mouse.move(x + across * scale - (moves % 2), y + down * scale);
    return frame.locator(".ruler text").allTextContents();
  };
  await becomes(label, [says], what);
  if (PICTURES && picture) await table.page.screenshot({ path: `${PICTURES}/${picture}.png` });
  await mouse.move(x, y, { steps: 2 });
  await mouse.up();
}

for (const scene of ["squares", "hexes"]) {
  describe(scene, () => {
    let table;
    before(async () => {
      table = await openTable(browser, bridge.url, { query: `v=14&scene=${scene}` });
      await playBy(table.gm, "combat-facing");
      await update(table.gm, TOKENS.bram, { rotation: EAST });
    });
    after(() => table.page.close());

    test("a step to the front costs as usual, and one backwards twice", async () => {
      const { gm, player } = table;
      for (const [frame, who] of [
        [gm, "gm"],
        [player, "player"],
      ]) {
        const picture = `ruler-${scene}-${who}`;
        await dragged(table, frame, [200, 0], { says: "Walk 10 ft", what: "two ahead" });
        await dragged(table, frame, [-200, 0], { says: "Walk 20 ft", what: "two backwards", picture });
      }
      assert.deepEqual(table.errors, []);
    });

    test("what has no facing goes anywhere at the usual cost, on a player's ruler too", async () => {
      const { gm, player } = table;
      for (const coign of [{ creatureType: "ooze" }, { size: "tiny" }, { species: "Mimic" }]) {
        await update(gm, TOKENS.bram, { flags: { coign } });
        for (const frame of [gm, player])
          await dragged(table, frame, [-200, 0], { says: "Walk 10 ft", what: `backwards: ${JSON.stringify(coign)}` });
        await update(gm, TOKENS.bram, { flags: { "-=coign": null } });
      }
      await dragged(table, player, [-200, 0], { says: "Walk 20 ft", what: "with a facing again" });
      assert.deepEqual(table.errors, []);
    });

    test("a space of difficult ground that everybody sees costs two", async () => {
      const { gm, player } = table;
      const { x, y } = await gm.evaluate((id) => canvas.scene.tokens.get(id)._source, TOKENS.bram);
      await gm.evaluate(
        async (place) => {
          const behaviors = [{ type: "coign.terrain", system: { difficult: true } }];
          const shapes = [{ type: "rectangle", ...place, rotation: 0, hole: false }];
          const { ALWAYS } = CONST.REGION_VISIBILITY;
          await canvas.scene.createEmbeddedDocuments("Region", [
            { name: "Mud", shapes, behaviors, visibility: ALWAYS },
          ]);
        },
        { x: x + 110, y: y - 20, width: 90, height: 150 },
      );
      await player.waitForFunction(() => canvas.scene.regions.some(({ name }) => name === "Mud"));
      await dragged(table, player, [200, 0], {
        says: "Walk 15 ft",
        what: "through mud",
        picture: `ruler-${scene}-mud`,
      });
    });
  });
}
