/**
 * The roll options of Pathfinder 2. The system lists them for each roll: of the actor who rolls (`self:...`), of the target
 * (`target:...`) and of the item. The message keeps the list. Pure.
 *
 * Sources, in foundryvtt/pf2e: `getSelfRollOptions` in `src/module/actor/base.ts` makes `target:...` of the target's own
 * `self:...`; `src/module/item/condition/document.ts` sets `self:condition:off-guard`.
 */

import { DEGREES } from "../../util/wire.mjs";
import { armourClassOf } from "../attacks.mjs";
import { IGNORING_ABILITIES } from "../ignoring-names.mjs";
import { list, number, systemOf } from "../reading.mjs";
import { armourPutIn, contextOf } from "./put-in.mjs";

/** The degrees of cover that an effect gives; the system has the same words as the bridge. @type {string[]} */
const COVER_LEVELS = DEGREES.centre.filter((degree) => degree !== "none" && degree !== "total");
/** The bridge's names for the penalties up to a range increment. */
const INCREMENT_WORDS = /** @type {Record<number, string>} */ ({
  2: "second-increment",
  3: "third-increment",
  5: "fifth-increment",
});

/**
 * Return the modifiers that the system has counted in a roll, by its options: always the range penalty, and the reason why a
 * target is off-guard. An actor's own condition is `self:condition:off-guard`; in an attack on that actor it is `target:...`.
 * Flanking makes the clone of the target off-guard that the roll is against (`roll-context/base.ts`).
 * @param {string[]} options
 */
export const countedIn = (options) =>
  options.includes("target:condition:off-guard")
    ? ["range-increments", "flanking", "unseen-attacker", "aquatic-target"]
    : ["range-increments"];

/** The options that make the effect "Cover" help a save or a check (`packs/other-effects/effect-cover.json`). */
const COVER_HELPS = ["area-effect", "action:hide", "action:sneak", "avoid-detection"];

/**
 * Return the modifiers that the system has counted in a save or a check: all cover, if the roller's effect "Cover" helps the
 * roll. A user has set that effect, so it counts with any degree.
 * @param {string[]} options
 */
export const countedInCheck = (options) =>
  COVER_LEVELS.some((level) => options.includes(`self:cover-level:${level}`)) &&
  COVER_HELPS.some((option) => options.includes(option))
    ? ["standard-cover", "greater-cover"]
    : [];

/**
 * Return the degree of cover that the target's effect "Cover" has added to its AC; null without it. Cover of who lies
 * down and takes cover counts against ranged attacks only (`packs/other-effects/effect-cover.json`).
 * @param {string[]} options of the roll
 */
function coverIn(options) {
  const level = options.map((option) => /^target:cover-level:(.+)$/.exec(option)?.[1]).find(Boolean);
  if (level === "greater-prone")
    return options.includes("target:condition:prone") && options.includes("item:ranged") ? "greater" : null;
  return level !== undefined && COVER_LEVELS.includes(level) ? level : null;
}

/**
 * Return the actions that an attack is made with: the options of the roll that the player has switched on.
 * @param {string[]} options "hunters-aim", "target:mark:hunt-prey"
 */
export function abilitiesIn(options) {
  const prey = options.some((option) => ["hunted-prey", "target:mark:hunt-prey"].includes(option));
  const aim = options.includes("target:mark:aim"); // Starfinder 2's operative
  return [
    ...(prey ? ["hunt-prey"] : []),
    ...(aim ? ["aim"] : []),
    ...options.filter((option) => IGNORING_ABILITIES.has(option)),
  ];
}

/**
 * Return the range increments whose penalty the system leaves out.
 * @param {string[]} options "ignore-range-penalty:2"
 */
export function incrementsIn(options) {
  const numbers = options.map((option) => number(/^ignore-range-penalty:(\d)$/.exec(option)?.[1]));
  return [2, 3, 5].filter((last) => numbers.includes(last)).map((last) => INCREMENT_WORDS[last]);
}

const OFF_GUARD = -2;

/**
 * Return an actor's AC as a roll meets it: what its sheet has, off-guard if it is so in this roll alone, by flanking, and
 * the cover that a module has added without an option.
 * @type {Coign.SystemRecord["armourClass"]}
 */
export function ownArmourClass(actor, message, context) {
  const ac = armourClassOf(actor);
  if (ac === null) return null;
  const check = contextOf(message);
  const options = list(check?.options);
  const { by, applied } = coverInMessage(message, number(check?.dc?.value ?? check?.dc), actor, context);
  const cover = by ? WORTH[applied ?? ""] - (WORTH[coverIn(options) ?? ""] ?? 0) : 0;
  return ac + cover + offGuardIn(actor, options);
}

/**
 * Return what off-guard takes from an AC in one roll alone, by flanking: 0 if the sheet has the condition.
 * @param {Coign.Foreign} actor
 * @param {string[]} options of the roll
 */
function offGuardIn(actor, options) {
  const lasting = list(actor?.items).some((item) => item.type === "condition" && slugIn(item) === "off-guard");
  return !lasting && options.includes("target:condition:off-guard") ? OFF_GUARD : 0;
}

/** A module that adds cover to an attack's DC without an option: it clones the target with the effect "Cover". */
const SILENT = "pf2e-toolbelt";
/** The text for any other module that adds cover, since the message does not identify it. */
const ANOTHER = "COIGN.Card.AnotherModule";
/** The bonus of each degree. */
const WORTH = /** @type {Record<string, number>} */ ({ lesser: 1, standard: 2, greater: 4 });

/**
 * Return the cover that a DC already contains: by the options of the roll, else by the difference from the target's own AC.
 * No option shows that a module has raised a DC, so a difference that equals a degree of cover is taken for cover. The
 * greatest of several cover bonuses counts, as for all circumstance bonuses.
 *
 * @param {object} roll
 * @param {string[]} roll.options
 * @param {number | null} roll.dc
 * @param {number} [roll.putIn] what was put into the DC by us
 * @param {Coign.Foreign} foe the target's actor as it is on the map
 * @param {Coign.SystemContext} context
 * @returns {{applied: string | null, by?: string}}
 */
export function coverInDC({ options, dc, putIn = 0 }, foe, context) {
  const applied = coverIn(options);
  const sheet = armourClassOf(foe);
  if (dc === null || sheet === null) return { applied };
  const beyond = dc - putIn - sheet - offGuardIn(foe, options);
  const degree = COVER_LEVELS.find((level) => beyond > 0 && WORTH[level] === (WORTH[applied ?? ""] ?? 0) + beyond);
  if (degree === undefined || isOwn(foe, beyond)) return { applied };
  return { applied: degree, by: context.module?.(SILENT)?.title ?? context.words?.(ANOTHER) ?? ANOTHER };
}

/**
 * Return whether a creature itself has a bonus to its AC of so much that does not count for its sheet: one against ranged
 * attacks, say. (`Statistic#modifiers` in `src/module/system/statistic/statistic.ts`)
 * @param {Coign.Foreign} foe
 * @param {number} bonus
 */
const isOwn = (foe, bonus) =>
  list(foe?.armorClass?.modifiers).some(({ enabled, modifier }) => enabled === false && modifier === bonus);

/**
 * Return the same of a message.
 * @param {Coign.Foreign} message
 * @param {number | null} dc
 * @param {Coign.Foreign} foe
 * @param {Coign.SystemContext} context
 */
export const coverInMessage = (message, dc, foe, context) =>
  coverInDC({ options: list(contextOf(message)?.options), dc, putIn: armourPutIn(message) }, foe, context);

/** @param {Coign.Foreign} item */
const slugIn = (item) => item.slug ?? systemOf(item).slug;
