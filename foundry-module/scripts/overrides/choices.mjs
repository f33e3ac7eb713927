/** The modifiers and facts that a GM may add to a roll, and overrides as sentences. Pure. */

import { isAdvantage } from "../systems/effects.mjs";
import { effectText } from "../util/effect-text.mjs";
import { withScope } from "./overrides.mjs";

/** @typedef {import("../util/effect-text.mjs").Translate} Translate */
/** @typedef {{group: string, label: string, decision: Partial<Coign.Override>}} Choice */

/**
 * List everything that may be added to a roll under the rulesets in use: what the first, whose law it is, lets a GM add by
 * hand, and the facts that any of them lets a GM set.
 *
 * @param {Coign.RulesetInfo[]} rulesets in use, in order
 * @param {Record<string, Coign.Json>} options as the world has them, by ruleset
 * @param {Translate} t
 * @param {Coign.To} [to] what is rolled
 * @returns {Choice[]}
 */
export function choicesToAdd(rulesets, options, t, to = "attack") {
  const [first] = rulesets;
  const effects = first && mayAddByHand(first, options) ? effectsOn(to, first.by_hand.effects) : [];
  const overriding = first?.overriding ? effects.filter((effect) => isAdvantage({ effect })) : [];
  const byHand = (/** @type {Coign.Effect} */ effect, more = /** @type {Partial<Coign.Override>} */ ({})) => ({
    modifier: `by-hand-${more.overrides_cancelling ? "overriding-" : ""}${effectText(effect, (key) => key)}`,
    effect,
    state: /** @type {const} */ ("on"),
    ...more,
  });
  return [
    ...effects.map((effect) => ({
      group: t("COIGN.Dialog.ByHand"),
      label: effectText(effect, t),
      decision: byHand(effect),
    })),
    ...overriding.map((effect) => ({
      group: t("COIGN.Dialog.ByHand"),
      label: t("COIGN.Dialog.Overriding", { effect: effectText(effect, t) }),
      decision: byHand(effect, { overrides_cancelling: true }),
    })),
    ...factsToSet(rulesets).map(([fact, value]) => ({
      group: t(`COIGN.Fact.${fact}`),
      label: valueText(fact, value, t),
      decision: { fact, value, state: /** @type {const} */ ("on") },
    })),
  ];
}

/**
 * Return each fact that a ruleset offers to set, with each value that one of them has for it.
 * @param {Coign.RulesetInfo[]} rulesets
 * @returns {[string, unknown][]}
 */
function factsToSet(rulesets) {
  const names = new Set(rulesets.flatMap(({ by_hand }) => Object.keys(by_hand.facts)));
  return [...names].flatMap((fact) => {
    const values = new Set(rulesets.flatMap(({ by_hand }) => by_hand.facts[fact] ?? []));
    return [...values].map((value) => /** @type {[string, unknown]} */ ([fact, value]));
  });
}

/**
 * Return effects as they act on another roll than an attack: those that only an attack has are left out.
 * @param {Coign.To} to
 * @param {Coign.Effect[]} effects
 * @returns {Coign.Effect[]}
 */
const effectsOn = (to, effects) =>
  to === "attack"
    ? effects
    : effects.flatMap((effect) => ("to" in effect && effect.to === "attack" ? [{ ...effect, to }] : []));

/**
 * Return the value that a fact is set to, in words.
 * @param {string} fact
 * @param {unknown} value
 * @param {Translate} t
 */
function valueText(fact, value, t) {
  if (typeof value === "boolean") return t(value ? "COIGN.Yes" : "COIGN.No");
  if (fact === "cover") return t(`COIGN.Said.degree-${value}`);
  return t(fact === "obscurement" ? `COIGN.Level.${value}` : `COIGN.Arc.${value}`);
}

/**
 * @param {Coign.RulesetInfo} ruleset
 * @param {Record<string, Coign.Json>} options
 */
function mayAddByHand({ id, by_hand: { option: name }, options: offered }, options) {
  const choice = offered.find((option) => option.name === name);
  return !choice || Boolean(options[id]?.[name] ?? choice.default);
}

/**
 * Make an override from a dialog's form.
 *
 * @param {Partial<Coign.Override>} decision
 * @param {{scope?: unknown, why?: unknown, public?: unknown}} form `public`: players may read the reason, though it is
 *   of a whole scene or world
 * @param {import("./overrides.mjs").Parties} parties
 * @param {string} by
 * @returns {Coign.Override | null} null: an effect was added by hand without a reason
 */
export function overrideFromForm(decision, { scope, why, public: told }, parties, by) {
  const reason = String(why ?? "").trim();
  if (decision.effect && !reason) return null; // the table must be able to read why
  const choice = /** @type {import("./overrides.mjs").ScopeChoice} */ (scope ?? "roll");
  const wide = choice === "scene" || choice === "world";
  return withScope({ ...decision, why: reason, by, ...(wide && told === true && { public: true }) }, choice, parties);
}

/**
 * Describe an override in a sentence: "High Ground: off, whenever Goblin attacks (on a table)".
 *
 * @param {Coign.Override} override
 * @param {{nameOf: (token: string) => string, titleOf: (modifier: string) => string, t: Translate}} lookup
 */
export function sentenceOf(override, { nameOf, titleOf, t }) {
  const { modifier, fact, state = "on", value, effect, actor, target, token, scope = "roll", why } = override;
  const subject = effect ? effectText(effect, t) : fact ? t(`COIGN.Fact.${fact}`) : titleOf(modifier ?? "");
  const decision = fact && state === "on" ? valueText(fact, value ?? true, t) : t(`COIGN.State.${state}`);
  const name = (/** @type {string | null | undefined} */ id) => (id ? nameOf(id) : "");
  const names = { actor: name(actor ?? token), target: name(target ?? token) };
  const kind = scope === "token" ? (actor ? "actor" : target ? "target" : "token") : scope;
  return `${subject}: ${decision}, ${t(`COIGN.Scope.${kind}`, names)}${why ? ` (${why})` : ""}`;
}
