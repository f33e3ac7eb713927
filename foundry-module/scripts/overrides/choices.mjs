/** The modifiers and facts that a GM may add to a roll, and overrides as sentences. Pure. */

import { effectText } from "../util/effect-text.mjs";
import { withScope } from "./overrides.mjs";

/** @typedef {import("../util/effect-text.mjs").Translate} Translate */
/** @typedef {{group: string, label: string, decision: Partial<Coign.Override>}} Choice */

/** P34 of the fifth edition's rules makes adding by hand an option; if it is off, the dialog does not offer it. */
const BY_HAND_OPTION = "dms-best-friend";

/** @type {Record<string, Coign.Effect[]>} What may be added by hand to an attack, by family of rulesets. */
const BY_HAND = {
  fifth: [
    { kind: "die", dice: "1d4", to: "attack" },
    { kind: "die", dice: "-1d4", to: "attack" },
    { kind: "advantage", to: "attack" },
    { kind: "disadvantage", to: "attack" },
  ],
  d20: [
    ...[1, 2, 4, -2, -5].map((value) => /** @type {const} */ ({ kind: "flat", value, to: "attack" })),
    ...[2, 4, 8].map((value) => /** @type {const} */ ({ kind: "flat", value, to: "ac" })),
    ...[20, 50].map((percent) => /** @type {const} */ ({ kind: "miss-chance", percent })),
  ],
  other: [
    { kind: "advantage", to: "attack" },
    { kind: "disadvantage", to: "attack" },
  ],
};

/** @type {Record<string, unknown[]>} Facts that a GM may set, apart from cover, whose degrees come from the ruleset. */
const FACTS = { obscurement: ["none", "lightly", "heavily"], flanking: [true, false] };

/**
 * List everything that may be added to a roll under the rulesets in use.
 *
 * @param {Coign.RulesetInfo[]} rulesets in use, in order
 * @param {Record<string, Coign.Json>} options as the world has them, by ruleset
 * @param {Translate} t
 * @param {Coign.To} [to] what is rolled
 * @returns {Choice[]}
 */
export function choicesToAdd(rulesets, options, t, to = "attack") {
  const [first] = rulesets;
  const degrees = [...new Set(rulesets.flatMap((ruleset) => ruleset.degrees))];
  const effects = first && mayAddByHand(first, options) ? effectsOn(to, BY_HAND[first.family] ?? BY_HAND.other) : [];
  const overriding = first?.overriding ? effects : [];
  const fact = (/** @type {string} */ name, /** @type {unknown} */ value) => ({
    group: t(`COIGN.Fact.${name}`),
    label: valueText(name, value, t),
    decision: { fact: name, value, state: /** @type {const} */ ("on") },
  });
  return [
    ...effects.map((effect) => ({
      group: t("COIGN.Dialog.ByHand"),
      label: effectText(effect, t),
      decision: { modifier: `by-hand-${effectText(effect, (key) => key)}`, effect, state: /** @type {const} */ ("on") },
    })),
    ...overriding.map((effect) => ({
      group: t("COIGN.Dialog.ByHand"),
      label: t("COIGN.Dialog.Overriding", { effect: effectText(effect, t) }),
      decision: {
        modifier: `by-hand-overriding-${effectText(effect, (key) => key)}`,
        effect,
        overrides_cancelling: true,
        state: /** @type {const} */ ("on"),
      },
    })),
    ...degrees.map((degree) => fact("cover", degree)),
    ...Object.entries(FACTS).flatMap(([name, values]) => values.map((value) => fact(name, value))),
  ];
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
  return t(fact === "cover" ? `COIGN.Said.degree-${value}` : `COIGN.Level.${value}`);
}

/**
 * @param {Coign.RulesetInfo} ruleset
 * @param {Record<string, Coign.Json>} options
 */
function mayAddByHand({ id, options: offered }, options) {
  const choice = offered.find(({ name }) => name === BY_HAND_OPTION);
  return !choice || Boolean(options[id]?.[BY_HAND_OPTION] ?? choice.default);
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
