/** The standing table at the table: known before anybody asks, never out of date, and the GM's alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startCombat, update } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { eventually, SOON, TOKENS } from "./table.mjs";

const { gm, player } = await oneTable({ query: "v=13" });

const standing = (frame, from, to) =>
  frame.evaluate(([a, b]) => game.modules.get("coign").api.standing(a, b), [from, to]);
const known = (from, to) =>
  gm.waitForFunction(([a, b]) => game.modules.get("coign").api.standing(a, b) !== null, [from, to], SOON);

test("without a combat there is no table; with one, every pair is known soon", async () => {
  assert.equal(await standing(gm, TOKENS.ilse, TOKENS.snag), null);
  await startCombat(gm, [TOKENS.ilse, TOKENS.bram, TOKENS.snag, TOKENS.grik]);
  for (const [from, to] of [
    [TOKENS.ilse, TOKENS.snag],
    [TOKENS.grik, TOKENS.bram],
  ])
    await known(from, to);
  assert.equal(await standing(gm, TOKENS.ilse, TOKENS.mog), null, "who does not fight");
});

test("it says what the same attack's annotation says", async () => {
  await known(TOKENS.ilse, TOKENS.grik);
  const same = await gm.evaluate(
    async ([a, b]) => {
      const { api } = game.modules.get("coign");
      const item = canvas.scene.tokens.get(a).actor.items.find(({ name }) => name === "Shortbow");
      const range = { normal: item.system.range.value, long: item.system.range.long };
      const attack = { kind: "ranged", range, name: item.name };
      const { results } = await api.evaluate({ scene: canvas.scene.id, actor: a, targets: [b], attack });
      const ids = ({ modifiers }) => modifiers.map(({ id, state }) => `${id} ${state}`);
      return [ids(results[0]), ids(api.standing(a, b))];
    },
    [TOKENS.ilse, TOKENS.grik],
  );
  assert.deepEqual(same[1], same[0]);
  assert.ok(same[0].length > 0);
});

test("in the moment of a change it is gone, and then it is right again", async () => {
  await known(TOKENS.ilse, TOKENS.snag);
  const distances = () =>
    gm.evaluate(
      ([a, b]) => game.modules.get("coign").api.standing(a, b)?.facts.range.distance ?? null,
      [TOKENS.ilse, TOKENS.snag],
    );
  const before = await eventually(distances, (feet) => feet !== null, "the distance is known");
  const meanwhile = await gm.evaluate(
    async ([a, b]) => {
      const { api } = game.modules.get("coign");
      const token = canvas.scene.tokens.get(b);
      let after = "no hook";
      Hooks.once("updateToken", () => {
        after = api.standing(a, b);
      });
      await token.update({ x: token.x + 200 }, { animate: false });
      return after;
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  assert.equal(meanwhile, null);
  await known(TOKENS.ilse, TOKENS.snag);
  await eventually(distances, (feet) => feet > before, "it stands farther off");
});

test("what changes nothing leaves the answers; a wall in between changes them", async () => {
  await update(gm, TOKENS.snag, { name: "Snag the Tall" });
  await known(TOKENS.ilse, TOKENS.snag);
  const { x, y } = await gm.evaluate((id) => canvas.scene.tokens.get(id).toObject(), TOKENS.snag);
  await gm.evaluate((c) => canvas.scene.createEmbeddedDocuments("Wall", [{ c }]), [x - 10, y - 100, x - 10, y + 200]);
  await known(TOKENS.ilse, TOKENS.snag);
  await eventually(
    () => standing(gm, TOKENS.ilse, TOKENS.snag),
    (answer) => answer && answer.facts.cover.degree !== "none",
    "the wall is cover",
  );
});

test("a player's client has no table", async () => {
  assert.equal(await standing(player, TOKENS.ilse, TOKENS.snag), null);
});
