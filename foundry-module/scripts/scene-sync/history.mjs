/**
 * The history of a scene: for each change, the document as it was before. Pure.
 *
 * A roll is annotated for where everybody stood when it was made. When the GM overrides something a minute later, the
 * tokens have moved on. So the changes since then are kept, and can be undone for one request.
 */

/** @typedef {{revision: number, key: string, before: string | undefined}} Entry `before` as JSON. */

const ENTRIES = 5000; // a few hundred characters each

export class SceneHistory {
  /** @type {Entry[]} the oldest first */
  #entries = [];
  #first;

  /** @param {number} revision the first that it knows */
  constructor(revision) {
    this.#first = revision;
  }

  /**
   * Record a change of a document.
   * @param {number} revision the last one before the change
   * @param {string} key "Token.id"
   * @param {string | undefined} before the document as JSON; undefined: it did not exist
   */
  record(revision, key, before) {
    this.#entries.push({ revision, key, before });
    if (this.#entries.length <= ENTRIES) return;
    const [gone] = this.#entries.splice(0, 1);
    this.#first = gone.revision + 1;
  }

  /**
   * Return the documents that have changed since a revision, as they were in it.
   *
   * @param {number} revision
   * @returns {Map<string, string | undefined> | null} by key, as JSON; null: the history does not reach back so far
   */
  since(revision) {
    if (revision < this.#first) return null;
    const later = this.#entries.filter((entry) => entry.revision >= revision);
    // The first change after the revision has the document as it was then, so it must be set last.
    return new Map(later.reverse().map(({ key, before }) => [key, before]));
  }
}
