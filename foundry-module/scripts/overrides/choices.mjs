/** The modifiers and facts that a GM may add to a roll, and overrides as sentences. */

import { optionsByRuleset, rulesetsInUse } from "../connection/rulesets.mjs";
import { effectText } from "../util/effect-text.mjs";
import { DEFAULTS, FORCIBLE, ROLLED } from "../util/wire.mjs";
import { withScope } from "./overrides.mjs";

/**
 * What may be added by hand to a roll and set, under the rulesets in use.
 * @typedef {{effects: Coign.Wire.HandEffect[], facts: Record<string, (string | boolean)[]>, overriding: boolean}} Offers
 */

/**
 * Return what a GM may add to a roll by hand, which the law of the first ruleset says, and the facts that any of them reads.
 *
 * @param {Coign.RulesetInfo[]} rulesets in use, in order
 * @param {Record<string, Coign.Json>} options as the world has them, by ruleset
 * @param {Coign.To} [to] what is rolled
 */
export function offersOf(rulesets, options, to = "attack") {
  const [first] = rulesets;
  /** @type {Record<string, (string | boolean)[]>} */
  const facts = {};
  for (const { by_hand } of rulesets)
    for (const [fact, values] of Object.entries(by_hand.facts))
      facts[fact] = [...new Set([...(facts[fact] ?? []), ...values])];
  const all = first?.by_hand.effects ?? [];
  // In some rule systems an option says whether dice may be added.
  const choice = first?.options.find(({ name }) => name === first.by_hand.option);
  const mayAddDice = !choice || Boolean(options[first.id]?.[choice.name] ?? choice.default);
  const allowed = mayAddDice ? all : all.filter(({ kind }) => kind !== "die");
  // Another roll than an attack has none of those that only an attack has.
  const effects =
    to === "attack" ? allowed : allowed.flatMap((form) => (form.to === "attack" ? [{ ...form, to }] : []));
  return { effects, facts, overriding: Boolean(first?.overriding) };
}

/**
 * Return the same for a roll, under the rulesets of the world.
 * @param {Coign.Context} coign
 * @param {Coign.Occasion} [occasion] of the roll
 */
export const offersFor = (coign, occasion = DEFAULTS.occasion) =>
  offersOf(rulesetsInUse(coign), optionsByRuleset(coign), ROLLED[occasion] ?? "attack");

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
 * @returns {number | null} null: there is none, or it is out of bounds
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
 * Return the form that takes what somebody typed: a die beside "Number on attack" is a die on the attack, if the rules have
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
 * Return the decision that adds an effect by hand.
 * @param {Coign.Effect} effect
 * @param {{bonus?: Coign.Override["bonus"], overriding?: boolean}} [more]
 * @returns {Partial<Coign.Override>}
 */
export const byHand = (effect, { bonus = "", overriding = false } = {}) => ({
  modifier: ["by-hand", overriding && "overriding", bonus, effectText(effect, (key) => key)].filter(Boolean).join("-"),
  effect,
  state: "on",
  ...(bonus && { bonus }),
  ...(overriding && { overrides_cancelling: true }),
});

/**
 * Return the value that a fact is set to, in words.
 * @param {string} fact
 * @param {unknown} value
 * @param {Coign.Translate} t
 */
export function valueText(fact, value, t) {
  const one = value ?? (FORCIBLE[fact].includes(false) ? false : "none");
  if (typeof one === "boolean") return t(one ? "COIGN.Yes" : "COIGN.No");
  if (fact === "cover") return t(`COIGN.Said.degree-${one}`);
  return t(fact === "obscurement" ? `COIGN.Level.${one}` : `COIGN.Arc.${one}`);
}

/**
 * Make an override from a dialog's form.
 *
 * @param {Partial<Coign.Override>} decision
 * @param {{scope?: unknown, why?: unknown, public?: unknown}} form `public`: players may read the reason, though it is
 *   of a whole scene or world
 * @param {import("./overrides.mjs").Parties} parties
 * @param {string} by
 * @param {Coign.Translate} t
 * @returns {Coign.Override}
 */
export function overrideFromForm(decision, { scope, why, public: told }, parties, by, t) {
  // What was added by hand has a reason that the table can read.
  const reason = String(why ?? "").trim() || (decision.effect ? t("COIGN.Card.BecauseGm") : "");
  const choice = /** @type {import("./overrides.mjs").ScopeChoice} */ (scope ?? DEFAULTS.scope);
  const wide = choice === "scene" || choice === "world";
  return withScope({ ...decision, why: reason, by, ...(wide && told === true && { public: true }) }, choice, parties);
}

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
