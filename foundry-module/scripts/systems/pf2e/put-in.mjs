/**
 * Read from a message which parts of its check Coign has put in. Pure.
 *
 * A reroll, with or without a hero point, makes a new message. It keeps the system's own data (modifiers, DC, options, the
 * formula with its fortune) and drops the flags of all modules. So these parts are read from the system's data:
 *
 * | put in | where the message has it |
 * | --- | --- |
 * | a number for the roll | a modifier of the check: its slug has our modifier's id, its label our flavour |
 * | a change of armour class | in the DC; an option says which modifier it is of: `coign:in:standard-cover:ac:2` |
 * | advantage, disadvantage | in the formula; an option says which: `coign:in:hidden:attack:advantage` |
 *
 * Anybody can write options. They only give the reason: an option counts only if the DC, the roll and the total agree.
 */

import { isAdvantage, isArmour } from "../effects.mjs";
import { list, number } from "../reading.mjs";
import { OUR_FLAVOR } from "../rolls.mjs";
import { parseUuid } from "../tokens.mjs";

/** The types of checks that are attacks. */
export const ATTACK_TYPES = ["attack-roll", "spell-attack-roll"];
const OURS = "coign-"; // the beginning of the slugs of our modifiers
const MARK = "coign:in:"; // the beginning of our options
/** The roll that effects change, by the type of the check. */
const ROLLED = /** @type {Record<string, Coign.To>} */ ({
  "attack-roll": "attack",
  "spell-attack-roll": "attack",
  "saving-throw": "save",
  "perception-check": "perception",
  "skill-check": "stealth", // no other skill is asked about
});
/** The bonus of Keeley's variant rule to a low die that was rolled again. */
const KEELEY = 10;

/**
 * Return the system's data in a message's flags. Starfinder 2 is the same program under its own id.
 * @param {Coign.Foreign} message
 */
export const keptIn = (message) => message?.flags?.pf2e ?? message?.flags?.sf2e;

/**
 * Return the context of a message's check: Foundry 14 has it in `system`.
 * @param {Coign.Foreign} message
 */
export const contextOf = (message) => message?.system?.context ?? keptIn(message)?.context;

/**
 * Return the slug of our modifier of a check.
 * @param {string} modifier its id
 */
export const slugOf = (modifier) => `${OURS}${modifier}`;

/**
 * Return the options that mark additions without a name in the check.
 * @param {readonly Coign.Included[]} included
 */
export const marksOf = (included) =>
  included.flatMap((entry) => {
    const { modifier, effect } = entry;
    if (isArmour(entry)) return [`${MARK}${modifier}:ac:${entry.effect.value}`];
    return isAdvantage(entry) && "to" in effect ? [`${MARK}${modifier}:${effect.to}:${effect.kind}`] : [];
  });

/**
 * Return options without the marks of an earlier roll.
 * @param {Coign.Foreign} options
 */
export const unmarked = (options) => list(options).filter((option) => !String(option).startsWith(MARK));

/**
 * List the additions in a message's check.
 * @type {Coign.SystemRecord["includedIn"]}
 */
export function includedIn(message) {
  const check = contextOf(message);
  const to = ROLLED[check?.type];
  if (!to) return [];
  const target = parseUuid(check.target?.token).token;
  const marked = list(check.options).flatMap((option) => fromMark(String(option), target) ?? []);
  return [...oursIn(message).flatMap((modifier) => fromModifier(modifier, to)), ...marked];
}

/**
 * @param {Coign.Foreign} modifier
 * @param {Coign.To} to
 * @returns {Coign.Included[]}
 */
function fromModifier({ slug, label, modifier: value }, to) {
  const modifier = String(slug).startsWith(OURS) ? String(slug).slice(OURS.length) : "";
  if (!modifier || !Number.isInteger(value)) return [];
  return [{ modifier, target: null, effect: { kind: "flat", value, to }, flavor: label }];
}

/**
 * @param {string} option
 * @param {string | null} target the token whose armour class the roll meets
 * @returns {Coign.Included | null}
 */
function fromMark(option, target) {
  const [, modifier, to, what] = /^coign:in:(.+):([a-z-]+):(-?\d+|advantage|disadvantage)$/.exec(option) ?? [];
  if (!modifier) return null;
  const kind = /** @type {"flat" | "advantage" | "disadvantage"} */ (number(what) === null ? what : "flat");
  if ((kind === "flat") !== (to === "ac")) return null;
  const effect = /** @type {Coign.Effect} */ (kind === "flat" ? { kind, value: number(what), to } : { kind, to });
  return { modifier, target: kind === "flat" ? target : null, effect, flavor: "" };
}

/**
 * Return the change of the target's armour class that was put into the DC of a message.
 * @param {Coign.Foreign} message
 */
export const armourPutIn = (message) =>
  includedIn(message).reduce((sum, modifier) => sum + (isArmour(modifier) ? modifier.effect.value : 0), 0);

/**
 * Return the additions that a check shows: our modifiers, and whether fortune and misfortune cancel each other. The system
 * then lists both as options of the roll, and rolls one d20 (`src/module/system/check/check.ts`).
 * @param {Coign.Foreign} message
 * @param {Coign.SeenRoll} roll
 * @returns {{shown?: Coign.Shown}} without the key if there is nothing
 */
export function shownIn(message, roll) {
  const options = list(contextOf(message)?.options);
  const both = options.includes("fortune") && options.includes("misfortune");
  const terms = termsIn(message, roll);
  return terms.length || both ? { shown: { terms, both } } : {};
}

/**
 * List our modifiers of a check. The formula contains only their sum, so they are read from the message's list. The list
 * counts only if its sum equals the roll's total without the d20.
 * @param {Coign.Foreign} message
 * @param {Coign.SeenRoll} roll
 * @returns {Coign.Shown["terms"]}
 */
function termsIn(message, { d20 = [], total = null, rerolled }) {
  const ours = oursIn(message);
  if (!ours.length || total === null) return [];
  const sum = modifiersIn(message).reduce((all, { modifier }) => all + (number(modifier) ?? 0), 0);
  const natural = d20.filter(({ kept }) => kept).reduce((all, { value }) => all + value, 0);
  const beside = total - natural - sum;
  if (beside !== 0 && !(rerolled && beside === KEELEY)) return [];
  return ours.map(({ label, modifier }) => ({ flavor: label, faces: null, count: 0, value: number(modifier) ?? 0 }));
}

/** @param {Coign.Foreign} message */
const modifiersIn = (message) => list(keptIn(message)?.modifiers).filter(({ enabled, ignored }) => enabled && !ignored);

/** @param {Coign.Foreign} message */
const oursIn = (message) => modifiersIn(message).filter(({ label }) => String(label).startsWith(OUR_FLAVOR));
