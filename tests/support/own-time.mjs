/** Time that a test lets pass, for tests about milliseconds on a busy machine. */

/**
 * Stop the clock and the timers of a test, until its end.
 * @param {import("node:test").TestContext} context
 * @returns {(ms: number | Promise<unknown>) => Promise<unknown>} lets so many milliseconds pass, or as many as a promise
 *   takes, one by one and each with all that follows from it
 */
export function ownTime({ mock }) {
  let now = performance.now();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => now);
  const step = async () => {
    now += 1;
    mock.timers.tick(1);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return async (span) => {
    if (typeof span === "number") for (let n = 0; n < span; n++) await step();
    else {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      span.then(done, done);
      while (!isDone) await step();
    }
    return span;
  };
}
