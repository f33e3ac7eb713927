/**
 * The demo's own texts in the reader's language: those of its bar and panels, those of Foundry's windows, and the names in
 * its world. The sources have them in English; `lang/` has a file for each other language, by the English texts.
 */

/**
 * Read the texts of a language.
 * @param {string} lang
 * @param {string} [folder] from the page to the table, with a slash at its end
 * @returns {Promise<Record<string, string>>} by the English text; empty for English and for a language without a file
 */
export async function readTexts(lang, folder = "") {
  if (lang === "en") return {};
  const response = await fetch(`${folder}lang/${lang}.json`);
  return response.ok ? response.json() : {};
}

/** Translate what of a page has `data-text`: its words, and the name that screen readers and tooltips tell. */
export function translatePage(page, texts) {
  for (const element of page.querySelectorAll("[data-text]")) {
    const label = element.getAttribute("aria-label");
    if (label) element.setAttribute("aria-label", texts[label] ?? label);
    for (const node of element.childNodes) {
      const words = node.nodeType === Node.TEXT_NODE ? node.data.trim().replace(/\s+/g, " ") : "";
      if (texts[words]) node.data = node.data.replace(/\S(.*\S)?/s, texts[words]);
    }
  }
}

/** Return a world's documents with the names that its players read translated. */
export function translateDocuments({ User, Actor, Scene, ...documents }, texts) {
  const named = (document) => (texts[document.name] ? { ...document, name: texts[document.name] } : document);
  const sceneOf = (scene) => ({
    ...named(scene),
    tokens: scene.tokens.map(named),
    regions: (scene.regions ?? []).map(named),
    flags: {
      ...scene.flags,
      world: { ...scene.flags?.world, ideas: (scene.flags?.world?.ideas ?? []).map(ideaOf) },
    },
  });
  const ideaOf = (idea) => ({ ...idea, say: texts[idea.say] ?? idea.say, weapon: texts[idea.weapon] ?? idea.weapon });
  return {
    ...documents,
    User: User.map(named),
    Actor: Actor.map((actor) => ({ ...named(actor), items: actor.items?.map(named) })),
    Scene: Scene.map(sceneOf),
  };
}

/**
 * Divide the line of a weapon into its parts, and each of them into words and numbers: the words are translated.
 * @param {string} line "+5 to hit, range increment 60 ft"
 * @returns {{text: string, isWords: boolean}[][]}
 */
export const partsOf = (line) =>
  line.split(", ").map((part) => {
    const [, before, number, after] = /^(\D*?)\s?([+\d/]+)?\s?(\D*)$/.exec(part) ?? [];
    const found = [before, number, after].map((text, n) => ({ text: text ?? "", isWords: n !== 1 }));
    return found.filter(({ text }) => text);
  });
