/**
 * The places of words on the map of a running table: the plates of seven foes while a token is dragged, beside a heat map and with one, in
 * both languages and on a small screen; and how much of it the heat map's legend takes. `COIGN_PICTURES=folder` keeps
 * pictures.
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { overlap } from "../../foundry-module/scripts/map/plates.mjs";
import { aim, heatMapOf, playBy } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { bodyBox, eventually, pause, SOON, TOKENS } from "./table.mjs";

const LEGEND = 64; // px: two rows
const PICTURES = process.env.COIGN_PICTURES;
const SCREENS = { small: { width: 1024, height: 768 }, large: { width: 1920, height: 1080 } };
const DRAG = [0.4, 1, 1.6]; // squares

/** Add three foes with long names, so that there are seven. */
const crowd = (gm) =>
  gm.evaluate(async (id) => {
    const { _id, ...orc } = canvas.scene.tokens.get(id).toObject();
    const names = ["Grubbash der Zerschmetterer", "Ork-Bogenschütze", "Yurtrus"];
    const tokens = names.map((name, n) => ({ ...orc, name, x: orc.x + 100 * n, y: orc.y + 100 }));
    await canvas.scene.createEmbeddedDocuments("Token", tokens);
  }, TOKENS.grik);

/** Return the boxes of plates, numbers, names, tokens and the legend, in pixels of the page. */
const boxes = (gm) =>
  gm.evaluate(() => {
    const onPage = ({ x, y, width, height }) => {
      const from = canvas.clientCoordinatesFromCanvas({ x, y });
      const to = canvas.clientCoordinatesFromCanvas({ x: x + width, y: y + height });
      return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
    };
    const texts = (zIndex) =>
      canvas.interface.children
        .filter((layer) => layer.zIndex === zIndex)
        .flatMap((layer) => layer.children.filter(({ text, visible }) => text && visible))
        .map(({ text, x, y, width, height, anchor }) => ({
          text,
          ...onPage({ x: x - anchor.x * width, y: y - anchor.y * height, width, height }),
        }));
    const { x, y, width, height } = document.querySelector(".coign-legend")?.getBoundingClientRect() ?? {};
    return {
      plates: texts(800),
      numbers: texts(700),
      tokens: canvas.tokens.placeables
        .filter((token) => token.visible && !token.isPreview)
        .map(({ bounds, name }) => ({ text: name, ...onPage(bounds) })),
      legend: x === undefined ? null : { text: "legend", x, y, width, height },
    };
  });

/** Drag the archer, and stop on the way. */
async function drag(page, gm) {
  const { x, y, width } = await bodyBox(gm, TOKENS.ilse);
  const to = (squares) => [x + (squares + 0.5) * width, y + (squares + 0.5) * width];
  await page.mouse.move(...to(0));
  await page.mouse.down();
  for (const squares of DRAG) await page.mouse.move(...to(squares), { steps: 3 });
  await gm.waitForFunction(
    () =>
      canvas.interface.children.some(({ children }) => children.some(({ text }) => text?.includes("Zerschmetterer"))),
    null,
    SOON,
  );
  await pause(300); // until the preview at the target has come too
}

/** End a drag, and wait until the archer stands. */
async function drop(page, gm) {
  await page.mouse.up();
  await eventually(
    () =>
      gm.evaluate((id) => canvas.tokens.get(id).isAnimating || Boolean(canvas.tokens.get(id)._preview), TOKENS.ilse),
    (moves) => !moves,
    "the archer stands",
  );
}

/** List the pairs of boxes that overlap. */
const overlaps = (some, others, what) =>
  some.flatMap((one) =>
    others.filter((other) => one !== other && overlap(one, other) >= 1).map((other) => [what, one, other]),
  );

/** Wait until the map is at rest: no two of the boxes that must keep off each other overlap. Returns the boxes. */
async function atRest(gm, pairsIn) {
  const read = async () => {
    const found = await boxes(gm);
    return { found, over: pairsIn(found) };
  };
  return (await eventually(read, ({ over }) => !over.length, "no words over others")).found;
}

for (const [lang, theme, screen] of [
  ["de", "dark", "small"],
  ["en", "light", "large"],
])
  atTable(
    `the plates of seven foes keep off tokens and each other: ${lang}, ${screen}`,
    { query: `lang=${lang}&theme=${theme}&view=gm`, viewport: SCREENS[screen] },
    async ({ page, gm }) => {
      const picture = (name) => PICTURES && page.screenshot({ path: join(PICTURES, `${name}-${lang}-${screen}.png`) });
      await playBy(gm, "partial-advantage");
      await crowd(gm);
      await aim(gm, TOKENS.ilse, TOKENS.grik);
      await drag(page, gm);
      await picture("drag");
      const alone = await atRest(gm, ({ plates, tokens }) => [
        ...overlaps(plates, plates, "a plate over a plate"),
        ...(screen === "large" ? overlaps(plates, tokens, "a plate over a token") : []),
      ]);
      const rows = alone.plates.find(({ text }) => text.includes("Zerschmetterer")).text.split("\n");
      assert.equal(rows.length, 8, "a line above, and one for each of seven foes");
      await drop(page, gm);
      await gm.evaluate(() => canvas.tokens.setTargets([]));
      await aim(gm, TOKENS.ilse, TOKENS.grik);

      await gm.evaluate(() => document.querySelector('[data-tool="coignHeatMap"]').click());
      await heatMapOf(gm);
      await eventually(
        () => boxes(gm),
        ({ plates }) => plates.length,
        "the preview has come too",
      );
      await picture("heat");
      const heat = await atRest(gm, ({ plates, numbers, tokens, legend }) => [
        ...overlaps(plates, [legend], "a plate under the legend"),
        ...overlaps(plates, plates, "a plate over a plate"),
        ...(screen === "large" ? overlaps(plates, [...numbers, ...tokens], "a plate over a number or a token") : []),
      ]);
      assert.ok(heat.numbers.length >= 5, "where something is won or lost");
      assert.ok(heat.legend.height <= LEGEND, `the legend takes ${heat.legend.height} px`);

      await drag(page, gm);
      await picture("drag-heat");
      const both = await atRest(gm, ({ plates, numbers, tokens, legend }) => [
        ...overlaps(plates, [legend], "a plate under the legend, while a token is dragged"),
        ...overlaps(plates, plates, "a plate over a plate, while a token is dragged"),
        ...(screen === "large" ? overlaps(plates, [...numbers, ...tokens], "a plate over a number or a token") : []),
      ]);
      await page.mouse.up();
      assert.ok(
        both.legend && (screen === "small" || both.numbers.length >= 1),
        "the heat map stays while its token is dragged",
      );
      assert.ok(both.plates.some(({ text }) => text.includes("Zerschmetterer")));
    },
  );

for (const scene of ["squares", "hexes"])
  atTable(
    `yours against theirs: no number over another or over a plate, and the target's plate steps aside: ${scene}`,
    { query: `scene=${scene}&view=gm`, viewport: SCREENS.large },
    async ({ page, gm }) => {
      await playBy(gm, "partial-advantage");
      await aim(gm, TOKENS.ilse, TOKENS.grik);
      await gm.evaluate(() => document.querySelector('[data-tool="coignHeatMap"]').click());
      await heatMapOf(gm);
      await gm.selectOption(".coign-legend .coign-view", "trade");
      await heatMapOf(gm);
      await eventually(
        () => boxes(gm),
        ({ plates, numbers }) => plates.length && numbers.some(({ text }) => /^[+−]\d+$/.test(text)),
        "the preview at the target, and what is won or lost",
      );
      const { numbers } = await atRest(gm, ({ plates, numbers, tokens, legend }) => [
        ...overlaps(numbers, numbers, "a number over a number"),
        ...overlaps(plates, [...numbers, ...tokens, legend], "the target's plate over something"),
      ]);
      assert.ok(numbers.length >= 5, `${numbers.length} numbers`);
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `trade-${scene}.png`) });
    },
  );
