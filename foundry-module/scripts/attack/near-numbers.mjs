/**
 * Numbers near the true ones, of which a player's words of odds are made. Pure.
 *
 * From the true numbers a player could find a foe's armour class: with bonuses that differ by one, the words change at a
 * place that tells it. So the words are made of the middle of a band of four numbers. The distance from a creature's true
 * number to that middle is fixed when it is first asked for: whatever a player then adds to the number or takes from it, all
 * words together tell the band and no more.
 *
 * The distances are kept for as long as the page is open. After that, a number that has changed may get another one.
 */

const BAND = 4;

export class NearNumbers {
  /** The distances, by what is asked for. @type {Map<string, number>} */
  #distances = new Map();

  /**
   * Return the number that a player's word may be made of.
   * @param {string} creature an actor's id, which tokens of one kind share
   * @param {"ac" | "bonus"} what
   * @param {number} value the true one
   */
  of(creature, what, value) {
    const key = `${what} ${creature}`;
    const distance = this.#distances.get(key) ?? BAND * Math.floor(value / BAND) + BAND / 2 - value;
    this.#distances.set(key, distance);
    return value + distance;
  }
}
