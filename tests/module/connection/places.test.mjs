/** The places where Coign computes: on whose client, how a connection to each begins, and what its end means. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../../foundry-module/scripts/connection/engine.mjs";
import { ENGINE_DIED } from "../../../foundry-module/scripts/connection/engine-socket.mjs";
import {
  connectionPlan,
  inThisBrowser,
  moduleFolder,
  onBridge,
} from "../../../foundry-module/scripts/connection/places.mjs";
import { SCHEMA } from "../../../foundry-module/scripts/util/wire.mjs";
import { Clock, Socket, settled } from "../fakes.mjs";

const WELCOME = { type: "welcome", version: 1, schema: SCHEMA, epoch: "e1", server: "0.1.0", limits: {}, rulesets: [] };

/** A connection to an engine in this browser, whose Workers the test controls. */
async function engineAt(clock = new Clock()) {
  const engines = [];
  const place = inThisBrowser("w", "engine/1f/", {
    now: () => clock.now,
    open: (options) => {
      engines.push(Object.assign(new Socket(options.base), { options }));
      return engines.at(-1);
    },
  });
  const engine = new Engine({ setTimer: clock.setTimer, clearTimer: clock.clearTimer, random: () => 0.5 });
  const states = [];
  engine.on("status", ({ state, place, progress }) => states.push([state, place, progress?.loaded]));
  await engine.connect({ place, hello: () => ({}) });
  const starts = () => {
    engines.at(-1).opens();
    engines.at(-1).says(WELCOME);
  };
  return { engine, clock, engines, states, starts };
}

test("an engine is started from the folder of the bundle, whatever a host calls it", () => {
  for (const folder of [
    "https://game.example/modules/coign/", // an own server
    "https://game.example/table/modules/coign/", // behind a path prefix
    "https://assets.forge-vtt.com/65386216bc2d33002bda378a/modules/coign/", // imported into the Forge by a user
    "https://assets.forge-vtt.com/bazaar/modules/coign/0.1.0/", // the Forge's Bazaar
    "https://assets.forge-vtt.com/bazaar/modules/coign-2d960ceba80cc778/",
  ])
    for (const query of ["", "?v=2"]) assert.equal(moduleFolder(`${folder}coign.mjs${query}`, true), folder);
});

test("in a clone an engine is started from the folder of the sources", async () => {
  const script = "file:///clone/foundry-module/scripts/connection/places.mjs";
  assert.equal(moduleFolder(script, false), "file:///clone/foundry-module/");
  const { engines } = await engineAt();
  assert.equal(engines[0].options.base, new URL("../../../foundry-module/engine/1f/", import.meta.url).href);
});

test("the start of an engine can be seen, byte by byte, and then that it is ready", async () => {
  const { engines, states, starts, engine } = await engineAt();
  const { onProgress, world } = engines[0].options;
  assert.equal(world, "w");
  for (const loaded of [4e6, 11e6]) onProgress({ stage: "loading", loaded, total: 11e6 });
  starts();
  assert.deepEqual(states, [
    ["starting", "page", undefined],
    ["starting", "page", 4e6],
    ["starting", "page", 11e6],
    ["connected", "page", undefined],
  ]);
  engine.disconnect();
  onProgress({ stage: "loading", loaded: 1, total: 2 });
  assert.equal(engine.status.state, "off", "a late word of an engine that was ended changes nothing");
});

test("an engine that dies is started again; its third death within a minute is the last", async () => {
  const { engine, clock, engines, starts } = await engineAt();
  for (let death = 1; death <= 2; death++) {
    starts();
    engines.at(-1).ends(ENGINE_DIED, "out of memory");
    assert.deepEqual([engine.status.state, engine.status.why], ["starting", "out of memory"]);
    await clock.pass(1000);
    assert.equal(engines.length, death + 1);
  }
  starts();
  engines.at(-1).ends(ENGINE_DIED, "out of memory");
  assert.deepEqual([engine.status.state, engine.status.why, clock.waits], ["failed", "out of memory", []]);
});

test("deaths that are further apart are forgiven", async () => {
  const { engine, clock, engines, starts } = await engineAt();
  for (let death = 1; death <= 6; death++) {
    starts();
    await clock.pass(40_000);
    engines.at(-1).ends(ENGINE_DIED);
    assert.equal(engine.status.state, "starting");
    await clock.pass(1000);
    await settled();
    assert.equal(engines.length, death + 1);
  }
});

test("the session's own close is no death", async () => {
  const { engine, clock, engines } = await engineAt();
  for (let n = 0; n < 5; n++) {
    engines.at(-1).opens();
    engines.at(-1).ends(4008);
    assert.equal(engine.status.state, "starting");
    await clock.pass(clock.waits[0]);
  }
  engines.at(-1).ends(4002);
  assert.deepEqual([engine.status.state, clock.waits], ["version", []]);
});

test("a bridge is tried in other words, and has no deaths", () => {
  const place = onBridge("wss://bridge.example/ws/w");
  assert.deepEqual([place.trying(0), place.trying(1)], ["connecting", "reconnecting"]);
  for (let n = 1; n < 9; n++) assert.equal(place.afterClose(ENGINE_DIED, n, 0).state, "reconnecting");
});

const user = (id, { paired = false, active = true, isGM = true } = {}) => ({
  id,
  active,
  isGM,
  flags: { coign: { paired } },
});

test("the active GM owns the connection to a bridge if its browser is paired, else another paired GM", () => {
  const active = user("z", { paired: true });
  const other = user("a", { paired: true });
  assert.deepEqual(connectionPlan([other, active], active, "auto"), { owner: active, place: "bridge" });
  const unpaired = user("z");
  const users = [user("b", { paired: true }), other, unpaired];
  assert.deepEqual(
    connectionPlan(users, unpaired, "auto"),
    { owner: other, place: "bridge" },
    "the same on every client",
  );
});

test("in a world without a paired browser the active GM's computes", () => {
  const active = user("z");
  const away = user("g", { paired: true, active: false });
  const player = user("p", { paired: true, isGM: false });
  assert.deepEqual(connectionPlan([active, away, player], active, "auto"), { owner: active, place: "page" });
  assert.deepEqual(connectionPlan([away, player], null, "auto"), { owner: null, place: "page" });
});

test("the world's setting is stronger than a pairing", () => {
  const [active, paired] = [user("z"), user("a", { paired: true })];
  assert.deepEqual(connectionPlan([active, paired], active, "page"), { owner: active, place: "page" });
  assert.deepEqual(
    connectionPlan([active], active, "bridge"),
    { owner: active, place: "bridge" },
    "and is asked to pair",
  );
});
