/**
 * What was where in one scene: its documents as they are now, and what each was before it changed. It is kept whether there
 * is a connection or not, so that a roll can be judged as everybody stood when it was made.
 *
 * Time is counted in moments: each time that documents have changed, the next moment begins. Names no Foundry global.
 */

import { changesBetween, Inventory, SceneHistory } from "./inventory.mjs";

/** @typedef {import("./inventory.mjs").Kind} Kind */

export class SceneRecord {
  #inventory;
  #history;
  #find;
  /** @type {Set<string>} */
  #changed = new Set();
  #moment;

  /**
   * @param {Coign.SceneDocument} scene
   * @param {object} parts
   * @param {() => Coign.SceneDocument | undefined} parts.find the scene, as long as it exists
   * @param {(token: Coign.Placed) => Coign.TokenTraits} parts.traits
   * @param {(part: import("./document-data.mjs").Part) => boolean} [parts.works] whether these parts of a scene are sent
   * @param {number} [parts.moment] the first one
   */
  constructor(scene, { find, traits, works, moment = 1 }) {
    this.#find = find;
    this.#inventory = new Inventory(traits, works);
    this.#inventory.take(scene);
    this.#moment = moment;
    this.#history = new SceneHistory(moment);
  }

  /** The present moment. */
  get moment() {
    this.flush();
    return this.#moment;
  }

  /** The fingerprint of the whole scene. */
  get hash() {
    return this.#inventory.hash;
  }

  /**
   * Note that a document was created, changed or deleted.
   * @param {Kind} kind
   * @param {string} id
   */
  changed(kind, id) {
    this.#changed.add(`${kind}.${id}`);
  }

  /** Read the documents that were noted. */
  flush() {
    const scene = this.#changed.size ? this.#find() : undefined;
    if (!scene) return;
    this.#read(this.#changed, (key) => Boolean(this.#inventory.change(scene, key)));
    this.#changed.clear();
  }

  /** Read the whole scene again, so that no change is missed. */
  readAgain() {
    const scene = this.#find();
    if (!scene) return;
    const before = new Map([...this.#inventory.keys()].map((key) => [key, this.#inventory.text(key)]));
    this.#inventory.take(scene);
    this.#changed.clear();
    const keys = new Set([...before.keys(), ...this.#inventory.keys()]);
    this.#read(keys, (key) => before.get(key) !== this.#inventory.text(key), before);
  }

  /**
   * Return a document as it is, as JSON; undefined if it does not exist.
   * @param {string} key "Token.id"
   */
  text(key) {
    return this.#inventory.text(key);
  }

  /** Return the creation of every document in the scene. */
  documents() {
    const keys = [...this.#inventory.keys()].filter((key) => !key.startsWith("Scene."));
    const nothing = () => undefined;
    return changesBetween(keys, nothing, (key) => this.#inventory.text(key));
  }

  /**
   * Return the documents that have changed since a moment, as they were then, as JSON.
   * @param {number} moment
   * @returns {Map<string, string | undefined> | null} null: that is not known any more
   */
  since(moment) {
    this.flush();
    return this.#history.since(moment);
  }

  /**
   * Return what has changed since a moment.
   * @param {number} moment
   * @returns {Coign.Change[] | null} null: that is not known any more
   */
  changesSince(moment) {
    const before = this.since(moment);
    if (!before) return null;
    const isOther = (/** @type {string} */ key) => before.get(key) !== this.#inventory.text(key);
    return changesBetween(
      [...before.keys()].filter(isOther),
      (key) => before.get(key),
      (key) => this.#inventory.text(key),
    );
  }

  /**
   * Record changes: they end the present moment.
   * @param {Iterable<string>} keys
   * @param {(key: string) => boolean} read reads a document; returns whether it has changed
   * @param {Map<string, string | undefined>} [before] the documents as they were; by default as they are before they are read
   */
  #read(keys, read, before) {
    let isOther = false;
    for (const key of keys) {
      const text = before ? before.get(key) : this.#inventory.text(key);
      if (!read(key)) continue;
      this.#history.record(this.#moment, key, text);
      isOther = true;
    }
    if (isOther) this.#moment += 1;
  }
}
