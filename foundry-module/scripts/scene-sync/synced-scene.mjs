/**
 * One scene that the bridge holds, kept equal to Foundry's.
 *
 * It is offered first: its fingerprint alone, for a bridge that may still have it, and whole when asked for. From then on
 * the documents that were touched are read as they stand and compared with what was last sent. So whatever happened, in
 * whatever order, however often, the patch is the difference between what the bridge has and what Foundry has, and an
 * edit that changes nothing of ours is no patch at all. Names no Foundry global.
 */

import { Unanswered } from "../util/errors.mjs";
import { COLLECTIONS, sceneFields } from "./document-data.mjs";
import { Past } from "./history.mjs";
import { between, Inventory, portions } from "./inventory.mjs";

/**
 * @typedef {object} Ties What holds a scene to Foundry and to the bridge.
 * @property {(message: object) => boolean} send
 * @property {() => Coign.SceneDocument | undefined} scene
 * @property {(token: Coign.Placed) => Coign.TokenExtras} extras
 * @property {() => Coign.Welcome | undefined} welcome of the bridge, while connected
 * @property {() => number} nextRevision
 * @property {() => void} gone is called when the scene turns out to be gone from the world
 */

const FRAME = 100; // characters that a change takes beside its document
const SAFE_SHARE = 0.7; // of the bridge's limit in bytes that we fill, counting characters

export class HeldScene {
  #id;
  #ties;
  #revision;
  #inventory; // of what was last sent
  #past; // what it was before
  /** @type {Set<string>} */
  #touched = new Set();
  #synced = false;
  #offered = true; // and no more: only the fingerprint was sent so far
  /** @type {{resolve(revision: number): void, reject(why: Error): void}[]} */
  #waiting = [];

  /**
   * @param {Coign.SceneDocument} scene
   * @param {string} id
   * @param {Ties} ties
   */
  constructor(scene, id, ties) {
    this.#id = id;
    this.#ties = ties;
    this.#inventory = new Inventory(ties.extras);
    this.#inventory.take(scene);
    this.#revision = ties.nextRevision();
    this.#past = new Past(this.#revision);
  }

  /** Send the fingerprint alone. */
  offer() {
    const { hash } = this.#inventory;
    this.#ties.send({ type: "scene.put", scene: this.#id, revision: this.#revision, hash });
  }

  /** Whether the bridge has said that it has it. */
  get synced() {
    return this.#synced;
  }

  /**
   * Resolves once the bridge has it as it stands now.
   * @returns {Promise<number>} the revision
   */
  async ready() {
    if (!this.#synced) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    this.flush();
    return this.#revision;
  }

  /**
   * See `SceneStream.asOf`.
   * @template T
   * @param {number} revision
   * @param {(revision: number) => T} ask
   * @returns {T | null}
   */
  asOf(revision, ask) {
    if (!this.#synced) return null;
    this.flush();
    const past = this.#past.since(revision);
    if (!past) return null;
    const then = (/** @type {string} */ key) => past.get(key);
    const now = (/** @type {string} */ key) => this.#inventory.text(key);
    // Without a fingerprint: nobody is to take a scene of the past for the present one.
    this.#patch(portions(between(past.keys(), now, then), this.#room()), "");
    const asked = ask(this.#revision);
    this.#patch(portions(between(past.keys(), then, now), this.#room()));
    return asked;
  }

  /**
   * Something of a document was created, changed or deleted.
   * @param {import("./inventory.mjs").Kind} kind
   * @param {string} id
   */
  touch(kind, id) {
    this.#touched.add(`${kind}.${id}`);
  }

  /** Send what has changed of the touched documents. */
  flush() {
    if (!this.#synced || !this.#touched.size) return;
    const scene = this.#ties.scene();
    if (!scene) return this.#ties.gone();
    const changes = [...this.#touched].flatMap((key) => {
      const before = this.#inventory.text(key);
      const change = this.#inventory.change(scene, key);
      if (change) this.#past.note(this.#revision, key, before);
      return change ?? [];
    });
    this.#touched.clear();
    const sizeOf = (/** @type {Coign.Change} */ { document, id }) =>
      (this.#inventory.text(`${document}.${id}`)?.length ?? 0) + FRAME;
    this.#patch(portions(changes, this.#room(), sizeOf));
  }

  /** The bridge has not got what it would need. */
  resync() {
    // Of several patches under way each is answered so; one scene sent whole cures them all.
    if (this.#synced || this.#offered) this.#put();
  }

  /**
   * The bridge has it.
   * @param {Coign.Synced} answer
   */
  arrived({ revision, skipped }) {
    if (revision !== this.#revision && this.#offered) return; // of a scene of this id that was dropped before
    if (!this.#synced) for (const [what, why] of skipped) console.warn(`Coign | scene ${this.#id}: ${what}: ${why}`);
    this.#synced = true;
    this.flush();
    for (const { resolve } of this.#waiting.splice(0)) resolve(this.#revision);
  }

  /**
   * It is held no longer.
   * @param {string} why
   */
  abandon(why) {
    for (const { reject } of this.#waiting) reject(new Unanswered(why));
  }

  /** Send all of it, as it stands now; what is more than one message takes follows in patches. */
  #put() {
    const scene = this.#ties.scene();
    if (!scene) return this.#ties.gone();
    this.#revision = this.#ties.nextRevision();
    this.#past = new Past(this.#revision);
    this.#synced = false;
    this.#offered = false;
    this.#touched.clear();
    const [first = [], ...rest] = portions(this.#inventory.take(scene), this.#room());
    /** @type {Record<string, object[]>} */
    const collections = Object.fromEntries(Object.values(COLLECTIONS).map((name) => [name, []]));
    for (const { document, data } of first) {
      if (document !== "Scene") collections[COLLECTIONS[document]].push(Object(data));
    }
    const data = { ...sceneFields(scene), ...collections };
    const hash = rest.length ? "" : this.#inventory.hash; // the fingerprint stands for the whole content, not for a part
    this.#ties.send({ type: "scene.put", scene: this.#id, revision: this.#revision, hash, data });
    this.#patch(rest);
  }

  /**
   * @param {object[][]} portions
   * @param {string} [whole] the fingerprint of what they make
   */
  #patch(portions, whole = this.#inventory.hash) {
    const { epoch } = this.#ties.welcome() ?? {};
    for (const [n, changes] of portions.entries()) {
      const [base, revision] = [this.#revision, this.#ties.nextRevision()];
      const hash = n === portions.length - 1 ? whole : "";
      this.#revision = revision;
      this.#ties.send({ type: "scene.patch", scene: this.#id, base, revision, epoch, hash, changes });
    }
  }

  /** How much a message may hold, characters. */
  #room() {
    return (this.#ties.welcome()?.limits.bytes ?? 4 << 20) * SAFE_SHARE;
  }
}
