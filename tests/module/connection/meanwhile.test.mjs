/** While the bridge is away: this browser computes until it is back, and no request is cut off without need. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answers, LOOK_EVERY, Meanwhile, PATIENCE } from "../../../foundry-module/scripts/connection/meanwhile.mjs";
import { onBridge } from "../../../foundry-module/scripts/connection/places.mjs";
import { Clock, Socket } from "../fakes.mjs";

const AWAY = { place: "bridge", state: "reconnecting" };

function table({ wanted = false } = {}) {
  const clock = new Clock();
  const world = { wanted, bridge: false, idle: true, log: [] };
  const meanwhile = new Meanwhile({
    computeHere: () => world.log.push("here"),
    connectToBridge: () => world.log.push("bridge"),
    bridgeAnswers: async () => world.bridge,
    idle: () => world.idle,
    wanted: () => world.wanted,
    setTimer: clock.setTimer,
    clearTimer: clock.clearTimer,
  });
  return { clock, world, meanwhile };
}

test("it begins by a click, and ends when the bridge answers", async () => {
  const { clock, world, meanwhile } = table();
  meanwhile.statusChanged(AWAY);
  await clock.pass(60_000);
  assert.deepEqual(world.log, [], "nobody asked for it");
  meanwhile.begin();
  assert.ok(meanwhile.running);
  meanwhile.statusChanged({ place: "page", state: "connected" });
  await clock.pass(LOOK_EVERY);
  await clock.pass(LOOK_EVERY);
  assert.deepEqual(world.log, ["here"]);
  world.bridge = true;
  await clock.pass(LOOK_EVERY);
  assert.deepEqual([world.log, meanwhile.running, clock.waits], [["here", "bridge"], false, []]);
});

test("it begins by itself if the GM wants that, but not while a bridge only restarts", async () => {
  const { clock, world, meanwhile } = table({ wanted: true });
  meanwhile.statusChanged(AWAY);
  await clock.pass(PATIENCE - 1);
  meanwhile.statusChanged({ place: "bridge", state: "connected" });
  await clock.pass(PATIENCE);
  assert.deepEqual(world.log, []);
  for (const state of ["reconnecting", "connecting", "reconnecting"]) {
    meanwhile.statusChanged({ place: "bridge", state });
    await clock.pass(PATIENCE / 2);
  }
  assert.deepEqual(world.log, ["here"]);
});

test("the bridge waits a moment for requests under way, and no longer", async () => {
  const { clock, world, meanwhile } = table();
  Object.assign(world, { bridge: true, idle: false });
  meanwhile.begin();
  await clock.pass(LOOK_EVERY);
  for (let ms = 0; ms < 500; ms += 100) await clock.pass(100);
  assert.deepEqual(world.log, ["here"]);
  world.idle = true;
  await clock.pass(100);
  assert.deepEqual(world.log, ["here", "bridge"]);

  world.idle = false;
  meanwhile.begin();
  await clock.pass(LOOK_EVERY);
  for (let ms = 0; ms < 2000; ms += 100) await clock.pass(100);
  assert.deepEqual(world.log, ["here", "bridge", "here", "bridge"]);
});

test("whoever decides otherwise ends it, even while it looks", async () => {
  const { clock, world, meanwhile } = table();
  world.bridge = true;
  meanwhile.begin();
  const looking = meanwhile.look();
  meanwhile.end();
  await looking;
  await clock.pass(60_000);
  assert.deepEqual([world.log, meanwhile.running, clock.waits], [["here"], false, []]);
  await meanwhile.look();
  assert.deepEqual(clock.waits, [], "nothing to look for");
});

/** Ask whether a fake socket answers, after it did what a test wants. */
async function asked(act, permission = null) {
  const sockets = [];
  const open = () => {
    sockets.push(new Socket("ws://x"));
    queueMicrotask(() => act(sockets[0]));
    return sockets[0];
  };
  return [await answers({ ...onBridge("ws://x"), open, permission: async () => permission }), sockets];
}

test("a bridge that answers is told nothing, and is left again", async () => {
  const [found, [socket]] = await asked((one) => one.opens());
  assert.deepEqual([found, socket.sent, socket.closedWith], [true, [], 1000]);
  assert.equal((await asked((one) => one.opens("")))[0], false, "another program is there");
  assert.equal((await asked((one) => one.ends(1006)))[0], false);
});

test("the person is not asked for a permission by this", async () => {
  for (const permission of ["prompt", "denied"])
    assert.deepEqual(await asked((one) => one.opens(), permission), [false, []]);
  assert.equal((await asked((one) => one.opens(), "granted"))[0], true);
});

test("what the page itself says of its engine begins nothing, and ends nothing", async () => {
  const { clock, world, meanwhile } = table({ wanted: true });
  meanwhile.statusChanged({ place: "page", state: "reconnecting" });
  await clock.pass(2 * PATIENCE);
  assert.deepEqual([world.log, clock.waits], [[], []]);
});
