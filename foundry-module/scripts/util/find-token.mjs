/**
 * A token by the ids that messages and combats keep of it; it may be gone, or its scene.
 * @param {string | null | undefined} scene
 * @param {string | null | undefined} token
 */
export const findToken = (scene, token) => game.scenes?.get(scene ?? "")?.tokens.get(token ?? "");
