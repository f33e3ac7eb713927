/**
 * Store of all positions at each judged roll, which survives a reload. It keeps the texts of a scene's documents, each text
 * once while it stays the same. Texts are identified by numbers instead of hashes, because a player could make two texts with
 * the same hash. Pure.
 */

/** @typedef {import("./store.mjs").Entry} Entry */
/** @typedef {Map<string, string>} Standing documents as JSON, by "Token.id" */

const HELD = 50; // standings in memory

export class Standings {
  /** @type {import("./rolls.mjs").Store | null} */
  #store = null;
  /** The text of each document that was kept last. @type {Map<string, {text: string, number: number}>} */
  #texts = new Map();
  /** The standings used last, at the end. @type {Map<number, Standing>} */
  #held = new Map();
  /** The standing of each scene that was kept last. @type {Map<string, {number: number, list: string}>} */
  #latest = new Map();
  #last = 0;

  /**
   * Take stock, and forget what no roll needs.
   * @param {import("./rolls.mjs").Store} store
   * @param {Set<number>} needed
   */
  async open(store, needed) {
    const [stood, texts] = await Promise.all([store.entries(["stood"]), store.entries(["text"])]);
    const remaining = stood.filter(([[, number]]) => needed.has(Number(number)));
    const used = new Set(remaining.flatMap(([, list]) => /** @type {number[]} */ (list)));
    const old = [
      ...stood.filter(([[, number]]) => !needed.has(Number(number))),
      ...texts.filter(([[, number]]) => !used.has(Number(number))),
    ];
    for (const [[, number]] of [...stood, ...texts]) this.#last = Math.max(this.#last, Number(number));
    if (old.length) await store.write(old.map(([key]) => [key, undefined]));
    this.#store = store;
  }

  /**
   * Keep all positions in a scene.
   * @param {string} scene
   * @param {Standing} standing
   * @returns {number} the number to read them by
   */
  keep(scene, standing) {
    /** @type {Entry[]} */
    const entries = [];
    const list = [...standing].map(([key, text]) => {
      const known = this.#texts.get(`${scene} ${key}`);
      if (known?.text === text) return known.number;
      const number = this.#next();
      this.#texts.set(`${scene} ${key}`, { text, number });
      entries.push([
        ["text", number],
        [key, text],
      ]);
      return number;
    });
    const latest = this.#latest.get(scene);
    if (latest?.list === list.join()) return latest.number;
    const number = this.#next();
    this.#latest.set(scene, { number, list: list.join() });
    this.#hold(number, standing);
    this.#store
      ?.write([...entries, [["stood", number], list]])
      .catch((problem) => console.warn("Coign | where everybody stood could not be kept:", problem));
    return number;
  }

  /**
   * Return where everybody stood.
   * @param {number} number
   * @returns {Promise<Standing | null>} null: that is not known any more
   */
  async of(number) {
    const held = this.#held.get(number);
    if (held) return held;
    const list = /** @type {number[] | undefined} */ (await this.#store?.get(["stood", number]));
    if (!list) return null;
    const texts = await Promise.all(list.map((text) => this.#store?.get(["text", text])));
    const standing = new Map(/** @type {[string, string][]} */ (texts.filter((text) => text !== undefined)));
    this.#hold(number, standing);
    return standing;
  }

  #next() {
    this.#last += 1;
    return this.#last;
  }

  /** @param {number} number @param {Standing} standing */
  #hold(number, standing) {
    this.#held.set(number, standing);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= HELD) break;
      this.#held.delete(oldest);
    }
  }
}
