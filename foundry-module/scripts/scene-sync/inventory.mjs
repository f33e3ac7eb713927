/**
 * What the bridge has of one scene, by the fingerprints of its documents, and so what has changed since. Pure.
 */

import { combined, fingerprint, NOTHING, same, spelled } from "../util/fingerprint.mjs";
import { COLLECTIONS, documentData, documentsOf, sceneFields } from "./document-data.mjs";

/** @typedef {import("../util/fingerprint.mjs").Fingerprint} Fingerprint */
/** @typedef {import("./document-data.mjs").DocumentName | "Scene"} Kind */

export class Inventory {
  /** @type {Map<string, {print: Fingerprint, text: string}>} by "Token.id" */
  #known = new Map();
  /** @type {Fingerprint} */
  #whole = NOTHING;
  #extras;

  /** @param {(token: Coign.Placed) => Coign.TokenExtras} extras */
  constructor(extras) {
    this.#extras = extras;
  }

  /** The fingerprint of all of it. */
  get hash() {
    return spelled(this.#whole);
  }

  /**
   * Take stock of the whole scene.
   *
   * @param {Coign.SceneDocument} scene
   * @returns {Coign.Change[]} every document that stands in it, as if just created
   */
  take(scene) {
    this.#known.clear();
    this.#whole = NOTHING;
    this.#note(`Scene.${scene.id}`, sceneFields(scene));
    /** @type {Coign.Change[]} */
    const documents = [];
    for (const [name, document] of documentsOf(scene)) {
      const data = documentData(name, document, this.#extras);
      this.#note(`${name}.${document.id}`, data);
      documents.push({ document: name, action: "create", id: document.id ?? "", data });
    }
    return documents;
  }

  /**
   * What has become of one document since it was last looked at; null where nothing has.
   *
   * @param {Coign.SceneDocument} scene
   * @param {string} key "Token.id"
   * @returns {Coign.Change | null}
   */
  change(scene, key) {
    const { kind, id } = named(key);
    const before = this.#known.get(key);
    const document = kind === "Scene" ? scene : scene[COLLECTIONS[kind]]?.get(id);
    if (!document) return this.#forget(key) ? { document: kind, action: "delete", id } : null;
    const data = kind === "Scene" ? sceneFields(scene) : documentData(kind, document, this.#extras);
    this.#forget(key);
    const after = this.#note(key, data);
    return same(after, before?.print) ? null : { document: kind, action: before ? "update" : "create", id, data };
  }

  /**
   * A document as it was last looked at, as JSON.
   * @param {string} key "Token.id"
   * @returns {string | undefined} undefined where there was none
   */
  text(key) {
    return this.#known.get(key)?.text;
  }

  /**
   * @param {string} key
   * @param {Coign.Json} data
   */
  #note(key, data) {
    const text = JSON.stringify(data);
    const print = fingerprint(`${key} ${text}`);
    this.#known.set(key, { print, text });
    this.#whole = combined(this.#whole, print);
    return print;
  }

  /** @param {string} key */
  #forget(key) {
    const known = this.#known.get(key);
    if (known) this.#whole = combined(this.#whole, known.print);
    return this.#known.delete(key);
  }
}

/**
 * The changes that make documents what they are to be of what they are.
 *
 * @param {Iterable<string>} keys
 * @param {(key: string) => string | undefined} are as JSON
 * @param {(key: string) => string | undefined} toBe undefined: not there
 * @returns {Coign.Change[]}
 */
export function between(keys, are, toBe) {
  /** @type {Coign.Change[]} */
  const changes = [];
  for (const key of keys) {
    const { kind, id } = named(key);
    const [before, after] = [are(key), toBe(key)];
    if (after) changes.push({ document: kind, action: before ? "update" : "create", id, data: JSON.parse(after) });
    else if (before) changes.push({ document: kind, action: "delete", id });
  }
  return changes;
}

/**
 * @param {string} key "Token.id"
 * @returns {{kind: Kind, id: string}}
 */
function named(key) {
  const dot = key.indexOf(".");
  return { kind: /** @type {Kind} */ (key.slice(0, dot)), id: key.slice(dot + 1) };
}

/**
 * Changes in portions that fit into a message each.
 * @template {object} T
 * @param {T[]} changes
 * @param {number} room in characters
 * @param {(change: T) => number} [sizeOf] in characters, where it is known already
 * @returns {T[][]}
 */
export function portions(changes, room, sizeOf = (change) => JSON.stringify(change).length + 1) {
  /** @type {T[][]} */
  const all = [];
  let left = 0;
  for (const change of changes) {
    const size = sizeOf(change);
    if (!all.length || size > left) {
      all.push([]);
      left = room;
    }
    all[all.length - 1].push(change);
    left -= size;
  }
  return all;
}
