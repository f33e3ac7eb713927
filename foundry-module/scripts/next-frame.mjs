/** When to do what may wait for the next frame. */

/**
 * In the next frame; a page in the background has none, so a clock stands by.
 * @param {() => void} task
 */
export function nextFrame(task) {
  let done = false;
  const once = () => {
    if (!done) task();
    done = true;
  };
  requestAnimationFrame(once);
  setTimeout(once, 100);
}
