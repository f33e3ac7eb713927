/** The rule systems that the world has picked, and what to begin with where nobody has. */

import { coign } from "../context.mjs";

/** @type {Record<string, string[]>} Where a game system's own edition has a text of ours; pf2e's rules stay its own. */
const FIRST_PICK = {
  dnd5e: ["partial-advantage"],
  pf1: ["combat-modifiers"],
  D35E: ["combat-modifiers"],
  pf2e: [],
};

/** @returns {string[]} ids, in order */
export function picked() {
  const chosen = coign.setting("rulesets");
  return chosen.length ? chosen : (FIRST_PICK[game.system.id] ?? ["partial-advantage"]);
}

/**
 * What the bridge says of them; nothing while it is away.
 * @returns {Coign.RulesetInfo[]}
 */
export function rulesetsInUse() {
  const known = coign.bridge.status.welcome?.rulesets ?? [];
  return picked().flatMap((id) => known.find((ruleset) => ruleset.id === id) ?? []);
}

/**
 * A modifier's name as printed, from what the bridge says of its rules; its id while the bridge is away.
 * @param {string} modifier
 */
export function titleOf(modifier) {
  const rules = (coign.bridge.status.welcome?.rulesets ?? []).flatMap((ruleset) => ruleset.rules);
  return rules.find((rule) => rule.modifier === modifier)?.title ?? modifier;
}
