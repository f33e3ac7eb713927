/** Show a ruling: what the roll becomes, each modifier with its reason, what was measured, and the drawing. */

import { effectText } from "../../../foundry-module/scripts/util/effect-text.mjs";
import {
  assumptionsOf,
  labelText,
  nameOfModifier,
  notesOf,
  reasonOf,
  said,
} from "../../../foundry-module/scripts/util/texts.mjs";
import { make } from "../elements.mjs";

const STATES = { on: "counts", off: "does not count", "set-aside": "not counted, by the rules" };

/**
 * @param {object} ruling of `coign/bench/ruling.py`
 * @param {(key: string, data?: Record<string, string>) => string} t a text of the module
 * @param {(text: string) => string} say a text of the page
 * @returns {HTMLElement[]}
 */
export function shown({ annotation, drawings }, t, say) {
  return JSON.parse(annotation).results.flatMap((result, nth) => [
    make("h2", {}, heading(result, t)),
    make("p", { className: "sentence" }, comesTo(result.words, t)),
    result.modifiers.length
      ? make("ul", {}, ...result.modifiers.map((one) => line(one, t, say)))
      : make("p", {}, say("No rule changes this roll.")),
    ...notesOf(result.outcome, t).map((note) => make("p", {}, note)),
    ...assumptionsOf(result, t).map((one) => make("p", {}, make("small", {}, `${say("assumed")}: ${one}`))),
    picture(drawings[nth], heading(result, t)),
  ]);
}

const heading = ({ outcome, words }, t) =>
  [labelText(outcome.label, t), outcome.dice, ...(words.sums ?? []).map((one) => said(one, t))]
    .filter(Boolean)
    .join(", ");

/** Return what the roll comes to: its total, hit or miss, and what follows beside them. */
const comesTo = ({ total, verdict, follows = [] }, t) =>
  [total, verdict?.phrase, ...follows].flatMap((one) => said(one, t) || []).join(", ");

function line(modifier, t, say) {
  const effect = effectText(modifier.effect, t);
  const item = make(
    "li",
    {},
    make("strong", {}, `${nameOfModifier(modifier, t)}${effect && `: ${effect}`}`),
    ` (${modifier.rule}, ${say(STATES[modifier.state])}) `,
    reasonOf(modifier, t),
  );
  item.dataset.state = modifier.state;
  item.dataset.rule = modifier.rule;
  return item;
}

/** A picture of its own, so that the styles of the drawing stay in it. */
const picture = (svg, alt) => make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt });
