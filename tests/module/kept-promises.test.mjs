import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { runInThisContext } from "node:vm";
import { keepPromises } from "../browser/kept-promises.mjs";

const LOST = "frame.evaluate: Resulting promise was garbage collected.";

afterEach(() => delete globalThis.keptPromises);

/** A frame that runs what it gets as text here, and reports the first promises of it as collected. */
function frameThatLoses(times, message = LOST) {
  let left = times;
  return keepPromises({
    async evaluate(code, given) {
      const outcome = runInThisContext(`(${code})`)(given);
      if (left-- > 0) throw new Error(message);
      return outcome;
    },
  });
}

test("a promise that was reported as collected is asked for again, and its code runs once", async () => {
  globalThis.ran = 0;
  const frame = frameThatLoses(2);
  const outcome = await frame.evaluate(
    async ([more]) => {
      globalThis.ran += more;
      await null;
      return `ran ${globalThis.ran}`;
    },
    [1],
  );
  assert.equal(outcome, "ran 1");
  delete globalThis.ran;
});

test("what the code throws is thrown on, after a loss too", async () => {
  const fails = async () => {
    throw new Error("no such token");
  };
  await assert.rejects(frameThatLoses(1).evaluate(fails), /no such token/);
  await assert.rejects(
    frameThatLoses(1, "Target closed").evaluate(async () => 1),
    /Target closed/,
  );
});

test("a value that is no promise is returned, and not kept", async () => {
  assert.equal(await frameThatLoses(0).evaluate((given) => given + 1, 1), 2);
  assert.equal(globalThis.keptPromises, undefined);
});

test("a frame that loses every promise says so", async () => {
  await assert.rejects(
    frameThatLoses(99).evaluate(async () => 1),
    /garbage collected/,
  );
});
