/** An outcome as text and elements: its name, the total, hit or miss, and what follows from it. Pure. */

import { h } from "../util/dom.mjs";
import { effectText, percent, signed, totalText } from "../util/effect-text.mjs";

/** @typedef {import("../util/effect-text.mjs").Translate} Translate */

/**
 * Describe an outcome in a line: its name, the total, whether it hits. Blanks separate them for screen readers.
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 * @param {{label: boolean, total: boolean}} [show] what is not shown elsewhere
 */
export function headline(outcome, t, show = { label: true, total: true }) {
  const label = show.label && h("span.coign-label", {}, labelText(outcome, t));
  return spaced([label, show.total && total(outcome, t), ...verdict(outcome, t), chances(outcome, t)]);
}

/**
 * Summarise the result of an attack for a preview: the outcome's name, then each modifier that counts.
 * @param {Coign.Result} result
 * @param {Translate} t
 * @returns {string[]} lines
 */
export function summaryOf({ outcome, modifiers }, t) {
  const counted = modifiers.filter(({ state }) => state === "on");
  // The outcome's name already tells that the target cannot be attacked.
  const effectOf = (/** @type {Coign.Effect} */ effect) => (effect.kind === "blocked" ? "" : effectText(effect, t));
  return [labelText(outcome, t), ...counted.map(({ source, effect }) => `${source} ${effectOf(effect)}`.trim())];
}

/**
 * Describe a further roll of the same attack, whose name and reasons are those of the first.
 * @param {Coign.Outcome} outcome
 * @param {number} nth from 1, the first being 0
 * @param {Translate} t
 */
export function furtherLine(outcome, nth, t) {
  const label = h("span.coign-nth", {}, t("COIGN.Card.Nth", { nth: String(nth + 1) }));
  return spaced([label, total(outcome, t), ...verdict(outcome, t), chances(outcome, t)]);
}

/** @param {unknown[]} parts */
const spaced = (parts) => parts.flatMap((part) => (part ? [part, " "] : []));

/**
 * Return an outcome's name, in the reader's language if the language file has it.
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 */
export function labelText({ label = "plain" }, t) {
  const key = `COIGN.Outcome.${label.replaceAll(" ", "-")}`;
  const translated = t(key);
  return translated === key ? label : translated;
}

/**
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 */
export function total(outcome, t) {
  const text = totalText(outcome);
  return text ? h("span.coign-total", {}, h("span.coign-hidden", {}, t("COIGN.Card.Total")), text) : null;
}

/**
 * Describe hit or miss: an annotation has it only for those who may know it.
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 */
function verdict({ hit, critical }, t) {
  const known = hit === true || hit === false;
  const name = critical && hit !== false ? "critical" : hit ? "hit" : "miss";
  return [
    (known || critical) &&
      h("span.coign-verdict", { "data-verdict": name }, `${name === "miss" ? "✗" : "✓"} ${t(`COIGN.Verdict.${name}`)}`),
  ];
}

/**
 * Describe the chance to hit, if it is known.
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 */
function chances({ chance }, t) {
  if (!chance) return null;
  const [before, after] = [percent(chance.before), percent(chance.after)];
  const words =
    before === after ? t("COIGN.Card.SameChance", { chance: after }) : t("COIGN.Card.Chance", { before, after });
  return h("span.coign-chance", {}, words);
}

/**
 * List what follows beyond the total: bonuses that add up from several chips, further dice, miss chance, damage,
 * movement.
 * @param {Coign.Result} result
 * @param {Translate} t
 * @returns {string[]}
 */
export function consequences({ modifiers, outcome }, t) {
  const { flat, keep, miss_chance: missChance, pool, damage, movement } = outcome;
  const adding = (/** @type {string} */ to) =>
    modifiers.filter(({ state, effect }) => state === "on" && effect.kind === "flat" && effect.to === to).length;
  const flats = Object.entries(flat ?? {}).filter(([to, value]) => value && adding(to) > 1);
  return [
    ...flats.map(([to, value]) => `${signed(value)} ${t(`COIGN.To.${to}`)}`),
    keep && t(`COIGN.Consequence.keep-${keep}`),
    pool &&
      pool.before !== pool.after &&
      t("COIGN.Consequence.pool", { before: String(pool.before), after: String(pool.after) }),
    pool?.keep && t(`COIGN.Consequence.keep-${pool.keep}`),
    missChance && t("COIGN.Effect.missChance", { percent: `${missChance} %` }),
    damage && t("COIGN.Effect.damage", { dice: damage }),
    typeof movement === "number" && t("COIGN.Effect.movement", { factor: String(movement) }),
  ].filter((text) => typeof text === "string");
}
