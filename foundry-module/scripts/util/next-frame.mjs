/** Work that is collected and done once in the next frame. */

/**
 * Call back in the next frame. A page in the background has no frames, so after 100 ms a timer does it.
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
 * Return a function that may be called any number of times, and runs the task once in the next frame.
 *
 * @param {() => void} task
 * @param {(task: () => void) => void} [schedule] calls back in the next frame
 */
export function oncePerFrame(task, schedule = nextFrame) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    schedule(() => {
      due = false;
      task();
    });
  };
}
