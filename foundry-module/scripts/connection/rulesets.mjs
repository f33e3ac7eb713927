/** The rulesets that the world plays by, as its settings and the bridge know them. */

/** @type {Record<string, string[]>} The rulesets of a new world, by game system; pf2e keeps its own rules. */
const DEFAULT_RULESETS = {
  dnd5e: ["partial-advantage"],
  pf1: ["combat-modifiers"],
  D35E: ["combat-modifiers"],
  pf2e: [],
};

/**
 * Return the ids of the rulesets in use, in their order.
 * @param {Coign.Context} coign
 * @returns {string[]}
 */
export function pickedRulesets(coign) {
  const picked = coign.setting("rulesets");
  return picked.length ? picked : (DEFAULT_RULESETS[game.system.id] ?? ["partial-advantage"]);
}

/**
 * Return what the bridge reports of the rulesets in use; empty while there is no connection.
 * @param {Coign.Context} coign
 * @returns {Coign.RulesetInfo[]}
 */
export function rulesetsInUse(coign) {
  const known = coign.bridge.status.welcome?.rulesets ?? [];
  return pickedRulesets(coign).flatMap((id) => known.find((ruleset) => ruleset.id === id) ?? []);
}

/**
 * Return a modifier's title as the rulebook prints it; its id while there is no connection.
 * @param {Coign.Context} coign
 * @param {string} modifier
 */
export function titleOf(coign, modifier) {
  const rules = (coign.bridge.status.welcome?.rulesets ?? []).flatMap((ruleset) => ruleset.rules);
  return rules.find((rule) => rule.modifier === modifier)?.title ?? modifier;
}
