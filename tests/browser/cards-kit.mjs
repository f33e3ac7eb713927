/** Cards of judged rolls as elements, without a bridge or a world: of the engine's answers to all worked cases. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { card } from "../../foundry-module/scripts/card/card.mjs";
import { htmlOf } from "../../foundry-module/scripts/util/dom.mjs";
import { PYTHON, ROOT } from "./table.mjs";

export const CONTENT = 278; // px that a sidebar of 300 px leaves within a message

const read = (...path) => readFileSync(join(ROOT, ...path), "utf8");
const flat = (tree, at = "") =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[at + key, value]] : flat(value, `${at}${key}.`),
  );
const STYLES = ["tokens", "card", "figure"].map((name) => read("foundry-module", "styles", `${name}.css`)).join("\n");
/** Foundry's sizes: a root of 16 px, letters of 14, and what a message leaves of a sidebar of 300 px. */
const FOUNDRY = `
  *, *::before, *::after { box-sizing: border-box }
  html { font-size: 16px }
  body { margin: 0; font: 0.875rem / 1.4 "Signika", "DejaVu Sans", sans-serif }
  .theme-light { background: #f0eee6; color: #191813 }
  .theme-dark { background: #1b1b22; color: #efe6d8 }
  p { margin: 0 }
  button { text-transform: uppercase; box-shadow: 0 0 8px; transition: all 250ms } /* dnd5e's */
  .message-content { width: ${CONTENT}px }`;

/** Return `t` of a language, as the module has it. */
export function translate(language) {
  const texts = Object.fromEntries(
    [`${language}.json`, `${language}.rules.json`].flatMap((name) =>
      flat(JSON.parse(read("foundry-module", "lang", name))),
    ),
  );
  const full = (key) => texts[key] ?? texts[`COIGN.${key}`];
  return (key, data = {}) => full(key)?.replace(/\{(\w+)\}/g, (whole, name) => data[name] ?? whole) ?? key;
}

/** Ask the engine for the annotations of all worked cases, with what a GM may add to each roll. */
export function judgedCases() {
  const env = { ...process.env, PYTHONPATH: join(ROOT, "bridge") };
  const how = { cwd: ROOT, env, encoding: "utf8", maxBuffer: 1 << 28 };
  const lines = execFileSync(PYTHON, [join("tests", "support", "cards.py")], how)
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Return the reader of a card: a GM who has opened nothing but the card, and whatever is given. */
export const viewOf = ({ annotation, offers, actor }, t, more = {}) => ({
  annotations: [annotation],
  rolled: [],
  unjudged: "",
  editable: true,
  mayAsk: true,
  mayRoll: true,
  mayMeasure: false,
  waiting: false,
  key: annotation.id,
  showNothing: true,
  hiding: false,
  offers,
  unfolded: (fold) => fold === "card",
  figureOf: (figure) => figure,
  actor,
  nameOf: (id) => id ?? "",
  t,
  ...more,
});

/**
 * Return the cases whose cards differ in a letter, or in what `more` says of a case: two that are the same are laid out
 * alike, and two thirds are. `how` is given to `viewOf`.
 */
export function distinct(cases, t, { how = {}, more = () => "" } = {}) {
  return [...new Map(cases.map((one) => [`${more(one)} ${markupOf(viewOf(one, t, how))}`, one])).values()];
}

const markupOf = (view) => {
  const node = card(view);
  return node ? htmlOf(node) : "";
};

/** Return cards as one page: each in a message of its own, in a chat of a theme. */
export const pageOf = (views, { theme = "light", style = "" } = {}) => `<!doctype html><meta charset="utf-8">
  <style>${FOUNDRY}${STYLES}${style}</style>
  <body class="theme-${theme}">${views.map(messageOf).join("")}`;

const messageOf = (view, nth) => `<div class="message-content" data-nth="${nth}">${markupOf(view)}</div>`;

/** Put the single results of cases together as cards of four targets, two of which have one name. */
export function fourTargets(cases) {
  const names = ["Snag", "Grik der Messerschleifer", "Mog", "Snag"];
  const single = cases.filter(({ annotation }) => annotation.results.length === 1);
  const rules = [...new Set(single.map(({ rulesets }) => rulesets.join()))];
  return rules.flatMap((own) => {
    const list = single.filter(({ rulesets }) => rulesets.join() === own);
    return Array.from({ length: Math.min(10, Math.floor(list.length / 4)) }, (_, n) => {
      const some = list.slice(4 * n, 4 * n + 4);
      const results = some.map(({ annotation }, nth) => ({ ...annotation.results[0], target: String(nth) }));
      return { ...some[0], annotation: { ...some[0].annotation, results }, nameOf: (id) => names[Number(id)] };
    });
  });
}
