/** History of this GM's decisions, for taking back the last one. It outlives the page. Pure. */

const MOST = 100;

/** @typedef {{kind: string, data: any}} Decision `data`: what its kind needs to take it back, as JSON has it */

export class Decisions {
  #undo;
  #store;

  /**
   * @param {Record<string, (data: any) => Promise<boolean>>} undo takes back a decision of each kind; returns false if it has
   *   no effect any more, for example because its message was deleted
   * @param {{read: () => Decision[], write: (list: Decision[]) => void}} store where they outlive the page
   */
  constructor(undo, store) {
    this.#undo = undo;
    this.#store = store;
  }

  /**
   * Note a decision.
   * @param {string} kind
   * @param {Decision["data"]} data
   */
  note(kind, data) {
    this.#store.write([...this.#store.read(), { kind, data }].slice(-MOST));
  }

  /** Take back the last decision that still has an effect. Return false without one. */
  async takeBack() {
    for (let list = this.#store.read(); list.length; list = this.#store.read()) {
      const { kind, data } = list[list.length - 1];
      this.#store.write(list.slice(0, -1));
      if (await this.#undo[kind]?.(data)) return true;
    }
    return false;
  }
}
