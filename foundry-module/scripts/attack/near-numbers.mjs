/**
 * Numbers near the true ones, of which a player's words of odds are made. Pure.
 *
 * From the true numbers a player could find a foe's armour class: with bonuses that differ by one, the words change at a
 * place that tells it. So the words are made of the middle of a band of four numbers. The distance from a creature's true
 * number to that middle is fixed when it is first asked for: whatever a player then adds to the number or takes from it, all
 * words together tell the band and no more.
 *
 * The distances are kept in the GM's browser, longer than the page is open. A distance that was forgotten would be fixed anew
 * from the number of that moment: who has lowered the armour class by two, and asks before and after, would know more than
 * the band. They are kept in no document and no setting of the world, for players can read those.
 */

const BAND = 4;
const MOST = 5000; // distances that are kept; the oldest go first

/** @typedef {Record<string, number>} Distances by what is asked for */

export class NearNumbers {
  /** Those that this page knows. @type {Map<string, number>} */
  #distances = new Map();
  #store;

  /** @param {{read: () => Distances | undefined, write: (distances: Distances) => void}} store where they outlive the page */
  constructor(store) {
    this.#store = store;
  }

  /**
   * Return the number that a player's word may be made of.
   * @param {string} creature an actor's id, which tokens of one kind share
   * @param {"ac" | "bonus"} what
   * @param {number} value the true one
   */
  of(creature, what, value) {
    const key = `${what} ${creature}`;
    const distance = this.#distances.get(key) ?? this.#kept(key, value);
    this.#distances.set(key, distance);
    return value + distance;
  }

  /**
   * Return a distance that was kept, or keep a new one.
   * @param {string} key
   * @param {number} value
   */
  #kept(key, value) {
    const kept = this.#store.read() ?? {};
    if (Math.abs(kept[key]) <= BAND / 2) return kept[key];
    const distance = BAND * Math.floor(value / BAND) + BAND / 2 - value;
    this.#store.write(Object.fromEntries([...Object.entries(kept), [key, distance]].slice(-MOST)));
    return distance;
  }
}
