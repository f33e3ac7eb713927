/** Long work on the page's thread, in slices short enough for a person's mouse and eyes. */

const SLICE = 4; // ms

/**
 * Call back as soon as the browser has handled what waits. Unlike a timer it is not slowed down in a page in the background.
 * @param {() => void} task
 */
function inNextTurn(task) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(null);
}

/**
 * Run a task, the first slice at once.
 *
 * @param {Iterator<unknown>} task pauses between slices where it yields
 * @param {{now?: () => number, pause?: (task: () => void) => void}} [browser] tests replace it; `now` in milliseconds
 * @returns {() => void} stops it
 */
export function inSlices(task, { now = () => performance.now(), pause = inNextTurn } = {}) {
  let isWanted = true;
  const work = () => {
    const end = now() + SLICE;
    while (isWanted && !task.next().done) if (now() >= end) return pause(work);
  };
  work();
  return () => {
    isWanted = false;
  };
}
