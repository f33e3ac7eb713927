/** An outcome as the card says it: its name, the total it makes, hit or miss, and what follows beside. Pure. */

import { h } from "../util/dom.mjs";
import { effectText, percent, signed, totalText } from "../util/effect-text.mjs";

/** @typedef {import("../util/effect-text.mjs").Translate} Translate */

/**
 * What the outcome is called, what it makes of the total, whether it hits; with blanks between for those who listen.
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 * @param {{label: boolean, total: boolean}} [say] what has not been said already
 */
export function headline(outcome, t, say = { label: true, total: true }) {
  const label = say.label && h("span.coign-label", {}, labelText(outcome, t));
  return spaced([label, say.total && total(outcome, t), ...verdict(outcome, t), chances(outcome, t)]);
}

/**
 * What an attack would have, in few words: what it is called, then each modifier that counts.
 * @param {Coign.Result} result
 * @param {Translate} t
 * @returns {string[]} lines
 */
export function answerOf({ outcome, modifiers }, t) {
  const counted = modifiers.filter(({ state }) => state === "on");
  // That there is no such attack is the answer; why, the modifier's name says.
  const effectOf = (/** @type {Coign.Effect} */ effect) => (effect.kind === "blocked" ? "" : effectText(effect, t));
  return [labelText(outcome, t), ...counted.map(({ source, effect }) => `${source} ${effectOf(effect)}`.trim())];
}

/**
 * A further roll of the same attack, which has its name and its reasons from the first.
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
 * The outcome's name, in the reader's language where it is one that we know.
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 */
export function labelText({ label = "plain" }, t) {
  const key = `COIGN.Outcome.${label.replaceAll(" ", "-")}`;
  const known = t(key);
  return known === key ? label : known;
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
 * Hit or miss, for those who may see it: where it is known it may be shown.
 * @param {Coign.Outcome} outcome
 * @param {Translate} t
 */
function verdict({ hit, critical }, t) {
  const known = hit === true || hit === false;
  const word = critical && hit !== false ? "critical" : hit ? "hit" : "miss";
  return [
    (known || critical) &&
      h("span.coign-verdict", { "data-verdict": word }, `${word === "miss" ? "✗" : "✓"} ${t(`COIGN.Verdict.${word}`)}`),
  ];
}

/**
 * The chance to hit, where it is known.
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
 * What follows beyond the total: bonuses that several chips add up to, second dice, miss chance, damage, movement.
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
