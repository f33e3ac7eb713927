/** What this GM has decided last, wherever that was, so that it can be taken back. Pure. */

const MOST = 100;

export class Decisions {
  /** @type {(() => Promise<boolean>)[]} */
  #list = [];

  /**
   * Note a decision.
   * @param {() => Promise<boolean>} takeBack returns false if there is nothing left of it, as when its message was deleted
   */
  note(takeBack) {
    this.#list.push(takeBack);
    this.#list.splice(0, this.#list.length - MOST);
  }

  /** Take back the last decision of which something is left. Returns false if there is none. */
  async takeBack() {
    for (let last = this.#list.pop(); last; last = this.#list.pop()) if (await last()) return true;
    return false;
  }
}
