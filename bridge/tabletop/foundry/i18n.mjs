/** `game.i18n`: the module's own language files, English under whatever language is chosen. */

import { expandObject, getProperty, mergeObject } from "./utils.mjs";

/** @param {string} lang */
export function createI18n(lang) {
  const translations = {};
  const fallback = {};

  function localize(key) {
    const found = getProperty(translations, key) ?? getProperty(fallback, key);
    return typeof found === "string" ? found : key;
  }

  return {
    lang,
    translations,
    _fallback: fallback,
    localize,
    has: (key) => typeof getProperty(translations, key) === "string" || typeof getProperty(fallback, key) === "string",
    format: (key, data = {}) => localize(key).replace(/\{([^}]+)\}/g, (whole, name) => data[name] ?? whole),
    getListFormatter: (options = {}) => new Intl.ListFormat(lang, options),
    /** Take one language file; keys may be dotted or nested. */
    take(language, strings) {
      if (language === "en") mergeObject(fallback, expandObject(strings));
      if (language === lang) mergeObject(translations, expandObject(strings));
    },
  };
}
