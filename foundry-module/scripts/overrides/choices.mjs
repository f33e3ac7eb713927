/** The modifiers and facts that a GM may add to a roll, and overrides as sentences. */

import { effectText } from "../util/effect-text.mjs";

import { DEFAULTS, FORCIBLE, SCOPE_CHOICES } from "../util/wire.mjs";

/** @typedef {Coign.Wire.Offers} Offers */

/** @type {Offers} */
const NOTHING = { effects: [], facts: {}, overriding: false };

/**
 * Return the modifiers that a GM may add to a roll, and the facts to set, as the engine lists them for the rules in use.
 * @param {Pick<Coign.Context, "offers">} coign
 * @param {Coign.Occasion} [occasion] of the roll
 */
export const offersFor = ({ offers }, occasion = DEFAULTS.occasion) => offers[occasion] ?? NOTHING;

/**
 * Return the effect of a kind with a number: a die has so many sides, and is subtracted if they are negative.
 * @param {Coign.Wire.HandEffect} form
 * @param {number} number
 * @returns {Coign.Effect}
 */
export function effectOf({ kind, to }, number) {
  const aim = to ?? "attack";
  const die = `${number < 0 ? "-" : ""}1d${Math.abs(number)}`;
  switch (kind) {
    case "flat":
      return { kind, value: number, to: aim };
    case "die":
      return { kind, dice: die, to: aim };
    case "damage":
      return { kind, dice: die };
    case "miss-chance":
      return { kind, percent: number };
    case "flat-check":
      return { kind, dc: number };
    default:
      return { kind, to: aim };
  }
}

/**
 * Read a number that somebody typed, as a kind of effect takes it: "+2", "-1d6" or "d6" for a die of six sides.
 * @param {Coign.Wire.HandEffect} form
 * @param {string} typed
 * @returns {number | null} null: no number, or one out of bounds
 */
export function numberOf({ kind, bounds }, typed) {
  if (!bounds) return 1;
  const text = typed.trim().replace("−", "-");
  const [, sign = "", sides = ""] =
    (kind === "die" || kind === "damage" ? /^([+-]?)(?:1?[dDwW])?(\d{1,3})$/ : /^([+-]?)(\d{1,3})\s*%?$/).exec(text) ??
    [];
  const number = Number(`${sign}${sides}`);
  const fits = sides !== "" && number >= bounds[0] && number <= bounds[1];
  return fits && !(kind === "die" && Math.abs(number) < 2) ? number : null;
}

/**
 * Return the form for a typed value: a die beside "Number on attack" is a die on the attack, if the rules have
 * one.
 * @param {Coign.Wire.HandEffect[]} effects
 * @param {Coign.Wire.HandEffect} picked
 * @param {string} typed
 */
export function formFor(effects, picked, typed) {
  if (picked.kind !== "flat" || !/[dw]\d/i.test(typed)) return picked;
  return effects.find(({ kind, to }) => kind === "die" && to === picked.to) ?? picked;
}

/**
 * Return the value that a fact is set to, in words. Where cover has one degree between none and total, it is called cover.
 * @param {string} fact
 * @param {unknown} value
 * @param {Coign.Translate} t
 * @param {readonly (string | boolean)[]} [values] all that the rules know; empty: they are not known here
 */
export function valueText(fact, value, t, values = []) {
  const shown = value ?? (FORCIBLE[fact].includes(false) ? false : "none");
  if (typeof shown === "boolean") return t(shown ? "COIGN.Yes" : "COIGN.No");
  const [, only, , more] = values;
  if (fact === "cover" && shown === only && !more) return t("COIGN.Fact.cover");
  if (fact === "cover") return t(`COIGN.Said.degree-${shown}`);
  return t(fact === "obscurement" ? `COIGN.Level.${shown}` : `COIGN.Arc.${shown}`);
}

/**
 * Read a decision from a dialog's form: its scope, its reason, and whether players may read the reason.
 * @param {Record<string, unknown>} form
 * @returns {Pick<Coign.Press, "scope" | "why" | "public">}
 */
export const wordsOf = ({ scope, why, public: told }) => ({
  scope: SCOPE_CHOICES.find((choice) => choice === scope) ?? DEFAULTS.scope,
  why: String(why ?? "").trim(),
  public: told === true,
});

/**
 * Describe an override in a sentence: "High Ground: off, whenever Goblin attacks (on a table)".
 *
 * @param {Coign.Override} override
 * @param {{nameOf: (token: string) => string, titleOf: (modifier: string) => string, t: Coign.Translate}} lookup
 */
export function sentenceOf(override, { nameOf, titleOf, t }) {
  const {
    modifier,
    fact,
    state = DEFAULTS.state,
    value,
    effect,
    actor,
    target,
    token,
    scope = DEFAULTS.scope,
    why,
  } = override;
  const subject = effect ? effectText(effect, t) : fact ? t(`COIGN.Fact.${fact}`) : titleOf(modifier ?? "");
  const decision = fact && state === "on" ? valueText(fact, value ?? true, t) : t(`COIGN.State.${state}`);
  const name = (/** @type {string | null | undefined} */ id) => (id ? nameOf(id) : "");
  const names = { actor: name(actor ?? token), target: name(target ?? token) };
  const kind = scope === "token" ? (actor ? "actor" : target ? "target" : "token") : scope;
  return `${subject}: ${decision}, ${t(`COIGN.Scope.${kind}`, names)}${why ? ` (${why})` : ""}`;
}
