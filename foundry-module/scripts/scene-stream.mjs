/**
 * The scenes that the bridge holds, kept equal to Foundry's.
 *
 * A scene goes to the bridge when it is first needed: its fingerprint alone, for a bridge that may still hold it, and
 * whole when asked for. From then on hooks say only *what* was touched; once per frame the touched documents are read
 * as they stand by then and compared with what was last sent. So whatever happened, in whatever order, however often,
 * the patch is the difference between what the bridge has and what Foundry has, and an edit that changes nothing of
 * ours is no patch at all. Names no Foundry global.
 */

import { combined, fingerprint, NOTHING, same, spelled } from "./fingerprint.mjs";
import { COLLECTIONS, documentData, documentsOf, sceneFields } from "./wire.mjs";

/** @typedef {import("./fingerprint.mjs").Fingerprint} Fingerprint */
/** @typedef {import("./wire.mjs").DocumentName | "Scene"} Touched */

/**
 * @typedef {object} Held One scene on its way to the bridge, or there.
 * @property {number} revision
 * @property {Map<string, Fingerprint>} known of each document as last sent, by "Token.id"
 * @property {Fingerprint} whole
 * @property {Set<string>} touched
 * @property {boolean} synced whether the bridge has said that it has it
 * @property {boolean} offered whether only the fingerprint was sent so far
 * @property {{resolve(revision: number): void, reject(why: Error): void}[]} waiting
 */

const HELD_AT_MOST = 8; // scenes; a world has hundreds, a table plays on one or two
const SAFE_SHARE = 0.7; // of the bridge's limit in bytes that we fill, counting characters

/**
 * @typedef {object} Surroundings
 * @property {(message: object) => boolean} send
 * @property {(id: string) => any} scene the Scene document of that id
 * @property {(token: any) => Coign.TokenExtras} extras
 * @property {() => Coign.Welcome | undefined} welcome of the bridge, while connected
 * @property {(task: () => void) => void} [soon] calls back in the next frame
 */

export class SceneStream {
  /** @type {Required<Surroundings>} */
  #around;
  /** @type {Map<string, Held>} */
  #scenes = new Map();
  /** @type {Map<string, number>} revisions outlive what was held: a number never stands for two contents */
  #revisions = new Map();
  #flushing = false;

  /** @param {Surroundings} around */
  constructor(around) {
    this.#around = { soon: nextFrame, ...around };
  }

  /**
   * Resolves once the bridge has this scene as it stands now.
   *
   * @param {string} id
   * @returns {Promise<number>} its revision
   * @throws {Error} where there is no such scene, no connection, or the bridge refuses it
   */
  async ready(id) {
    if (!this.#around.scene(id)) throw new Error(`no scene ${id} in this world`);
    if (!this.#around.welcome()) throw new Error("the bridge is not connected");
    if (!this.#scenes.has(id)) this.#offer(id);
    const held = this.#scenes.get(id);
    if (!held) throw new Error(`scene ${id} was lost on the way`);
    this.#scenes.delete(id); // and in again: the map's order is the order of last use
    this.#scenes.set(id, held);
    if (held.synced) {
      this.#flush(id, held);
      return held.revision;
    }
    return new Promise((resolve, reject) => held.waiting.push({ resolve, reject }));
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
   * @param {Touched} name
   * @param {string} id
   */
  touch(scene, name, id) {
    const held = scene ? this.#scenes.get(scene) : undefined;
    if (!held) return;
    held.touched.add(`${name}.${id}`);
    if (this.#flushing) return;
    this.#flushing = true;
    this.#around.soon(() => {
      this.#flushing = false;
      for (const [key, one] of this.#scenes) this.#flush(key, one);
    });
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
    for (const [what, why] of answer.skipped ?? []) console.warn(`Coign | scene ${answer.scene}: ${what}: ${why}`);
    if (answer.revision !== held.revision && held.offered) return;
    held.synced = true;
    this.#flush(answer.scene, held);
    for (const { resolve } of held.waiting.splice(0)) resolve(held.revision);
  }

  /**
   * Send the fingerprint alone.
   * @param {string} id
   */
  #offer(id) {
    for (const [oldest] of this.#scenes) {
      if (this.#scenes.size < HELD_AT_MOST) break;
      this.drop(oldest);
    }
    const { known, whole } = this.#survey(this.#around.scene(id));
    const revision = this.#next(id);
    /** @type {Held} */
    const held = { revision, known, whole, touched: new Set(), synced: false, offered: true, waiting: [] };
    this.#scenes.set(id, held);
    this.#around.send({ type: "scene.put", scene: id, revision, hash: spelled(whole) });
  }

  /**
   * Send all of it, as it stands now; what is more than one message takes follows in patches.
   * @param {string} id
   * @param {Held} held
   */
  #put(id, held) {
    const scene = this.#around.scene(id);
    if (!scene) return this.drop(id);
    const { known, whole, documents } = this.#survey(scene);
    Object.assign(held, { known, whole, revision: this.#next(id), synced: false, offered: false });
    held.touched.clear();
    const [first = [], ...rest] = portions(documents, this.#room());
    /** @type {Record<string, object[]>} */
    const collections = Object.fromEntries(Object.values(COLLECTIONS).map((name) => [name, []]));
    for (const { document, data } of first) collections[COLLECTIONS[document]].push(data);
    const data = { ...sceneFields(scene), ...collections };
    const hash = rest.length ? "" : spelled(whole); // the fingerprint stands for the whole content, not for a part
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
    const changes = [...held.touched].flatMap((key) => this.#change(scene, held, key) ?? []);
    held.touched.clear();
    this.#patch(id, held, portions(changes, this.#room()));
  }

  /**
   * What has become of one document since it was last sent; null where nothing has.
   *
   * @param {any} scene
   * @param {Held} held
   * @param {string} key
   * @returns {Coign.Change | null}
   */
  #change(scene, held, key) {
    const [name, id] = /** @type {[Touched, string]} */ (split(key));
    const before = held.known.get(key);
    const document = name === "Scene" ? scene : scene[COLLECTIONS[name]]?.get(id);
    if (!document && !before) return null;
    if (before) held.whole = combined(held.whole, before);
    if (!document) {
      held.known.delete(key);
      return { document: name, action: "delete", id };
    }
    const data = name === "Scene" ? sceneFields(scene) : documentData(name, document, this.#around.extras);
    const after = fingerprint(`${key} ${JSON.stringify(data)}`);
    held.known.set(key, after);
    held.whole = combined(held.whole, after);
    if (same(after, before)) return null;
    return { document: name, action: before ? "update" : "create", id, data };
  }

  /**
   * @param {string} scene
   * @param {Held} held
   * @param {object[][]} portions
   */
  #patch(scene, held, portions) {
    const { epoch } = this.#around.welcome() ?? {};
    for (const [n, changes] of portions.entries()) {
      const base = held.revision;
      held.revision = this.#next(scene);
      const hash = n === portions.length - 1 ? spelled(held.whole) : "";
      this.#around.send({ type: "scene.patch", scene, base, revision: held.revision, epoch, hash, changes });
    }
  }

  /** @param {any} scene */
  #survey(scene) {
    /** @type {Map<string, Fingerprint>} */
    const known = new Map();
    let whole = NOTHING;
    /** @param {string} key @param {object} data */
    const note = (key, data) => {
      const print = fingerprint(`${key} ${JSON.stringify(data)}`);
      known.set(key, print);
      whole = combined(whole, print);
    };
    note(`Scene.${scene.id}`, sceneFields(scene));
    const documents = [];
    for (const [name, document] of documentsOf(scene)) {
      const data = documentData(name, document, this.#around.extras);
      note(`${name}.${document.id}`, data);
      documents.push({ document: name, action: /** @type {const} */ ("create"), id: document.id, data });
    }
    return { known, whole, documents };
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
    for (const { reject } of this.#scenes.get(id)?.waiting ?? []) reject(new Error(why));
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

/**
 * Changes in portions that fit into a message each.
 * @template {object} T
 * @param {T[]} changes
 * @param {number} room in characters
 * @returns {T[][]}
 */
function portions(changes, room) {
  /** @type {T[][]} */
  const all = [];
  let left = 0;
  for (const change of changes) {
    const size = JSON.stringify(change).length + 1;
    if (!all.length || size > left) {
      all.push([]);
      left = room;
    }
    all[all.length - 1].push(change);
    left -= size;
  }
  return all;
}

/** @param {string} key */
function split(key) {
  const dot = key.indexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
}

/**
 * In the next frame; a page in the background has none, so a clock stands by.
 * @param {() => void} task
 */
function nextFrame(task) {
  let done = false;
  const once = () => {
    if (!done) task();
    done = true;
  };
  requestAnimationFrame(once);
  setTimeout(once, 100);
}
