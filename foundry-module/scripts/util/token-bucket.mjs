/** A token bucket: it limits how often something may be done, and allows a burst after a pause. Pure. */

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
