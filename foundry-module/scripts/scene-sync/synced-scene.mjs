/**
 * One scene that the bridge holds, kept equal to Foundry's.
 *
 * The scene's record is read in slices. If the bridge may still have the scene from an earlier connection, only the
 * fingerprint is sent first, and the whole follows if the bridge asks for it. From then on every change in the record is
 * sent. So the patch is always the difference between what the bridge has and what Foundry has, in whatever order the
 * changes came, and an edit of fields that are not sent makes no patch. Names no Foundry global.
 */

import { inSlices } from "../util/slices.mjs";
import { changesBetween } from "./inventory.mjs";
import { patchText, putText, split, withLast } from "./scene-messages.mjs";

/** @typedef {import("./inventory.mjs").Change} Change */

/** @typedef {number | import("../ledger/standings.mjs").Standing} Then a moment of the scene's record, or where everybody stood */
/**
 * @typedef {object} Shared What scenes use of Foundry and of the bridge.
 * @property {(message: object, text?: string) => boolean} send `text`: the message as it is sent
 * @property {() => boolean} remembers whether the bridge may have scenes of an earlier connection
 * @property {(id: string) => Coign.SceneDocument | undefined} scene
 * @property {(token: Coign.Placed) => Coign.TokenTraits} traits
 * @property {() => Coign.Welcome | undefined} welcome the bridge's, while connected
 * @property {(part: import("./document-data.mjs").Part) => boolean} [works] whether these parts of a scene are sent
 * @property {(task: () => void) => void} [schedule] calls back in the next frame
 * @property {Parameters<typeof inSlices>[1]} [slices]
 *
 * @typedef {object} Own What a scene uses beside what it shares with the others.
 * @property {() => Coign.SceneDocument | undefined} scene
 * @property {import("./scene-record.mjs").SceneRecord} record
 * @property {() => number} nextRevision
 * @property {() => void} deleted called when the scene turns out to be deleted from the world
 * @property {(why: unknown) => void} failed called when the scene cannot be read
 *
 * @typedef {Omit<Shared, "scene" | "schedule"> & Own} Environment
 */

const PART = 256 << 10; // bytes of a whole scene at a time: to write and to send more takes too long for one frame
const SAFE_SHARE = 0.7; // of the limit; the rest is for the other parts of a message

export class SyncedScene {
  #id;
  #environment;
  #record;
  #revision = 0;
  #moment = 0; // of the record, when the last change was sent
  /** True once the bridge has confirmed the scene. */
  synced = false;
  /** Notes about the scene for the GM. @type {Partial<Pick<Coign.Synced, "open_levels" | "strays">>} */
  notes = {};
  /** The stage of sending the whole scene. @type {"reading" | "offered" | "sending" | "sent"} */
  #stage = "reading";
  #stop = () => {};
  /** Why it is no longer held. @type {Error | null} */
  #end = null;
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
  }

  /** Read the scene, and send it or its fingerprint. */
  open({ offer = this.#environment.remembers() } = {}) {
    this.#stage = "reading";
    this.synced = false;
    this.#run(this.#read(offer));
  }

  /** @param {boolean} offer whether only the fingerprint is sent */
  *#read(offer) {
    yield* this.#record.read();
    if (!this.#environment.scene()) return this.#environment.deleted();
    if (!offer) return yield* this.#put();
    this.#stage = "offered";
    this.#revision = this.#environment.nextRevision();
    this.#moment = this.#record.moment;
    const { hash } = this.#record;
    this.#environment.send({ type: "scene.put", scene: this.#id, revision: this.#revision, hash });
  }

  /** @param {Generator<void, void>} task */
  #run(task) {
    this.#stop();
    const { failed, slices } = this.#environment;
    const whole = (function* () {
      try {
        yield* task;
      } catch (problem) {
        failed(problem);
      }
    })();
    this.#stop = inSlices(whole, slices);
  }

  /**
   * Resolves when the bridge has the scene as it is now.
   * @returns {Promise<number>} the revision
   */
  async ready() {
    if (this.#end) throw this.#end;
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
   * @param {Then} then
   * @param {(revision: number) => T} ask
   */
  asOf(then, ask) {
    if (!this.synced) return null;
    this.flush();
    const before = typeof then === "number" ? this.#record.since(then) : this.#record.before(then);
    if (!before) return null;
    const past = (/** @type {string} */ key) => before.get(key);
    const now = (/** @type {string} */ key) => this.#record.text(key);
    // Without a fingerprint, so that the past scene is not taken for the present one.
    this.#patch(changesBetween(before.keys(), now, past), "");
    const asked = ask(this.#revision);
    this.#patch(changesBetween(before.keys(), past, now));
    return asked;
  }

  /** Send the changes. */
  flush() {
    if (!this.synced) return;
    if (!this.#environment.scene()) return this.#environment.deleted();
    const changes = this.#record.changesSince(this.#moment);
    if (!changes) return this.#run(this.#put()); // too many changes at once: they are no longer known
    this.#moment = this.#record.moment;
    this.#patch(changes);
  }

  /** The bridge asks for the whole scene: it does not have what was offered, or a patch did not fit what it has. */
  resync() {
    // Each of several patches on their way is answered so; the whole scene, sent once, answers them all.
    if (this.#stage === "offered") this.#run(this.#put());
    else if (this.synced) this.open({ offer: false }); // read again, in case a change was not reported
  }

  /**
   * The bridge has confirmed a revision.
   * @param {Coign.Synced} answer
   */
  confirmed({ revision, skipped, open_levels, strays }) {
    if (!this.synced) for (const [what, why] of skipped) console.warn(`Coign | scene ${this.#id}: ${what}: ${why}`);
    // Before that come the answers to its other parts, or one for a scene of this id that was dropped before.
    const isWhole = revision === this.#revision && (this.#stage === "offered" || this.#stage === "sent");
    if (!this.synced && !isWhole) return;
    this.notes = { open_levels, strays };
    this.#stage = "sent";
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
   * @param {Error} why
   */
  abandon(why) {
    this.#end = why;
    this.#stop();
    for (const { reject } of this.#waiting) reject(why);
  }

  /** Send the whole scene, as it was read, in parts. The first has the scene's own fields. */
  *#put() {
    this.#stage = "sending";
    this.synced = false;
    this.#moment = this.#record.moment;
    this.#revision = this.#environment.nextRevision();
    const { hash } = this.#record; // of the whole content, not of a part
    const own = this.#record.text(`Scene.${this.#id}`) ?? "{}";
    const parts = withLast(split(this.#record.documents(), Math.min(PART, this.#room())));
    const { value: [first, isWhole] = [[], true] } = parts.next();
    const head = { type: "scene.put", scene: this.#id, revision: this.#revision, hash: isWhole ? hash : "" };
    this.#environment.send(head, putText(head, own, first));
    for (const [part, isLast] of parts) {
      yield;
      this.#sendPatch(part, isLast ? hash : "");
    }
    this.#stage = "sent";
  }

  /**
   * Send changes, in as many messages as they need.
   * @param {Change[]} changes
   * @param {string} [whole] the fingerprint of the scene after them
   */
  #patch(changes, whole = this.#record.hash) {
    for (const [part, isLast] of withLast(split(changes, this.#room()))) this.#sendPatch(part, isLast ? whole : "");
  }

  /**
   * @param {Change[]} changes
   * @param {string} hash
   */
  #sendPatch(changes, hash) {
    const { epoch } = this.#environment.welcome() ?? {};
    const [base, revision] = [this.#revision, this.#environment.nextRevision()];
    this.#revision = revision;
    const head = { type: "scene.patch", scene: this.#id, base, revision, epoch, hash };
    this.#environment.send(head, patchText(head, changes));
  }

  /** Return how many bytes a message may have. */
  #room() {
    return (this.#environment.welcome()?.limits.bytes ?? 4 << 20) * SAFE_SHARE;
  }
}
