/**
 * Time that nobody waits for: as soon as nothing else is to be done, the clock goes on to the next short timer. Import it
 * before what sets timers. An evening at the table takes as long as its work, on a busy machine too, and goes the same way
 * each time. Timers of seconds are left alone.
 */

const SHORT = 500; // ms
const TURNS = 4; // of the loop: what a task sets off is done before the next one

const [pass, stop] = [globalThis.setTimeout, globalThis.clearTimeout];
/** The timers that have not run, the next one first. @type {{at: number, task: () => void}[]} */
const timers = [];
let now = performance.now();
let isGoing = false;

performance.now = () => now;

globalThis.setTimeout = (task, ms = 0, ...given) => {
  if (!(ms > 0 && ms <= SHORT)) return pass(task, ms, ...given);
  const timer = { at: now + ms, task: () => task(...given) };
  const after = timers.findIndex(({ at }) => at > timer.at);
  timers.splice(after < 0 ? timers.length : after, 0, timer);
  if (!isGoing) goOn(TURNS);
  isGoing = true;
  return timer;
};

globalThis.clearTimeout = (timer) => {
  const place = timers.indexOf(timer);
  if (place < 0) stop(timer);
  else timers.splice(place, 1);
};

/** Let some turns of the loop pass, and then the time to the next timer. */
function goOn(turns) {
  setImmediate(() => {
    if (turns > 1) return goOn(turns - 1);
    const timer = timers.shift();
    isGoing = timers.length > 0;
    if (!timer) return;
    now = Math.max(now, timer.at);
    if (isGoing) goOn(TURNS);
    timer.task();
  });
}
