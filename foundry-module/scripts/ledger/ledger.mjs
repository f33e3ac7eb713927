/**
 * The memory that GMs alone read: what is known of each roll, and where everybody stood at it. It is in the browser of each
 * GM, and outlives the page. Pure.
 */

import { Rolls } from "./rolls.mjs";
import { Standings } from "./standings.mjs";

export class Ledger {
  rolls = new Rolls();
  standings = new Standings();
  #open = () => {};
  /** Settled when what was kept is known. @type {Promise<void>} */
  opened = new Promise((resolve) => {
    this.#open = resolve;
  });

  /**
   * Take what is kept, but for rolls whose messages are gone.
   * @param {import("./rolls.mjs").Store} store
   * @param {(message: string) => boolean} exists
   */
  async open(store, exists) {
    await this.rolls.open(store, exists);
    await this.standings.open(store, new Set(this.rolls.all.flatMap(({ stood }) => (stood ? [stood.number] : []))));
    this.#open();
  }
}
