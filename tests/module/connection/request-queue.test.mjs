/** The queue in front of the bridge: its rate limit, and fairness between senders. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { RequestQueue, TokenBucket } from "../../../foundry-module/scripts/connection/request-queue.mjs";
import { settled } from "../fakes.mjs";

/** Make a queue with a clock that the test moves. */
function queueWithClock() {
  let now = 0;
  let tasks = [];
  const queue = new RequestQueue({ now: () => now, setTimer: (task) => tasks.push(task) });
  const pass = async (seconds) => {
    for (const end = now + seconds; now < end; ) {
      now += 0.01;
      const due = tasks;
      tasks = [];
      for (const task of due) task();
      await settled();
    }
  };
  return { queue, pass };
}

test("requests do not exceed the bridge's rate limit", async () => {
  const { queue, pass } = queueWithClock();
  queue.limit(50);
  let sent = 0;
  for (let n = 0; n < 300; n++) queue.turn("player").then(() => (sent += 1));
  await settled();
  assert.equal(sent, 40, "what a pause has saved up goes at once");
  await pass(1);
  assert.ok(sent > 60 && sent <= 90, `${sent} after a second`);
  await pass(10);
  assert.equal(sent, 300, "all of them in the end");
});

test("three hundred requests of one sender do not delay another's, and none is lost", async () => {
  const { queue, pass } = queueWithClock();
  queue.limit(50);
  const order = [];
  for (let n = 0; n < 300; n++) queue.turn("player").then(() => order.push("player"));
  await settled();
  const before = order.length;
  queue.turn("gm").then(() => order.push("gm"));
  await pass(0.1);
  const passed = order.indexOf("gm") - before;
  assert.ok(passed >= 0 && passed <= 1, `within a tenth of a second, after ${passed} of the flood: ${order.length}`);
  await pass(10);
  assert.equal(order.length, 301, "the rest as the queue empties");
});

test("the oldest requests of a full lane are dropped with an error", async () => {
  const { queue } = queueWithClock();
  queue.limit(1);
  const turns = Array.from({ length: 502 }, () => queue.turn("player"));
  await assert.rejects(turns[1], { code: "overloaded", message: /too many requests/ });
  assert.equal(queue.length, 500);
  for (const turn of turns) turn.catch(() => null);
});

test("a burst is spent at once, then tokens come back at the rate, up to the capacity", () => {
  const bucket = new TokenBucket({ capacity: 3, rate: 2 });
  const spent = (cost, now) => bucket.spend(cost, now);
  assert.deepEqual([spent(2, 100), spent(2, 100), spent(1, 100), spent(1, 100)], [true, false, true, false]);
  assert.deepEqual([spent(1, 100.5), spent(1, 100.5)], [true, false]);
  assert.deepEqual([spent(4, 200), spent(3, 200)], [false, true], "never more than the capacity");
});
