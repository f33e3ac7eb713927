/** The stand-in behaves as Foundry's public pages describe. Several clients in one process, no browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../bridge/tabletop/foundry/client.mjs";
import { Game } from "../../bridge/tabletop/foundry/game.mjs";
import { clients, settled, TOKEN, tokenOf, worldOf } from "./standin-kit.mjs";

test("hooks run in order, call stops at false, and one that throws does not stop the next", async () => {
  const reported = [];
  const client = new Client(worldOf(), "gm", { report: (error, where) => reported.push(`${where}: ${error.message}`) });
  const ran = [];
  client.Hooks.on("a", () => ran.push(1) && undefined);
  client.Hooks.once("a", () => {
    ran.push(2);
    throw new Error("broken");
  });
  client.Hooks.on("a", () => false);
  client.Hooks.on("a", () => ran.push(4));
  assert.equal(client.Hooks.call("a"), false);
  assert.deepEqual(ran, [1, 2]);
  client.Hooks.callAll("a");
  assert.deepEqual(ran, [1, 2, 1, 4]);
  assert.deepEqual(reported, ["a: broken"]);
});

test("start-up: no game while modules load, no texts at init, no documents until setup, the scene before ready", async () => {
  const client = new Client(worldOf(), "gm");
  const page = {};
  const seen = [];
  const look = (stage) => () => {
    const { game } = page;
    const words = game?.i18n.localize("COIGN.name");
    seen.push([
      stage,
      Boolean(game),
      words,
      game?.users?.size,
      game?.user?.id,
      game?.scenes?.size,
      Boolean(game?.canvas?.ready),
    ]);
  };
  for (const name of ["ready", "canvasReady", "setup", "i18nInit", "init"]) client.Hooks.on(name, look(name));
  await client.start({
    load: async () => {
      client.game.i18n.take("en", { COIGN: { name: "Coign" } });
      look("load")();
    },
    show: () => (page.game = client.game),
  });
  assert.deepEqual(seen, [
    ["load", false, undefined, undefined, undefined, undefined, false],
    ["init", true, "COIGN.name", undefined, undefined, undefined, false],
    ["i18nInit", true, "Coign", undefined, undefined, undefined, false],
    ["setup", true, "Coign", 3, "gm", 1, false],
    ["canvasReady", true, "Coign", 3, "gm", 1, true],
    ["ready", true, "Coign", 3, "gm", 1, true],
  ]);
});

test("a wrapper on Game#initialize, put there while modules load, runs once, before init: libWrapper's place", async () => {
  const client = new Client(worldOf(), "gm");
  const order = [];
  const { initialize } = Game.prototype;
  client.Hooks.on("init", () => order.push("init"));
  await client.start({
    load: async () => {
      Game.prototype.initialize = function (...args) {
        order.push("wrapper");
        return initialize.apply(this, args);
      };
    },
  });
  Game.prototype.initialize = initialize;
  assert.deepEqual(order, ["wrapper", "init"]);
});

test("documents have the classes that are in CONFIG after init", async () => {
  const client = new Client(worldOf(), "gm");
  client.Hooks.once("init", () => {
    const Base = client.CONFIG.Actor.documentClass;
    client.CONFIG.Actor.documentClass = class TheirActor extends Base {
      prepareData() {
        super.prepareData();
        this.theirs = true;
      }
    };
  });
  await client.start();
  assert.ok(client.game.actors.contents.every((actor) => actor.theirs));
  assert.ok(tokenOf(client).actor.theirs);
});

test("packets that arrive while a client starts are not lost", async () => {
  const world = worldOf();
  const [gm] = await clients(world, "gm");
  const late = new Client(world, "player");
  const heard = [];
  late.Hooks.on("userConnected", (user) => heard.push([user.id, late.game.users.size, late.game.canvas.ready]));
  await tokenOf(gm).update({ name: "Renamed" });
  const [second] = await clients(world, "gm2");
  await settled();
  await late.start();
  assert.equal(tokenOf(late).name, "Renamed");
  assert.deepEqual(heard, [[second.userId, 3, true]], "when documents and canvas are there");
});

test("an update is partial, reaches every client, and shares no object between them", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  const seen = [];
  for (const client of [gm, player]) {
    client.Hooks.on("updateToken", (document, change, _options, userId) =>
      seen.push([client.userId, document.name, change, userId]),
    );
  }
  await tokenOf(gm).update({ elevation: 10, x: 100, flags: { coign: { a: { b: 1 } } } });
  await settled();
  const change = { _id: TOKEN._id, elevation: 10, flags: { coign: { a: { b: 1 } } } };
  assert.deepEqual(
    seen,
    [
      ["gm", "A", change, "gm"],
      ["player", "A", change, "gm"],
    ],
    "x is unchanged and so not in it",
  );
  assert.equal(tokenOf(player)._source.elevation, 10);
  assert.notEqual(seen[0][2], seen[1][2]);
  await tokenOf(gm).update({ "flags.coign.a.c": 2 });
  assert.deepEqual(tokenOf(gm).getFlag("coign", "a"), { b: 1, c: 2 }, "objects merge");
});

test("an update that changes nothing fires nothing", async () => {
  const [gm] = await clients(worldOf(), "gm");
  let fired = 0;
  gm.Hooks.on("preUpdateToken", () => fired++);
  gm.Hooks.on("updateToken", () => fired++);
  await tokenOf(gm).update({ x: 100, name: "A" });
  assert.equal(fired, 0);
});

test("a pre hook runs on the asking client alone and may refuse", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  const asked = [];
  gm.Hooks.on("preUpdateToken", () => asked.push("gm"));
  player.Hooks.on("preUpdateToken", (_document, change) => asked.push("player") && !change.name);
  await tokenOf(player).update({ name: "Z" });
  await tokenOf(player).update({ x: 300 });
  await settled();
  assert.deepEqual(asked, ["player", "player"]);
  assert.equal(tokenOf(gm).name, "A");
  assert.equal(tokenOf(gm)._source.x, 300);
});

test("a whole batch is applied before the first of its hooks runs", async () => {
  const [gm] = await clients(worldOf(), "gm");
  const scene = gm.game.scenes.get("scene");
  const seen = [];
  gm.Hooks.on("updateToken", () => seen.push(scene.tokens.map((token) => token._source.elevation)));
  await scene.updateEmbeddedDocuments(
    "Token",
    scene.tokens.map(({ id }) => ({ _id: id, elevation: 5 })),
  );
  assert.deepEqual(seen, [
    [5, 5],
    [5, 5],
  ]);
});

test("players change their own documents only", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  const scene = player.game.scenes.get("scene");
  await assert.rejects(
    tokenOf(player, "tokenB0000000000").update({ x: 1 }),
    /User Player lacks permission to update Token/,
  );
  await assert.rejects(scene.walls.get("wall").update({ ds: 1 }), /lacks permission/);
  await assert.rejects(scene.walls.get("door").update({ c: [0, 0, 1, 1] }), /lacks permission/);
  await scene.walls.get("door").update({ ds: 1 });
  const message = await gm.classes.ChatMessage.create({ content: "hush" });
  await settled();
  await assert.rejects(player.game.messages.get(message.id).setFlag("coign", "a", 1), /lacks permission/);
  assert.equal(gm.game.scenes.get("scene").walls.get("door").ds, 1);
});

test("a created message gets its id from the server and keeps what preCreate adds", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  player.Hooks.on("preCreateChatMessage", (message) => {
    assert.equal(message.id, null);
    message.updateSource({ flags: { coign: { targets: ["x"] } } });
  });
  const roll = await new player.Roll("1d20 + 3").evaluate();
  const message = await player.classes.ChatMessage.create({ rolls: [roll], content: "" });
  await settled();
  const there = gm.game.messages.get(message.id);
  assert.deepEqual(there.flags.coign.targets, ["x"]);
  assert.equal(there.author.id, "player");
  assert.equal(there.rolls[0].total, roll.total);
  assert.equal(typeof there.toObject().rolls[0], "string");
});

test("flags: an unknown scope throws, unsetFlag deletes, in v13's and in v14's way", async () => {
  for (const generation of [13, 14]) {
    const [gm, player] = await clients(worldOf({ generation }), "gm", "player");
    await assert.rejects(tokenOf(gm).setFlag("nobody", "a", 1), /Flag scope "nobody" is not valid/);
    await tokenOf(gm).setFlag("coign", "a", 1);
    await tokenOf(gm).unsetFlag("coign", "a");
    await settled();
    assert.deepEqual(tokenOf(player)._source.flags.coign, {}, `v${generation}`);
  }
});

test("v13 and v14 shapes of a scene", async () => {
  const [old] = await clients(worldOf(), "gm");
  const [recent] = await clients(worldOf({ generation: 14 }), "gm");
  assert.ok(Array.isArray(tokenOf(old)._source.detectionModes));
  assert.ok(!("depth" in tokenOf(old)._source));
  assert.deepEqual(tokenOf(recent)._source.detectionModes, {});
  assert.equal(tokenOf(recent)._source.depth, 1);
  assert.equal(recent.game.scenes.get("scene").levels.size, 0);
  assert.equal(old.game.scenes.get("scene").levels, undefined);
  assert.deepEqual(recent.game.scenes.get("scene").walls.get("wall")._source.levels, []);
});

test("v14: a region's top is outside it by default, and one attached to a token moves and hides with it (foundry#14299, #14076)", async () => {
  const [gm, player] = await clients(worldOf({ generation: 14 }), "gm", "player");
  const shapes = [{ type: "rectangle", x: 0, y: 0, width: 100, height: 100 }];
  const aura = { name: "Aura", shapes, attachment: { token: TOKEN._id }, elevation: { bottom: 0, top: 5 } };
  const [{ id }] = await gm.canvas.scene.createEmbeddedDocuments("Region", [aura]);
  await tokenOf(gm).update({ x: 300, hidden: true });
  await settled();
  for (const client of [gm, player]) {
    const region = client.game.scenes.get("scene").regions.get(id);
    const isIn = [5, 4].map((elevation) => region.testPoint({ x: 250, y: 50, elevation }));
    assert.deepEqual([isIn, region.hidden], [[false, true], true]);
  }
});

test("settings: each scope reaches the right users, and only those with permission change it", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  const heard = [];
  for (const client of [gm, player]) {
    for (const scope of ["world", "user", "client"]) {
      client.game.settings.register("coign", scope, {
        scope,
        type: Number,
        default: 1,
        onChange: (value) => heard.push(`${client.userId} ${scope} ${value}`),
      });
    }
  }
  await assert.rejects(player.game.settings.set("coign", "world", 2), /permission/);
  assert.throws(() => gm.game.settings.get("coign", "nothing"), /"coign.nothing" is not a registered game setting/);
  for (const scope of ["world", "user", "client"]) await gm.game.settings.set("coign", scope, 5);
  await settled();
  assert.deepEqual(heard.sort(), ["gm client 5", "gm user 5", "gm world 5", "player world 5"]);
  assert.equal(player.game.settings.get("coign", "world"), 5);
  assert.equal(player.game.settings.get("coign", "user"), 1);
});

test("queries: answered, refused, timed out; all clients name the same active GM, and another one when it leaves", async () => {
  const world = worldOf();
  const [gm, second, player] = await clients(world, "gm", "gm2", "player");
  gm.CONFIG.queries["coign.add"] = async ({ a, b }) => a + b;
  gm.CONFIG.queries["coign.never"] = () => new Promise(() => {});
  const asked = player.game.users.activeGM;
  assert.equal(asked.id, "gm");
  assert.equal(await asked.query("coign.add", { a: 1, b: 2 }), 3);
  await assert.rejects(asked.query("coign.none", {}), /not registered/);
  await assert.rejects(asked.query("coign.never", {}, { timeout: 30 }), /timed out after 30 ms/);
  const events = [];
  second.Hooks.on("userConnected", (user, connected) => events.push([user.id, connected, second.game.user.isActiveGM]));
  gm.close();
  await settled();
  assert.deepEqual(events, [["gm", false, true]]);
  assert.equal(player.game.users.activeGM.id, "gm2");
});

test("targets: each client knows its own and those of the others", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  const heard = [];
  gm.Hooks.on("targetToken", (user, token, targeted) => heard.push([user.id, token.name, targeted]));
  player.game.canvas.tokens.get("tokenB0000000000").setTarget(true);
  await settled();
  assert.deepEqual(gm.game.users.get("player").targets.ids, ["tokenB0000000000"]);
  assert.equal(gm.game.user.targets.size, 0);
  await tokenOf(gm, "tokenB0000000000").delete();
  await settled();
  assert.deepEqual(heard, [
    ["player", "B", true],
    ["player", "B", false],
  ]);
});

test("clients know which scene another user views, whether they log in before or after", async () => {
  const world = worldOf();
  const [gm] = await clients(world, "gm");
  const [player] = await clients(world, "player");
  await settled();
  assert.equal(gm.game.users.get("player").viewedScene, "scene");
  assert.equal(player.game.users.get("gm").viewedScene, "scene");
  await player.view(null);
  await settled();
  assert.equal(gm.game.users.get("player").viewedScene, null);
});

test("sockets: nothing is sent without `socket` in the manifest, and nothing back to the sender", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  const heard = [];
  for (const client of [gm, player]) {
    for (const name of ["module.coign", "module.speaks"])
      client.game.socket.on(name, (data) => heard.push([client.userId, name, data]));
  }
  gm.game.socket.emit("module.coign", 1);
  gm.game.socket.emit("module.speaks", 2);
  await settled();
  assert.deepEqual(heard, [["player", "module.speaks", 2]]);
});

test("a blind roll is seen by the GM and not by the one who rolled it", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  const roll = await new player.Roll("1d20").evaluate();
  const { id } = await player.classes.ChatMessage.create({ rolls: [roll], whisper: ["gm"], blind: true });
  await settled();
  assert.deepEqual(
    [gm, player].map((client) => client.game.messages.get(id).isContentVisible),
    [true, false],
  );
});

test("a synthetic actor is its token's own; a linked one is the world's", async () => {
  const [gm] = await clients(worldOf(), "gm");
  const token = tokenOf(gm);
  assert.equal(token.actor.uuid, `Scene.scene.Token.${TOKEN._id}.Actor.actorA0000000000`);
  assert.equal(gm.fromUuidSync(token.actor.uuid), token.actor);
  await token.update({ actorLink: true });
  assert.equal(token.actor, gm.game.actors.get("actorA0000000000"));
});

test("a wall that restricts stops the way between two points, an open door and the first limited wall do not", async () => {
  const [gm] = await clients(worldOf(), "gm");
  const { scene } = gm.canvas;
  await scene.deleteEmbeddedDocuments(
    "Wall",
    [...scene.walls].map(({ id }) => id),
  );
  const wall = (x, more = {}) => ({ c: [x, -50, x, 50], ...more });
  const [, , door] = await scene.createEmbeddedDocuments("Wall", [
    wall(10, { sight: 10 }),
    wall(20, { sight: 0 }),
    wall(30, { door: 1, ds: 0 }),
  ]);
  const { sight } = gm.CONFIG.Canvas.polygonBackends;
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
  ];
  const test = (mode, type = "sight") => sight.testCollision(from, to, { type, mode });
  assert.deepEqual([test("any"), test("closest").x, test("all").length], [true, 30, 1]);
  assert.equal(sight.testCollision(to, from, { type: "sight", mode: "any" }), true);
  assert.equal(test("closest", "move").x, 10, "what is limited for sight is not so for moving");
  await door.update({ ds: 1 });
  assert.deepEqual([test("any"), test("closest")], [false, null]);
  await scene.createEmbeddedDocuments("Wall", [wall(35, { sight: 10 })]);
  assert.equal(test("closest").x, 35, "a second limited wall");
  const seen = sight.create(from, { type: "sight", radius: 38 });
  assert.deepEqual([seen.contains(34, 0), seen.contains(36, 0), seen.contains(0, 39)], [true, false, false]);
});

test("statuses: a list in 13; in 14 a record by id that still has a list's methods", async () => {
  const statuses = async (generation) => {
    const [client] = await clients(worldOf({ generation }), "gm");
    return client.CONFIG.statusEffects;
  };
  const old = await statuses(13);
  assert.equal(old.prone, undefined);
  const now = await statuses(14);
  assert.equal(now.prone.id, "prone");
  assert.equal(
    now.find(({ id }) => id === "prone"),
    now.prone,
  );
  assert.deepEqual(
    [Object.keys(now), Object.values(now).map(({ id }) => id), [...now].map(({ id }) => id)],
    Array(3).fill(old.map(({ id }) => id)),
  );
  now.hexed = { name: "Hexed" };
  assert.equal(now.at(-1).id, "hexed");
  delete now.hexed;
  assert.ok(!("hexed" in now) && "prone" in now && now.length === old.length);
  const [{ CONFIG }] = await clients(worldOf({ generation: 14 }), "gm");
  const record = CONFIG.statusEffects;
  CONFIG.statusEffects = [{ id: "hexed" }];
  assert.deepEqual([record === CONFIG.statusEffects, Object.keys(record)], [true, ["hexed"]]);
});

test("the world's modules have a collection's methods", async () => {
  const [{ game }] = await clients(worldOf(), "gm");
  assert.deepEqual(
    [game.modules.find(({ socket }) => socket).id, game.modules.some(({ id }) => id === "x")],
    ["speaks", false],
  );
  assert.deepEqual(
    game.modules.map(({ id }) => id),
    ["coign", "speaks"],
  );
});
