/**
 * Starfinder, first edition: the `sfrpg` system, version 0.
 *
 * Where it keeps an attack: the roll is the message's own, and `flags.sfrpg.rollType` says what it is for. The item's
 * `actionTarget` names the armour class (kinetic, energy, kinetic + 8); newer messages repeat it. The card's markup contains
 * the item's id. With the system's cards switched off, the flavour ends with the item's name. Targets are not kept. Starships
 * attack by rules of their own (`gunnery`), and are not read.
 */

import { agreed, defences, describe, itemsOf, partiesOf, plainText } from "../attacks.mjs";
import { kindOf, speedsOf, switchedOn } from "../d20-family.mjs";
import { generic } from "../generic.mjs";
import { filled, length, list, number, partsOf, positive, sceneUnits, slug, systemOf } from "../reading.mjs";
import { isD20Roll, readRoll, rollsOf } from "../rolls.mjs";
import { commonTraits, sensesInText, watching } from "../traits.mjs";
import { acOf, attackOf, itemIn, reachOf } from "./attack.mjs";
import { saveAgainst, wrapRolls } from "./rolls.mjs";

/** The system's own box for flanking in its dialog, as it is named in a roll in the languages that the system has. */
const FLANKING = /\[(?:<span[^>]*>)?(?:Flanking|Flankieren|Flanqueo|Prise en tenaille|Attacco al Fianco|Flanqueando)\b/;

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const flags = message?.flags?.sfrpg ?? {};
  const roll = flags.rollType === "attack" && rollsOf(message).find(isD20Roll);
  if (!roll) return null;
  const parties = partiesOf(message, context);
  const { actor, units } = parties;
  const item = itemIn(message, actor);
  const meets = flags.rollOptions?.actionTarget ?? systemOf(item).actionTarget;
  return describe(message, parties, {
    rolls: [readRoll(roll)],
    attack: attackOf(item, actor, units, nameIn(message)),
    defence: defences(context, parties, (foe) => ({ ac: acOf(foe, meets), applied: null })),
    // The condition takes 4 from melee attacks by itself.
    counted: ["attacker-prone", ...(FLANKING.test(String(message?.content ?? "")) ? ["flanking"] : [])],
  });
}

/** The name at the end of a plain card's flavour, "Attack Roll - Laser Pistol". @param {Coign.Foreign} message */
const nameIn = (message) => / - (.+)$/.exec(plainText(message?.flavor))?.[1] ?? "";

/** @type {Coign.SystemRecord["tokenTraits"]} */
function tokenTraits(token, actor) {
  const [attributes, conditions, details, traits] = partsOf(actor, "attributes", "conditions", "details", "traits");
  const units = sceneUnits(token);
  const items = list(actor?.items);
  const own = items
    .filter((item) => systemOf(item).type === "condition")
    .map((item) => systemOf(item).slug || item.name);
  const { land, flying: fly, swimming: swim, climbing: climb, burrowing: burrow } = attributes.speed ?? {};
  const race = systemOf(items.find((item) => item.type === "race"));
  return filled({
    ...commonTraits(token, actor, [...switchedOn(conditions), ...own]),
    reach: length(reachOf(actor), "ft", units),
    speeds: speedsOf(
      { land: rate(land), fly: rate(fly), swim: rate(swim), climb: rate(climb), burrow: rate(burrow) },
      units,
    ),
    senses: sensesInText(String(traits.senses ?? "").replace(/\([^)]*\)/g, "")),
    creatureType: slug(details.type || race.type) || undefined,
    level: positive(details.level?.value ?? details.cr) ?? undefined,
  });
}

/** @param {Coign.Foreign} speed */
const rate = (speed) => ({ total: speed?.value, base: speed?.base });

/** @type {Coign.SystemRecord} */
export const sfrpg = {
  ...generic,
  id: "sfrpg",
  knows: { majorVersions: [0] },
  rulesets: () => ["starfinder-1e"],
  readAttack,
  saveAgainst,
  tokenTraits,
  // Weapons in hand: those of a stat block cannot be equipped and always count.
  attacksOf: (actor, units) =>
    list(actor.items)
      .filter(({ system }) => kindOf(system?.actionType) && (system.equipped || !system.equippable))
      .map((item) => attackOf(item, actor, units)),
  // A stat block has the whole bonus with its attack; a character's is worked out when it is rolled.
  bonusOf: (actor, attack) =>
    String(actor.type).startsWith("npc")
      ? agreed(itemsOf(actor, attack).map((item) => number(systemOf(item).attackBonus)))
      : null,
  defenceOf: ({ foe }, { actor, attack }) => ({
    ac: acOf(foe, systemOf(itemsOf(actor, attack)[0]).actionTarget),
    applied: null,
  }),
  inRoll: wrapRolls,
  watch: watching([
    "name",
    "system.attributes",
    "system.conditions",
    "system.traits",
    "system.details",
    "items",
    "effects",
  ]),
};
