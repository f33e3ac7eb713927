/** Messages that are too big: for the engine, and for what is between. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../../foundry-module/scripts/connection/engine.mjs";
import { onBridge } from "../../../foundry-module/scripts/connection/places.mjs";
import { SCHEMA } from "../../../foundry-module/scripts/util/wire.mjs";
import { Clock, Socket, settled } from "../fakes.mjs";

const LIMIT = 10_000; // bytes
const WELCOME = {
  type: "welcome",
  version: 1,
  schema: SCHEMA,
  epoch: "e",
  server: "0",
  limits: { bytes: LIMIT },
  rulesets: [],
};
const place = onBridge("ws://127.0.0.1:8765/ws/w");

async function connected() {
  const clock = new Clock();
  const sockets = [];
  const open = () => sockets[sockets.push(new Socket(place.address)) - 1];
  const engine = new Engine({ setTimer: clock.setTimer, clearTimer: clock.clearTimer, random: () => 0.5 });
  const errors = [];
  engine.on("answer", (answer) => errors.push(answer));
  await engine.connect({ place: { ...place, open, permission: async () => null }, hello: () => ({}) });
  const welcome = () => {
    sockets.at(-1).opens();
    sockets.at(-1).says(WELCOME);
  };
  welcome();
  return { engine, clock, sockets, errors, welcome };
}

const patch = (text) => ({
  type: "scene.patch",
  scene: "s",
  changes: [
    { document: "Wall", action: "update", id: "w", data: {} },
    { document: "Token", action: "update", id: "t", data: { name: text } },
  ],
});

const put = (walls, tokens) => ({ type: "scene.put", scene: "s", data: { name: "S", walls, tokens } });
const long = "x".repeat(LIMIT);

for (const [message, named] of [
  [patch(long), "scene.patch of scene s, Token t"],
  [put([{ _id: "w" }, { _id: "v", name: long }], [{ _id: "t" }]), "scene.put of scene s, document v"],
  [put([], []), "scene.put of scene s"],
  [{ type: "evaluate", why: long }, "evaluate"],
])
  test(`a message that is too big for the bridge is not sent, and is called ${named}`, async () => {
    const { engine, sockets, errors } = await connected();
    const text = JSON.stringify({ ...message, ...(named === "scene.put of scene s" && { why: long }) });
    assert.equal(engine.send(JSON.parse(text)), false);
    assert.equal(sockets[0].sent.length, 1, "hello alone");
    assert.equal(engine.status.state, "connected");
    const detail = message.scene ? { scene: "s" } : {};
    const why = `the message ${named} has ${text.length} bytes, ${LIMIT} at most`;
    assert.deepEqual(errors, [{ type: "error", id: null, code: "too-large", message: why, detail }]);
  });

test("a message that just fits is sent", async () => {
  const { engine } = await connected();
  const room = LIMIT - JSON.stringify(patch("")).length;
  assert.deepEqual(
    [room, room + 1].map((letters) => engine.send(patch("x".repeat(letters)))),
    [true, false],
  );
});

test("bytes are counted, not letters", async () => {
  const { engine, errors } = await connected();
  assert.equal(engine.send(patch("e".repeat(LIMIT / 2))), true);
  assert.equal(engine.send(patch("漢".repeat(LIMIT / 2))), false);
  assert.equal(errors.length, 1);
});

test("a request that is too big is refused like one that the bridge refuses", async () => {
  const { engine } = await connected();
  const why = { name: "Refused", code: "too-large" };
  await assert.rejects(engine.request({ type: "evaluate", why: "x".repeat(LIMIT) }), why);
});

test("if a message was too big for what is between, nothing as big is sent again", async () => {
  const { engine, clock, sockets, welcome } = await connected();
  const lost = assert.rejects(engine.request({ type: "evaluate", why: "x".repeat(5000) }), { code: "too-large" });
  const other = assert.rejects(engine.request({ type: "evaluate", why: "x" }), { name: "Unanswered" });
  sockets[0].ends(1009, "");
  await Promise.all([lost, other]);
  assert.equal(engine.status.state, "too-big");
  await clock.pass(1000);
  welcome();
  await settled();
  assert.equal(engine.status.state, "connected");
  assert.ok(engine.status.welcome.limits.bytes < 5100, "who splits what it sends splits it smaller");
  assert.equal(engine.send(patch("x".repeat(5000))), false);
  assert.equal(engine.send(patch("x".repeat(3000))), true);
  await engine.connect({
    place: { ...place, open: () => sockets[sockets.push(new Socket("")) - 1], permission: async () => null },
    hello: () => ({}),
  });
  welcome();
  assert.equal(engine.send(patch("x".repeat(5000))), true, "at another place something else is between");
});
