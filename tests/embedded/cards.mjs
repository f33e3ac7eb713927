/**
 * Draw the cards of annotations with the module of any clone: one line of HTML for each in English, then in German.
 *
 * usage: node cards.mjs CLONE < ANNOTATIONS
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const module = resolve(process.argv[2], "foundry-module");
const load = (path) => import(pathToFileURL(join(module, "scripts", path)).href);
const [{ card }, { htmlOf }] = [await load("card/card.mjs"), await load("util/dom.mjs")];
const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);

for (const language of ["en", "de"]) {
  const t = translate(language);
  for (const line of lines) {
    const node = card(viewOf(JSON.parse(line), t));
    console.log(node ? htmlOf(node).replaceAll("\n", " ") : "");
  }
}

/** Return what translates a key, from the language files of the clone. */
function translate(language) {
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
