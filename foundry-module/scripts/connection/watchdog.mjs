/**
 * Notice that the other end has stopped answering. Pure.
 *
 * A Worker that hangs sends nothing, and the browser does not report it. So the page asks it for a sign of life from time to
 * time. After two questions without an answer it counts as dead. Only the page's own running time counts, so a sleeping
 * laptop or a stopped background page causes no alarm.
 */

export const PING_EVERY = 20_000; // ms of the page's running time
const MOST_MISSED = 2;
const STEP = 1000; // ms
const LONGEST_STEP = 2 * STEP; // a step that took longer was none: the page stood still

/** The page's clock and timers; tests replace them. */
const PAGE = {
  now: () => performance.now(),
  setTimer: (/** @type {() => void} */ task, /** @type {number} */ ms) => /** @type {any} */ (setTimeout(task, ms)),
  clearTimer: (/** @type {any} */ timer) => clearTimeout(timer),
};

export class Watchdog {
  #ask;
  #died;
  #clock;
  /** @type {any} */
  #timer = null;
  #last = 0;
  #ran = 0; // ms since the last question
  #missed = 0;
  #waits = false; // for an answer

  /**
   * @param {{ask: () => void, died: () => void}} handlers `ask`: put the question to which anything is an answer
   * @param {typeof PAGE} [clock]
   */
  constructor({ ask, died }, clock = PAGE) {
    this.#ask = ask;
    this.#died = died;
    this.#clock = clock;
  }

  /** Begin to watch. */
  start() {
    this.stop();
    this.#last = this.#clock.now();
    this.#ran = 0;
    this.heard();
    this.#step();
  }

  /** Note a sign of life from the other end. */
  heard() {
    this.#missed = 0;
    this.#waits = false;
  }

  /** Stop to watch. */
  stop() {
    if (this.#timer !== null) this.#clock.clearTimer(this.#timer);
    this.#timer = null;
  }

  #step() {
    this.#timer = this.#clock.setTimer(() => {
      const now = this.#clock.now();
      this.#ran += Math.min(now - this.#last, LONGEST_STEP);
      this.#last = now;
      if (this.#ran >= PING_EVERY && !this.#question()) return;
      this.#step();
    }, STEP);
  }

  /** Put the next question. Returns false if that was the last. */
  #question() {
    this.#ran = 0;
    if (this.#waits) this.#missed += 1;
    if (this.#missed >= MOST_MISSED) {
      this.stop();
      this.#died();
      return false;
    }
    this.#waits = true;
    this.#ask();
    return true;
  }
}
