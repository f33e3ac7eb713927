/** History of this GM's decisions, for taking back the last one. Pure. */

const MOST = 100;

export class Decisions {
  /** @type {(() => Promise<boolean>)[]} */
  #list = [];

  /**
   * Note a decision.
   * @param {() => Promise<boolean>} takeBack returns false if it has no effect any more, for example because its message was deleted
   */
  note(takeBack) {
    this.#list.push(takeBack);
    this.#list.splice(0, this.#list.length - MOST);
  }

  /** Take back the last decision that still has an effect. Return false without one. */
  async takeBack() {
    for (let last = this.#list.pop(); last; last = this.#list.pop()) if (await last()) return true;
    return false;
  }
}
