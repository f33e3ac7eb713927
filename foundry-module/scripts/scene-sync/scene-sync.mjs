/**
 * The scenes that the bridge holds.
 *
 * A scene goes to the bridge when it is first needed. From then on hooks say only *what* was touched; once per frame the
 * touched scenes are told to send what has become of it. Names no Foundry global.
 */

import { Unanswered } from "../util/errors.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { HeldScene } from "./synced-scene.mjs";

const HELD_AT_MOST = 8; // scenes; a world has hundreds, a table plays on one or two

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
  /** @type {Map<string, HeldScene>} */
  #scenes = new Map();
  /** @type {Map<string, number>} revisions outlive what was held: a number never stands for two contents */
  #revisions = new Map();
  #flushSoon;

  /** @param {Surroundings} around */
  constructor(around) {
    this.#around = around;
    this.#flushSoon = oncePerFrame(() => {
      for (const held of this.#scenes.values()) held.flush();
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
    return held.ready();
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
    return this.#scenes.get(id)?.asOf(revision, ask) ?? null;
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
    held.touch(kind, id);
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
    if (answer.type === "error") this.#refused(answer);
    if (answer.type === "resync") this.#scenes.get(answer.scene)?.resync();
    if (answer.type === "synced") this.#scenes.get(answer.scene)?.arrived(answer);
  }

  /**
   * @param {string} id
   * @param {Coign.SceneDocument} scene
   */
  #offer(id, scene) {
    for (const [oldest] of this.#scenes) {
      if (this.#scenes.size < HELD_AT_MOST) break;
      this.drop(oldest);
    }
    const held = new HeldScene(scene, id, {
      ...this.#around,
      scene: () => this.#around.scene(id),
      nextRevision: () => this.#next(id),
      gone: () => this.drop(id),
    });
    held.offer();
    return held;
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
    this.#scenes.get(id)?.abandon(why);
    return this.#scenes.delete(id);
  }

  /** @param {string} id */
  #next(id) {
    const revision = (this.#revisions.get(id) ?? 0) + 1;
    this.#revisions.set(id, revision);
    return revision;
  }
}
