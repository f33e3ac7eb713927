/** Levels of Foundry 14 without a floor between them: the window "Test My Set-Up" names them, and closes them by a press. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { cardOf, counts, eventually, reads, SOON, TOKENS } from "./table.mjs";

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
      const astray = { name: "Stray", x: 2000, y: 2000, elevation: 12, level: "defaultLevel0000" };
      await canvas.scene.createEmbeddedDocuments("Token", [astray]);
    },
    [ilse, snag],
  );
  assert.equal(await reaches(), true);
  await gm.evaluate(() => game.modules.get("coign").api.open("test"));
  const window = gm.locator("#coign-test");
  await window.locator("li", { hasText: "Stray: counts as on Loft" }).waitFor(SOON);
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

const LIGHTS_OUT = { darknessLevel: 1, globalLight: { enabled: false } };

/** Let Ilse shoot at Snag and open the drawing of the card. */
async function drawn(picture) {
  const message = await strike(gm);
  const card = cardOf(gm, message);
  await card.locator('[data-fold^="drawing"]').click(SOON);
  await card.locator(".coign-figure").first().waitFor(SOON);
  if (PICTURES) await card.screenshot({ path: `${PICTURES}/${picture}.png` });
  return card;
}

test("a roof between an archer and a target in the dark is on the card: unseen, and drawn from the side", async () => {
  await gm.evaluate(
    async ([actor, target, environment]) => {
      const { scene } = canvas;
      await scene.deleteEmbeddedDocuments("Region", [], { deleteAll: true });
      await scene.deleteEmbeddedDocuments("AmbientLight", [], { deleteAll: true });
      await scene.update({ environment });
      const { level } = scene.tokens.get(actor);
      await scene.tokens.get(actor).update({ x: 200, y: 1000, elevation: 20 });
      await scene.tokens.get(target).update({ x: 700, y: 1000, elevation: 0, level });
      const lamp = { x: 450, y: 1050, elevation: 25, config: { dim: 80, bright: 80 } };
      await scene.createEmbeddedDocuments("AmbientLight", [lamp]);
      const roof = { x: 750, y: 1050, width: 400, height: 300, elevation: 10, restrictions: { light: true } };
      await scene.createEmbeddedDocuments("Tile", [roof]);
    },
    [ilse, snag, LIGHTS_OUT],
  );
  const card = await drawn("roof");
  await reads(card, /cannot see the target|Unseen Target|darkness/i);
  await counts(card.locator('.coign-side-view [data-role="floor"]'), 1);
  await counts(card.locator('.coign-side-view [data-role="line-clear"]'), 2, "it stops light, not lines");
});

test("the edge of an upper floor between the same two is in the side view, where it stops a line", async () => {
  await gm.evaluate(async () => {
    const { scene } = canvas;
    await scene.deleteEmbeddedDocuments("Tile", [], { deleteAll: true });
    const shapes = [{ type: "rectangle", x: 460, y: 850, width: 600, height: 400, rotation: 0, hole: false }];
    const surface = { move: 20, sight: 20, light: 20, placement: "bottom" };
    const behaviors = [{ name: "Floor", type: "defineSurface", system: surface }];
    const elevation = { bottom: 10, top: null };
    await scene.createEmbeddedDocuments("Region", [{ name: "Floor", shapes, behaviors, elevation }]);
  });
  const card = await drawn("floor");
  const floors = card.locator('.coign-figure [data-role="floor"]');
  await eventually(() => floors.count(), Boolean, "the floor, from the side");
});
