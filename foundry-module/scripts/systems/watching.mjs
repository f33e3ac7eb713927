/** Which changes of actors, items and effects make a token's traits stale. */

/**
 * The actor that a document belongs to, through the items and effects between; null where it belongs to none.
 * @param {Coign.Foreign} document
 */
function actorAbove(document) {
  for (let at = document; at; at = at.parent) if (at.documentName === "Actor") return at;
  return null;
}

/**
 * Return whether a partial update changes one of the paths.
 * @param {Coign.Foreign} change
 * @param {string[]} paths
 */
const touches = (change, paths) =>
  paths.some((path) => path.split(".").reduce((at, key) => at?.[key], change) !== undefined);

/**
 * @param {string[]} actorPaths  what of an actor's update matters
 * @param {string[]} itemPaths  what of an item's update matters
 * @returns {Coign.Watch}
 */
export const watching = (actorPaths, itemPaths) =>
  watchingPaths([...actorPaths, "type", "flags.item-piles"], itemPaths);

/** @type {typeof watching} */
const watchingPaths = (actorPaths, itemPaths) => ({
  // What an unlinked token has of its own is a delta, whose parent is the token.
  createActorDelta: (delta) => delta.parent,
  updateActorDelta: (delta, change) => (touches(change, actorPaths) ? delta.parent : null),
  updateActor: (actor, change) => (touches(change, actorPaths) ? actor : null),
  createItem: actorAbove,
  updateItem: (item, change) => (touches(change, itemPaths) ? actorAbove(item) : null),
  deleteItem: actorAbove,
  createActiveEffect: actorAbove,
  updateActiveEffect: actorAbove,
  deleteActiveEffect: actorAbove,
});
