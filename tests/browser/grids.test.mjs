/**
 * One fight on squares, on hexes and without a grid: an attack, the preview, the heat map, facing arrows, a drag.
 */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aim, heatMapOf, passed, strike, wiretap } from "./quick.mjs";
import { bridge, browser } from "./setup.mjs";
import { aimByHand, becomes, bodyBox, cardOf, counts, eventually, openTable, SOON, TOKENS } from "./table.mjs";

const SCENES = { squares: 4, hexes: 6, gridless: 4 }; // by its name in the address, the corners of a space

const FIGURES = 800; // the layers' places among Foundry's own interface
const ARROWS = 799;
const HEAT = 700;

/** Return what one of Coign's layers on the map has drawn: strokes, filled areas by their corners, texts. */
const drawing = (frame, layer) =>
  frame.evaluate((wanted) => {
    const pieces = canvas.interface.children
      .filter(({ zIndex }) => zIndex === wanted)
      .flatMap(({ children }) => children);
    const graphics = pieces.flatMap((piece) => piece.geometry?.graphicsData ?? []);
    const filled = graphics.filter(({ fillStyle, shape }) => fillStyle.visible && shape.points);
    return {
      strokes: graphics.filter(({ lineStyle }) => lineStyle.visible).length,
      areas: filled.map(({ shape }) => shape.points.length / 2),
      words: pieces.filter((piece) => piece.text).map((piece) => piece.text),
    };
  }, layer);
const untilDrawn = (frame, words) =>
  frame.waitForFunction(
    (wanted) => canvas.interface.children.some((layer) => layer.children.some((piece) => piece.text?.includes(wanted))),
    words,
    SOON,
  );
const clear = (frame) => frame.evaluate(() => canvas.tokens.setTargets([]));

for (const [scene, corners] of Object.entries(SCENES)) {
  describe(scene, () => {
    let table;
    const line = wiretap();

    before(async () => {
      table = await openTable(browser, bridge.url, { query: `scene=${scene}`, before: line.before });
    });
    after(() => table.page.close());

    test("each thing to try is played by a click and gives the modifier that it names", async () => {
      const { gm } = table;
      await counts(gm.locator(".idea"), 4);
      const ideas = await gm.locator(".idea").allTextContents();
      const spoken = {
        "High ground": "High Ground",
        "Half cover": "Half Cover",
        Flanking: "Flanking",
        "Total cover": "Total Cover",
        "In the way": "Half Cover",
      };
      for (const [n, idea] of ideas.entries()) {
        const before = await gm.evaluate(() => game.messages.size);
        await gm.locator(".idea").nth(n).click();
        await gm.waitForFunction((count) => game.messages.size > count, before);
        const message = await gm.evaluate(() => game.messages.contents.at(-1).id);
        const name = spoken[idea.split(":")[0]];
        await cardOf(gm, message).locator(".coign-name", { hasText: name }).waitFor(SOON);
      }
      await clear(gm);
    });

    test("pointing at a foe shows the figure, and the answer in words over the foe", async () => {
      const { player } = table;
      await player.click(`[data-token-id="${TOKENS.ilse}"] .body`);
      await player.hover(`[data-token-id="${TOKENS.grik}"] .body`);
      await untilDrawn(player, "Half Cover +2 AC");
      const { strokes, areas, words } = await drawing(player, FIGURES);
      assert.ok(strokes > 6, `${strokes} strokes`);
      assert.ok(areas.includes(corners), `spaces of ${corners} corners among ${areas}`);
      assert.ok(
        /^A hit: [a-z ]+\nPartial advantage\nHigh Ground \+1d4\n(.+\n)*Next attack: Shortbow$/m.test(words.join("\n")),
        words,
      );
      await player.hover(`[data-token-id="${TOKENS.ilse}"] .body`);
      await player.waitForFunction(
        () => canvas.interface.children.every((layer) => !layer.children.length),
        null,
        SOON,
      );
    });

    test("a dragged fighter snaps to the map's grid, and the preview is of its new place", async () => {
      const { page, player } = table;
      await aimByHand(player, TOKENS.snag, { by: TOKENS.ilse });
      await untilDrawn(player, "High Ground");
      const box = await bodyBox(player, TOKENS.ilse);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      line.sent.splice(0);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 30, y - 40, { steps: 4 });
      await page.mouse.move(x + 67, y - 80, { steps: 4 });
      const placeOf = (id) => {
        const { x, y } = canvas.tokens.get(id)._preview?.document ?? {};
        return { x: x + 0, y: y + 0 }; // a snapped place may be at -0
      };
      const about = () => line.sent.filter(({ at }) => at).map(({ at }) => ({ x: at.x, y: at.y }));
      const { place } = await eventually(
        async () => ({ place: await player.evaluate(placeOf, TOKENS.ilse), asked: about().at(-1) }),
        ({ place: hand, asked }) => asked?.x === hand.x && asked.y === hand.y,
        "the last question is about the place under the hand",
      );
      await page.mouse.up();
      const stands = ([id, at]) => {
        const { x, y } = canvas.scene.tokens.get(id)._source;
        return x === at.x && y === at.y;
      };
      await player.waitForFunction(stands, [TOKENS.ilse, place], SOON);
      const snapped = await player.evaluate((id) => {
        const token = canvas.scene.tokens.get(id);
        return token.getSnappedPosition(token._source);
      }, TOKENS.ilse);
      assert.deepEqual({ x: snapped.x, y: snapped.y }, place);
      await clear(player);
    });

    test("the heat map paints the grid spaces from which the attack reaches, and no occupied ones", async () => {
      const { gm } = table;
      await aim(gm, TOKENS.bram, TOKENS.mog);
      line.sent.splice(0);
      line.said.splice(0);
      await gm.click('[data-tool="coignHeatMap"]');
      await heatMapOf(gm);
      const { places: squares, id } = await passed(line.sent, ({ type }) => type === "survey", "the survey");
      const outside = squares.filter(([x, y]) => x < 0 || y < 0 || x + 100 > 1400 || y + 100 > 1000);
      assert.deepEqual(outside, [], "off the map");
      const parts = () => line.said.filter((part) => part.id === id && part.mine);
      const { strokes, painted } = await eventually(
        async () => {
          const { areas, strokes } = await drawing(gm, HEAT);
          const painted = areas.filter((count) => count === corners).length;
          const within = parts().flatMap(({ mine }) => mine);
          return { strokes, painted, reaches: within.filter(({ possible }) => possible).length, of: within.length };
        },
        ({ painted, reaches, of }) => of === squares.length && painted > 5 && painted === reaches,
        "as many are painted as the blade reaches from",
      );
      assert.ok(strokes >= painted, "each with its sign");
      const held = await gm.evaluate((places) => {
        const [bram] = canvas.tokens.controlled;
        const others = canvas.tokens.placeables.filter((token) => token !== bram && token.w < 150);
        return places.slice(1).filter(([x, y]) => others.some((other) => Math.hypot(other.x - x, other.y - y) < 10));
      }, squares);
      assert.deepEqual(held, []);
      await gm.locator(".coign-legend .coign-close").click();
      await clear(gm);
    });

    test("facing arrows point in one of eight directions, or of six on hexes: to corners for bodies of 3 or 12", async () => {
      const { gm } = table;
      const step = corners === 6 ? 60 : 45;
      await gm.evaluate(() => game.settings.set("coign", "facingArrows", true));
      const arrows = (wanted) => {
        const graphics = canvas.interface.children.find(({ zIndex }) => zIndex === wanted)?.children[0];
        graphics?.finishPoly(); // PIXI holds the last path back until it is rendered
        const paths = graphics?.geometry.graphicsData.map(({ shape }) => shape.points) ?? [];
        const shafts = paths.filter((points) => points.length === 4); // the two barbs are a path of three points
        return {
          angles: shafts.map(([x0, y0, x1, y1]) => Math.round((Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI)),
          shown: canvas.tokens.placeables.filter((token) => token.visible).length,
          toCorners: canvas.tokens.placeables.filter(
            ({ visible, document }) => visible && [3, 12].includes(document.getOccupiedGridSpaceOffsets?.().length),
          ).length,
        };
      };
      const { angles, toCorners } = await eventually(
        () => gm.evaluate(arrows, ARROWS),
        ({ angles, shown }) => shown && angles.length === 2 * shown,
        "an arrow for each, with its edge",
      );
      const between = angles.filter((angle) => angle % step);
      assert.equal(between.length, corners === 6 ? 2 * toCorners : 0, `${angles} in steps of ${step}`);
      assert.ok(between.every((angle) => Math.abs(angle % step) === step / 2));
      await gm.evaluate(() => game.settings.set("coign", "facingArrows", false));
    });

    test("no page has had an error", () => assert.deepEqual(table.errors, []));
  });
}

test("the GM chooses a scene: everybody views it, and the player controls its own character", async () => {
  const { page, gm, player } = await openTable(browser, bridge.url);
  for (const [name, type] of Object.entries({
    "The reed marsh (hexes)": 2,
    "The wreck (no grid)": 0,
    "The old quarry (squares)": 1,
  })) {
    await page.selectOption("#scene", { label: name });
    for (const frame of [gm, player])
      await frame.waitForFunction((wanted) => canvas.scene.grid.type === wanted, type, SOON);
    await becomes(() => player.evaluate(() => canvas.tokens.controlled.map((token) => token.name)), ["Ilse"]);
    const message = await strike(player);
    await cardOf(player, message).locator(".coign-name", { hasText: "High Ground" }).waitFor(SOON);
  }
  await page.close();
});
