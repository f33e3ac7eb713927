/** Levels of Foundry 14 without a floor between them: the window "Test My Set-Up" says so, and closes them by a press. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { oneTable } from "./setup.mjs";
import { TOKENS } from "./table.mjs";

const SOON = { timeout: 8000 };
const PICTURES = process.env.COIGN_PICTURES;
const { ilse, snag } = TOKENS;
const { gm } = await oneTable({ query: "v=14" });

/** Return whether a shot goes from one level to the other. */
const reaches = () =>
  gm.evaluate(
    async ([actor, target]) => {
      const attack = { kind: "ranged", range: { normal: 500 } };
      const question = { scene: canvas.scene.id, actor, targets: [target], attack };
      const { results } = await game.modules.get("coign").api.evaluate(question);
      return results[0].facts.cover.effect;
    },
    [ilse, snag],
  );

test("two storeys without a floor are named, and have one at the upper one's bottom after one press", async () => {
  await gm.evaluate(
    async ([one, other]) => {
      const heights = (name, bottom, top) => ({
        _id: `${name}0000000000000000`.slice(0, 16),
        name,
        elevation: { bottom, top },
      });
      await canvas.scene.createEmbeddedDocuments("Level", [heights("Hall", 0, 10), heights("Loft", 10, 20)], {
        keepId: true,
      });
      const [hall, loft] = canvas.scene.levels.contents.filter(({ name }) => name === "Hall" || name === "Loft");
      const ground = canvas.scene.levels.contents.find(({ name }) => name === "Ground");
      await ground?.delete();
      await canvas.scene.tokens.get(one).update({ level: hall.id, x: 200, y: 1000, elevation: 0 });
      await canvas.scene.tokens.get(other).update({ level: loft.id, x: 400, y: 1000, elevation: 10 });
    },
    [ilse, snag],
  );
  assert.equal(await reaches(), true);
  await gm.evaluate(() => new (game.settings.menus.get("coign.test").type)().render({ force: true }));
  const window = gm.locator("#coign-test");
  await window.locator("li", { hasText: "Hall and Loft" }).waitFor(SOON);
  if (PICTURES) await window.screenshot({ path: `${PICTURES}/levels.png` });
  await window.locator('[data-action="floors"]', { hasText: "Floor at the Level" }).click();
  await window.locator('[data-action="floors"]', { hasText: "Only Floors That Are Drawn" }).waitFor(SOON);
  assert.equal(await reaches(), false);
  await window.locator('[data-action="floors"]').click();
  await window.locator("li", { hasText: "Hall and Loft" }).waitFor(SOON);
  assert.equal(await reaches(), true);
});

test("a tile that restricts light is a roof: a lamp above it does not light who stands below", async () => {
  const level = await gm.evaluate(
    async ([actor, target]) => {
      const { scene } = canvas;
      await scene.update({ environment: { darknessLevel: 1, globalLight: { enabled: false } } });
      await scene.tokens.get(target).update({ x: 400, y: 1000, elevation: 0, level: scene.tokens.get(actor).level });
      const lamp = { x: 450, y: 1050, elevation: 20, config: { dim: 60, bright: 60 } };
      await scene.createEmbeddedDocuments("AmbientLight", [lamp]);
      const attack = { kind: "ranged", range: { normal: 500 } };
      const ask = async () => {
        const question = { scene: scene.id, actor, targets: [target], attack };
        const { results } = await game.modules.get("coign").api.evaluate(question);
        return results[0].facts.obscurement.raw;
      };
      const found = [await ask()];
      const size = { x: 450, y: 1050, width: 300, height: 300, elevation: 10 };
      const [tile] = await scene.createEmbeddedDocuments("Tile", [size]);
      found.push(await ask());
      await tile.update({ restrictions: { light: true } });
      found.push(await ask());
      await tile.update({ x: 650 });
      found.push(await ask());
      await tile.delete();
      found.push(await ask());
      return found;
    },
    [ilse, snag],
  );
  assert.deepEqual(level, ["none", "none", "heavily", "none", "none"]);
});
