import assert from "node:assert/strict";
import { test } from "node:test";
import { TokenBucket } from "../../../foundry-module/scripts/util/token-bucket.mjs";

test("a burst is spent at once, then tokens come back at the rate, up to the capacity", () => {
  const bucket = new TokenBucket({ capacity: 3, rate: 2 });
  const spent = (cost, now) => bucket.spend(cost, now);
  assert.deepEqual([spent(2, 100), spent(2, 100), spent(1, 100), spent(1, 100)], [true, false, true, false]);
  assert.deepEqual([spent(1, 100.5), spent(1, 100.5)], [true, false]);
  assert.deepEqual([spent(4, 200), spent(3, 200)], [false, true], "never more than the capacity");
});
