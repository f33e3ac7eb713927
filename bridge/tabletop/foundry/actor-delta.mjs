/**
 * Unlinked tokens' actors: the world's actor with the token's own changes on it, which an `ActorDelta` in the token
 * keeps.
 *
 * The actor that `token.actor` gives is made of both. A change of it, of an item or of an effect is kept in the
 * delta; the hooks that run are the actor's (`updateActor`, `createActiveEffect`), with that actor in them.
 * (github.com/foundryvtt/foundryvtt issues 8973 and 6892, since version 11; fvtt-types 13.346, `actor-delta.d.mts`.)
 */

import { EMBEDDED } from "./types.mjs";
import { deepClone, mergeObject } from "./utils.mjs";

/** Tell whether a document is an unlinked token's own actor. */
export const isSynthetic = (document) => document?.documentName === "Actor" && document.isToken;

/**
 * Return the source of a token's own actor: the delta applied to the world's actor.
 * @param {object} base  The source of the world's actor.
 * @param {object} delta  The source of the delta.
 */
function appliedDelta(base, delta) {
  const source = deepClone(base);
  for (const field of ["name", "type", "img"]) source[field] = delta[field] ?? source[field];
  for (const field of ["system", "flags", "ownership"]) if (delta[field]) mergeObject(source[field], delta[field]);
  for (const field of Object.values(EMBEDDED.Actor)) {
    const own = new Map((delta[field] ?? []).map((entry) => [entry._id, entry]));
    const kept = source[field].map((entry) => own.get(entry._id) ?? entry);
    const added = (delta[field] ?? []).filter(({ _id }) => !source[field].some((entry) => entry._id === _id));
    source[field] = [...kept, ...added].filter((entry) => !entry._tombstone).map(deepClone);
  }
  return source;
}

/**
 * The changes to an actor's items or effects, kept in a delta's list. What the world's actor has is copied when it is
 * changed and buried when it is deleted.
 *
 * @param {object[]} list  Of the delta, changed in place.
 * @param {object[]} base  The same list of the world's actor.
 */
export const deltaList = {
  create(list, entry) {
    deltaList.remove(list, entry._id);
    list.push(entry);
  },
  update(list, base, change) {
    let own = list.find(({ _id }) => _id === change._id);
    if (!own) {
      own = deepClone(base.find(({ _id }) => _id === change._id));
      list.push(own);
    }
    mergeObject(own, change);
  },
  delete(list, base, id) {
    deltaList.remove(list, id);
    if (base.some(({ _id }) => _id === id)) list.push({ _id: id, _tombstone: true });
  },
  remove(list, id) {
    const at = list.findIndex(({ _id }) => _id === id);
    if (at >= 0) list.splice(at, 1);
  },
};

export const actorDeltaClass = (Base, client) =>
  class extends Base {
    #actor = null;

    /** The token's own actor: one object for the token's whole life; null if the world lacks the base actor. */
    get syntheticActor() {
      const base = this.parent.baseActor;
      if (!base) return null;
      if (!this.#actor)
        this.#actor = new (client.classOf("Actor"))(appliedDelta(base._source, this._source), { parent: this.parent });
      return this.#actor;
    }

    get items() {
      return this.syntheticActor?.items;
    }

    get effects() {
      return this.syntheticActor?.effects;
    }

    get isOwner() {
      return this.parent.isOwner;
    }

    /** Prepare the actor again after a change of the delta or of the world's actor. */
    updateSyntheticActor() {
      const base = this.parent.baseActor;
      if (!base || this.#actor?.id !== base.id) this.#actor = null;
      else this.#actor._adopt(appliedDelta(base._source, this._source));
      this.parent.prepareForActor();
    }

    _take(change, options) {
      super._take(change, options);
      this.updateSyntheticActor();
    }
  };
