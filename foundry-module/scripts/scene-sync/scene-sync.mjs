/**
 * The scenes that the bridge holds, and the record of each.
 *
 * A scene goes to the bridge when it is first needed. From then on hooks only note *which* documents changed, and once a
 * frame each scene sends their changes. Its record outlives the connection. Names no Foundry global.
 */

import { Unanswered, whyOf } from "../util/errors.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { SceneRecord } from "./scene-record.mjs";
import { SyncedScene } from "./synced-scene.mjs";

const HELD_AT_MOST = 8; // scenes; a world has hundreds, a table plays on one or two

/** @typedef {import("./synced-scene.mjs").Shared} Environment */

export class SceneSync {
  #environment;
  /** @type {Map<string, SyncedScene>} */
  #scenes = new Map();
  /** @type {Map<string, number>} kept when a scene is dropped: a revision never names two contents */
  #revisions = new Map();
  /** The records of scenes, the last used at the end. @type {Map<string, SceneRecord>} */
  #records = new Map();
  #scheduleFlush;

  /** @param {Environment} environment */
  constructor(environment) {
    this.#environment = environment;
    this.#scheduleFlush = oncePerFrame(() => {
      for (const record of this.#records.values()) record.flush();
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
   * Return a scene as the one that was used last; it is sent to the bridge if that does not have it.
   * @param {string} id
   */
  #inUse(id) {
    const scene = this.#environment.scene(id);
    if (!scene) throw new Error(`no scene ${id} in this world`);
    if (!this.#environment.welcome()) throw new Unanswered("the bridge is not connected");
    const held = this.#scenes.get(id) ?? this.#open(id, scene);
    if (this.#scenes.delete(id)) this.#scenes.set(id, held); // the map's order is the order of last use
    return held;
  }

  /**
   * Return the present moment of a scene, as its record counts them; null without such a scene.
   * @param {string} id
   */
  moment(id) {
    const scene = this.#environment.scene(id);
    return scene ? this.#recordOf(id, scene).moment : null;
  }

  /**
   * Send requests about the scene as it was at an earlier moment: patches back, the requests and patches forward again are
   * sent in one go, so nothing can come between.
   *
   * @template T
   * @param {string} id
   * @param {import("./synced-scene.mjs").Then} then
   * @param {(revision: number) => T} ask sends its requests at once; receives the revision that the answers must have
   * @returns {T | null} null: the scene of that moment is no longer known, or the bridge does not have it yet
   */
  asOf(id, then, ask) {
    return this.#scenes.get(id)?.asOf(then, ask) ?? null;
  }

  /**
   * Return the moment before the last move of one of some tokens; null: none of them has moved, as far as that is known.
   * @param {string} id
   * @param {string[]} tokens
   * @param {number} until later moves do not count
   */
  beforeMove(id, tokens, until) {
    return this.#records.get(id)?.beforeMove(tokens, until) ?? null;
  }

  /**
   * Return whether a moment of a scene is still known.
   * @param {string} id
   * @param {number} moment
   */
  recalls(id, moment) {
    return Boolean(this.#records.get(id)?.since(moment));
  }

  /**
   * Return a scene's documents as they were at a moment; null if they are no longer known.
   * @param {string} id
   * @param {number} moment
   */
  standing(id, moment) {
    const scene = this.#environment.scene(id);
    return scene ? this.#recordOf(id, scene).standing(moment) : null;
  }

  /**
   * Return the bridge's notes about a scene: open levels, and tokens on levels that the scene lacks, by name.
   * @param {string} id
   */
  notes(id) {
    return this.#scenes.get(id)?.notes ?? {};
  }

  /** The ids of the scenes that have a record. */
  get held() {
    return [...this.#records.keys()];
  }

  /**
   * Note that a document was created, changed or deleted; its change is sent in the next frame.
   *
   * @param {string | null | undefined} scene
   * @param {import("./inventory.mjs").Kind} kind
   * @param {string} id
   */
  changed(scene, kind, id) {
    const record = scene ? this.#records.get(scene) : undefined;
    if (!record) return;
    record.changed(kind, id);
    this.#scheduleFlush();
  }

  /** @param {string} id of a scene that was deleted from the world */
  drop(id) {
    this.#records.delete(id);
    this.#release(id, `scene ${id} is gone`);
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
    for (const id of this.#scenes.keys()) this.#abandon(id, "the connection to the bridge was lost");
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
   * Return the record of a scene.
   * @param {string} id
   * @param {Coign.SceneDocument} scene
   */
  #recordOf(id, scene) {
    const known = this.#records.get(id);
    const record = known ?? new SceneRecord(scene, { ...this.#environment, find: () => this.#environment.scene(id) });
    this.#records.delete(id);
    this.#records.set(id, record);
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= HELD_AT_MOST) break;
      if (!this.#scenes.has(oldest)) this.#records.delete(oldest);
    }
    return record;
  }

  /**
   * @param {string} id
   * @param {Coign.SceneDocument} scene
   */
  #open(id, scene) {
    for (const [oldest] of this.#scenes) {
      if (this.#scenes.size < HELD_AT_MOST) break;
      this.#release(oldest, `scene ${oldest} was not used for long`);
    }
    const held = new SyncedScene(id, {
      ...this.#environment,
      scene: () => this.#environment.scene(id),
      record: this.#recordOf(id, scene),
      nextRevision: () => this.#next(id),
      deleted: () => this.drop(id),
      failed: (problem) => this.#abandon(id, `scene ${id} cannot be read: ${whyOf(problem)}`),
    });
    this.#scenes.set(id, held);
    held.open();
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
   * Let the bridge forget a scene.
   * @param {string} id
   * @param {string} why
   */
  #release(id, why) {
    if (this.#abandon(id, why)) this.#environment.send({ type: "scene.drop", scene: id });
  }

  /**
   * @param {string} id
   * @param {string} why
   * @returns {boolean} false: it was not held
   */
  #abandon(id, why) {
    this.#scenes.get(id)?.abandon(new Unanswered(why));
    return this.#scenes.delete(id);
  }

  /** @param {string} id */
  #next(id) {
    const revision = (this.#revisions.get(id) ?? 0) + 1;
    this.#revisions.set(id, revision);
    return revision;
  }
}
