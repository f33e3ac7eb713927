import assert from "node:assert/strict";
import { test } from "node:test";
import { LatestRequest } from "../../../foundry-module/scripts/map/latest-request.mjs";

test("one request at a time, then the newest; those in between are never sent", async () => {
  const sent = [];
  const shown = [];
  const answers = [];
  const latest = new LatestRequest({
    send: (request) => new Promise((resolve) => void sent.push(request) || answers.push(() => resolve(request))),
    show: (answer) => shown.push(answer),
    fail: assert.fail,
  });
  latest.send(1);
  latest.send(2);
  latest.send(3);
  answers[0]();
  await new Promise(setImmediate);
  assert.deepEqual([sent, shown], [[1, 3], [1]]);
  latest.drop();
  answers[1]();
  await new Promise(setImmediate);
  assert.deepEqual(shown, [1], "dropped while in progress");
});

test("a failure is reported only while the answer is wanted, and the next request is sent", async () => {
  const failed = [];
  const shown = [];
  const latest = new LatestRequest({
    send: async (request) => {
      if (request < 3) throw new Error(`no ${request}`);
      return request;
    },
    show: (answer) => shown.push(answer),
    fail: (problem) => failed.push(problem.message),
  });
  latest.send(1);
  latest.drop();
  await new Promise(setImmediate);
  latest.send(2);
  latest.send(3);
  await new Promise(setImmediate);
  assert.deepEqual([failed, shown], [["no 2"], [3]]);
});
