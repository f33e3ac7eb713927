/**
 * The scenes that the bridge holds, kept equal to Foundry's.
 *
 * A scene goes to the bridge when it is first needed: its fingerprint alone, for a bridge that may still hold it, and
 * whole when asked for. From then on hooks say only *what* was touched; once per frame the touched documents are read
 * as they stand by then and compared with what was last sent. So whatever happened, in whatever order, however often,
 * the patch is the difference between what the bridge has and what Foundry has, and an edit that changes nothing of
 * ours is no patch at all. Names no Foundry global.
 */

import { Unanswered } from "./errors.mjs";
import { between, Inventory, portions } from "./inventory.mjs";
import { oncePerFrame } from "./next-frame.mjs";
import { Past } from "./past.mjs";
import { COLLECTIONS, sceneFields } from "./wire.mjs";

/**
 * @typedef {object} Held One scene on its way to the bridge, or there.
 * @property {number} revision
 * @property {Inventory} inventory of what was last sent
 * @property {Past} past what it was before
 * @property {Set<string>} touched
 * @property {boolean} synced whether the bridge has said that it has it
 * @property {boolean} offered whether only the fingerprint was sent so far
 * @property {{resolve(revision: number): void, reject(why: Error): void}[]} waiting
 */

const HELD_AT_MOST = 8; // scenes; a world has hundreds, a table plays on one or two
const FRAME = 100; // characters that a change takes beside its document
const SAFE_SHARE = 0.7; // of the bridge's limit in bytes that we fill, counting characters

/**
 * @typedef {object} Surroundings
 * @property {(message: object) => boolean} send
 * @property {(id: string) => Coign.SceneDocument | undefined} scene
 * @property {(token: Coign.Placed) => Coign.TokenExtras} extras
 * @property {() => Coign.Welcome | undefined} welcome of the bridge, while connected
 * @property {(task: () => void) => void} [soon] calls back in the next frame
 */

export class SceneStream {
  #around;
  /** @type {Map<string, Held>} */
  #scenes = new Map();
  /** @type {Map<string, number>} revisions outlive what was held: a number never stands for two contents */
  #revisions = new Map();
  #flushSoon;

  /** @param {Surroundings} around */
  constructor(around) {
    this.#around = around;
    this.#flushSoon = oncePerFrame(() => {
      for (const [id, held] of this.#scenes) this.#flush(id, held);
    }, around.soon);
  }

  /**
   * Resolves once the bridge has this scene as it stands now.
   *
   * @param {string} id
   * @returns {Promise<number>} its revision
   * @throws {Error} where there is no such scene
   * @throws {Unanswered} where there is no connection, or the bridge does not take the scene
   */
  async ready(id) {
    const scene = this.#around.scene(id);
    if (!scene) throw new Error(`no scene ${id} in this world`);
    if (!this.#around.welcome()) throw new Unanswered("the bridge is not connected");
    const held = this.#scenes.get(id) ?? this.#offer(id, scene);
    this.#scenes.delete(id); // and in again: the map's order is the order of last use
    this.#scenes.set(id, held);
    if (held.synced) {
      this.#flush(id, held);
      return held.revision;
    }
    return new Promise((resolve, reject) => held.waiting.push({ resolve, reject }));
  }

  /**
   * Ask about the scene as it stood in an earlier revision: the bridge is taken back, asked and brought forward again,
   * in one go, which nothing can come between.
   *
   * @template T
   * @param {string} id
   * @param {number} revision
   * @param {(revision: number) => T} ask sends its questions at once; given the revision that the answers must have
   * @returns {T | null} null: how the scene stood then is not known any more
   */
  asOf(id, revision, ask) {
    const held = this.#scenes.get(id);
    if (!held?.synced) return null;
    this.#flush(id, held);
    const then = held.past.since(revision);
    if (!then) return null;
    const now = (/** @type {string} */ key) => held.inventory.text(key);
    const back = between(then.keys(), now, (key) => then.get(key));
    // Without a fingerprint: nobody is to take a scene of the past for the present one.
    this.#patch(id, held, portions(back, this.#room()), "");
    const asked = ask(held.revision);
    this.#patch(
      id,
      held,
      portions(
        between(then.keys(), (key) => then.get(key), now),
        this.#room(),
      ),
    );
    return asked;
  }

  /** @param {string} id */
  holds(id) {
    return this.#scenes.has(id);
  }

  /** The ids of the scenes on their way to the bridge, or there. */
  get held() {
    return [...this.#scenes.keys()];
  }

  /**
   * Something of a document was created, changed or deleted: see in the next frame what has become of it.
   *
   * @param {string | null | undefined} scene
   * @param {import("./inventory.mjs").Kind} kind
   * @param {string} id
   */
  touch(scene, kind, id) {
    const held = scene ? this.#scenes.get(scene) : undefined;
    if (!held) return;
    held.touched.add(`${kind}.${id}`);
    this.#flushSoon();
  }

  /** @param {string} id of a scene that is gone from the world */
  drop(id) {
    if (this.#abandon(id, `scene ${id} is gone`)) this.#around.send({ type: "scene.drop", scene: id });
  }

  /**
   * The bridge says that it has not got this scene after all: it is offered anew when next needed.
   * @param {string} id
   */
  forget(id) {
    this.#abandon(id, "the bridge has lost it");
  }

  /** The connection is gone: nothing is held until it is needed again. */
  reset() {
    for (const id of this.held) this.#abandon(id, "the connection to the bridge was lost");
  }

  /** @param {Coign.Answer} answer one that no request waits for */
  receive(answer) {
    if (answer.type === "error") return this.#refused(answer);
    if (answer.type !== "synced" && answer.type !== "resync") return;
    const held = this.#scenes.get(answer.scene);
    if (!held) return;
    if (answer.type === "resync") {
      // Of several patches under way each is answered so; one scene sent whole cures them all.
      if (held.synced || held.offered) this.#put(answer.scene, held);
      return;
    }
    if (answer.revision !== held.revision && held.offered) return; // of a scene of this id that was dropped before
    if (!held.synced)
      for (const [what, why] of answer.skipped) console.warn(`Coign | scene ${answer.scene}: ${what}: ${why}`);
    held.synced = true;
    this.#flush(answer.scene, held);
    for (const { resolve } of held.waiting.splice(0)) resolve(held.revision);
  }

  /**
   * Send the fingerprint alone.
   * @param {string} id
   * @param {Coign.SceneDocument} scene
   * @returns {Held}
   */
  #offer(id, scene) {
    for (const [oldest] of this.#scenes) {
      if (this.#scenes.size < HELD_AT_MOST) break;
      this.drop(oldest);
    }
    const inventory = new Inventory(this.#around.extras);
    inventory.take(scene);
    const revision = this.#next(id);
    const past = new Past(revision);
    const held = { revision, inventory, past, touched: new Set(), synced: false, offered: true, waiting: [] };
    this.#scenes.set(id, held);
    this.#around.send({ type: "scene.put", scene: id, revision, hash: inventory.hash });
    return held;
  }

  /**
   * Send all of it, as it stands now; what is more than one message takes follows in patches.
   * @param {string} id
   * @param {Held} held
   */
  #put(id, held) {
    const scene = this.#around.scene(id);
    if (!scene) return this.drop(id);
    const revision = this.#next(id);
    Object.assign(held, { revision, past: new Past(revision), synced: false, offered: false });
    held.touched.clear();
    const [first = [], ...rest] = portions(held.inventory.take(scene), this.#room());
    /** @type {Record<string, object[]>} */
    const collections = Object.fromEntries(Object.values(COLLECTIONS).map((name) => [name, []]));
    for (const { document, data } of first) {
      if (document !== "Scene") collections[COLLECTIONS[document]].push(Object(data));
    }
    const data = { ...sceneFields(scene), ...collections };
    const hash = rest.length ? "" : held.inventory.hash; // the fingerprint stands for the whole content, not for a part
    this.#around.send({ type: "scene.put", scene: id, revision: held.revision, hash, data });
    this.#patch(id, held, rest);
  }

  /**
   * Send what has changed of the touched documents.
   * @param {string} id
   * @param {Held} held
   */
  #flush(id, held) {
    if (!held.synced || !held.touched.size) return;
    const scene = this.#around.scene(id);
    if (!scene) return this.drop(id);
    const changes = [...held.touched].flatMap((key) => {
      const before = held.inventory.text(key);
      const change = held.inventory.change(scene, key);
      if (change) held.past.note(held.revision, key, before);
      return change ?? [];
    });
    held.touched.clear();
    const sizeOf = (/** @type {Coign.Change} */ { document, id }) =>
      (held.inventory.text(`${document}.${id}`)?.length ?? 0) + FRAME;
    this.#patch(id, held, portions(changes, this.#room(), sizeOf));
  }

  /**
   * @param {string} scene
   * @param {Held} held
   * @param {object[][]} portions
   * @param {string} [whole] the fingerprint of what they make
   */
  #patch(scene, held, portions, whole = held.inventory.hash) {
    const { epoch } = this.#around.welcome() ?? {};
    for (const [n, changes] of portions.entries()) {
      const base = held.revision;
      held.revision = this.#next(scene);
      const hash = n === portions.length - 1 ? whole : "";
      this.#around.send({ type: "scene.patch", scene, base, revision: held.revision, epoch, hash, changes });
    }
  }

  /**
   * An error that belongs to no request, and may name a scene on its way.
   * @param {Coign.ErrorAnswer} answer
   */
  #refused(answer) {
    console.warn(`Coign | the bridge: ${answer.message} (${answer.code})`);
    const id = String(answer.detail?.scene ?? "");
    // A refused change needs nothing: the next one builds on it, and is answered `resync`.
    if (!this.#scenes.get(id)?.synced) this.#abandon(id, answer.message);
  }

  /**
   * @param {string} id
   * @param {string} why
   * @returns {boolean} whether it was held
   */
  #abandon(id, why) {
    for (const { reject } of this.#scenes.get(id)?.waiting ?? []) reject(new Unanswered(why));
    return this.#scenes.delete(id);
  }

  /** @param {string} id */
  #next(id) {
    const revision = (this.#revisions.get(id) ?? 0) + 1;
    this.#revisions.set(id, revision);
    return revision;
  }

  #room() {
    return (this.#around.welcome()?.limits.bytes ?? 4 << 20) * SAFE_SHARE;
  }
}
