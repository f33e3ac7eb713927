/**
 * The ledger, which only GMs can read: the data of each roll, and all positions at that time. It is in each GM's browser, and
 * survives a reload. Pure.
 */

import { Rolls } from "./rolls.mjs";
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
   * @param {Pick<import("./rolls.mjs").Roll, "stood">[]} [decided] where all stood before a decision that may be taken back
   */
  async open(store, exists, decided = []) {
    await this.rolls.open(store, exists);
    const needed = [...this.rolls.all, ...decided].flatMap(({ stood }) => stood?.number ?? []);
    await this.standings.open(store, new Set(needed));
    this.#open();
  }
}
