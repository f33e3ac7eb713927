/**
 * The ledger, which only GMs can read: the data of each roll, and all positions at that time. It is in each GM's browser, and
 * survives a reload. Pure.
 */

import { Rolls, withBefore } from "./rolls.mjs";
import { Standings } from "./standings.mjs";

export class Ledger {
  rolls = new Rolls();
  standings = new Standings();
  #open = () => {};
  /** Settled when the stored data are loaded. @type {Promise<void>} */
  opened = new Promise((resolve) => {
    this.#open = resolve;
  });

  /**
   * Load the stored data, except for rolls whose messages are gone.
   * @param {import("./rolls.mjs").Store} store
   * @param {(message: string) => boolean} exists
   */
  async open(store, exists) {
    await this.rolls.open(store, exists);
    const needed = this.rolls.all.flatMap(({ stood }) => withBefore(stood).map(({ number }) => number));
    await this.standings.open(store, new Set(needed));
    this.#open();
  }
}
