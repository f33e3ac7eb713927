/** The small buttons of a card: degrees of cover, dice to roll and to take back, measuring again. Pure. */

import { h } from "../util/dom.mjs";

/** @typedef {import("./card.mjs").View} View */

/**
 * Describe a button with a sign for its face.
 * @param {string} action
 * @param {string} sign
 * @param {string} label its name in words
 * @param {Record<string, string | number | boolean | null | undefined>} [more]
 */
export const tool = (action, sign, label, more = {}) =>
  h(
    "button.coign-tool",
    { type: "button", "data-coign": action, "aria-label": label, "data-tooltip": label, ...more },
    sign,
  );

/** The face of a degree's button; a degree that is not listed is written as a word. @type {Record<string, string>} */
const DEGREE_SIGNS = {
  none: "–",
  half: "½",
  "three-quarters": "¾",
  total: "■",
  cover: "½",
  improved: "¾",
};

/**
 * Describe the degrees of cover as a row of buttons: a click sets one for this roll.
 * @param {string[]} degrees
 * @param {string | null} target
 * @param {string | undefined} current
 * @param {boolean} labelled name it: there is no chip about cover before it
 * @param {View["t"]} t
 */
export function degreeButtons(degrees, target, current, labelled, t) {
  const button = (/** @type {string} */ degree) =>
    tool(
      "degree",
      DEGREE_SIGNS[degree] ?? t(`COIGN.Said.degree-${degree}`),
      t("COIGN.Card.Degree", { degree: t(`COIGN.Said.degree-${degree}`) }),
      {
        "data-target": target,
        "data-degree": degree,
        "aria-pressed": String(degree === current),
      },
    );
  const cover = t("COIGN.Fact.cover");
  return h(
    "div.coign-degrees",
    { role: "group", "aria-label": cover },
    labelled && h("span", { "aria-hidden": "true" }, cover),
    degrees.map(button),
  );
}

/**
 * List the dice that a reader is asked to roll: not those that can change nothing any more.
 * @param {Coign.Outcome} outcome
 * @returns {string[]}
 */
function diceAsked({ to_roll: dice, hit, dice: beside }) {
  const settled = hit === true || hit === false;
  return (dice ?? []).filter((die) => !(settled && beside?.replace(/^-/, "") === die));
}

/**
 * Describe the buttons that roll dice, remove them, and measure again.
 * @param {View} view
 * @param {Coign.Result[]} results
 */
export function actions({ t, annotations, mayRoll, mayMeasure, rolled, waiting }, results) {
  if (!mayRoll) return [];
  const asked = [...results, ...annotations.slice(1).flatMap((further) => further.results)];
  const open = [...new Set(asked.flatMap(({ outcome }) => diceAsked(outcome)))];
  const button = (/** @type {string} */ action, /** @type {string} */ words, disabled = false) =>
    h("button.coign-action", { type: "button", "data-coign": action, disabled }, words);
  const dice = rolled.map(({ dice, values }) => `${dice} (${values.join(", ")})`).join(", ");
  return [
    open.length > 0 && button("roll", t("COIGN.Card.Roll", { dice: open.join(", ") }), waiting),
    dice && button("undo", t("COIGN.Card.Undo", { dice })),
    mayMeasure && button("measure", t("COIGN.Card.Measure")),
  ].filter((node) => node !== false && node !== "");
}
