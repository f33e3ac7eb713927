/**
 * Foundry's hooks for documents. They note the changed documents of each scene, which are sent in the next frame. Drawings on
 * the map are notified by a hook of our own, `coign.sceneChanged`. The same hooks clear the cached traits of tokens.
 */

import { ownFlags } from "../util/fields.mjs";

const FOLLOWED = 1000; // ms: by then a region has come after its token

/** The fields of a token that change when it moves or turns. */
const PLACE = new Set(["_id", "x", "y", "elevation", "rotation", "_movementHistory", "_regions"]);

/**
 * A document in a scene was created, updated or deleted.
 * @param {Coign.Context} coign
 * @param {{id: string | null, documentName: string, parent: {id: string | null} | null}} document
 */
export function documentChanged(coign, { id, documentName, parent }) {
  const kind = /** @type {import("./document-data.mjs").DocumentName} */ (documentName);
  coign.scenes.changed(parent?.id, kind, id ?? "");
  Hooks.callAll("coign.sceneChanged", parent?.id ?? null);
}

/**
 * `updateToken`.
 * @param {Coign.Context} coign
 * @param {TokenDocument.Implementation} token
 * @param {object} change
 */
export function tokenUpdated(coign, token, change) {
  coign.traits.changed(token, change);
  documentChanged(coign, token);
  // Since v14 a region can be attached to a token. It moves with it, but Foundry does not document whether `updateRegion`
  // runs then, or whether the region has moved already.
  for (const region of token.parent?.regions ?? []) {
    if (/** @type {Coign.Foreign} */ (region)._source.attachment?.token !== token.id) continue;
    const look = () => coign.scenes.changed(token.parent?.id, "Region", region.id ?? "");
    look();
    setTimeout(look, FOLLOWED);
  }
}

/**
 * A region's behaviour was created, updated or deleted: it is sent as part of its region.
 * @param {Coign.Context} coign
 * @param {{parent: any}} behavior
 */
export function behaviorChanged(coign, { parent: region }) {
  if (region) documentChanged(coign, region);
}

/**
 * `updateScene`. Lengths are in the scene's units, and its flags say which traits of its tokens count.
 * @param {Coign.Context} coign
 * @param {Scene.Implementation} scene
 * @param {object} change
 */
export function sceneUpdated(coign, { id, tokens }, change) {
  coign.traits.forgetAll();
  coign.scenes.changed(id, "Scene", id ?? "");
  if ("traits" in ownFlags(change)) for (const token of tokens) coign.scenes.changed(id, "Token", token.id ?? "");
  Hooks.callAll("coign.sceneChanged", id);
}

/**
 * `deleteScene`.
 * @param {Coign.Context} coign
 * @param {{id: string | null}} scene
 */
export const sceneDeleted = (coign, { id }) => coign.scenes.drop(id ?? "");

/**
 * Register the hooks by which the game system's token traits change: of actors, items and effects. (`ready`)
 * @param {Coign.Context} coign
 */
export function watchActors(coign) {
  for (const [hook, changedDocument] of Object.entries(coign.adapter.watch)) {
    Hooks.on(/** @type {"updateActor"} */ (hook), (...args) => traitsChanged(coign, changedDocument(...args)));
  }
}

/**
 * @param {Coign.Context} coign
 * @param {any} document an actor or a token, or nothing
 */
function traitsChanged(coign, document) {
  if (!document) return;
  coign.traits.forgetAll();
  if (document.documentName === "Token") return documentChanged(coign, document);
  if (document.documentName !== "Actor") return;
  Hooks.callAll("coign.sceneChanged", null);
  for (const id of coign.scenes.held) {
    // The actor of an unlinked token has the id of its base actor, so a few tokens too many are compared.
    for (const token of game.scenes.get(id)?.tokens ?? [])
      if (token.actorId === document.id) documentChanged(coign, token);
  }
}

/**
 * Send the viewed scene before it is needed, so that the first attack in it does not wait for it.
 * @param {Coign.Context} coign
 */
export function sendViewedScene(coign) {
  const scene = canvas?.scene?.id;
  if (!scene || !coign.engine.connected) return;
  coign.scenes.ready(scene).catch((problem) => console.warn(`Coign | scene ${scene} could not be sent:`, problem));
}

/**
 * A cache of token traits and attacks from the game system. An entry is valid until one of its source documents changes.
 * Reading them means going through an actor's items and effects; a token that only moves (sixty of them in one frame)
 * keeps its actor.
 */
export class TraitsCache {
  /** @type {WeakMap<object, {traits?: Coign.TokenTraits, attacks?: Coign.Attack[]}>} */
  #known = new WeakMap();
  #adapter;

  /** @param {() => Pick<Coign.Adapter, "tokenTraits" | "attacksOf">} adapter */
  constructor(adapter) {
    this.#adapter = adapter;
  }

  /**
   * Return a token's traits.
   * @param {Coign.Foreign} token
   */
  of(token) {
    const known = this.#knownOf(token);
    known.traits ??= this.#adapter().tokenTraits(token);
    return known.traits;
  }

  /**
   * Return the attacks with the weapons that a token has in hand.
   * @param {Coign.Foreign} token
   */
  attacksOf(token) {
    const known = this.#knownOf(token);
    known.attacks ??= this.#adapter().attacksOf(token);
    return known.attacks;
  }

  /** @param {Coign.Foreign} token */
  #knownOf(token) {
    const known = this.#known.get(token) ?? {};
    this.#known.set(token, known);
    return known;
  }

  /**
   * Forget a token's traits and attacks if its change touches more than its place.
   * @param {Coign.Foreign} token
   * @param {object} change
   */
  changed(token, change) {
    if (Object.keys(change).some((field) => !PLACE.has(field))) this.#known.delete(token);
  }

  /** Forget all of them: an actor has changed, or a scene's units. */
  forgetAll() {
    this.#known = new WeakMap();
  }
}
