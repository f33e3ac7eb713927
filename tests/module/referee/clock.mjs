/**
 * Time that nobody waits for: as soon as nothing else is to be done, the clock goes on to the next short timer. Import it
 * before what sets timers. An evening at the table takes as long as its work, on a busy machine too, and goes the same way
 * each time. Pauses before the bridge is tried again are short, whatever their length; other timers of seconds are left alone.
 */

const SHORT = 500; // ms
const [PAUSE, SHORT_PAUSE] = [2500, 20]; // ms
const LATE = 10_000; // ms after which a card says that nothing answers
const TURNS = 4; // of the loop: what a task sets off is done before the next one

const [pass, stop] = [globalThis.setTimeout, globalThis.clearTimeout];
/** The timers that have not run, the next one first. @type {{at: number, task: () => void}[]} */
const timers = [];
let now = performance.now();
let isGoing = false;

performance.now = () => now;

globalThis.setTimeout = (task, ms = 0, ...given) => {
  const wait = ms > PAUSE && ms !== LATE ? SHORT_PAUSE : ms;
  if (!(wait > 0 && wait <= SHORT)) return pass(task, wait, ...given);
  const timer = { at: now + wait, task: () => task(...given) };
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

/**
 * Let time pass, and no timer with it: a laptop slept.
 * @param {number} ms
 */
export const later = (ms) => {
  now += ms;
};
