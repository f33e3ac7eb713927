/** What a GM can say, as the dialogs offer it, and what was said, in words. Pure. */

import { effectText } from "../util/effect-text.mjs";
import { spoken } from "./overrides.mjs";

/** @typedef {import("../util/effect-text.mjs").Translate} Translate */
/** @typedef {{group: string, label: string, word: Partial<Coign.Override>}} Offer */

/** P34 of the fifth edition's rules makes adding by hand an option of its own; off means that there is no such button. */
const BY_HAND_OPTION = "dms-best-friend";

/** @type {Record<string, Coign.Effect[]>} What may be added by hand to an attack, by family of rules. */
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

/** @type {Record<string, unknown[]>} Facts that a GM may set, cover apart, whose degrees are the rules' own. */
const FACTS = { obscurement: ["none", "lightly", "heavily"], flanking: [true, false] };

/**
 * Everything that may be added to a roll under the rules in use.
 *
 * @param {Coign.RulesetInfo[]} rulesets in use, in order
 * @param {Record<string, Coign.Json>} options as the world has them, by ruleset
 * @param {Translate} t
 * @returns {Offer[]}
 */
export function offers(rulesets, options, t) {
  const [first] = rulesets;
  const degrees = [...new Set(rulesets.flatMap((ruleset) => ruleset.degrees))];
  const effects = first && mayAddByHand(first, options) ? (BY_HAND[first.family] ?? BY_HAND.other) : [];
  const fact = (/** @type {string} */ name, /** @type {unknown} */ value) => ({
    group: t(`COIGN.Fact.${name}`),
    label: typeof value === "boolean" ? t(value ? "COIGN.Yes" : "COIGN.No") : String(value),
    word: { fact: name, value, state: /** @type {const} */ ("on") },
  });
  return [
    ...effects.map((effect) => ({
      group: t("COIGN.Dialog.ByHand"),
      label: effectText(effect, t),
      word: { modifier: `by-hand-${effectText(effect, (key) => key)}`, effect, state: /** @type {const} */ ("on") },
    })),
    ...degrees.map((degree) => fact("cover", degree)),
    ...Object.entries(FACTS).flatMap(([name, values]) => values.map((value) => fact(name, value))),
  ];
}

/**
 * @param {Coign.RulesetInfo} ruleset
 * @param {Record<string, Coign.Json>} options
 */
function mayAddByHand({ id, options: choices }, options) {
  const choice = choices.find(({ name }) => name === BY_HAND_OPTION);
  return !choice || Boolean(options[id]?.[BY_HAND_OPTION] ?? choice.default);
}

/**
 * The override that a filled-in dialog speaks, or null where it says nothing that could be obeyed.
 *
 * @param {Partial<Coign.Override>} word
 * @param {{reach?: unknown, why?: unknown}} form
 * @param {import("./overrides.mjs").Parties} parties
 * @param {string} by
 */
export function wordOf(word, { reach, why }, parties, by) {
  const reason = String(why ?? "").trim();
  if (word.effect && !reason) return null; // by hand only with a reason that the table can read
  const known = /** @type {import("./overrides.mjs").Reach} */ (reach ?? "roll");
  return spoken({ ...word, why: reason, by }, known, parties);
}

/**
 * One override as a sentence: "High Ground: off, whenever Goblin attacks (stands on a table)".
 *
 * @param {Coign.Override} override
 * @param {{nameOf: (token: string) => string, titleOf: (modifier: string) => string, t: Translate}} words
 */
export function sentenceOf(override, { nameOf, titleOf, t }) {
  const { modifier, fact, state = "on", value, effect, actor, target, token, scope = "roll", why } = override;
  const subject = effect ? effectText(effect, t) : fact ? t(`COIGN.Fact.${fact}`) : titleOf(modifier ?? "");
  const said = fact && state === "on" ? String(value ?? "") : t(`COIGN.State.${state}`);
  const name = (/** @type {string | null | undefined} */ id) => (id ? nameOf(id) : "");
  const names = { actor: name(actor ?? token), target: name(target ?? token) };
  const kind = scope === "token" ? (actor ? "actor" : target ? "target" : "token") : scope;
  return `${subject}: ${said}, ${t(`COIGN.Scope.${kind}`, names)}${why ? ` (${why})` : ""}`;
}
