/** An outcome as text and elements: the verdict, the outcome's name, what follows from it, notes and assumptions. Pure. */

import { h } from "../util/dom.mjs";
import { effectText, oddsOf, percent, signed, tiersText, totalText } from "../util/effect-text.mjs";
import { assumptionsOf, markOf, nameOfModifier, notesOf, phrasesText } from "../util/texts.mjs";
import { DEFAULTS } from "../util/wire.mjs";
import { toldBySign } from "./chip.mjs";

/** @typedef {import("./tools.mjs").View} View */

/**
 * Describe an outcome in a line, the verdict first: "17 + 1d4: hit". Blanks separate the parts for screen readers.
 *
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @param {{label: boolean, total: boolean, sums: boolean}} [show] the parts that are not shown elsewhere
 */
export function headline({ outcome, modifiers }, t, show = { label: true, total: true, sums: true }) {
  const first = verdictLine(outcome, t, show.total);
  const plain = (outcome.label ?? DEFAULTS.label) === DEFAULTS.label;
  const changed = modifiers.some(({ state }) => state === "on");
  // "Plain roll" would be wrong with a bonus: show the numbers instead, here only on a folded card.
  const label = show.label && (!plain || !(first || changed)) && labelText(outcome, t);
  return spaced([
    first,
    label && h(first ? "span.coign-label.coign-told" : "span.coign-label.coign-first", {}, label),
    show.sums && h("span.coign-sums", {}, sums(outcome, t).join(", ")),
    chances(outcome, t),
  ]);
}

/**
 * Describe the outcome of one of several targets in the middle of its line: hit or miss, else what else is known, and the
 * chance as it is.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @param {{label: boolean, total: boolean}} show the parts that are not shown elsewhere
 */
export function inShort({ outcome }, t, show) {
  const plain = (outcome.label ?? DEFAULTS.label) === DEFAULTS.label;
  const sum = show.total && !outcome.second && total(outcome, t);
  const words = show.label && !plain ? labelText(outcome, t) : "";
  return spaced([h("span.coign-first", {}, verdict(outcome, t, true) ?? (sum || words)), chances(outcome, t, true)]);
}

/**
 * Describe the total and hit or miss as one, in bold; null if neither is known.
 * @param {Coign.Outcome} outcome
 * @param {Coign.Translate} t
 * @param {boolean} withTotal
 */
function verdictLine(outcome, t, withTotal) {
  const sum = withTotal && total(outcome, t);
  const judged = verdict(outcome, t);
  if (!sum && !judged) return null;
  if (judged && outcome.second) return h("span.coign-first", {}, judged); // it stands, whichever die counts
  return h("span.coign-first", {}, spaced([sum && judged ? [sum, ":"] : sum, judged]).slice(0, -1));
}

/**
 * Summarise the result of an attack for a preview: the odds with their reasons, where they are known, the outcome's name,
 * then each other modifier that counts.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 * @returns {string[]} lines
 */
export function summaryOf({ outcome, modifiers }, t) {
  const { text, reasons } = oddsOf({ outcome, modifiers }, t);
  const told = new Set(reasons.map(({ modifier }) => modifier));
  const counted = modifiers.filter(({ state, id }) => state === "on" && !told.has(id));
  // The outcome's name already states that the target cannot be attacked.
  const effectOf = (/** @type {Coign.Effect} */ effect) => (effect.kind === "blocked" ? "" : effectText(effect, t));
  const isPlain = text && (outcome.label ?? DEFAULTS.label) === DEFAULTS.label;
  return [
    ...(text ? [[text, ...reasons.map((reason) => reason.text)].join(", ")] : []),
    ...(isPlain ? [] : [labelText(outcome, t)]),
    ...counted.map((modifier) => `${nameOfModifier(modifier, t)} ${effectOf(modifier.effect)}`.trim()),
  ];
}

/**
 * Describe a further roll of the same attack, whose name and reasons are those of the first.
 * @param {Coign.Outcome} outcome
 * @param {number} nth from 1, the first being 0
 * @param {Coign.Translate} t
 */
export function furtherLine(outcome, nth, t) {
  const label = h("span.coign-nth", {}, t("COIGN.Card.Nth", { nth: String(nth + 1) }));
  return spaced([label, verdictLine(outcome, t, true), chances(outcome, t)]);
}

/** @param {unknown[]} parts */
const spaced = (parts) => parts.flatMap((part) => (part ? [part, " "] : []));

/**
 * Return an outcome's name, in the reader's language if the language file has it.
 * @param {Pick<Coign.Outcome, "label">} outcome
 * @param {Coign.Translate} t
 */
export function labelText({ label = DEFAULTS.label }, t) {
  const key = `COIGN.Outcome.${label.replaceAll(" ", "-")}`;
  const translated = t(key);
  return translated === key ? label : translated;
}

/**
 * Describe the total, or the die that may take its place: "12 or the new d20, the higher".
 * @param {Coign.Outcome} outcome
 * @param {Coign.Translate} t
 */
export function total(outcome, t) {
  const { second } = outcome;
  const text = second
    ? t(`COIGN.Card.Second-${second.keep}`, { face: String(second.face), die: second.die.replace(/^1/, "") }) +
      (second.bonus ? ` ${signed(second.bonus)}` : "")
    : totalText(outcome);
  return text ? h("span.coign-total", {}, h("span.coign-hidden", {}, t("COIGN.Card.Total")), text) : null;
}

/**
 * Describe hit or miss, and by how much: an annotation has it only for those who may know it.
 * @param {Coign.Outcome} outcome
 * @param {Coign.Translate} t
 * @param {boolean} [inShort] without the margin
 */
function verdict({ hit, critical, margin, tiers }, t, inShort = false) {
  if (tiers?.after) return tierOf(tiers, critical === true, t);
  const known = hit === true || hit === false;
  if (!known && !critical) return null;
  const name = critical && hit !== false ? "critical" : hit ? "hit" : "miss";
  const short = name === "miss" && typeof margin === "number" && margin < 0 && !inShort;
  const text = short ? t("COIGN.Verdict.missBy", { by: String(-margin) }) : t(`COIGN.Verdict.${name}`);
  return h("span.coign-verdict", { "data-verdict": name }, `${name === "miss" ? "✗" : "✓"} ${text}`);
}

/**
 * Describe the tier of a power roll, as it was made and as it is.
 * @param {Coign.Wire.Tiers} tiers
 * @param {boolean} critical
 * @param {Coign.Translate} t
 */
function tierOf({ before, after }, critical, t) {
  const tier = before && before !== after ? `${before} → ${after}` : String(after);
  const words = [t("COIGN.Verdict.tier", { tier }), ...(critical ? [t("COIGN.Verdict.critical")] : [])].join(", ");
  return h("span.coign-verdict", { "data-verdict": "tier" }, words);
}

/**
 * Describe the chance to hit, or those of the tiers of a power roll, if they are known.
 * @param {Coign.Outcome} outcome
 * @param {Coign.Translate} t
 * @param {boolean} [inShort] as it is, without what it was: by itself once the roll has been judged
 */
function chances({ chance, hit, tiers }, t, inShort = typeof hit === "boolean" || Boolean(tiers?.after)) {
  if (!chance) return null;
  const [before, after] = [percent(chance.before), percent(chance.after)];
  const change = before === after ? after : `${before.replace(/ %$/, "")} → ${after}`;
  const title = tiersText(chance, t) ?? change;
  const short = chance.tiers?.length
    ? `${chance.tiers.map((one) => percent(one).replace(/ %$/, "")).join(" / ")} %`
    : after;
  const named = h("span.coign-hidden", {}, chance.tiers?.length ? "" : t("COIGN.Card.Chance"));
  return h("span.coign-chance", { title }, named, inShort ? short : title);
}

/** @param {string} to @param {number} value @param {Coign.Translate} t */
const flatText = (to, value, t) => effectText({ kind: "flat", value, to: /** @type {Coign.To} */ (to) }, t);

/**
 * List the numbers that the modifiers add up to, and the miss chance.
 * @param {Coign.Outcome} outcome
 * @param {Coign.Translate} t
 */
function sums({ flat, miss_chance: missChance }, t) {
  const numbers = Object.entries(flat ?? {}).filter(([, value]) => value);
  return [
    ...numbers.map(([to, value]) => flatText(to, value, t)),
    ...(missChance ? [effectText({ kind: "miss-chance", percent: missChance }, t)] : []),
  ];
}

/**
 * List what follows beyond the total, as the engine says it, after the outcome's name where a chip's sign stands for it.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 */
export function consequences({ modifiers, outcome, follows = [] }, t) {
  const isFirst = !verdictLine(outcome, t, true); // the card's first line has the name
  const bySign = !isFirst && modifiers.some((modifier) => modifier.state === "on" && toldBySign(modifier, t));
  return [...(bySign ? [labelText(outcome, t)] : []), ...follows.map((phrase) => phrasesText([phrase], "", t))];
}

/**
 * List the notes of all results; the text of a chip's reason is not repeated.
 * @param {Coign.Result[]} results those with something to show
 * @param {View} view
 */
export function noteLines(results, view) {
  const { t } = view;
  return once(results, view, ({ modifiers, outcome }) => {
    const marks = modifiers.filter(({ state }) => state === "on").map((modifier) => markOf(modifier, t));
    const { standing = [] } = outcome;
    const all = [...notesOf(outcome, t).filter((_, nth) => !standing.includes(nth)), ...marks].filter(Boolean);
    return [...new Set(all)].filter((note, n, list) => !list.some((other, m) => m !== n && other.includes(note)));
  });
}

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
    { "data-fold": "notes", open: unfolded("notes") },
    h("summary", { "data-tooltip": text }, text),
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
 * Return the fixed texts of the rules behind a result. They open from the rules' lines, so that not every card shows them.
 * @param {Coign.Result} result
 * @param {Coign.Translate} t
 */
export const standingOf = ({ outcome }, t) =>
  notesOf(outcome, t).filter((_, nth) => (outcome.standing ?? []).includes(nth));
