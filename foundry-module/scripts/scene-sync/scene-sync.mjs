/**
 * The scenes that the bridge holds.
 *
 * A scene goes to the bridge when it is first needed. From then on hooks only note *which* documents changed, and once a
 * frame each scene sends their changes. Names no Foundry global.
 */

import { Unanswered } from "../util/errors.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { SyncedScene } from "./synced-scene.mjs";

const HELD_AT_MOST = 8; // scenes; a world has hundreds, a table plays on one or two

/** @typedef {import("./synced-scene.mjs").Shared} Environment */

export class SceneSync {
  #environment;
  /** @type {Map<string, SyncedScene>} */
  #scenes = new Map();
  /** @type {Map<string, number>} kept when a scene is dropped: a revision never names two contents */
  #revisions = new Map();
  #scheduleFlush;

  /** @param {Environment} environment */
  constructor(environment) {
    this.#environment = environment;
    this.#scheduleFlush = oncePerFrame(() => {
      for (const held of this.#scenes.values()) held.flush();
    }, environment.schedule);
  }

  /**
   * Resolves when the bridge has this scene as it is now.
   *
   * @param {string} id
   * @returns {Promise<number>} its revision
   * @throws {Error} there is no such scene
   * @throws {Unanswered} there is no connection, or the bridge refuses the scene
   */
  async ready(id) {
    return this.#inUse(id).ready();
  }

  /**
   * Resolves when the bridge has answered to this scene as it is now.
   * @param {string} id
   * @returns {Promise<number>} its revision
   * @throws {Error} as `ready`
   */
  async settled(id) {
    return this.#inUse(id).settled();
  }

  /**
   * Return a scene as the one that was used last; it is offered to the bridge if that does not have it.
   * @param {string} id
   */
  #inUse(id) {
    const scene = this.#environment.scene(id);
    if (!scene) throw new Error(`no scene ${id} in this world`);
    if (!this.#environment.welcome()) throw new Unanswered("the bridge is not connected");
    const held = this.#scenes.get(id) ?? this.#offer(id, scene);
    this.#scenes.delete(id); // and set again: the map's order is the order of last use
    this.#scenes.set(id, held);
    return held;
  }

  /**
   * Send requests about the scene as it was in an earlier revision: patches back, the requests and patches forward again
   * are sent in one go, so nothing can come between.
   *
   * @template T
   * @param {string} id
   * @param {number} revision
   * @param {(revision: number) => T} ask sends its requests at once; receives the revision that the answers must have
   * @returns {T | null} null: the scene of that revision is no longer known
   */
  asOf(id, revision, ask) {
    return this.#scenes.get(id)?.asOf(revision, ask) ?? null;
  }

  /**
   * Return what the bridge noted of a scene: open levels and tokens on levels that the scene lacks, by name.
   * @param {string} id
   */
  notes(id) {
    return this.#scenes.get(id)?.notes ?? {};
  }

  /** The ids of the scenes that the bridge holds, or that are on their way to it. */
  get held() {
    return [...this.#scenes.keys()];
  }

  /**
   * Note that a document was created, changed or deleted; its change is sent in the next frame.
   *
   * @param {string | null | undefined} scene
   * @param {import("./inventory.mjs").Kind} kind
   * @param {string} id
   */
  changed(scene, kind, id) {
    const held = scene ? this.#scenes.get(scene) : undefined;
    if (!held) return;
    held.changed(kind, id);
    this.#scheduleFlush();
  }

  /** @param {string} id of a scene that was deleted from the world */
  drop(id) {
    if (this.#abandon(id, `scene ${id} is gone`)) this.#environment.send({ type: "scene.drop", scene: id });
  }

  /**
   * The bridge reports that it does not have this scene: it is sent again when it is next needed.
   * @param {string} id
   */
  forget(id) {
    this.#abandon(id, "the bridge has lost it");
  }

  /** The connection is lost: no scene is held until it is needed again. */
  reset() {
    for (const id of this.held) this.#abandon(id, "the connection to the bridge was lost");
  }

  /**
   * Handle a message of the bridge that answers no request.
   * @param {Coign.Answer} answer
   */
  receive(answer) {
    if (answer.type === "error") this.#refused(answer);
    if (answer.type === "resync") this.#scenes.get(answer.scene)?.resync();
    if (answer.type === "synced") this.#scenes.get(answer.scene)?.confirmed(answer);
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
    const held = new SyncedScene(scene, id, {
      ...this.#environment,
      scene: () => this.#environment.scene(id),
      nextRevision: () => this.#next(id),
      deleted: () => this.drop(id),
    });
    held.offer();
    return held;
  }

  /**
   * Handle an error that answers no request; it may name a scene.
   * @param {Coign.ErrorAnswer} answer
   */
  #refused(answer) {
    console.warn(`Coign | the bridge: ${answer.message} (${answer.code})`);
    const id = String(answer.detail?.scene ?? "");
    const held = this.#scenes.get(id);
    if (held?.synced) held.refused();
    else this.#abandon(id, answer.message);
  }

  /**
   * @param {string} id
   * @param {string} why
   * @returns {boolean} false: it was not held
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
