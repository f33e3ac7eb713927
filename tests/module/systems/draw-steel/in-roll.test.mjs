/** Edges and banes in the power rolls of Draw Steel, before the dice fall: in the stand-in, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { additionsOf } from "../../../../foundry-module/scripts/in-roll/additions.mjs";
import { powerRollsOf } from "../../../../foundry-module/scripts/systems/draw-steel/abilities.mjs";
import { wrapAbilities } from "../../../../foundry-module/scripts/systems/draw-steel/in-roll.mjs";
import { adapterFor } from "../../../../foundry-module/scripts/systems/index.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { answered } from "../../result-kit.mjs";
import { contextOf, foundryOf, inRollWith } from "../rolls-kit.mjs";

const EDGE = {
  id: "high-ground",
  source: "High Ground",
  effect: { kind: "edge", to: "attack" },
  state: "on",
  reason: "10 ft above",
};
const PRONE = { ...EDGE, id: "target-prone", source: "Prone Target" };
const BANE = {
  id: "cover",
  source: "Cover",
  effect: { kind: "bane", to: "attack" },
  state: "on",
  reason: "half hidden",
};

/** A table whose questions are answered so: modifiers by target. */
async function tableWith(byTarget) {
  const table = await tableOf("draw-steel", 14);
  const { client } = table;
  const { inRoll, queries } = inRollWith(
    ({ targets }) => {
      const results = targets.map((target) => ({ target, modifiers: byTarget[target] ?? [] }));
      const additions = additionsOf({ players: answered({ results }) }, (key) => key);
      return { inTime: Promise.resolve(additions), late: Promise.resolve(null) };
    },
    { CONFIG: client.CONFIG },
  );
  wrapAbilities(inRoll, { table: { ...foundryOf(client), system: () => null } });
  const context = contextOf(client);
  return { ...table, queries, inRoll, read: adapterFor("draw-steel", "1.0.0", context).readAttack };
}

const edgesIn = (message) => powerRollsOf(message).map(({ options }) => [options.edges, options.banes]);

test("each target has its own edges and banes, on the same two dice, and the message says which were put in", async () => {
  const { client, aim, strike, queries, read } = await tableWith({
    [TOKENS.snag]: [EDGE],
    [TOKENS.grik]: [BANE, EDGE, PRONE],
  });
  aim(TOKENS.snag, TOKENS.grik);
  client.CONFIG.Dice.nextFaces.push(6, 5);
  const message = await strike(TOKENS.ilse, "Longbow Shot");
  assert.deepEqual(edgesIn(message).sort(), [
    [1, 0],
    [2, 1],
  ]);
  assert.deepEqual(queries[0].targets, [TOKENS.snag, TOKENS.grik]);
  assert.deepEqual([queries[0].attack.kind, queries[0].attack.range.normal], ["ranged", 50]);
  const { included } = message.flags.coign;
  const told = included.map(({ modifier, target }) => `${modifier} ${target}`).sort();
  assert.deepEqual(told, [
    `cover ${TOKENS.grik}`,
    `high-ground ${TOKENS.grik}`,
    `high-ground ${TOKENS.snag}`,
    `target-prone ${TOKENS.grik}`,
  ]);
  const seen = read(message);
  assert.equal(seen.roll.total, 13, "11 and 2, without edges");
});

test("the system's own edges stay, and the question knows them", async () => {
  const { client, aim, strike, queries } = await tableWith({ [TOKENS.snag]: [EDGE] });
  aim(TOKENS.snag);
  const { actor } = client.canvas.scene.tokens.get(TOKENS.snag);
  actor.statuses = new Set(["restrained"]);
  const message = await strike(TOKENS.ilse, "Longbow Shot");
  assert.equal(queries[0].defence[TOKENS.snag].edges, 1);
  assert.deepEqual(edgesIn(message), [[2, 0]]);
  client.canvas.scene.tokens.get(TOKENS.ilse).actor.statuses = new Set(["weakened"]);
  await strike(TOKENS.ilse, "Longbow Shot");
  assert.deepEqual(queries[1].defence[TOKENS.snag], { ac: null, applied: null, edges: 1, banes: 1 });
});

test("without a target, or with the setting off, the ability is used as it is", async () => {
  const { aim, strike, queries, inRoll } = await tableWith({});
  aim();
  assert.deepEqual(edgesIn(await strike(TOKENS.ilse, "Longbow Shot")), [[0, 0]]);
  aim(TOKENS.snag);
  inRoll.active = false;
  const message = await strike(TOKENS.ilse, "Longbow Shot");
  assert.deepEqual([edgesIn(message), queries.length, message.flags.coign?.included], [[[0, 0]], 0, undefined]);
});
