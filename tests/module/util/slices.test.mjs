import assert from "node:assert/strict";
import { test } from "node:test";
import { inSlices } from "../../../foundry-module/scripts/util/slices.mjs";

/** Yield for a time that takes several slices, and note each step. */
function* long(steps) {
  for (const end = performance.now() + 20; performance.now() < end; ) {
    steps.push("step");
    yield;
  }
  steps.push("done");
}

test("between two slices of a long task the page does what waits", async () => {
  const steps = [];
  inSlices(long(steps));
  assert.equal(steps[0], "step", "the first slice runs at once");
  assert.ok(!steps.includes("done"));
  for (let turns = 0; !steps.includes("done"); turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    steps.push("other");
    assert.ok(turns < 1000);
  }
  assert.ok(steps.indexOf("other") < steps.lastIndexOf("step"));
});

test("a task that is stopped does not go on", async () => {
  const steps = [];
  const stop = inSlices(long(steps));
  stop();
  const { length } = steps;
  await new Promise((resolve) => setTimeout(resolve, 40));
  assert.equal(steps.length, length);
});
