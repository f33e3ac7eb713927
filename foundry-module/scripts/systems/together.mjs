/**
 * Questions that go out together: several creatures save against one effect, and their system rolls one save after the
 * other. The first roll asks for all of them, so that none of the others waits for an answer of its own. Pure.
 */

const SOON = 2000; // ms in which an answer is used: later somebody may have moved

export class Together {
  /** @type {Map<string, {asked: Coign.Asked, at: number}>} */
  #early = new Map();
  #ask;
  #now;

  /**
   * @param {Coign.InRoll["ask"]} ask
   * @param {() => number} [now] ms
   */
  constructor(ask, now = () => performance.now()) {
    this.#ask = ask;
    this.#now = now;
  }

  /**
   * Return whether an answer was asked for with another roll's.
   * @param {Coign.InRollQuery} query
   */
  has(query) {
    return this.#early.has(JSON.stringify(query));
  }

  /**
   * Ask, or take the answer that was asked for with another roll's. Each is used once.
   * @param {Coign.InRollQuery} query
   */
  ask(query) {
    const key = JSON.stringify(query);
    const early = this.#early.get(key);
    this.#early.delete(key);
    return early && this.#now() - early.at < SOON ? early.asked : this.#ask(query);
  }

  /**
   * Ask now what other creatures will ask soon.
   * @param {Coign.InRollQuery[]} queries
   */
  askEarly(queries) {
    const at = this.#now();
    for (const [key, early] of this.#early) if (at - early.at >= SOON) this.#early.delete(key);
    for (const query of queries) {
      const key = JSON.stringify(query);
      if (!this.#early.has(key)) this.#early.set(key, { asked: this.#ask(query), at });
    }
  }

  /** Forget the answers: the scene has changed. */
  forget() {
    this.#early.clear();
  }
}
