/** The engine's words of an outcome as elements: the verdict, its consequences, notes and assumptions. Pure. */

import { h } from "../util/dom.mjs";
import { effectText, oddsOf, percent } from "../util/effect-text.mjs";
import { assumptionsOf, labelText, markOf, nameOfModifier, notesOf, said } from "../util/texts.mjs";
import { DEFAULTS } from "../util/wire.mjs";
import { toldBySign } from "./chip.mjs";

/** @typedef {import("./tools.mjs").View} View */

/**
 * Describe an outcome in a line, the verdict first: "17 + 1d4: hit". Blanks separate the parts for screen readers.
 *
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @param {boolean} [isNarrow] a button is beside it: the verdict without the total, and only the present chance
 */
export function headline(result, t, isNarrow = false) {
  const { outcome, modifiers, words } = result;
  const first = verdictLine(result, t, isNarrow);
  const counted = modifiers.filter(({ state }) => state === "on");
  // "Plain roll" would be wrong with a bonus: show the numbers instead, here only on a folded card.
  const label = (!isPlain(outcome) || !(first || counted.length)) && labelText(outcome.label, t);
  // A line that shows this by its sign alone leaves the word to the first line.
  const told = counted.some((one) => toldBySign(one, t)) ? "span.coign-label" : "span.coign-label.coign-told";
  const sums = (words?.sums ?? []).map((phrase) => said(phrase, t));
  return spaced([
    first,
    label && h(first ? told : "span.coign-label.coign-first", {}, label),
    h("span.coign-sums", {}, sums.join(", ")),
    chances(result, t, isNarrow || Boolean(words?.verdict)),
  ]);
}

/**
 * Describe the outcome of one of several targets in the middle of its line: hit or miss, else what else is known, and the
 * chance as it is.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @param {{label: boolean, total: boolean}} show the parts that are not shown elsewhere
 */
export function inShort(result, t, show) {
  const { outcome } = result;
  const sum = show.total && !outcome.second && total(result, t);
  const name = show.label && !isPlain(outcome) ? labelText(outcome.label, t) : "";
  return spaced([h("span.coign-first", {}, verdict(result, t, true) ?? (sum || name)), chances(result, t, true)]);
}

/**
 * Describe the total and hit or miss as one, in bold; null if neither is known.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @param {boolean} [isNarrow] hit or miss alone, if it is known
 */
function verdictLine(result, t, isNarrow = false) {
  const [sum, judged] = [total(result, t), verdict(result, t, isNarrow)];
  if (!sum && !judged) return null;
  // With a second die it stands, whichever die counts.
  if (judged && (isNarrow || result.outcome.second)) return h("span.coign-first", {}, judged);
  return h("span.coign-first", {}, spaced([sum && judged ? [sum, ":"] : sum, judged]).slice(0, -1));
}

/**
 * Return whether a roll is made with one die as it is.
 * @param {Coign.Outcome} outcome
 */
export const isPlain = ({ label = DEFAULTS.label }) => label === DEFAULTS.label;

/**
 * Summarise the result of an attack for a preview: the odds with their reasons, where they are known, the outcome's name,
 * then each other modifier that counts.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @returns {string[]} lines
 */
export function summaryOf(result, t) {
  const { outcome, modifiers } = result;
  const { text, reasons } = oddsOf(result, t);
  const told = new Set(reasons.map(({ modifier }) => modifier));
  const counted = modifiers.filter(({ state, id }) => state === "on" && !told.has(id));
  // The outcome's name already states that the target cannot be attacked.
  const effectOf = (/** @type {Coign.Effect} */ effect) => (effect.kind === "blocked" ? "" : effectText(effect, t));
  return [
    ...(text ? [[text, ...reasons.map((reason) => reason.text)].join(", ")] : []),
    ...(text && isPlain(outcome) ? [] : [labelText(outcome.label, t)]),
    ...counted.map((modifier) => `${nameOfModifier(modifier, t)} ${effectOf(modifier.effect)}`.trim()),
  ];
}

/**
 * Describe a further roll of the same attack, whose name and reasons are those of the first.
 * @param {Coign.Result} result
 * @param {number} nth from 1, the first being 0
 * @param {Coign.Translate} t
 */
export function furtherLine(result, nth, t) {
  const label = h("span.coign-nth", {}, t("COIGN.Card.Nth", { nth: String(nth + 1) }));
  return spaced([label, verdictLine(result, t), chances(result, t)]);
}

/** @param {unknown[]} parts */
const spaced = (parts) => parts.flatMap((part) => (part ? [part, " "] : []));

/**
 * Describe the total, or the die that may take its place: "12 or d20".
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 */
export function total({ words }, t) {
  const text = said(words?.total, t);
  return text ? h("span.coign-total", {}, h("span.coign-hidden", {}, t("COIGN.Card.Total")), text) : null;
}

/** The sign of a verdict. */
const VERDICTS = { hit: "✓ ", critical: "✓ ", miss: "✗ ", tier: "" };

/**
 * Describe hit or miss and by how much, or the tier of a power roll, to those who may know it.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @param {boolean} [inShort] without the margin
 */
function verdict({ words }, t, inShort = false) {
  const found = words?.verdict;
  if (!found) return null;
  const text = said((inShort && found.short) || found.phrase, t);
  return h("span.coign-verdict", { "data-verdict": found.kind }, VERDICTS[found.kind] + text);
}

/**
 * Describe the chance to hit, or those of the tiers of a power roll, if they are known.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @param {boolean} [inShort] as it is, without what it was: by itself once the roll has been judged
 */
function chances({ outcome: { chance }, words }, t, inShort = Boolean(words?.verdict)) {
  if (!chance) return null;
  const title = said(words?.chance, t);
  const tiers = chance.tiers?.map((one) => percent(one).replace(/ %$/, "")).join("/");
  const named = h("span.coign-hidden", {}, tiers ? "" : t("COIGN.Card.Chance"));
  return h("span.coign-chance", { title }, named, inShort ? (tiers ? `${tiers} %` : percent(chance.after)) : title);
}

/**
 * List what follows beyond the total, as the engine says it.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 */
export const consequences = ({ words }, t) => (words?.follows ?? []).map((phrase) => said(phrase, t));

/**
 * List the notes of all results; the text of a chip's reason is not repeated.
 * @param {Coign.Result[]} results those with something to show
 * @param {View} view
 */
export function noteLines(results, view) {
  const { t } = view;
  return once(results, view, ({ modifiers, outcome }) => {
    const marks = modifiers.filter(({ state }) => state === "on").map((modifier) => markOf(modifier, t));
    const fixed = Object.values(outcome.standing ?? {}).flat();
    const all = [...notesOf(outcome, t).filter((_, nth) => !fixed.includes(nth)), ...marks].filter(Boolean);
    return [...new Set(all)].filter((note, n, list) => !list.some((other, m) => m !== n && other.includes(note)));
  });
}

/**
 * Describe on one line, which opens when pressed, what follows from the only result, then the notes; null if there is neither.
 * @param {string[]} follows
 * @param {string[]} notes
 * @param {View} view
 */
export function lastLine(follows, notes, { unfolded }) {
  if (!follows.length && !notes.length) return null;
  const [first, second] = [follows.join(" · "), notes.join("; ")];
  return h(
    "details.coign-note",
    { "data-fold": "notes", open: unfolded("notes") },
    h(
      "summary",
      { "data-tooltip": [first, second].filter(Boolean).join("; ") },
      first && h("span.coign-consequence", {}, first),
      first && second && "; ",
      second,
    ),
  );
}

/**
 * Describe the assumptions behind the results, each in a paragraph.
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
 * Return the fixed texts of a rule behind a result. They open from the rule's line, so that not every card shows them.
 * @param {Coign.Result} result
 * @param {string | undefined} rule its id
 * @param {Coign.Translate} t
 */
export const standingOf = ({ outcome }, rule, t) =>
  notesOf(outcome, t).filter((_, nth) => outcome.standing?.[rule ?? ""]?.includes(nth));
