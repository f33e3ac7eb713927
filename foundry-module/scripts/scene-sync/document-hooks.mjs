/** From Foundry's hooks to the stream: which documents of which scene were touched. */

import { coign } from "../context.mjs";

/**
 * Created, updated or deleted: something that stands in a scene.
 * @param {{id: string | null, documentName: string, parent: {id: string | null} | null}} document
 */
export function touched({ id, documentName, parent }) {
  coign.stream.touch(parent?.id, /** @type {import("./document-data.mjs").DocumentName} */ (documentName), id ?? "");
}

/**
 * `updateToken`.
 * @param {TokenDocument.Implementation} token
 * @param {object} change
 */
export function tokenUpdated(token, change) {
  coign.extras.changed(token, change);
  touched(token);
}

/**
 * A behaviour is a part of its region.
 * @param {{parent: any}} behavior
 */
export function behaviorTouched({ parent: region }) {
  if (region) touched(region);
}

/** @param {{id: string | null}} scene */
export function sceneTouched({ id }) {
  coign.extras.forgetAll(); // lengths are in the scene's units
  coign.stream.touch(id, "Scene", id ?? "");
}

/** @param {{id: string | null}} scene */
export const sceneDeleted = ({ id }) => coign.stream.drop(id ?? "");

/**
 * `ready`: the game system knows after which hooks a token's `coign` may be another: of its actor, an item, an effect.
 * Only the scenes that the bridge holds are looked through.
 */
export function watchActors() {
  for (const [hook, concerned] of Object.entries(coign.adapter.watch ?? {})) {
    Hooks.on(/** @type {"updateActor"} */ (hook), (...args) => extrasTouched(concerned(...args)));
  }
}

/** @param {any} document an actor or a token, or nothing */
function extrasTouched(document) {
  if (!document) return;
  coign.extras.forgetAll();
  if (document.documentName === "Token") return touched(document);
  if (document.documentName !== "Actor") return;
  for (const id of coign.stream.held) {
    // Unlinked tokens' actors have the id of the one they were made from: a few tokens too many are looked at.
    for (const token of game.scenes.get(id)?.tokens ?? []) if (token.actorId === document.id) touched(token);
  }
}
