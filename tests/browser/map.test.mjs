/** Drawings over the map, and the effect of sheets, regions and options on the next attack, at one table. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { boxesOf, overlap } from "../../foundry-module/scripts/map/plates.mjs";
import { aim, clearHedge, heatMapOf, hedge, judged, strike, update, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, counts, eventually, reads, SOON, TOKENS } from "./table.mjs";

const line = wiretap();
const { page, gm, player } = await oneTable({ query: "v=14", before: line.before });

/** Count Coign's layers on the map's interface that have something drawn. */
const drawn = (frame) =>
  frame.evaluate(() => canvas.interface.children.filter((layer) => layer.children.length > 0).length);
const untilDrawn = (frame, count) =>
  frame.waitForFunction(
    (wanted) => canvas.interface.children.filter((layer) => layer.children.length > 0).length === wanted,
    count,
    SOON,
  );
const hold = (frame, token) => frame.evaluate((id) => canvas.tokens.get(id).control(), token);
const hover = (frame, token, over) => frame.evaluate(([id, is]) => canvas.tokens.get(id).hoverBy(is), [token, over]);
const chipsOf = async (frame, message) => {
  await judged(frame, message);
  await cardOf(frame, message).waitFor(SOON);
  return cardOf(frame, message).locator(".coign-name").allTextContents();
};

test("a figure is drawn while a token is hovered, targeted or dragged, on each client for itself", async () => {
  await hold(gm, TOKENS.ilse);
  await hover(gm, TOKENS.grik, true);
  await untilDrawn(gm, 1);
  assert.equal(await drawn(player), 0);
  await hover(gm, TOKENS.grik, false);
  await untilDrawn(gm, 0);
  await gm.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.grik);
  await untilDrawn(gm, 1);
  await gm.evaluate(() => canvas.tokens.setTargets([]));
  await untilDrawn(gm, 0);
});

test("other modules read what the map shows: a GM the chance with its reasons, a player no number", async () => {
  const ask = (frame, ...pair) => frame.evaluate((ids) => game.modules.get("coign").api.odds(...ids), pair);
  const known = await ask(gm, TOKENS.ilse, TOKENS.snag);
  assert.equal(known.attack.name, "Shortbow");
  assert.match(known.text, /^\d+(\.\d)? %$/);
  assert.ok(
    known.reasons.some(({ modifier, text }) => modifier && /[+−]\d+$/.test(text)),
    JSON.stringify(known.reasons),
  );
  assert.equal(known.result.target, TOKENS.snag);
  const told = await ask(player, TOKENS.ilse, TOKENS.snag);
  assert.deepEqual([told.result.outcome.chance ?? null, told.reasons], [null, []]);
  assert.doesNotMatch(told.text, /\d/);
  const nobody = await ask(gm, TOKENS.ilse, "nobody").catch((problem) => problem.message);
  assert.match(nobody, /No such attack is visible/);
});

test("a key turns the previews off and removes their drawings", async () => {
  await hover(gm, TOKENS.grik, true);
  await untilDrawn(gm, 1);
  await gm.focus("#settings"); // keys go to the frame that has the focus
  await page.keyboard.press("Alt+o");
  await untilDrawn(gm, 0);
  await hover(gm, TOKENS.grik, false);
  await hover(gm, TOKENS.grik, true);
  await gm.evaluate(
    ([actor, target]) => game.modules.get("coign").api.evaluate({ scene: canvas.scene.id, actor, targets: [target] }),
    [TOKENS.ilse, TOKENS.grik],
  );
  await page.waitForTimeout(300); // what the pointing had asked would be answered and drawn by now
  assert.equal(await drawn(gm), 0);
  await page.keyboard.press("Alt+o");
  await hover(gm, TOKENS.grik, false);
});

test("facing arrows are a setting; on another scene or level no drawing is left", async () => {
  await gm.evaluate(() => game.settings.set("coign", "facingArrows", true));
  await untilDrawn(gm, 1);
  await hover(gm, TOKENS.grik, true);
  await untilDrawn(gm, 2);
  const layers = await gm.evaluateHandle(() => [...canvas.interface.children]);
  await gm.evaluate(async () => {
    await canvas.scene.createEmbeddedDocuments("Level", [{ name: "Up", elevation: { bottom: 20, top: 40 } }]);
    await tabletop.client.view(canvas.scene, canvas.scene.levels.contents.at(-1));
  });
  await untilDrawn(gm, 1); // the arrows of this level, without the figure
  assert.ok(await gm.evaluate((old) => old.every((layer) => layer.destroyed), layers));
  await gm.evaluate(async () => {
    const home = canvas.scene;
    await tabletop.client.view((await Scene.createDocuments([{ name: "Elsewhere" }]))[0]);
    globalThis.elsewhere = canvas.interface.children.filter((layer) => layer.children.length).length;
    await tabletop.client.view(home);
    await game.settings.set("coign", "facingArrows", false);
  });
  assert.equal(await gm.evaluate(() => globalThis.elsewhere), 0);
  await untilDrawn(gm, 0);
});

test("the heat map colours squares, has a legend in words, and is removed whole; for players too", async () => {
  for (const frame of [gm, player]) {
    await hold(frame, TOKENS.bram);
    await frame.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.mog);
    await frame.evaluate(() => document.querySelector('[data-tool="coignHeatMap"]').click());
    const legend = frame.locator(".coign-legend");
    await reads(legend, /Longsword.*\+ better than here.*= as good.*− worse.*× no attack/);
    const covered = await frame.evaluate((id) => {
      const { bounds } = canvas.tokens.get(id);
      const [from, to] = [bounds.y, bounds.y + bounds.height].map((y) =>
        canvas.clientCoordinatesFromCanvas({ x: bounds.x, y }),
      );
      const box = document.querySelector(".coign-legend").getBoundingClientRect();
      return from.y < box.bottom && to.y > box.top;
    }, TOKENS.mog);
    assert.equal(covered, false, "the legend is not over the target");
    await heatMapOf(frame);
    await eventually(() => drawn(frame), Boolean, "something is drawn");
    await legend.locator(".coign-close").click();
    await frame.evaluate(() => canvas.tokens.setTargets([]));
    await untilDrawn(frame, 0);
    await counts(legend, 0);
  }
});

/** Return the labels drawn on the map: the overlay's text over its target. */
const words = (frame) =>
  frame.evaluate(() =>
    canvas.interface.children.flatMap((layer) => layer.children.map((part) => part.text ?? "")).join("\n"),
  );
const untilWords = (frame, wanted, is = true) =>
  frame.waitForFunction(
    ([text, shown]) =>
      canvas.interface.children
        .flatMap((layer) => layer.children.map((part) => part.text ?? ""))
        .join("\n")
        .includes(text) === shown,
    [wanted, is],
    SOON,
  );

test("a shown preview is measured again when a wall, a token, an override or the rules change", async () => {
  await hold(gm, TOKENS.ilse);
  await hover(gm, TOKENS.snag, true);
  await untilWords(gm, "High Ground");
  assert.match(await words(gm), /^Next attack: Shortbow$/m, "whose answer it is");
  await hedge(gm);
  await untilWords(gm, "Half Cover");
  await clearHedge(gm);
  await untilWords(gm, "Half Cover", false);
  await update(gm, TOKENS.snag, { elevation: 5 });
  await untilWords(gm, "High Ground", false);
  await update(gm, TOKENS.snag, { elevation: 0 });
  await untilWords(gm, "High Ground");
  const off = (state) => game.modules.get("coign").api.override(state, canvas.scene.id);
  const word = { scope: "world", modifier: "high-ground", state: "off" };
  await gm.evaluate(off, word);
  await untilWords(gm, "High Ground", false);
  await gm.evaluate((one) => game.modules.get("coign").api.removeOverride(one, canvas.scene.id), word);
  await untilWords(gm, "High Ground");
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["combat-modifiers"]));
  await untilWords(gm, "Attacking From Higher Ground");
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["none"]));
  await untilDrawn(gm, 0);
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage"]));
  await untilWords(gm, "High Ground");
  await hover(gm, TOKENS.snag, false);
  await untilDrawn(gm, 0);
});

test("a door opened under a preview changes it, and sixty changes in a frame ask once", async () => {
  const door = await gm.evaluate(async () => {
    const wall = { c: [400, 0, 400, 700], door: 1, ds: 0 };
    return (await canvas.scene.createEmbeddedDocuments("Wall", [wall]))[0].id;
  });
  await hold(gm, TOKENS.ilse);
  await hover(gm, TOKENS.snag, true);
  await untilWords(gm, "Cannot be targeted");
  await gm.evaluate((id) => canvas.scene.walls.get(id).update({ ds: 1 }), door);
  await untilWords(gm, "Cannot be targeted", false);
  await gm.evaluate((id) => canvas.scene.walls.get(id).delete(), door);
  await untilWords(gm, "High Ground");
  const asked = () => line.sent.filter(({ type }) => type === "evaluate");
  const answered = () => asked().every(({ id }) => line.said.some((answer) => answer.id === id));
  await eventually(answered, Boolean, "nothing is asked any more");
  await page.waitForTimeout(300);
  line.sent.splice(0);
  await gm.evaluate(() => {
    for (let n = 0; n < 60; n++) Hooks.callAll("coign.sceneChanged", canvas.scene.id);
  });
  await becomes(() => asked().length, 1);
  await eventually(answered, Boolean, "the one is answered");
  await page.waitForTimeout(300); // a second one would be sent at once
  assert.equal(asked().length, 1);
  await hover(gm, TOKENS.snag, false);
});

test("a dragged token at the ground's elevation follows the ground down", async () => {
  await hold(gm, TOKENS.ilse);
  await gm.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.snag);
  const drag = (place) => gm.evaluate(([id, to]) => canvas.tokens.get(id).preview(to), [TOKENS.ilse, place]);
  const before = await gm.evaluate((id) => canvas.scene.tokens.get(id)._source.elevation, TOKENS.ilse);
  for (const elevation of [0, 10]) {
    await update(gm, TOKENS.ilse, { elevation });
    await drag({ x: 200, y: 300 }); // on the ledge, which is 10 ft up
    await untilWords(gm, "High Ground");
    await drag({ x: 400, y: 500 });
    await untilWords(gm, "High Ground", false);
    await drag({ x: 400, y: 500, elevation: 20 }); // raised while dragging
    await untilWords(gm, "High Ground");
    await drag(null);
    await untilDrawn(gm, 0);
  }
  await update(gm, TOKENS.ilse, { elevation: before });
  await gm.evaluate(() => canvas.tokens.setTargets([]));
});

test("while a token is dragged a plate has both chances for each foe; no plate is over a token, a name or another", async () => {
  for (const frame of [gm, player]) {
    await hold(frame, TOKENS.ilse);
    await frame.evaluate((id) => canvas.tokens.setTargets([id]), TOKENS.grik);
    await frame.evaluate((id) => canvas.tokens.get(id).preview({ x: 400, y: 500 }), TOKENS.ilse);
    await untilWords(frame, "you hit");
    await untilWords(frame, "Next attack: Shortbow");
    const lines = (await words(frame)).split("\n");
    const chances = lines.filter((one) => (frame === gm ? /^\d+ %/ : /likely|ever|certain/).test(one));
    assert.ok(chances.length >= 6, `the chances of at least three foes both ways: ${lines}`);
    for (const name of ["Grik", "Snag", "Mog the ogre"]) assert.ok(lines.includes(name), `${name} in ${lines}`);
    assert.ok(!lines.includes("Bram"), "no friend");
    const { plates, tokens } = await frame.evaluate(() => ({
      plates: canvas.interface.children
        .flatMap(({ children }) => children)
        .flatMap(({ geometry }) => geometry?.graphicsData ?? [])
        .filter(({ shape }) => shape.type === PIXI.SHAPES.RREC)
        .map(({ shape: { x, y, width, height } }) => ({ x, y, width, height })),
      tokens: canvas.tokens.placeables
        .filter(({ visible }) => visible)
        .map(({ bounds, nameplate }) => ({ bounds, nameplate })),
    }));
    assert.equal(plates.length, 2);
    const [one, two] = plates;
    assert.equal(overlap(one, two), 0);
    for (const plate of plates)
      for (const box of tokens.flatMap(boxesOf)) assert.equal(overlap(plate, box), 0, JSON.stringify([plate, box]));
    await frame.evaluate((id) => canvas.tokens.get(id).preview(null), TOKENS.ilse);
    await untilDrawn(frame, 0);
    await frame.evaluate(() => canvas.tokens.setTargets([]));
  }
});

test("an open heat map and a shown preview follow the weapon that the token used last", async () => {
  await aim(gm, TOKENS.bram, TOKENS.mog);
  await untilWords(gm, "Next attack: Longsword");
  await gm.evaluate(() => document.querySelector('[data-tool="coignHeatMap"]').click());
  const legend = gm.locator(".coign-legend");
  await legend.filter({ hasText: "Longsword" }).waitFor(SOON);
  await strike(gm, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Javelin" });
  await legend.filter({ hasText: "Javelin" }).waitFor(SOON);
  await untilWords(gm, "Next attack: Javelin");
  await legend.locator(".coign-close").click();
  await strike(gm, { by: TOKENS.bram, at: TOKENS.mog });
  await untilWords(gm, "Next attack: Longsword");
  await gm.evaluate(() => canvas.tokens.setTargets([]));
});

test("the legend keeps off a target at the upper and the lower edge, in a low window too", async () => {
  const home = await gm.evaluate((id) => ({ ...canvas.scene.tokens.get(id)._source }), TOKENS.snag);
  const viewport = page.viewportSize();
  for (const height of [900, 420]) {
    await page.setViewportSize({ width: 1280, height });
    for (const y of [0, 900]) {
      await update(gm, TOKENS.snag, { x: 500, y });
      await aim(gm, TOKENS.ilse, TOKENS.snag);
      await gm.evaluate(() => document.querySelector('[data-tool="coignHeatMap"]').click());
      await gm.locator(".coign-legend").waitFor(SOON);
      const placed = (id) => {
        const { x, y, width, height } = canvas.tokens.get(id).bounds;
        const [from, to] = [
          [x, y],
          [x + width, y + height],
        ].map(([left, top]) => canvas.clientCoordinatesFromCanvas({ x: left, y: top }));
        const box = document.querySelector(".coign-legend").getBoundingClientRect();
        return {
          legend: { left: box.left, right: box.right, top: box.top, bottom: box.bottom },
          target: { left: from.x, right: to.x, top: from.y, bottom: to.y },
          window: { width: innerWidth, height: innerHeight },
        };
      };
      const apart = ({ legend, target }) =>
        legend.right <= target.left ||
        legend.left >= target.right ||
        legend.bottom <= target.top ||
        legend.top >= target.bottom;
      const within = ({ legend, window }) =>
        legend.left >= 0 && legend.top >= 0 && legend.right <= window.width && legend.bottom <= window.height;
      await eventually(
        () => gm.evaluate(placed, TOKENS.snag),
        (boxes) => apart(boxes) && within(boxes),
        `the legend is in the window and off the target, ${height} px high, at ${y}`,
      );
      await gm.locator(".coign-legend .coign-close").click();
      await gm.evaluate(() => canvas.tokens.setTargets([]));
    }
  }
  await page.setViewportSize(viewport);
  await update(gm, TOKENS.snag, { x: home.x, y: home.y });
});

test("a player's drawing has the wall that blocks a line, where the player sees the place", async () => {
  const drawing = async (frame, walls, what) => {
    const message = await strike(player, { at: TOKENS.grik });
    await cardOf(frame, message).locator('[data-fold^="drawing"]').click();
    await cardOf(frame, message).locator(".coign-figure").first().waitFor(SOON);
    await counts(cardOf(frame, message).locator('.coign-figure [data-role="wall"]'), walls, what);
  };
  await drawing(player, 2, "a piece for each blocked line");
  await player.evaluate(() => {
    canvas.visibility.testVisibility = () => false;
  });
  await drawing(player, 0);
  await player.evaluate(() => {
    canvas.visibility.testVisibility = () => true;
  });
  await drawing(gm, 1, "the GM's drawing has the whole wall, from the bridge");
});

test("the heat map follows changes, and ends when its target is untargeted", async () => {
  await aim(gm, TOKENS.bram, TOKENS.mog);
  await gm.evaluate(() => document.querySelector('[data-tool="coignHeatMap"]').click());
  await heatMapOf(gm);
  const surveyed = () => line.sent.findLast(({ type }) => type === "survey")?.places[0];
  line.sent.splice(0);
  const { x, y } = await gm.evaluate((id) => ({ ...canvas.scene.tokens.get(id)._source }), TOKENS.bram);
  await update(gm, TOKENS.bram, { x: x - 100 });
  await becomes(surveyed, [x - 100, y], "measured again from where the token stands now");
  await update(gm, TOKENS.bram, { x });
  await gm.evaluate(() => canvas.tokens.setTargets([]));
  await gm.locator(".coign-legend").waitFor({ state: "detached", ...SOON });
  await page.mouse.move(0, 0); // a click of before may have left it over a token, which then has a drawing
  await untilDrawn(gm, 0);
});

test("a token's tab: settings are saved and count from the next attack on", async () => {
  assert.ok((await chipsOf(player, await strike(player, { at: TOKENS.grik }))).includes("Half Cover"));
  await gm.evaluate((id) => tabletop.client.sheets.openToken(canvas.scene.tokens.get(id)), TOKENS.ilse);
  await gm.click('.sheet-tabs [data-tab="coign"]');
  const ignored = () =>
    gm.locator('[name="flags.coign.ignores"] option').evaluateAll((all) => all.map(({ text }) => text));
  await becomes(ignored, ["As its feats say", "None", "half", "half, three-quarters"], "the degrees of these rules");
  await gm.selectOption('[name="flags.coign.ignores"]', JSON.stringify(["half"]));
  await gm.fill('[name="flags.coign.height"]', "6");
  await gm.click("form.sheet footer button");
  await gm.waitForFunction((id) => canvas.scene.tokens.get(id).flags.coign?.height === 6, TOKENS.ilse, SOON);
  const message = await strike(player, { at: TOKENS.grik });
  assert.ok(!(await chipsOf(player, message)).includes("Half Cover"));
  await update(gm, TOKENS.ilse, { flags: { coign: { ignores: null, height: null } } });
});

test("a wall's cover and a region of cover count from the next attack on", async () => {
  assert.deepEqual(await chipsOf(player, await strike(player)), ["High Ground"]);
  await hedge(gm);
  assert.deepEqual(await chipsOf(player, await strike(player)), ["High Ground", "Half Cover"]);
  await clearHedge(gm);
  await gm.evaluate(async () => {
    const [glass] = await canvas.scene.createEmbeddedDocuments("Wall", [
      { c: [400, 100, 400, 500], sight: 0, move: 20 },
    ]);
    await tabletop.client.sheets.openWall(glass);
  });
  await gm.locator("[data-coign='wall'] select").selectOption(JSON.stringify("three-quarters"));
  await gm.click("form.sheet footer button");
  await gm.waitForFunction(
    () => canvas.scene.walls.some((wall) => wall.flags.coign?.cover === "three-quarters"),
    null,
    SOON,
  );
  assert.ok((await chipsOf(player, await strike(player))).includes("Three-Quarters Cover"));
  await gm.evaluate(() => canvas.scene.walls.find((wall) => wall.flags.coign?.cover).delete());
});
