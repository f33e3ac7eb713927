import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../../foundry-module/scripts/connection/engine.mjs";
import { onBridge } from "../../../foundry-module/scripts/connection/places.mjs";
import { SCHEMA } from "../../../foundry-module/scripts/util/wire.mjs";
import { Clock, Socket, settled } from "../fakes.mjs";

const WELCOME = { type: "welcome", version: 1, schema: SCHEMA, epoch: "e1", server: "0.1.0", limits: {}, rulesets: [] };
const URL_OF_BRIDGE = "ws://127.0.0.1:8765/ws/w";
const hello = () => ({ token: "secret", versions: [1] });

function table({ permission = null } = {}) {
  const clock = new Clock();
  const sockets = [];
  const asked = { permission };
  const place = {
    ...onBridge(URL_OF_BRIDGE),
    open: () => {
      sockets.push(new Socket(URL_OF_BRIDGE));
      return sockets.at(-1);
    },
    permission: async () => asked.permission,
  };
  const engine = new Engine({
    setTimer: clock.setTimer,
    clearTimer: clock.clearTimer,
    random: () => 0.5, // the middle, so that waits are as in the table
  });
  return { engine, clock, sockets, asked, wanted: { place, hello } };
}

async function connecting() {
  const all = table();
  await all.engine.connect(all.wanted);
  all.sockets[0].opens();
  return all;
}

async function connected() {
  const all = await connecting();
  all.sockets[0].says(WELCOME);
  return { ...all, socket: all.sockets[0] };
}

test("an engine whose messages have another shape is not talked to, and the state says so", async () => {
  for (const schema of ["0123456789abcdef", undefined]) {
    const { engine, sockets, clock } = await connecting();
    sockets.at(-1).says({ ...WELCOME, schema, server: "0.0.9" });
    assert.deepEqual([engine.status.state, engine.connected], ["version", false]);
    assert.match(engine.status.why, /0\.0\.9.*update the older/);
    await clock.pass(600_000);
    assert.equal(sockets.length, 1, "trying again cannot help");
  }
});

test("it sends hello first, and reports that it is connected after welcome", async () => {
  const { engine, sockets, wanted } = table();
  const states = [];
  engine.on("status", ({ state }) => states.push(state));
  await engine.connect(wanted);
  assert.equal(engine.send({ type: "scene.drop", scene: "s" }), false);
  sockets[0].opens();
  assert.deepEqual(sockets[0].sent, [{ type: "hello", token: "secret", versions: [1] }]);
  sockets[0].says(WELCOME);
  assert.deepEqual(states, ["connecting", "connected"]);
  assert.equal(engine.status.welcome.epoch, "e1");
});

test("it never sends its token to another kind of server", async () => {
  const { engine, sockets, clock, wanted } = table();
  await engine.connect(wanted);
  sockets[0].opens("");
  assert.deepEqual(sockets[0].sent, []);
  assert.equal(engine.status.state, "version");
  assert.match(engine.status.why, /something at ws:\/\/127\.0\.0\.1:8765\/ws\/w answers, but it is no Coign bridge/);
  assert.deepEqual(clock.waits, []);
});

test("answers are matched to their requests in any order; a second answer is ignored", async () => {
  const { engine, socket } = await connected();
  const strays = [];
  engine.on("answer", (answer) => strays.push(answer.id));
  const [one, two] = [engine.request({ type: "evaluate" }), engine.request({ type: "evaluate" })];
  const [first, second] = socket.sent.slice(-2).map(({ id }) => id);
  socket.says({ type: "annotation", id: second, revision: 2 });
  socket.says({ type: "annotation", id: first, revision: 1 });
  socket.says({ type: "annotation", id: first, revision: 9 });
  assert.equal((await one).revision, 1);
  assert.equal((await two).revision, 2);
  assert.deepEqual(strays, [first]);
});

test("a refusal by the bridge is an error with its sentence, code and detail", async () => {
  const { engine, socket } = await connected();
  const asked = engine.request({ type: "evaluate", id: "m1" });
  socket.says({
    type: "error",
    id: "m1",
    code: "unknown-token",
    message: "no token x in scene s",
    detail: { token: "x" },
  });
  await assert.rejects(asked, {
    name: "Refused",
    message: "no token x in scene s",
    code: "unknown-token",
    detail: { token: "x" },
  });
});

test("a request for several answers resolves with all of them, in order", async () => {
  const { engine, socket } = await connected();
  const views = engine.requestAll({ type: "evaluate", id: "v1", viewers: ["gm", "player"] }, { count: 2 });
  let done = false;
  views.then(() => (done = true));
  for (let n = 0; n < 2; n++) socket.says({ type: "annotation", id: "v1", viewer: "gm" }); // the same view twice
  await settled();
  assert.equal(done, false);
  socket.says({ type: "annotation", id: "v1", viewer: "player" });
  assert.deepEqual(
    (await views).map(({ viewer }) => viewer),
    ["gm", "player"],
  );
});

test("one error answers a request for several answers", async () => {
  const { engine, socket } = await connected();
  const strays = [];
  engine.on("answer", ({ type }) => strays.push(type));
  const views = engine.requestAll({ type: "evaluate", id: "v1" }, { count: 2 });
  socket.says({ type: "annotation", id: "v1" });
  socket.says({ type: "error", id: "v1", code: "unknown-token", message: "no token x", detail: {} });
  await assert.rejects(views, { code: "unknown-token" });
  socket.says({ type: "annotation", id: "v1" });
  assert.deepEqual(strays, ["annotation"], "nobody waits any more");
});

test("a survey's parts arrive one by one, and the last one is the answer", async () => {
  const { engine, socket } = await connected();
  const parts = [];
  const asked = engine.request({ type: "survey", id: "h1" }, { part: ({ start }) => parts.push(start) });
  socket.says({ type: "surveyed", id: "h1", start: 0, total: 2, done: false });
  socket.says({ type: "surveyed", id: "h1", start: 1, total: 2, done: true });
  assert.equal((await asked).done, true);
  assert.deepEqual(parts, [0, 1]);
});

test("a cancelled request is rejected here, and the bridge is informed", async () => {
  const { engine, socket } = await connected();
  const asked = engine.request({ type: "survey", id: "h1" });
  engine.cancel("h1");
  await assert.rejects(asked, { name: "Unanswered", message: "no longer wanted" });
  assert.deepEqual(socket.last, { type: "cancel", id: "h1" });
});

test("a lost connection rejects open requests once, and is tried again with growing waits", async () => {
  const { engine, socket, sockets, clock } = await connected();
  let lost = 0;
  engine.on("lost", () => {
    lost += 1;
  });
  const asked = engine.request({ type: "evaluate" });
  socket.ends(1006);
  await assert.rejects(asked, { name: "Unanswered", message: "the connection to the bridge was lost" });
  assert.equal(lost, 1);
  for (const wait of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    assert.deepEqual(clock.waits, [wait]);
    await clock.pass(wait);
    sockets.at(-1).ends(1006);
  }
  await clock.pass(30_000);
  sockets.at(-1).opens();
  sockets.at(-1).says(WELCOME);
  sockets.at(-1).ends(1012);
  assert.deepEqual(clock.waits, [1000], "a welcome ends the row of failures");
});

test("it stops trying for certain close codes, not for a clean close", async () => {
  for (const [code, state, retries] of [
    [1000, "reconnecting", 1],
    [1001, "reconnecting", 1],
    [1009, "too-big", 1],
    [1013, "reconnecting", 1],
    [4001, "refused", 0],
    [4002, "version", 0],
    [4003, "busy", 1],
    [4004, "taken-over", 0],
    [4005, "reconnecting", 1],
    [4008, "reconnecting", 1],
  ]) {
    const { engine, socket, clock } = await connected();
    socket.ends(code, "so it is");
    assert.deepEqual([code, engine.status.state, clock.waits.length], [code, state, retries]);
    assert.equal(engine.status.why, "so it is");
  }
});

test("the bridge's last error before it closes is shown to people", async () => {
  const { engine, sockets, wanted } = table();
  await engine.connect(wanted);
  sockets[0].opens();
  sockets[0].says({ type: "error", id: null, code: "unauthorised", message: "pair this browser anew" });
  sockets[0].ends(4001, "short");
  assert.deepEqual(engine.status, { state: "refused", why: "pair this browser anew", place: "bridge" });
});

test("if the browser would ask for permission, it waits for a click and never tries by itself", async () => {
  const { engine, sockets, clock, asked, wanted } = table({ permission: "prompt" });
  await engine.connect(wanted);
  assert.equal(engine.status.state, "asking");
  assert.deepEqual([sockets.length, clock.waits], [0, []]);
  await engine.connect(wanted, { byHand: true });
  assert.equal(sockets.length, 1);
  await clock.pass(600_000); // the person reads the prompt: the socket stays connecting
  assert.deepEqual([sockets.length, engine.status.state], [1, "connecting"]);
  asked.permission = "denied";
  sockets[0].ends(1006);
  await clock.pass(1000);
  assert.deepEqual([sockets.length, engine.status.state], [1, "blocked"]);
});

test("a page that may not open such a URL gets a message about it", async () => {
  const { engine, wanted } = table();
  wanted.place.open = () => {
    throw new Error("An insecure WebSocket connection may not be initiated");
  };
  await engine.connect(wanted);
  const why = "An insecure WebSocket connection may not be initiated";
  assert.deepEqual(engine.status, { state: "blocked", why, place: "bridge" });
});

test("after `stop` there is no timer and no late socket", async () => {
  const { engine, socket, sockets, clock, wanted } = await connected();
  socket.ends(1006);
  engine.disconnect("off");
  await clock.pass(60_000);
  assert.equal(sockets.length, 1);
  const connecting = engine.connect(wanted);
  engine.disconnect("unpaired");
  await connecting;
  await settled();
  assert.deepEqual([sockets.length, engine.status.state], [1, "unpaired"]);
});

test("waking ends a wait and tries at once, and does nothing otherwise", async () => {
  const { engine, socket, sockets, clock, asked } = await connected();
  engine.wake();
  assert.equal(sockets.length, 1);
  socket.ends(1006);
  engine.wake();
  await settled();
  assert.equal(sockets.length, 2);
  assert.deepEqual(clock.waits, []);
  sockets[1].ends(1006);
  asked.permission = "prompt";
  engine.wake();
  await settled();
  assert.deepEqual(
    [sockets.length, engine.status.state],
    [2, "asking"],
    "the browser asks for permission at a click alone",
  );
});

test("invalid messages are ignored", async (context) => {
  context.mock.method(console, "warn", () => {});
  const { engine, socket } = await connected();
  for (const odd of ["", "{", "null", "[]", '{"type": 4}', '{"no": "type"}']) socket.says(odd);
  assert.equal(engine.status.state, "connected");
});
