/** When to do what may wait for the next frame. */

/**
 * In the next frame; a page in the background has none, so a clock stands by.
 * @param {() => void} task
 */
function nextFrame(task) {
  let done = false;
  const once = () => {
    if (!done) task();
    done = true;
  };
  requestAnimationFrame(once);
  setTimeout(once, 100);
}

/**
 * A task that may be asked for any number of times, and is done once in the next frame.
 *
 * @param {() => void} task
 * @param {(task: () => void) => void} [soon] calls back in the next frame
 * @returns {() => void}
 */
export function oncePerFrame(task, soon = nextFrame) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    soon(() => {
      due = false;
      task();
    });
  };
}
