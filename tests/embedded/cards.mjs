/**
 * Draw the cards of annotations with the module of any clone: one line of HTML for each in English, then in German.
 *
 * usage: node cards.mjs CLONE < ANNOTATIONS
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Yield the card of each annotation, in English and then in German.
 * @param {string} clone the folder of the clone
 * @param {any[]} annotations
 * @param {object} [more] of the reader, in place of what `viewOf` says
 */
export async function* cardsOf(clone, annotations, more = {}) {
  const module = resolve(clone, "foundry-module");
  const load = (path) => import(pathToFileURL(join(module, "scripts", path)).href);
  const [{ card }, { htmlOf }] = [await load("card/card.mjs"), await load("util/dom.mjs")];
  for (const language of ["en", "de"]) {
    const t = translate(module, language);
    for (const annotation of annotations) {
      const node = card({ ...viewOf(annotation, t), ...more });
      yield node ? htmlOf(node).replaceAll("\n", " ") : "";
    }
  }
}

/** Return what translates a key, from the language files of the clone. */
function translate(module, language) {
  const texts = {};
  const add = (tree, at) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === "string") texts[`${at}${key}`.replace(/^(COIGN\.)?/, "COIGN.")] = value;
      else add(value, `${at}${key}.`);
    }
  };
  for (const name of [`${language}.json`, `${language}.rules.json`])
    add(JSON.parse(readFileSync(join(module, "lang", name), "utf8")), "");
  return (key, data = {}) => texts[key]?.replace(/\{(\w+)\}/g, (whole, name) => data[name] ?? whole) ?? key;
}

/** Return the reader of a card, who has opened all of it. */
function viewOf(annotation, t) {
  const isGM = annotation.viewer === "gm";
  return {
    ...{ annotations: [annotation], rolled: [], overrides: [], unjudged: "", key: "m", actor: null, t },
    ...{ editable: isGM, mayAsk: isGM, mayRoll: true, mayMeasure: false, waiting: false, hiding: false },
    ...{ showNothing: true, offers: isGM ? { effects: [], facts: {}, overriding: false } : null },
    ...{ unfolded: () => true, figureOf: (figure) => figure, nameOf: (id) => id ?? "" },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
  for await (const html of cardsOf(
    process.argv[2],
    lines.map((line) => JSON.parse(line)),
  ))
    console.log(html);
}
