import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../../foundry-module/scripts/connection/engine.mjs";
import { ENGINE_DIED, EngineSocket } from "../../../foundry-module/scripts/connection/engine-socket.mjs";
import { inThisBrowser } from "../../../foundry-module/scripts/connection/places.mjs";
import { SCHEMA } from "../../../foundry-module/scripts/util/wire.mjs";
import { Clock, settled } from "../fakes.mjs";

const WELCOME = { type: "welcome", version: 1, schema: SCHEMA, epoch: "e1", server: "0.1.0", limits: {}, rulesets: [] };

/** A Worker that keeps what the page sends, and says what a test wants. */
class FakeWorker {
  sent = [];
  terminated = false;
  postMessage(message) {
    this.sent.push(message);
  }
  terminate() {
    this.terminated = true;
  }
  says(data) {
    this.onmessage({ data });
  }
}

function engine(more = {}) {
  const worker = new FakeWorker();
  const log = [];
  const socket = new EngineSocket({
    base: "https://example.test/table/modules/coign/engine/",
    world: "w",
    origin: "https://example.test",
    clock: { now: () => 0, setTimer: () => 0, clearTimer: () => {} },
    createWorker: (url) => {
      log.push(url);
      return worker;
    },
    ...more,
  });
  socket.onopen = () => log.push("open");
  socket.onmessage = ({ data }) => log.push(data);
  socket.onclose = ({ code, reason }) => log.push([code, reason]);
  return { worker, socket, log };
}

test("the worker is in the engine's folder, also under a path prefix, and is told of the line first", () => {
  const { worker, log, socket } = engine();
  assert.deepEqual(log, ["https://example.test/table/modules/coign/engine/worker.mjs"]);
  assert.deepEqual(worker.sent, [{ origin: "https://example.test", world: "w" }]);
  assert.equal(socket.readyState, 0);
  assert.throws(() => socket.send("{}"), /not ready/);
});

test("its start can be seen", () => {
  const seen = [];
  const { worker } = engine({ onProgress: (progress) => seen.push(progress) });
  worker.says({ progress: { stage: "loading", loaded: 4e6, total: 11e6 } });
  worker.says({ progress: { stage: "starting", loaded: 11e6, total: 11e6 } });
  assert.deepEqual(
    seen.map(({ stage, loaded }) => [stage, loaded]),
    [
      ["loading", 4e6],
      ["starting", 11e6],
    ],
  );
});

test("the connection runs over it as over a WebSocket: hello, welcome, request, answer", async () => {
  const { worker, socket } = engine();
  const clock = new Clock();
  const connection = new Engine({ setTimer: clock.setTimer, clearTimer: clock.clearTimer });
  await connection.connect({
    place: inThisBrowser("w", "engine/", { open: () => socket }),
    hello: () => ({ versions: [1] }),
  });
  worker.says({ open: true });
  assert.deepEqual(worker.sent.slice(1), ['{"type":"hello","versions":[1]}']);
  worker.says(JSON.stringify(WELCOME));
  assert.ok(connection.connected);
  const answer = connection.request({ type: "evaluate", id: "a" });
  worker.says('{"type":"annotation","id":"a"}');
  assert.equal((await answer).type, "annotation");
  connection.disconnect();
  assert.ok(worker.terminated, "and its memory is given back");
});

test("a worker that dies is reported as a close, and its requests are unanswered", async () => {
  const { worker, socket, log } = engine();
  worker.says({ open: true });
  worker.onerror({ message: "memory access out of bounds" });
  assert.deepEqual(log.slice(1), ["open"], "not before the code that closed it has finished");
  await settled();
  assert.deepEqual(log.at(-1), [ENGINE_DIED, "the engine in this browser failed: memory access out of bounds"]);
  assert.ok(worker.terminated);
  socket.send("{}"); // dropped
  worker.says("late");
  assert.equal(log.at(-1)[0], ENGINE_DIED);
});

test("a worker that cannot be loaded names its address", async () => {
  const { worker, log } = engine();
  worker.onerror({});
  await settled();
  assert.match(log.at(-1)[1], /modules\/coign\/engine\/worker\.mjs cannot be loaded/);
});

test("the session's own close keeps its code", async () => {
  const { worker, log } = engine();
  worker.says({ close: { code: 4008, reason: "far more messages than the bridge accepts" } });
  worker.says({ close: { code: 1000, reason: "" } });
  await settled();
  assert.deepEqual(log.slice(1), [[4008, "far more messages than the bridge accepts"]]);
});

test("a page closes it as it closes a WebSocket", async () => {
  const { worker, socket, log } = engine();
  socket.close(1000, "done");
  assert.equal(socket.readyState, 3);
  await settled();
  assert.deepEqual(log.at(-1), [1000, "done"]);
  assert.ok(worker.terminated);
});

test("a worker that hangs is ended like one that died, and one that answers is not", async () => {
  const clock = new Clock();
  const runs = async (seconds) => {
    for (let n = 0; n < seconds; n++) await clock.pass(1000);
  };
  const { worker, log } = engine({
    clock: { now: () => clock.now, setTimer: clock.setTimer, clearTimer: clock.clearTimer },
  });
  await runs(300);
  assert.equal(worker.sent.length, 1, "while it starts nothing is asked");
  worker.says({ open: true });
  for (let n = 0; n < 9; n++) {
    await runs(20);
    assert.deepEqual(worker.sent.at(-1), { ping: true });
    worker.says({ pong: true });
  }
  await runs(40);
  assert.ok(!worker.terminated);
  await runs(20);
  assert.ok(worker.terminated);
  assert.deepEqual(log.at(-1), [ENGINE_DIED, "the engine in this browser does not answer any more"]);
});
