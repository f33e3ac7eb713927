/**
 * One scene that the bridge holds, kept equal to Foundry's.
 *
 * First only its fingerprint is sent, because the bridge may still have the scene; the whole scene follows if the bridge
 * asks for it. From then on every change in the scene's record is sent. So the patch is always the difference between what
 * the bridge has and what Foundry has, in whatever order the changes came, and an edit of fields that are not sent makes no
 * patch. Names no Foundry global.
 */

import { byteLength } from "../connection/message-size.mjs";
import { Unanswered } from "../util/errors.mjs";
import { COLLECTIONS } from "./document-data.mjs";
import { changesBetween, split } from "./inventory.mjs";

/**
 * @typedef {object} Shared What scenes use of Foundry and of the bridge.
 * @property {(message: object) => boolean} send
 * @property {(id: string) => Coign.SceneDocument | undefined} scene
 * @property {(token: Coign.Placed) => Coign.TokenTraits} traits
 * @property {() => Coign.Welcome | undefined} welcome the bridge's, while connected
 * @property {(part: import("./document-data.mjs").Part) => boolean} [works] whether these parts of a scene are sent
 * @property {(task: () => void) => void} [schedule] calls back in the next frame
 *
 * @typedef {object} Own What a scene uses beside what it shares with the others.
 * @property {() => Coign.SceneDocument | undefined} scene
 * @property {import("./scene-record.mjs").SceneRecord} record
 * @property {() => number} nextRevision
 * @property {() => void} deleted called when the scene turns out to be deleted from the world
 *
 * @typedef {Omit<Shared, "scene" | "schedule"> & Own} Environment
 */

const OVERHEAD = 100; // bytes of a change beside its document
const SAFE_SHARE = 0.7; // of the limit, for what a message has beside its documents

export class SyncedScene {
  #id;
  #environment;
  #record;
  #revision;
  #moment; // of the record: what was last sent
  #isRead = true; // the record was read for this connection, so that it need not be read again
  /** Whether the bridge has confirmed the scene. */
  synced = false;
  /** What a GM may want to know of the scene. @type {Partial<Pick<Coign.Synced, "open_levels" | "strays">>} */
  notes = {};
  #offered = true; // only the fingerprint was sent so far
  /** The revision that the bridge has answered to last. */
  #answered = 0;
  /** @type {{revision: number, resolve(revision: number): void, reject(why: Error): void}[]} */
  #waiting = [];

  /**
   * @param {string} id
   * @param {Environment} environment
   */
  constructor(id, environment) {
    this.#id = id;
    this.#environment = environment;
    this.#record = environment.record;
    this.#moment = this.#record.moment;
    this.#revision = environment.nextRevision();
  }

  /** Send only the fingerprint. */
  offer() {
    const { hash } = this.#record;
    this.#environment.send({ type: "scene.put", scene: this.#id, revision: this.#revision, hash });
  }

  /**
   * Resolves when the bridge has the scene as it is now.
   * @returns {Promise<number>} the revision
   */
  async ready() {
    if (!this.synced) return this.#until(0);
    this.flush();
    return this.#revision;
  }

  /**
   * Resolves when the bridge has answered to the scene as it is now: what its answer says of tokens is known then.
   * @returns {Promise<number>} the revision
   */
  async settled() {
    const revision = await this.ready();
    return this.#answered < revision ? this.#until(revision) : revision;
  }

  /**
   * Wait until the bridge has answered to a revision.
   * @param {number} revision 0: any
   * @returns {Promise<number>} the revision that was sent last
   */
  #until(revision) {
    return new Promise((resolve, reject) => this.#waiting.push({ revision, resolve, reject }));
  }

  /**
   * See `SceneSync.asOf`.
   * @template T
   * @param {number} moment
   * @param {(revision: number) => T} ask
   */
  asOf(moment, ask) {
    if (!this.synced) return null;
    this.flush();
    const before = this.#record.since(moment);
    if (!before) return null;
    const then = (/** @type {string} */ key) => before.get(key);
    const now = (/** @type {string} */ key) => this.#record.text(key);
    // Without a fingerprint, so that nobody takes the past scene for the present one.
    this.#patch(split(changesBetween(before.keys(), now, then), this.#room()), "");
    const asked = ask(this.#revision);
    this.#patch(split(changesBetween(before.keys(), then, now), this.#room()));
    return asked;
  }

  /** Send what has changed. */
  flush() {
    if (!this.synced) return;
    if (!this.#environment.scene()) return this.#environment.deleted();
    const changes = this.#record.changesSince(this.#moment);
    if (!changes) return this.#put(); // so much has changed at once that it is not known any more what
    this.#moment = this.#record.moment;
    const sizeOf = (/** @type {Coign.Change} */ { document, id }) =>
      byteLength(this.#record.text(`${document}.${id}`) ?? "") + OVERHEAD;
    this.#patch(split(changes, this.#room(), sizeOf));
  }

  /** The bridge asks for the whole scene: a patch did not fit what it has. */
  resync() {
    // Each of several patches on their way is answered so; the whole scene, sent once, answers them all.
    if (this.synced || this.#offered) this.#put();
  }

  /**
   * The bridge has confirmed a revision.
   * @param {Coign.Synced} answer
   */
  confirmed({ revision, skipped, open_levels, strays }) {
    if (revision !== this.#revision && this.#offered) return; // an answer for a scene of this id that was dropped before
    this.notes = { open_levels, strays };
    if (!this.synced) for (const [what, why] of skipped) console.warn(`Coign | scene ${this.#id}: ${what}: ${why}`);
    this.synced = true;
    this.flush();
    this.#answer(revision);
  }

  /** The bridge has refused a change: nobody waits for its answer. The next change is answered with `resync`. */
  refused() {
    this.#answer(this.#revision);
  }

  /**
   * Resolve for those who wait for the answer to a revision.
   * @param {number} revision
   */
  #answer(revision) {
    this.#answered = revision;
    for (const waiting of this.#waiting.splice(0)) {
      if (waiting.revision <= revision) waiting.resolve(this.#revision);
      else this.#waiting.push(waiting);
    }
  }

  /**
   * Reject everybody who waits for it: it is no longer held.
   * @param {string} why
   */
  abandon(why) {
    for (const { reject } of this.#waiting) reject(new Unanswered(why));
  }

  /** Send the whole scene as it is now; what does not fit into one message follows in patches. */
  #put() {
    if (!this.#environment.scene()) return this.#environment.deleted();
    if (!this.#isRead) this.#record.readAgain(); // lest the two differ by a change of which nobody told
    this.#isRead = false;
    this.#revision = this.#environment.nextRevision();
    this.#moment = this.#record.moment;
    this.synced = false;
    this.#offered = false;
    const [first = [], ...rest] = split(this.#record.documents(), this.#room());
    /** @type {Record<string, object[]>} */
    const collections = Object.fromEntries(Object.values(COLLECTIONS).map((name) => [name, []]));
    for (const { document, data } of first) {
      if (document !== "Scene") collections[COLLECTIONS[document]].push(Object(data));
    }
    const data = { ...JSON.parse(this.#record.text(`Scene.${this.#id}`) ?? "{}"), ...collections };
    const hash = rest.length ? "" : this.#record.hash; // a fingerprint is of the whole content, not of a part
    this.#environment.send({ type: "scene.put", scene: this.#id, revision: this.#revision, hash, data });
    this.#patch(rest);
  }

  /**
   * @param {object[][]} portions
   * @param {string} [whole] the fingerprint of the scene after them
   */
  #patch(portions, whole = this.#record.hash) {
    const { epoch } = this.#environment.welcome() ?? {};
    for (const [n, changes] of portions.entries()) {
      const [base, revision] = [this.#revision, this.#environment.nextRevision()];
      const hash = n === portions.length - 1 ? whole : "";
      this.#revision = revision;
      this.#environment.send({ type: "scene.patch", scene: this.#id, base, revision, epoch, hash, changes });
    }
  }

  /** Return how many bytes a message may have. */
  #room() {
    return (this.#environment.welcome()?.limits.bytes ?? 4 << 20) * SAFE_SHARE;
  }
}
