/** The stand-in's combats count turns as Foundry's public pages describe. Two clients in one process, no browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../bridge/tabletop/foundry/client.mjs";
import { World } from "../../bridge/tabletop/foundry/world.mjs";
import { settled } from "./standin-kit.mjs";

const world = () =>
  new World({
    id: "test",
    generation: 14,
    version: "14.369",
    system: { id: "dnd5e", version: "6.0.1" },
    modules: [],
    documents: {
      User: [
        { _id: "gm", name: "Gamemaster", role: 4 },
        { _id: "player", name: "Player", role: 1 },
      ],
      Scene: [{ _id: "scene", active: true, tokens: ["A", "B"].map((_id) => ({ _id, name: _id })) }],
    },
  });

/** Start a combat of two, B first by initiative, and record the hooks of both clients. */
async function fight() {
  const shared = world();
  const [gm, player] = await Promise.all(["gm", "player"].map((user) => new Client(shared, user).start()));
  const heard = [];
  player.Hooks.on("combatTurnChange", (_combat, prior, current) => heard.push([prior.tokenId, current.tokenId]));
  const [combat] = await gm.classes.Combat.createDocuments([{ scene: "scene" }]);
  const combatants = [
    { tokenId: "A", sceneId: "scene", initiative: 5 },
    { tokenId: "B", sceneId: "scene", initiative: 15 },
  ];
  await combat.createEmbeddedDocuments("Combatant", combatants);
  return { gm, player, combat, heard };
}

test("turns go by initiative, round by round, forwards and backwards; hooks run on every client", async () => {
  const { player, combat, heard } = await fight();
  assert.deepEqual([combat.started, combat.combatant], [false, null]);
  await combat.startCombat();
  const at = () => [combat.round, combat.turn, combat.combatant.tokenId];
  assert.deepEqual(at(), [1, 0, "B"]);
  await combat.nextTurn();
  assert.deepEqual(at(), [1, 1, "A"]);
  await combat.nextTurn();
  assert.deepEqual(at(), [2, 0, "B"]);
  await combat.previousTurn();
  assert.deepEqual(at(), [1, 1, "A"]);
  await settled();
  assert.deepEqual(heard, [
    [null, "B"],
    ["B", "A"],
    ["A", "B"],
    ["B", "A"],
  ]);
  assert.equal(player.game.combats.contents[0].combatant.token.name, "A");
});

test("players cannot change the turn", async () => {
  const { player } = await fight();
  await assert.rejects(player.game.combats.contents[0].startCombat(), /lacks permission to update Combat/);
});
