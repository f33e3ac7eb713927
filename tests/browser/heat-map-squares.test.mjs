/** The squares of the heat map: those that the token reaches in this round, around obstacles. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { aim, heatMapOf, passed, update, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, eventually, reads, SOON, TOKENS } from "./table.mjs";

const line = wiretap();
const { page, gm, player } = await oneTable({ query: "v=14", before: line.before });

/** Show a token's heat map, return the places that it requests, and remove it. */
async function surveyed(token = TOKENS.bram) {
  line.sent.splice(0);
  await aim(gm, token, TOKENS.mog);
  await gm.click('[data-tool="coignHeatMap"]');
  await heatMapOf(gm);
  const { places } = await passed(line.sent, ({ type }) => type === "survey", "the survey");
  await gm.locator(".coign-legend .coign-close").click();
  return places;
}

const build = (walls) =>
  gm.evaluate(
    async ([id, lines]) => {
      const { x, y } = canvas.scene.tokens.get(id)._source;
      const data = lines.map(({ c, ...more }) => ({ ...more, c: [c[0] + x, c[1] + y, c[2] + x, c[3] + y] }));
      globalThis.built = (await canvas.scene.createEmbeddedDocuments("Wall", data)).map((wall) => wall.id);
    },
    [TOKENS.bram, walls],
  );
const raze = () => gm.evaluate(() => canvas.scene.deleteEmbeddedDocuments("Wall", globalThis.built));

/** Return walls around Bram's square, with the given east side. */
const cell = (east) => [
  { c: [0, 0, 100, 0] },
  { c: [0, 100, 100, 100] },
  { c: [0, 0, 0, 100] },
  { c: [100, 0, 100, 100], ...east },
];

test("a shut-in token reaches nothing; an open door lets it out", async () => {
  const free = await surveyed();
  assert.ok(free.length > 50, `${free.length} squares in the open`);
  await build(cell({ door: 1, ds: 0 }));
  const shut = await surveyed();
  await raze();
  assert.equal(shut.length, 1);
  await build(cell({ door: 1, ds: 1 }));
  const open = await surveyed();
  await raze();
  assert.ok(open.length > 10 && open.length < free.length, `${open.length} of ${free.length} squares through the door`);
});

test("a map that is opened in the moment of targeting is measured once", async () => {
  line.sent.splice(0);
  await gm.evaluate(
    ([own, foe]) => {
      canvas.tokens.get(own).control();
      canvas.tokens.setTargets([foe]);
      document.querySelector('[data-tool="coignHeatMap"]').click();
    },
    [TOKENS.bram, TOKENS.mog],
  );
  await heatMapOf(gm);
  await gm.waitForTimeout(300); // longer than a frame, and than the timer that replaces one
  assert.equal(line.sent.filter(({ type }) => type === "survey").length, 1);
  await gm.locator(".coign-legend .coign-close").click();
});

test("while a foe moves in every frame the map is measured ten times a second at most, in the same legend", async () => {
  await aim(gm, TOKENS.bram, TOKENS.mog);
  await gm.click('[data-tool="coignHeatMap"]');
  await heatMapOf(gm);
  line.sent.splice(0);
  const { took, isSame } = await gm.evaluate(async (id) => {
    const [legend] = document.querySelectorAll(".coign-legend");
    const { x } = canvas.scene.tokens.get(id);
    const began = performance.now();
    for (let n = 0; n < 40; n++) {
      await canvas.scene.tokens.get(id).update({ x: x + (n % 2) * 100 }, { animate: false });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await canvas.scene.tokens.get(id).update({ x }, { animate: false });
    return { took: performance.now() - began, isSame: legend === document.querySelector(".coign-legend") };
  }, TOKENS.snag);
  const surveys = line.sent.filter(({ type }) => type === "survey").length;
  assert.ok(surveys <= 2 + took / 100, `${surveys} surveys in ${took} ms`);
  assert.equal(isSame, true);
  await heatMapOf(gm);
  await gm.locator(".coign-legend .coign-close").click();
});

test("Foundry's own collision test says what blocks a step, with this token's level and height", async () => {
  await gm.evaluate(() => {
    globalThis.asked = [];
    const testCollision = (from, to, how) => {
      globalThis.asked.push([from.elevation, to.elevation, how.type, how.mode, how.level?.id]);
      return to.x > from.x;
    };
    globalThis.own = CONFIG.Canvas.polygonBackends.move;
    CONFIG.Canvas.polygonBackends.move = { testCollision };
  });
  const places = await surveyed();
  const asked = await gm.evaluate(() => {
    CONFIG.Canvas.polygonBackends.move = globalThis.own;
    return globalThis.asked;
  });
  const [[x]] = places;
  assert.ok(places.length > 10);
  assert.ok(
    places.every(([other]) => other <= x),
    "nothing to the east",
  );
  assert.deepEqual(
    [...new Set(asked.map((one) => JSON.stringify(one)))],
    [JSON.stringify([0, 0, "move", "any", "defaultLevel0000"])],
  );
});

test("a slowed token's map covers half its movement", async () => {
  const reachOf = (places) =>
    Math.max(...places.map(([x, y]) => Math.max(Math.abs(x - places[0][0]), Math.abs(y - places[0][1]))));
  const whole = reachOf(await surveyed());
  const slow = (marks) =>
    gm.evaluate(
      ([id, slowed]) => canvas.scene.tokens.get(id).update({ flags: { coign: { slowed } } }),
      [TOKENS.bram, marks],
    );
  await slow([{ factor: 0.5, message: "m", combat: "c", round: 1, turn: 0 }]);
  const half = reachOf(await surveyed());
  await slow([]);
  assert.deepEqual([whole, half], [600, 300]);
});

test("a token without a sheet walks thirty feet, or nine metres on a map in metres", async () => {
  const barrel = await gm.evaluate(async (at) => {
    const { x, y } = canvas.scene.tokens.get(at)._source;
    const [made] = await canvas.scene.createEmbeddedDocuments("Token", [{ name: "Barrel", x, y: y - 100 }]);
    return made.id;
  }, TOKENS.bram);
  const far = (places) => Math.max(...places.map(([x]) => Math.abs(x - places[0][0])));
  assert.equal(far(await surveyed(barrel)), 600);
  const measure = (grid) => gm.evaluate((changed) => canvas.scene.update({ grid: changed }), grid);
  await measure({ distance: 1.5, units: "m" });
  assert.equal(far(await surveyed(barrel)), 600);
  await measure({ distance: 5, units: "ft" });
});

/** Return the marks of the best places: the text, the place on the map, and the box on the page. */
const markBoxes = (frame) =>
  frame.evaluate(() => {
    const radius = canvas.scene.grid.size / 4.4;
    const labels = canvas.interface.children.flatMap((layer) =>
      layer.children.filter(({ text }) => /^[123]$/.test(text)),
    );
    return labels.slice(-3).map(({ text, x, y }) => {
      const [from, to] = [-radius, radius].map((by) => canvas.clientCoordinatesFromCanvas({ x: x + by, y: y + by }));
      return { text, at: { x, y }, left: from.x, top: from.y, right: to.x, bottom: to.y };
    });
  });

/** Return the numbers of the marks that the legend covers, even in part. */
async function hiddenMarks(frame) {
  const boxes = await markBoxes(frame);
  assert.equal(boxes.length, 3);
  const { left, top, right, bottom } = await frame.evaluate(() =>
    document.querySelector(".coign-legend").getBoundingClientRect().toJSON(),
  );
  const isCovered = (box) => box.left < right && box.right > left && box.top < bottom - 1 && box.bottom > top + 1;
  return boxes.filter(isCovered).map(({ text }) => text);
}

test("without a target a GM sees where a foe stands best against all; a press moves it there", async () => {
  await gm.evaluate(() => canvas.tokens.setTargets([]));
  await gm.evaluate((id) => canvas.tokens.get(id).control(), TOKENS.snag);
  await gm.click('[data-tool="coignHeatMap"]');
  await heatMapOf(gm);
  const legend = gm.locator(".coign-legend");
  await reads(legend, /Against all foes/);
  const places = legend.locator(".coign-best button");
  const reasons = await places.allTextContents();
  assert.equal(reasons.length, 3);
  for (const [n, reason] of reasons.entries())
    assert.match(reason, new RegExp(`^${n + 1}\\. (.+: )?you \\d+ %, they \\d+ %$`));
  if (process.env.COIGN_PICTURES) await page.screenshot({ path: join(process.env.COIGN_PICTURES, "best.png") });
  const box = await legend.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right, width: window.innerWidth };
  });
  assert.ok(box.left >= 0 && box.right <= box.width, `the legend is on the screen: ${JSON.stringify(box)}`);
  const before = await gm.evaluate((id) => ({ ...canvas.scene.tokens.get(id)._source }), TOKENS.snag);
  const first = (await markBoxes(gm)).find(({ text }) => text === "1").at;
  // Wherever the map is moved, and in whatever size it is shown, no mark is behind the legend.
  for (const scale of [1, 0.6, 1.6])
    for (const by of [0, -150, 150, -300, 300]) {
      await gm.evaluate(
        ([times, down]) => {
          canvas.shown ??= canvas.clientCoordinatesFromCanvas;
          canvas.clientCoordinatesFromCanvas = (point) => {
            const { x, y } = canvas.shown(point);
            return { x: (x - 400) * times + 400, y: (y - 300) * times + 300 + down };
          };
          Hooks.callAll("canvasPan", canvas, {});
        },
        [scale, by],
      );
      await becomes(() => hiddenMarks(gm), [], `marks behind the legend, ${scale} times as large, ${by} px lower`);
    }
  await gm.evaluate(() => {
    canvas.clientCoordinatesFromCanvas = canvas.shown;
  });
  await gm.evaluate(() => {
    Hooks.once("moveToken", (_token, { passed, destination }) => {
      globalThis.walked = { way: passed.waypoints.map(({ x, y }) => ({ x, y })), to: [destination.x, destination.y] };
    });
  });
  await places.first().click();
  await gm.waitForFunction(
    ([id, { x, y }]) => {
      const at = canvas.scene.tokens.get(id)._source;
      return at.x !== x || at.y !== y;
    },
    [TOKENS.snag, before],
    SOON,
  );
  const after = await gm.evaluate((id) => ({ ...canvas.scene.tokens.get(id)._source }), TOKENS.snag);
  assert.deepEqual([first.x, first.y], [after.x + 50, after.y + 30], "the mark was where it went");
  const { way, to } = await gm.evaluate(() => globalThis.walked);
  assert.deepEqual([way.at(-1).x, way.at(-1).y], to);
  const isFree = await gm.evaluate(
    (points) =>
      points.slice(1).every(({ x, y }, n) => {
        const [from, at] = [points[n], { x, y }].map((one) => ({ x: one.x + 50, y: one.y + 50, elevation: 0 }));
        return !CONFIG.Canvas.polygonBackends.move.testCollision(from, at, { type: "move", mode: "any" });
      }),
    [before, ...way],
  );
  assert.ok(isFree, `no leg of the way goes through a wall: ${JSON.stringify(way)}`);
  await heatMapOf(gm);
  const isFocused = await legend.evaluate((element) => element.contains(document.activeElement));
  assert.ok(isFocused, "the keyboard stays in the legend, though the pressed place is gone");
  await gm.locator(".coign-legend .coign-close").click();
  await update(gm, TOKENS.snag, { x: before.x, y: before.y });
});

test("a GM is not told where a player's character should stand; the player is, against a target", async () => {
  for (const [frame, count] of [
    [gm, 0],
    [player, 1],
  ]) {
    await aim(frame, TOKENS.bram, TOKENS.mog);
    await frame.evaluate(() => document.querySelector('[data-tool="coignHeatMap"]').click());
    await heatMapOf(frame);
    await frame.locator(".coign-legend select").selectOption("trade");
    await heatMapOf(frame);
    const named = frame.locator(".coign-legend .coign-best button");
    if (count) await eventually(() => named.count(), Boolean, "the best places are named");
    else assert.equal(await named.count(), 0);
    const isGone = await frame.evaluate(async () => {
      canvas.tokens.setTargets([]);
      for (let n = 0; n < 3; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return !document.querySelector(".coign-legend");
    });
    assert.ok(isGone, "without the target it ends at once, however long until it may be measured again");
  }
});
