import assert from "node:assert/strict";
import { test } from "node:test";
import { inSlices } from "../../../foundry-module/scripts/util/slices.mjs";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("between two slices of a long task the page does what waits", async () => {
  const done = { steps: 0, others: 0, all: false };
  inSlices(
    (function* () {
      for (; done.others < 3; done.steps++) yield; // it ends only when the page has had its turns
      done.all = true;
    })(),
  );
  assert.ok(done.steps > 0, "the first slice runs at once");
  assert.equal(done.all, false);
  for (; !done.all; done.others++) await turn();
});

test("a task that is stopped does not go on", async () => {
  let steps = 0;
  const stop = inSlices(
    (function* () {
      for (;;) yield steps++;
    })(),
  );
  stop();
  const before = steps;
  for (let turns = 0; turns < 20; turns++) await turn();
  assert.equal(steps, before);
});
