/**
 * Find a token by the ids that messages and combats keep; undefined if it, or its scene, was deleted.
 * @param {string | null | undefined} scene
 * @param {string | null | undefined} token
 */
export const findToken = (scene, token) => game.scenes?.get(scene ?? "")?.tokens.get(token ?? "");
