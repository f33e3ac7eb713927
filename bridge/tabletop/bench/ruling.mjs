/** Show a ruling: what the roll becomes, each modifier with its reason, what was measured, and the drawing. */

import { labelText } from "../../../foundry-module/scripts/card/outcome.mjs";
import { effectText } from "../../../foundry-module/scripts/util/effect-text.mjs";
import { assumptionsOf, nameOfModifier, notesOf, reasonOf } from "../../../foundry-module/scripts/util/texts.mjs";
import { make } from "../elements.mjs";

const STATES = { on: "counts", off: "does not count", "set-aside": "set aside" };

/**
 * @param {object} ruling of `coign/bench/ruling.py`
 * @param {(key: string, data?: Record<string, string>) => string} t a text of the module
 * @param {(text: string) => string} say a text of the page
 * @returns {HTMLElement[]}
 */
export function shown({ annotation, drawings }, t, say) {
  return JSON.parse(annotation).results.flatMap((result, nth) => [
    make("h2", {}, heading(result.outcome, t)),
    make("p", { className: "sentence" }, result.sentence),
    result.modifiers.length
      ? make("ul", {}, ...result.modifiers.map((one) => line(one, t, say)))
      : make("p", {}, say("No rule changes this roll.")),
    ...notesOf(result.outcome, t).map((note) => make("p", {}, note)),
    ...assumptionsOf(result, t).map((one) => make("p", {}, make("small", {}, `${say("assumed")}: ${one}`))),
    picture(drawings[nth], result.sentence),
  ]);
}

function heading(outcome, t) {
  const flat = Object.entries(outcome.flat ?? {}).filter(([, value]) => value);
  const sums = flat.map(([to, value]) => effectText({ kind: "flat", value, to }, t));
  return [labelText(outcome, t), outcome.dice, ...sums].filter(Boolean).join(", ");
}

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
