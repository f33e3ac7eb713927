/** The rulesets that the world plays by, as its settings and the bridge know them, and telling the bridge of them. */

import { recordOf } from "../systems/index.mjs";
import { Unanswered, whyOf } from "../util/errors.mjs";
import { t } from "../util/foundry.mjs";
import { rulesetTitle, ruleTitle } from "../util/texts.mjs";

/** The setting's value if the GM wants no rules at all; an empty setting leaves the choice to the game system. */
export const NO_RULES = ["none"];

/**
 * Return the ids of the rulesets in use, in their order; none if the GM wants no rules.
 * @param {Coign.Context} coign
 */
export function pickedRulesets(coign) {
  const picked = coign.setting("rulesets");
  return picked.length ? picked.filter((id) => id !== NO_RULES[0]) : defaultRulesets();
}

/** Return the ids of the rulesets that the world's game system chooses. */
export function defaultRulesets() {
  const { id } = game.system;
  const settings = /** @type {Coign.Foreign} */ (game.settings); // the types know no setting of a game system
  return recordOf(id).rulesets((key) => (settings.settings.has(`${id}.${key}`) ? settings.get(id, key) : undefined));
}

/**
 * Return the options of every ruleset as the GM has set them, and otherwise as the game system has them.
 * @param {Coign.Context} coign
 */
export function optionsByRuleset(coign) {
  const options = { ...coign.setting("options") };
  for (const [ruleset, values] of Object.entries(recordOf(game.system.id).options))
    options[ruleset] = { ...values, ...options[ruleset] };
  return options;
}

/**
 * Return the bridge's report about the rulesets in use; empty without a connection.
 * @param {Coign.Context} coign
 */
export function rulesetsInUse(coign) {
  const known = coign.engine.status.welcome?.rulesets ?? [];
  return pickedRulesets(coign).flatMap((id) => known.find((ruleset) => ruleset.id === id) ?? []);
}

/**
 * Return whether two rulesets combine: those of one family do, unless they are editions of one system.
 * @param {Coign.RulesetInfo} first
 * @param {Coign.RulesetInfo} second
 */
export function combine(first, second) {
  const family = first.family === second.family && first.family !== "other";
  return family && !first.excludes.includes(second.id) && !second.excludes.includes(first.id);
}

/**
 * Return the printed game among the chosen rulesets that a text lies over; undefined if the text is used alone.
 * @param {Coign.RulesetInfo[]} known what the bridge reports
 * @param {string[]} ids
 * @param {Coign.RulesetInfo} text
 */
export const gameUnder = (known, ids, text) => known.find(({ id }) => ids.includes(id) && text.over.includes(id));

/**
 * Return the rules of a printed game that rules of a text replace wherever these are in force.
 * @param {Coign.RulesetInfo} game
 * @param {Coign.Wire.RuleInfo[]} rules
 */
export const replacedBy = (game, rules) =>
  game.rules.filter(({ modifier }) => rules.some(({ replaces }) => replaces.includes(modifier)));

/**
 * Return the ids with one more. A text brings the printed game of this world that it lies over, and stands above it.
 * @param {Coign.RulesetInfo[]} known what the bridge reports
 * @param {string[]} ids in their order
 * @param {string} added
 */
export function withRuleset(known, ids, added) {
  const text = known.find(({ id }) => id === added);
  const wanted = [...ids.filter((id) => id !== added), added];
  if (text && !gameUnder(known, wanted, text)) wanted.push(...defaultRulesets().filter((id) => text.over.includes(id)));
  const over = known
    .filter((ruleset) => wanted.includes(ruleset.id) && gameUnder(known, wanted, ruleset))
    .map(({ id }) => id);
  return [...wanted.filter((id) => over.includes(id)), ...wanted.filter((id) => !over.includes(id))];
}

/**
 * Return why these rulesets cannot be used, as a sentence; an empty string if they can.
 * @param {Coign.RulesetInfo[]} known what the bridge reports
 * @param {string[]} ids in their order
 */
export function problemWith(known, ids) {
  if (!ids.length) return t("COIGN.Rules.NoneChosen");
  const missing = known.length > 0 && ids.find((id) => !known.some((ruleset) => ruleset.id === id));
  if (missing) return t("COIGN.Rules.Unknown", { id: missing });
  const chosen = known.filter(({ id }) => ids.includes(id));
  for (const candidate of chosen) {
    const other = chosen.find((each) => each !== candidate && !combine(candidate, each));
    if (other) return t("COIGN.Rules.Clash", { one: rulesetTitle(candidate, t), other: rulesetTitle(other, t) });
  }
  return "";
}

/**
 * Tell the bridge which rules the world plays by, and what players may read. Whether it takes them is kept in `coign.rulesProblem`, and shown; how
 * another table reads them, in `coign.ruleLines`.
 * @param {Coign.Context} coign
 */
export async function configure(coign) {
  const { engine } = coign;
  if (!engine.connected) return;
  const problemNow = () => problemWith(engine.status.welcome?.rulesets ?? [], pickedRulesets(coign));
  try {
    if (!problemNow()) await sendRules(coign);
    coign.rulesProblem = problemNow(); // others may have been chosen before the answer came
  } catch (problem) {
    if (problem instanceof Unanswered) return; // disconnected again: the next welcome configures again
    coign.rulesProblem = whyOf(problem);
    ui.notifications.error(t("COIGN.Errors.Configure", { why: coign.rulesProblem }));
  }
  Hooks.callAll("coign.configured");
}

/** @param {Coign.Context} coign */
async function sendRules(coign) {
  const rulesets = pickedRulesets(coign);
  const options = Object.entries(optionsByRuleset(coign)).filter(([ruleset]) => rulesets.includes(ruleset));
  /** @type {Coign.Wire.Configured} */
  const { lines = {}, offers = {} } = await coign.engine.request({
    type: "configure",
    rulesets,
    options: Object.fromEntries(options),
    overrides: coign.setting("overrides"),
    facingOffset: coign.setting("facingOffset"),
    shows: { hit: coign.setting("showHit"), chance: coign.setting("showChance") },
  });
  coign.ruleLines = lines;
  coign.offers = offers;
}

/**
 * Return a modifier's title in the reader's language, as the rules in use have it, else as any others do; its id while
 * there is no connection.
 * @param {Coign.Context} coign
 * @param {string} modifier
 */
export function titleOf(coign, modifier) {
  const known = [...rulesetsInUse(coign), ...(coign.engine.status.welcome?.rulesets ?? [])];
  const titles = known.flatMap(({ id, rules }) =>
    rules.filter((rule) => rule.modifier === modifier).map((rule) => ruleTitle(id, rule, t)),
  );
  return titles[0] ?? modifier;
}
