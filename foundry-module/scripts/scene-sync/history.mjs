/**
 * What a scene was like a while ago: of each change what stood there before. Pure.
 *
 * A roll is judged by where everybody stood when it fell. When a GM says something of it a minute later, they have
 * moved on; so the changes since are kept, and can be laid over the scene backwards.
 */

/** @typedef {{revision: number, key: string, before: string | undefined}} Entry `before` as JSON. */

const ENTRIES = 5000; // a few hundred characters each

export class Past {
  /** @type {Entry[]} the oldest first */
  #entries = [];
  #reaches;

  /** @param {number} revision the first that it can tell of */
  constructor(revision) {
    this.#reaches = revision;
  }

  /**
   * A document is about to be another.
   * @param {number} revision the last in which it stood as before
   * @param {string} key "Token.id"
   * @param {string | undefined} before as JSON; undefined: it was not there
   */
  note(revision, key, before) {
    this.#entries.push({ revision, key, before });
    if (this.#entries.length <= ENTRIES) return;
    const [gone] = this.#entries.splice(0, 1);
    this.#reaches = gone.revision + 1;
  }

  /**
   * The documents that have changed since a revision, as they stood in it.
   *
   * @param {number} revision
   * @returns {Map<string, string | undefined> | null} by key, as JSON; null where it reaches farther back than is known
   */
  since(revision) {
    if (revision < this.#reaches) return null;
    const later = this.#entries.filter((entry) => entry.revision >= revision);
    // The first change after it found the document as it stood then.
    return new Map(later.reverse().map(({ key, before }) => [key, before]));
  }
}
