/** Look up strings of the language files. */

/**
 * Return a string in the reader's language.
 * @type {import("./effect-text.mjs").Translate}
 */
export const t = (key, data) => (data ? game.i18n.format(key, data) : game.i18n.localize(key));
