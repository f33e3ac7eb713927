/**
 * Store of a world in a GM's browser, which survives a reload. Keys are lists of texts and numbers, such as `["roll", id]`.
 * It uses IndexedDB, which holds megabytes and needs no permission. Without IndexedDB the values last until a reload. A
 * written value can be read at once, even before it is on the disk.
 */

/** @typedef {(string | number)[]} Key */
/** @typedef {[Key, unknown]} Entry with `undefined` as its value when it is deleted */

const KEPT = "kept"; // the name of the one object store
const VERSION = 1;

/** Keeps values as long as the page is open. */
export class PageStore {
  /** @type {Map<string, Entry>} */
  #entries = new Map();

  /**
   * Return the value of a key; undefined without one.
   * @param {Key} key
   */
  async get(key) {
    return this.#entries.get(JSON.stringify(key))?.[1];
  }

  /**
   * Return the entries whose keys begin so.
   * @param {Key} beginning
   */
  async entries(beginning) {
    return [...this.#entries.values()].filter(([key]) => beginning.every((part, n) => key[n] === part));
  }

  /**
   * Write entries, all or none. Throws a DataCloneError if one cannot be cloned.
   * @param {Entry[]} entries
   */
  async write(entries) {
    for (const [key, value] of structuredClone(entries)) {
      const name = JSON.stringify(key);
      if (value === undefined) this.#entries.delete(name);
      else this.#entries.set(name, [key, value]);
    }
  }
}

/** Keeps values in a database of the browser, which finishes what is written before it reads what is asked later. */
class DiskStore {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** @param {Key} key */
  async get(key) {
    return done(this.#transaction("readonly").get(key));
  }

  /** @param {Key} beginning @returns {Promise<Entry[]>} */
  async entries(beginning) {
    const store = this.#transaction("readonly");
    // A list comes after every text and number, so this ends after the last key that begins so.
    const range = IDBKeyRange.bound(beginning, [...beginning, []]);
    const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range))]);
    return keys.map((key, n) => [/** @type {Key} */ (key), values[n]]);
  }

  /** @param {Entry[]} entries */
  async write(entries) {
    const cloned = structuredClone(entries); // throws before anything is written
    const store = this.#transaction("readwrite");
    for (const [key, value] of cloned) value === undefined ? store.delete(key) : store.put(value, key);
    await new Promise((resolve, reject) => {
      store.transaction.oncomplete = resolve;
      store.transaction.onabort = () => reject(store.transaction.error);
    });
  }

  /** @param {IDBTransactionMode} mode */
  #transaction(mode) {
    return this.#database.transaction(KEPT, mode).objectStore(KEPT);
  }
}

/** @typedef {PageStore | DiskStore} Store */

/**
 * Open the store of a GM of a world.
 * @param {string} owner
 * @returns {Promise<Store>}
 */
export async function openStore(owner) {
  try {
    const request = indexedDB.open(`coign.${owner}`, VERSION);
    request.onupgradeneeded = () => void request.result.createObjectStore(KEPT);
    return new DiskStore(await done(request));
  } catch (problem) {
    console.warn(
      "Coign | what is judged is kept only until the page is closed, for this browser keeps nothing:",
      problem,
    );
    return new PageStore();
  }
}

/**
 * Wait for a request to the database.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
