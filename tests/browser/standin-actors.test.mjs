/** The stand-in's unlinked tokens: their own actors, changes of these, and the hooks that run. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ownTime } from "../support/own-time.mjs";
import { clients, settled, TOKEN, tokenOf, worldOf } from "./standin-kit.mjs";

const CLUB = { _id: "itemClub00000000", name: "Club", type: "weapon", system: { damage: "1d4" } };

/** Log a game master and a player who owns A into a world where A has a club. */
async function table(generation = 13) {
  const world = worldOf({ generation });
  world.data.documents.Actor[0].items.push({ ...CLUB, flags: {} });
  return clients(world, "gm", "player");
}

/** Record each hook of these names on a client, as [hook, name of the document, uuid of its actor]. */
function listen(client, ...hooks) {
  const heard = [];
  for (const hook of hooks)
    client.Hooks.on(hook, (document) => heard.push([hook, document.name, (document.actor ?? document.parent).uuid]));
  return heard;
}

for (const generation of [13, 14]) {
  test(`v${generation}: a condition on an unlinked token reaches every client's handlers, on its own actor`, async () => {
    const [gm, player] = await table(generation);
    const heard = listen(player, "createActiveEffect", "deleteActiveEffect");
    const { actor } = tokenOf(gm);
    await actor.toggleStatusEffect("prone");
    await settled();
    assert.ok(actor.statuses.has("prone"));
    assert.ok(tokenOf(player).actor.statuses.has("prone"));
    assert.equal(gm.game.actors.get(TOKEN.actorId).statuses.size, 0, "the world's actor has it not");
    assert.equal(tokenOf(gm).toObject().delta.effects.length, 1);
    await actor.toggleStatusEffect("prone");
    await settled();
    assert.equal(tokenOf(player).actor.statuses.size, 0);
    assert.deepEqual(
      heard.map(([hook, , uuid]) => [hook, uuid]),
      [
        ["createActiveEffect", actor.uuid],
        ["deleteActiveEffect", actor.uuid],
      ],
    );
  });
}

test("changing an unlinked token's actor fires the actor's hooks and leaves the world's actor alone", async () => {
  const [gm, player] = await table();
  const asked = [];
  const heard = [];
  gm.Hooks.on("preUpdateActor", (actor, change) => asked.push([actor.uuid, change]));
  for (const hook of ["updateActor", "updateActorDelta", "updateToken"])
    player.Hooks.on(hook, (document, change) => heard.push([hook, document.uuid, change.system]));
  const token = tokenOf(gm);
  const { actor } = token;
  await actor.update({ "system.hp": 3 });
  await settled();
  assert.deepEqual(asked, [[actor.uuid, { system: { hp: 3 } }]]);
  assert.deepEqual(heard, [
    ["updateActor", actor.uuid, { hp: 3 }],
    ["updateActorDelta", token.delta.uuid, { hp: 3 }],
  ]);
  assert.equal(token.actor, actor, "one object for as long as the token is there");
  assert.deepEqual([actor.system.hp, gm.game.actors.get(actor.id).system.hp], [3, undefined]);
  assert.equal(tokenOf(player).delta.system.hp, 3);
});

test("an item of the world's actor is copied when it is changed, and marked as deleted when it is deleted", async () => {
  const [gm, player] = await table();
  const heard = listen(player, "updateItem", "deleteItem", "createItem");
  const { actor, delta } = tokenOf(gm);
  const world = gm.game.actors.get(actor.id);
  await actor.items.get(CLUB._id).update({ name: "Great club" });
  assert.deepEqual([actor.items.get(CLUB._id).name, world.items.get(CLUB._id).name], ["Great club", "Club"]);
  await actor.items.get(CLUB._id).delete();
  assert.equal(actor.items.size, 0);
  assert.deepEqual(delta._source.items, [{ _id: CLUB._id, _tombstone: true }]);
  assert.equal(world.items.size, 1);
  await actor.createEmbeddedDocuments("Item", [{ name: "Knife" }]);
  await settled();
  assert.deepEqual(
    heard.map(([hook, name]) => [hook, name]),
    [
      ["updateItem", "Great club"],
      ["deleteItem", "Great club"],
      ["createItem", "Knife"],
    ],
  );
  assert.deepEqual(
    tokenOf(player).actor.items.map(({ name }) => name),
    ["Knife"],
  );
});

test("a change of the world's actor shows in unlinked tokens, except in their own data", async () => {
  const [gm] = await table();
  const { actor } = tokenOf(gm);
  await actor.update({ "system.hp": 3 });
  const world = gm.game.actors.get(actor.id);
  await world.update({ system: { hp: 9, ac: 15 } });
  await world.createEmbeddedDocuments("ActiveEffect", [{ name: "blind", statuses: ["blind"] }]);
  assert.deepEqual(actor.system, { hp: 3, ac: 15 });
  assert.ok(actor.statuses.has("blind"));
});

test("a token's own actor after the token is changed: its delta, its link, another actor", async () => {
  const [gm] = await table();
  const token = tokenOf(gm);
  await token.update({ delta: { name: "Al" } });
  assert.equal(token.actor.name, "Al");
  await token.update({ actorId: "actorB0000000000", delta: { name: null } });
  assert.deepEqual([token.actor.name, token.actor.items.size], ["B", 0]);
  await token.update({ actorLink: true });
  assert.equal(token.actor, gm.game.actors.get("actorB0000000000"));
});

test("players change their own tokens' actors and nobody else's", async () => {
  const [, player] = await table();
  await tokenOf(player).actor.update({ "system.hp": 1 });
  await tokenOf(player).actor.toggleStatusEffect("prone");
  const foe = tokenOf(player, "tokenB0000000000").actor;
  await assert.rejects(foe.update({ "system.hp": 1 }), /lacks permission/);
  await assert.rejects(foe.createEmbeddedDocuments("ActiveEffect", [{ name: "prone" }]), /lacks permission/);
  assert.equal(foe.system.hp, undefined);
});

test("a move refreshes the token in every frame and on arrival; meanwhile its document is in between", async (context) => {
  const [gm] = await table();
  const pass = ownTime(context);
  const token = tokenOf(gm);
  const seen = [];
  gm.Hooks.on("refreshToken", ({ document }, flags) => seen.push([document.x, flags.refreshPosition]));
  const steps = [];
  gm.Hooks.on("updateToken", (document) => steps.push(document.x));
  await pass(token.update({ x: 500 }));
  assert.deepEqual([steps, token.x, token._source.x, token.toObject().x], [[100], 100, 500, 500]);
  await pass(token.object.movementAnimationPromise);
  await pass(30); // another frame, and more
  const places = seen.map(([x]) => x);
  assert.ok(places.length >= 5, `${places.length} frames`);
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.ok(places.filter((x) => x > 100 && x < 500).length >= 3);
  assert.deepEqual([places.at(-1), token.x], [500, 500]);
  assert.ok(seen.every(([, moved]) => moved));
});

test("a second move starts where the token is; one without animation arrives at once", async (context) => {
  const [gm] = await table();
  const pass = ownTime(context);
  const token = tokenOf(gm);
  await pass(token.update({ x: 500 }));
  await pass(120);
  const under = token.x;
  assert.ok(under > 100 && under < 500);
  await pass(token.update({ flags: { coign: { a: 1 } } }));
  assert.ok(token.x < 500, "another change does not carry it there");
  await pass(token.update({ x: 0, y: 200 }));
  assert.ok(token.x >= under - 1, "no leap back to where it began");
  await pass(token.object.movementAnimationPromise);
  assert.deepEqual([token.x, token.y], [0, 200]);
  await pass(token.update({ x: 300 }, { animate: false }));
  assert.equal(token.x, 300);
});

test("an actor speaks through the token that its user controls; without one the controlled token speaks, or the character", async () => {
  const [gm] = await table();
  const { getSpeaker } = gm.classOf("ChatMessage");
  const [first] = gm.canvas.scene.tokens.contents;
  const actor = gm.game.actors.get(first.actorId);
  const [second] = await gm.canvas.scene.createEmbeddedDocuments("Token", [{ ...first.toObject(), _id: undefined }]);
  await settled();
  assert.equal(getSpeaker({ actor }).token, first.id);
  second.object.control();
  assert.equal(getSpeaker({ actor }).token, second.id);
  assert.equal(getSpeaker().token, second.id);
  assert.equal(getSpeaker({ token: first }).token, first.id);
  second.object.release();
  assert.deepEqual(getSpeaker(), { scene: null, actor: null, token: null, alias: gm.user.name });
  Object.defineProperty(gm.user, "character", { value: actor });
  assert.equal(getSpeaker().token, first.id);
});

test("v14: an effect lights its actor's tokens without a change of their source, or an updateToken (foundry#13461)", async () => {
  const [gm, player] = await table(14);
  const heard = [];
  player.Hooks.on("updateToken", (document) => heard.push(document.id));
  const { actor } = tokenOf(gm);
  const system = { changes: [{ key: "token.light.dim", type: "override", value: 40 }] };
  const [torch] = await actor.createEmbeddedDocuments("ActiveEffect", [{ name: "Torch", system }]);
  await settled();
  assert.deepEqual([tokenOf(player).light.dim, tokenOf(player)._source.light.dim], [40, 0]);
  await tokenOf(gm).update({ x: 300 });
  await settled();
  assert.equal(tokenOf(player).light.dim, 40);
  await torch.update({ disabled: true });
  await settled();
  assert.deepEqual([tokenOf(player).light.dim, heard], [0, [TOKEN._id]]);
});
