/**
 * Pathfinder, second edition (`pf2e`), versions 5 to 8: read only. The attack, its target, its reach and range are read,
 * so that what Coign measures can be shown; the system's own rules of cover, flanking and concealment stay its own.
 *
 * Where it keeps an attack: `system.context` in the newest builds, `flags.pf2e.context` before. The roll's options
 * describe the weapon ("item:ranged", "item:trait:reach-10"), so only its range is read from the item.
 */

import { SPEEDS } from "../../util/wire.mjs";
import { abilitiesOf, agreed, damageKinds, defences, describe, itemsOf, partiesOf, plainText } from "../attacks.mjs";
import { generic } from "../generic.mjs";
import { filled, length, lengths, list, number, partsOf, positive, sceneUnits, slug, systemOf } from "../reading.mjs";
import { isD20Roll, readRoll, rollsOf } from "../rolls.mjs";
import { commonTraits, FAR, watching } from "../traits.mjs";
import { abilitiesIn, countedIn, coverInMessage, incrementsIn, ownArmourClass } from "./options.mjs";
import { ATTACK_TYPES, contextOf, includedIn, keptIn, shownIn } from "./put-in.mjs";
import { wrapChecks } from "./rolls.mjs";
import { checkOccasion, rollDetails, saveAgainst } from "./saves.mjs";

const INCREMENTS = 6; // a ranged weapon's greatest range, in increments
/** The traits that name a creature's type. */
const CREATURE_TYPES = new Set(
  (
    "aberration animal astral beast celestial construct dragon dream elemental ethereal fey fiend fungus giant humanoid " +
    "monitor ooze plant shade spirit time undead"
  ).split(" "),
);

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const check = contextOf(message);
  const roll = ATTACK_TYPES.includes(check?.type) && rollsOf(message).find(isD20Roll);
  if (!roll) return null;
  const uuid = check.target?.token ?? check.target?.actor;
  const parties = partiesOf(message, context, check.origin?.token, uuid ? [{ uuid }] : []);
  const { targets, actor, units } = parties;
  const item = context.document(check.origin?.item ?? keptIn(message)?.origin?.uuid);
  const ac = number(check.dc?.value ?? check.dc);
  const seen = readRoll(roll);
  return describe(message, parties, {
    rolls: [{ ...seen, rerolled: seen.rerolled || check.isReroll === true, ...shownIn(message, seen) }],
    attack: attackOf(check, item, actor, units, message.flavor),
    // One roll has one DC. It belongs to a known target only if there was one target.
    defence:
      targets.length === 1
        ? defences(context, parties, (foe) => ({ ac, ...coverInMessage(message, ac, foe, context) }))
        : {},
    counted: countedIn(list(check.options)),
  });
}

/**
 * @param {Coign.Foreign} check the check's context
 * @param {Coign.Foreign} item null where it cannot be found
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units the scene's
 * @param {Coign.Foreign} [called] the name if there is neither an item nor a title
 * @returns {Coign.Attack}
 */
export function attackOf(check, item, actor, units, called) {
  const words = [...list(check.options), ...list(check.domains)];
  const system = systemOf(item);
  const traits = new Set([
    ...list(system.traits?.value),
    ...words.map((word) => /^item:trait:(.+)$/.exec(word)?.[1]).filter((trait) => trait !== undefined),
  ]);
  const spell = check.type === "spell-attack-roll";
  const feet = system.range?.value ?? system.range; // "60 feet", 60, null
  const distance = positive(typeof feet === "string" ? /\d+/.exec(feet)?.[0] : feet);
  const ranged =
    words.some((word) => /^(item:)?ranged$|^ranged-(spell-)?attack/.test(word)) || (spell && distance !== null);
  const name = String(item?.name ?? plainText(check.title ?? called));
  const ignores = ranged ? incrementsIn(list(check.options)) : [];
  return {
    kind: ranged ? "ranged" : "melee",
    reach: ranged ? null : length(reachOf(traits, actor), "ft", units),
    range: ranged ? rangeOf(traits, system.range, distance, units) : null,
    name,
    abilities: [
      ...new Set([
        ...abilitiesOf(actor, name, [item]),
        ...abilitiesIn(list(check.options)),
        ...damageKinds(system.damage ?? system.damageRolls),
      ]),
    ],
    spell,
    ...(ignores.length && { ignores }),
  };
}

/**
 * Return what an actor has in hand: a creature's strikes and held weapons, a weapon that can be thrown in both its uses. A
 * roll's options may add to them.
 * @type {Coign.SystemRecord["attacksOf"]}
 */
const attacksOf = (actor, units) =>
  list(actor.items)
    .filter(({ type, system }) => type === "melee" || (type === "weapon" && system?.equipped?.carryType === "held"))
    .flatMap((item) =>
      usesOf(systemOf(item)).map((use) =>
        attackOf({ type: ATTACK_TYPES[0], options: [`item:${use}`] }, item, actor, units),
      ),
    );

/**
 * Return the bonus of the first attack with a weapon or a spell to its d20: by the actor's strikes, else by a stat block. A
 * spell's bonus is that of its statistic, which only a spell on a live actor has.
 * @type {Coign.SystemRecord["bonusOf"]}
 */
function bonusOf(actor, attack) {
  const items = itemsOf(actor, attack);
  const strikes = list(systemOf(actor).actions).filter(({ item }) => item && items.some(({ id }) => id === item.id));
  return agreed(
    strikes.length
      ? strikes.map(({ totalModifier }) => totalModifier)
      : items.map((item) =>
          item.type === "spell" ? item.spellcasting?.statistic?.check?.mod : systemOf(item).bonus?.value,
        ),
  );
}

/** @param {Coign.Foreign} system an item's */
function usesOf({ range, traits }) {
  const words = new Set(list(traits?.value));
  if (rangeOf(new Set([...words].filter((word) => !word.startsWith("thrown-"))), range, null, "ft")) return ["ranged"];
  return ["melee", ...(numbered(words, "thrown") === null ? [] : ["ranged"])];
}

/**
 * The number that a trait carries: `reach-10` is 10.
 * @param {Set<string>} traits
 * @param {string} name
 */
function numbered(traits, name) {
  const trait = [...traits].find((word) => word.startsWith(`${name}-`));
  return trait ? number(trait.slice(name.length + 1)) : null;
}

/**
 * Reach in feet. A creature's strike says all of it (`reach-10`), a weapon that it adds 5 ft (`reach`).
 * @param {Set<string>} traits
 * @param {Coign.Foreign} actor
 */
function reachOf(traits, actor) {
  const base = number(systemOf(actor).attributes?.reach?.base) ?? 5;
  return numbered(traits, "reach") ?? base + (traits.has("reach") ? 5 : 0);
}

/**
 * @param {Set<string>} traits
 * @param {Coign.Foreign} range `{increment, max}` of a creature's strike; of a weapon its increment, a number; or null
 * @param {number | null} distance a spell's, in feet
 * @param {Coign.Foreign} units
 * @returns {Coign.Attack["range"]}
 */
function rangeOf(traits, range, distance, units) {
  const own = typeof range === "number" ? range : range?.increment;
  const increment = positive(own) ?? numbered(traits, "range-increment") ?? numbered(traits, "thrown");
  const normal = increment ?? positive(range?.max) ?? numbered(traits, "range") ?? distance;
  if (normal === null) return null;
  const long = increment === null ? normal : (positive(range?.max) ?? increment * INCREMENTS);
  return { normal: length(normal, "ft", units), long: length(long, "ft", units) };
}

/** @type {Coign.SystemRecord["tokenTraits"]} */
function tokenTraits(token, actor) {
  const [attributes, details, perception, traits] = partsOf(actor, "attributes", "details", "perception", "traits");
  const units = sceneUnits(token);
  const speed = attributes.speed ?? {};
  const speeds = [
    ["walk", speed.total ?? speed.value],
    ...list(speed.otherSpeeds).map((other) => [other.type, other.total ?? other.value]),
  ];
  const senses = list(perception.senses ?? traits.senses);
  /** @param {string} type */
  const range = (type) => {
    const sense = senses.find((entry) => slug(entry.type) === type);
    if (!sense) return null;
    // An imprecise sense finds the square and no more: that is blindsense's part, whichever organ it is.
    return sense.acuity === "imprecise" || sense.acuity === "vague"
      ? null
      : (positive(length(sense.range, "ft", units)) ?? FAR);
  };
  const conditions = list(actor?.items).filter((item) => item.type === "condition");
  const words = conditions.map((item) => item.slug ?? systemOf(item).slug);
  const plain = commonTraits(token, actor, words);
  return filled({
    ...plain,
    // The bridge has no range for it: it is darkvision that magical darkness does not stop.
    feats: [...(plain.feats ?? []), ...(range("greater-darkvision") === null ? [] : ["greater-darkvision"])].sort(),
    reach: length(attributes.reach?.base ?? longestStrike(actor), "ft", units),
    speeds: lengths(SPEEDS, Object.fromEntries(speeds), "ft", units),
    senses: filled({
      darkvision: range("darkvision") ?? range("greater-darkvision"),
      tremorsense: range("tremorsense"),
      truesight: range("truesight"),
      seeInvisible: range("see-invisibility"),
      blindsense: imprecise(senses, units),
      lowLight: senses.some((entry) => slug(entry.type) === "low-light-vision") || undefined,
    }),
    level: positive(details.level?.value) ?? undefined,
    immune: attributes.flanking?.flankable === false || attributes.flanking?.offGuardable === false ? ["flanking"] : [],
    creatureType: list(traits.value).find((trait) => CREATURE_TYPES.has(trait)),
  });
}

/**
 * The reach of a creature's longest strike in feet, where its sheet has not worked out its own: the source of a stat
 * block says it strike by strike.
 * @param {Coign.Foreign} actor
 */
function longestStrike(actor) {
  const strikes = list(actor?.items).filter((item) => item.type === "melee" && !systemOf(item).range);
  const reaches = strikes.map((item) => numbered(new Set(list(systemOf(item).traits?.value)), "reach") ?? 5);
  return reaches.length ? Math.max(...reaches) : null;
}

/**
 * The farthest sense that is imprecise.
 * @param {Coign.Foreign[]} senses
 * @param {Coign.Foreign} units
 */
function imprecise(senses, units) {
  const ranges = senses
    .filter((entry) => entry.acuity === "imprecise")
    .map((entry) => positive(length(entry.range, "ft", units)) ?? 0);
  return positive(Math.max(0, ...ranges));
}

/** @type {Coign.SystemRecord} */
export const pf2e = {
  ...generic,
  id: "pf2e",
  knows: { majorVersions: [5, 6, 7, 8] },
  rulesets: () => ["pathfinder-2e"],
  readAttack,
  saveAgainst,
  checkOccasion,
  rollDetails,
  tokenTraits,
  attacksOf,
  bonusOf,
  armourClass: ownArmourClass,
  includedIn,
  inRoll: (roll) => wrapChecks(roll, { id: "pf2e", attackOf }),
  watch: watching([
    "name",
    "system.attributes",
    "system.details.alliance",
    "system.perception",
    "system.traits",
    "items",
  ]),
};

/**
 * Starfinder, second edition: pf2e's own program, built under another id.
 * @type {Coign.SystemRecord}
 */
export const sf2e = {
  ...pf2e,
  id: "sf2e",
  knows: { majorVersions: [1] },
  inRoll: (roll) => wrapChecks(roll, { id: "sf2e", attackOf }),
};
