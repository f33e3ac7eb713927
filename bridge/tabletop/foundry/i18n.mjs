/**
 * `game.i18n`: the texts of modules' language files; English texts fill the gaps of the chosen language. Foundry's own
 * texts have keys; the stand-in's have none, and are found by what they are in English.
 */

import { expandObject, getProperty, mergeObject } from "./utils.mjs";

/**
 * @param {string} lang
 * @param {Record<string, string>} [own]  the stand-in's own texts in that language, by the English ones
 */
export function createI18n(lang, own = {}) {
  const translations = {};
  const fallback = {};
  const files = [];
  let ready = false;

  function localize(key) {
    const found = getProperty(translations, key) ?? getProperty(fallback, key);
    return typeof found === "string" ? found : (own[key] ?? key);
  }

  return {
    lang,
    translations,
    _fallback: fallback,
    localize,
    has: (key) => typeof getProperty(translations, key) === "string" || typeof getProperty(fallback, key) === "string",
    format: (key, data = {}) => localize(key).replace(/\{([^}]+)\}/g, (whole, name) => data[name] ?? whole),
    getListFormatter: (options = {}) => new Intl.ListFormat(lang, options),
    /** Add one language file; keys may be dotted or nested. Its texts are available from `i18nInit` on. */
    take(language, strings) {
      if (!ready) {
        files.push([language, strings]);
        return;
      }
      if (language === "en") mergeObject(fallback, expandObject(strings));
      if (language === lang) mergeObject(translations, expandObject(strings));
    },
    initialize() {
      ready = true;
      for (const [language, strings] of files.splice(0)) this.take(language, strings);
    },
  };
}
