/**
 * History of one scene: its present documents, and each earlier version of them. It is kept with or without a connection, so
 * that a roll can be judged by the positions at the time of the roll.
 *
 * Time is counted in moments. Each change of documents begins the next moment. Names no Foundry global.
 */

import { documentsOf } from "./document-data.mjs";
import { changesBetween, Inventory, SceneHistory } from "./inventory.mjs";

/** @typedef {import("./inventory.mjs").Kind} Kind */

export class SceneRecord {
  #inventory;
  #history;
  #find;
  /** @type {Set<string>} */
  #changed = new Set();
  #moment;
  /** The first reading of the scene, until it is done. @type {Generator<void> | null} */
  #first;
  #begin;

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
    this.#begin = () => this.#inventory.take(scene);
    this.#first = this.#begin();
    this.#moment = moment;
    this.#history = new SceneHistory(moment);
  }

  /** Read the whole scene one document at a time, or read it again, so that no change is missed. */
  *read() {
    if (this.#first) return yield* this.#firstReading();
    const scene = this.#find();
    if (!scene) return;
    const present = [...documentsOf(scene)].map(([name, { id }]) => `${name}.${id}`);
    for (const key of new Set([...this.#inventory.keys(), ...present])) {
      // Each gets a moment, because the present moment may be asked for between two of them.
      if (this.#readAgain(scene, key)) this.#moment += 1;
      yield;
    }
  }

  *#firstReading() {
    try {
      while (this.#first && !this.#first.next().done) yield;
      this.#first = null;
    } catch (problem) {
      this.#first = this.#begin(); // an incomplete scene is not taken for the whole
      throw problem;
    }
  }

  /** The present moment. */
  get moment() {
    this.#complete();
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

  /** Read the documents that were noted, once the scene has been read. */
  flush() {
    const scene = this.#changed.size && !this.#first ? this.#find() : undefined;
    if (!scene) return;
    const changed = [...this.#changed].filter((key) => this.#readAgain(scene, key));
    if (changed.length) this.#moment += 1;
    this.#changed.clear();
  }

  /** Read the remaining documents now. */
  #complete() {
    for (const _ of this.#firstReading());
    this.flush();
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
    this.#complete();
    return this.#history.since(moment);
  }

  /**
   * Return the changes since a moment.
   * @param {number} moment
   * @returns {import("./inventory.mjs").Change[] | null} null: that is not known any more
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
   * Return the documents as they were at a moment.
   * @param {number} moment
   * @returns {import("../ledger/standings.mjs").Standing | null} null: that is not known any more
   */
  standing(moment) {
    const before = this.since(moment);
    if (!before) return null;
    const keys = [...new Set([...this.#inventory.keys(), ...before.keys()])];
    const then = keys.map((key) => [key, before.has(key) ? before.get(key) : this.text(key)]);
    return new Map(/** @type {[string, string][]} */ (then.filter(([key, text]) => mayMove(key, text))));
  }

  /**
   * Return the moment before the last move of one of some tokens.
   * @param {string[]} tokens
   * @param {number} until later moves do not count
   * @returns {number | null} null: none of them has moved, as far as that is known
   */
  beforeMove(tokens, until) {
    this.#complete();
    const keys = new Set(tokens.map((id) => `Token.${id}`));
    return this.#history.lastBefore(
      until,
      (key, before, after) =>
        keys.has(key) && before !== undefined && after !== undefined && placeIn(before) !== placeIn(after),
      (key) => this.text(key),
    );
  }

  /**
   * Return the documents that are others than they were, as they were then, as JSON.
   * @param {import("../ledger/standings.mjs").Standing} standing
   */
  before(standing) {
    this.#complete();
    const present = [...this.#inventory.keys()].filter((key) => mayMove(key, this.text(key)));
    const keys = [...new Set([...present, ...standing.keys()])];
    return new Map(keys.filter((key) => standing.get(key) !== this.text(key)).map((key) => [key, standing.get(key)]));
  }

  /**
   * Read a document, and record its change.
   * @param {Coign.SceneDocument} scene
   * @param {string} key
   * @returns {boolean} whether it has changed
   */
  #readAgain(scene, key) {
    const before = this.#inventory.text(key);
    const isOther = this.#inventory.change(scene, key);
    if (isOther) this.#history.record(this.#moment, key, before);
    return isOther;
  }
}

/**
 * Return whether a document exists and may change while people play: any but a wall that is no door.
 * @param {string | undefined} key
 * @param {string | undefined} text as JSON
 */
const mayMove = (key, text) => text !== undefined && !(key?.startsWith("Wall.") && !/"door":[12]/.test(text));

/**
 * Return where a token stands.
 * @param {string} text the token as JSON
 */
function placeIn(text) {
  const { x, y, elevation } = JSON.parse(text);
  return [x, y, elevation].join();
}
