/**
 * The documents of a scene: the inventory has each as it was last read, so that changes since then can be found; the
 * history has for each change the document as it was before. Both keep documents as the JSON that is sent. Pure.
 */

import { combined, EMPTY, fingerprint, toHex } from "../util/fingerprint.mjs";
import { COLLECTIONS } from "../util/wire.mjs";
import { documentData, documentsOf, matters, PARTS, sceneFields, written } from "./document-data.mjs";

/** @typedef {import("../util/fingerprint.mjs").Fingerprint} Fingerprint */
/** @typedef {Coign.Change["document"]} Kind */
/** @typedef {{document: Kind, action: Coign.Change["action"], id: string, text?: string}} Change `text`: its data as JSON */

const ENTRIES = 5000; // of a history, a few hundred characters each

export class Inventory {
  /** @type {Map<string, {print: Fingerprint, text: string}>} by "Token.id" */
  #known = new Map();
  /** @type {Fingerprint} */
  #whole = EMPTY;
  #traits;
  #works;

  /**
   * @param {(token: Coign.Placed) => Coign.TokenTraits} traits
   * @param {(part: import("./document-data.mjs").Part) => boolean} [works] whether these parts of a scene are sent
   */
  constructor(traits, works = () => true) {
    this.#traits = traits;
    this.#works = works;
  }

  /** The fingerprint of the whole scene. */
  get hash() {
    return toHex(this.#whole);
  }

  /**
   * Take stock of the whole scene, one document at a time.
   * @param {Coign.SceneDocument} scene
   */
  *take(scene) {
    this.#known.clear();
    this.#whole = EMPTY;
    this.#note(`Scene.${scene.id}`, sceneFields(scene));
    for (const [name, document] of [...documentsOf(scene)]) {
      if (this.#isLeftOut(name)) continue;
      this.#note(`${name}.${document.id}`, documentData(name, document, this.#traits));
      yield;
    }
  }

  /**
   * Compare one document with its last version, and note the change.
   *
   * @param {Coign.SceneDocument} scene
   * @param {string} key "Token.id"
   * @returns {boolean} whether it has changed
   */
  change(scene, key) {
    const { kind, id } = named(key);
    const before = this.text(key);
    const document = kind === "Scene" ? scene : this.#isLeftOut(kind) ? null : scene[COLLECTIONS[kind]]?.get(id);
    this.#forget(key);
    if (!document || (kind !== "Scene" && !matters(kind, document))) return before !== undefined;
    this.#note(key, kind === "Scene" ? sceneFields(scene) : documentData(kind, document, this.#traits));
    return this.text(key) !== before;
  }

  /**
   * Return a document as it was last read, as JSON.
   * @param {string} key "Token.id"
   * @returns {string | undefined} undefined: it did not exist
   */
  text(key) {
    return this.#known.get(key)?.text;
  }

  /** Return the keys of the documents. */
  keys() {
    return this.#known.keys();
  }

  /**
   * Note a document.
   * @param {string} key
   * @param {Coign.Json} read
   */
  #note(key, read) {
    for (const { fields } of this.#leftOut())
      for (const field of fields) {
        // A tile of Foundry 14 is known by its list of levels, and lies elsewhere than one of 13 with the same place.
        if (key.startsWith("Tile.") && field in read) read[field] = [];
        else delete read[field];
      }
    const text = written(read, key);
    const print = fingerprint(`${key} ${text}`);
    this.#known.set(key, { print, text });
    this.#whole = combined(this.#whole, print);
  }

  #leftOut() {
    const parts = /** @type {import("./document-data.mjs").Part[]} */ (Object.keys(PARTS));
    return parts.filter((part) => !this.#works(part)).map((part) => PARTS[part]);
  }

  /** @param {import("./document-data.mjs").DocumentName} name */
  #isLeftOut(name) {
    return this.#leftOut().some(({ documents }) => documents.includes(name));
  }

  /** @param {string} key */
  #forget(key) {
    const known = this.#known.get(key);
    if (known) this.#whole = combined(this.#whole, known.print);
    this.#known.delete(key);
  }
}

/**
 * A roll is annotated for the positions at the time of the roll. If the GM overrides something a minute later, the tokens
 * have moved on. So later changes are kept, and can be undone for one request.
 */
export class SceneHistory {
  /** The oldest first; `before` as JSON. @type {{moment: number, key: string, before: string | undefined}[]} */
  #entries = [];
  #first;

  /** @param {number} moment the first that it knows */
  constructor(moment) {
    this.#first = moment;
  }

  /**
   * Record a change of a document.
   * @param {number} moment the last one before the change
   * @param {string} key "Token.id"
   * @param {string | undefined} before the document as JSON; undefined: it did not exist
   */
  record(moment, key, before) {
    this.#entries.push({ moment, key, before });
    if (this.#entries.length <= ENTRIES) return;
    const [gone] = this.#entries.splice(0, 1);
    this.#first = gone.moment + 1;
  }

  /**
   * Return the documents that have changed since a moment, as they were then.
   *
   * @param {number} moment
   * @returns {Map<string, string | undefined> | null} by key, as JSON; null: the history does not reach back so far
   */
  since(moment) {
    if (moment < this.#first) return null;
    const from = this.#entries.findIndex((entry) => entry.moment >= moment);
    // The first change after the moment has the document as it was then, so it must be set last.
    const later = from < 0 ? [] : this.#entries.slice(from).reverse();
    return new Map(later.map(({ key, before }) => [key, before]));
  }

  /**
   * Return the moment before the last change that counts.
   *
   * @param {number} until the changes up to this moment count
   * @param {(key: string, before: string | undefined, after: string | undefined) => boolean} counts
   * @param {(key: string) => string | undefined} now the present documents, as JSON
   * @returns {number | null} null: no change counts
   */
  lastBefore(until, counts, now) {
    /** @type {Map<string, string | undefined>} */
    const later = new Map();
    for (const { moment, key, before } of this.#entries.toReversed()) {
      const after = later.has(key) ? later.get(key) : now(key);
      if (moment < until && counts(key, before, after)) return moment;
      later.set(key, before);
    }
    return null;
  }
}

/**
 * Return the changes that turn one version of the documents into another.
 *
 * @param {Iterable<string>} keys
 * @param {(key: string) => string | undefined} from as JSON; undefined: it does not exist
 * @param {(key: string) => string | undefined} to likewise
 */
export function changesBetween(keys, from, to) {
  /** @type {Change[]} */
  const changes = [];
  for (const key of keys) {
    const { kind, id } = named(key);
    const [before, text] = [from(key), to(key)];
    if (text) changes.push({ document: kind, action: before ? "update" : "create", id, text });
    else if (before) changes.push({ document: kind, action: "delete", id });
  }
  return changes;
}

/**
 * @param {string} key "Token.id"
 */
function named(key) {
  const dot = key.indexOf(".");
  return { kind: /** @type {Kind} */ (key.slice(0, dot)), id: key.slice(dot + 1) };
}
