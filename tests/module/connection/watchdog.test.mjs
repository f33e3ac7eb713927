import assert from "node:assert/strict";
import { test } from "node:test";
import { PING_EVERY, Watchdog } from "../../../foundry-module/scripts/connection/watchdog.mjs";
import { Clock } from "../fakes.mjs";

/** A watchdog whose clock the test moves: `asked` questions, `deaths`. */
function watched() {
  const clock = new Clock();
  const seen = { asked: 0, deaths: 0 };
  const dog = new Watchdog(
    { ask: () => (seen.asked += 1), died: () => (seen.deaths += 1) },
    { now: () => clock.now, setTimer: clock.setTimer, clearTimer: clock.clearTimer },
  );
  const runs = async (ms) => {
    for (let left = ms; left > 0; left -= 1000) await clock.pass(Math.min(1000, left));
  };
  dog.start();
  return { dog, clock, seen, runs };
}

test("one that answers lives", async () => {
  const { dog, seen, runs } = watched();
  for (let n = 1; n <= 5; n++) {
    await runs(PING_EVERY);
    assert.deepEqual(seen, { asked: n, deaths: 0 });
    dog.heard();
  }
});

test("one that misses two questions is dead, and is asked no more", async () => {
  const { seen, runs } = watched();
  await runs(2 * PING_EVERY);
  assert.deepEqual(seen, { asked: 2, deaths: 0 });
  await runs(PING_EVERY - 1000);
  assert.equal(seen.deaths, 0);
  await runs(1000);
  assert.deepEqual(seen, { asked: 2, deaths: 1 });
  await runs(5 * PING_EVERY);
  assert.deepEqual(seen, { asked: 2, deaths: 1 });
});

test("one that answers late misses one question alone", async () => {
  const { dog, seen, runs } = watched();
  await runs(2 * PING_EVERY + 5000);
  dog.heard();
  await runs(3 * PING_EVERY - 6000);
  assert.equal(seen.deaths, 0);
  await runs(1000);
  assert.equal(seen.deaths, 1, "counted anew from then on");
});

test("a laptop that slept has not run", async () => {
  const { clock, seen } = watched();
  for (let naps = 0; naps < 9; naps++) await clock.pass(3_600_000);
  assert.deepEqual(seen, { asked: 0, deaths: 0 });
});

test("one that is not watched any more does not die", async () => {
  const { dog, seen, runs } = watched();
  await runs(PING_EVERY);
  dog.stop();
  await runs(5 * PING_EVERY);
  assert.deepEqual(seen, { asked: 1, deaths: 0 });
});
