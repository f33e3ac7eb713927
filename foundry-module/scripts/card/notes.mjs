/**
 * The notes of a card and the assumptions behind it. Each stands once, even if several targets have it. Pure.
 */

import { h } from "../util/dom.mjs";
import { assumptionsOf, markOf, notesOf } from "../util/texts.mjs";

/** @typedef {import("./card.mjs").View} View */

/**
 * List the notes of all results; the text of a chip's reason is not repeated.
 * @param {Coign.Result[]} results those with something to show
 * @param {View} view
 */
export const noteLines = (results, view) => once(results, view, (result) => notes(result, view.t));

/**
 * Describe the notes on one line, which opens when pressed; null if there are none.
 * @param {string[]} lines
 * @param {View} view
 */
export function shownNotes(lines, { unfolded }) {
  if (!lines.length) return null;
  const text = lines.join("; ");
  return h(
    "details.coign-note",
    { "data-fold": "notes", open: unfolded("notes", false) },
    h("summary", { "data-tooltip": text }, text),
  );
}

/**
 * Describe what was assumed for the results, a paragraph for each assumption.
 * @param {Coign.Result[]} results
 * @param {View} view
 */
export const assumptionLines = (results, view) =>
  once(results, view, (result) => assumptionsOf(result, view.t)).map((what) =>
    h("p.coign-note", {}, view.t("COIGN.Card.Assumed", { what })),
  );

/**
 * List texts of several results, each once; one that not all of them have follows the names of their targets.
 * @param {Coign.Result[]} results
 * @param {View} view
 * @param {(result: Coign.Result) => string[]} textsOf
 * @returns {string[]}
 */
function once(results, { nameOf }, textsOf) {
  /** @type {Map<string, (string | null)[]>} */
  const targets = new Map();
  for (const result of results)
    for (const text of textsOf(result)) targets.set(text, [...(targets.get(text) ?? []), result.target]);
  return [...targets].map(([text, of]) => {
    const names = of.length < results.length ? of.flatMap((target) => (target ? nameOf(target) : [])) : [];
    return names.length ? `${[...new Set(names)].join(", ")}: ${text}` : text;
  });
}

/**
 * @param {Coign.Result} result
 * @param {View["t"]} t
 */
function notes(result, t) {
  const marks = result.modifiers.filter(({ state }) => state === "on").map((modifier) => markOf(modifier, t));
  const { standing = [] } = result.outcome;
  const all = [...notesOf(result.outcome, t).filter((_, nth) => !standing.includes(nth)), ...marks].filter(Boolean);
  return [...new Set(all)].filter((note, n, list) => !list.some((other, m) => m !== n && other.includes(note)));
}

/**
 * Return what the rules behind a result always say: it is behind their lines, not on every card.
 * @param {Coign.Result} result
 * @param {View["t"]} t
 */
export const standingOf = ({ outcome }, t) =>
  notesOf(outcome, t).filter((_, nth) => (outcome.standing ?? []).includes(nth));
