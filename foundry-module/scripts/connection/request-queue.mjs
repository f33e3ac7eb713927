/**
 * A queue that keeps to the bridge's limit of requests a second. Each sender has a lane of its own, and the lanes take
 * turns: three hundred messages of one player do not keep the GM's own attack waiting. Pure.
 */

import { Refused, Unanswered } from "../util/errors.mjs";

const SHARE = 0.8; // of the bridge's limit, so that two clocks that differ a little do not exceed it
const MOST_WAITING = 500; // in one lane: beyond that the oldest are dropped
/** Why, as the bridge says it: what is dropped is asked again later, or its card says that it was not judged. */
const TOO_MANY = /** @type {Coign.ErrorAnswer} */ ({ code: "overloaded", message: "too many requests at once" });

/** @typedef {{start: () => void, drop: (why: Error) => void}} Waiting */

export class RequestQueue {
  /** @type {Map<string, Waiting[]>} */
  #lanes = new Map();
  #bucket = new TokenBucket({ capacity: 20, rate: 20 });
  #rate = 20;
  #clock;
  /** @type {unknown} */
  #timer = null;

  /**
   * @param {{now: () => number, setTimer: (task: () => void, ms: number) => unknown}} [clock] `now` in seconds
   */
  constructor(clock = { now: () => performance.now() / 1000, setTimer: (task, ms) => setTimeout(task, ms) }) {
    this.#clock = clock;
  }

  /**
   * Take over the bridge's limit.
   * @param {number} requestsPerSecond
   */
  limit(requestsPerSecond) {
    this.#rate = Math.max(1, requestsPerSecond * SHARE);
    this.#bucket = new TokenBucket({ capacity: this.#rate, rate: this.#rate });
  }

  /** The number of requests that wait. */
  get length() {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.length, 0);
  }

  /**
   * Wait for the turn to send one request.
   * @param {string} lane who sends it
   * @returns {Promise<void>} rejected if too many newer ones of the same lane came after it
   */
  turn(lane) {
    return new Promise((start, drop) => {
      const waiting = this.#lanes.get(lane) ?? [];
      waiting.push({ start, drop });
      if (waiting.length > MOST_WAITING) waiting.shift()?.drop(new Refused(TOO_MANY));
      this.#lanes.set(lane, waiting);
      this.#serve();
    });
  }

  /** Drop every request that waits: the connection is lost. */
  clear() {
    const waiting = [...this.#lanes.values()].flat();
    this.#lanes.clear();
    for (const { drop } of waiting) drop(new Unanswered("the connection to the bridge was lost"));
  }

  #serve() {
    while (this.#lanes.size && this.#bucket.spend(1, this.#clock.now())) this.#next().start();
    if (!this.#lanes.size || this.#timer !== null) return;
    this.#timer = this.#clock.setTimer(() => {
      this.#timer = null;
      this.#serve();
    }, 1000 / this.#rate);
  }

  /** Take the first request of the lane whose turn it is, and put that lane behind the others. */
  #next() {
    const [[lane, waiting]] = this.#lanes;
    const first = /** @type {Waiting} */ (waiting.shift());
    this.#lanes.delete(lane);
    if (waiting.length) this.#lanes.set(lane, waiting);
    return first;
  }
}

/** A token bucket: it limits how often something may be done, and allows a burst after a pause. */
export class TokenBucket {
  #capacity;
  #rate;
  #tokens;
  #updated = 0;

  /**
   * @param {{capacity: number, rate: number}} limits `rate` in tokens a second
   */
  constructor({ capacity, rate }) {
    this.#capacity = capacity;
    this.#rate = rate;
    this.#tokens = capacity;
  }

  /**
   * Spend tokens if there are enough.
   * @param {number} cost
   * @param {number} now seconds, of a clock that never goes back
   * @returns {boolean} false: too few, and none are spent
   */
  spend(cost, now) {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#updated) * this.#rate);
    this.#updated = now;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }
}
