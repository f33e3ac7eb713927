/**
 * Dungeons & Dragons 3.5: the `D35E` system, version 2 (and 0.99, whose messages look the same).
 *
 * Where it keeps an attack: from 2.4 in `flags.D35E.chatTemplateData` (`attacks`, `targets`, `tokenId` as
 * "scene.token"); before, nowhere but in the card's own markup, which is read (`card.mjs`) for its data attributes
 * alone: ids and numbers, no words, so it holds in every language. It does not contain the die, only the total,
 * and whether it was a natural 20 or 1.
 */

import { DEFAULTS, SENSES } from "../../util/wire.mjs";
import {
  abilitiesOf,
  agreed,
  armourClassOf,
  damageKinds,
  defences,
  describe,
  itemsOf,
  partiesOf,
} from "../attacks.mjs";
import { actionsOf, armsOf, cardTitle, familyTraits, isSpell, kindOf } from "../d20-family.mjs";
import { generic } from "../generic.mjs";
import {
  filled,
  itemById,
  length,
  lengths,
  list,
  number,
  partsOf,
  positive,
  sceneUnits,
  systemOf,
} from "../reading.mjs";
import { sensesInText, sizeWord, sureReach, watching } from "../traits.mjs";
import { cardOf } from "./card.mjs";
import { wrapItems } from "./rolls.mjs";

/** Immune to critical hits, and so to sneak attacks, by their type. */
const NO_CRITICALS = ["construct", "elemental", "ooze", "plant", "undead"];
/** Not subject to flanking, by their type. */
const UNFLANKABLE = ["elemental", "ooze"];

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const card = cardOf(message);
  if (!card?.rolls.length) return null;
  const [scene, token] = card.token?.split(".") ?? [];
  const aimed = card.targets.map((uuid) => ({ uuid }));
  const parties = partiesOf(message, context, token ? `Scene.${scene}.Token.${token}` : null, aimed);
  const { actor, units } = parties;
  return describe(message, parties, {
    rolls: card.rolls,
    attack: attackOf(itemById(actor, card.item), actor, units, cardTitle(message)),
    defence: defences(context, parties, (foe) => defenceOf({ foe })),
    counted: card.counted,
  });
}

/** @param {{foe: Coign.Foreign}} defender */
const defenceOf = ({ foe }) => ({ ac: armourClassOf(foe, ["attributes.ac.normal.total"]), applied: null });

/**
 * @param {Coign.Foreign} item null where it is gone
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units the scene's
 * @param {string} [called] the name if there is no item
 * @returns {Coign.Attack}
 */
function attackOf(item, actor, units, called = "") {
  const name = String(item?.name ?? called);
  const [action] = actionsOf(item);
  const kind = kindOf(action?.actionType) ?? "melee";
  const range = action?.range ?? {};
  const natural = reachOf(actor, units);
  const normal =
    kind === "ranged" && ["ft", "m", "mi"].includes(range.units)
      ? positive(length(range.value, range.units, units))
      : null;
  return {
    kind,
    reach: kind === "melee" && item && natural !== null ? natural * (range.units === "reach" ? 2 : 1) : null,
    range: normal === null ? null : { normal, long: positive(length(range.long, range.units, units)) },
    name,
    abilities: [
      ...abilitiesOf(actor, name, [item, action]),
      ...damageKinds(action?.damage),
      ...(action?.actionType === "twak" ? ["thrown"] : []),
    ],
    spell: isSpell(action?.actionType),
  };
}

/**
 * Return the natural reach; where it is unknown the bridge reports its assumption.
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} units
 */
const reachOf = (actor, units) => length(sureReach(sizeWord(systemOf(actor).traits?.size)), "ft", units);

/** @type {Coign.SystemRecord["tokenTraits"]} */
function tokenTraits(token, actor) {
  const [attributes, traits] = partsOf(actor, "attributes", "traits");
  const units = sceneUnits(token);
  const plain = familyTraits(token, actor, attributes.conditions);
  const creatureType = plain.creatureType ?? attributes.creatureType;
  return filled({
    ...plain,
    reach: reachOf(actor, units),
    senses: {
      ...sensesInText(traits.senses),
      ...lengths(SENSES, attributes.senses, "ft", units),
      ...(attributes.senses?.lowLight === true ? { lowLight: true } : {}),
    },
    creatureType,
    immune: [
      ...(NO_CRITICALS.includes(creatureType) ? ["sneak-attack"] : []),
      ...(UNFLANKABLE.includes(creatureType) ? ["flanking"] : []),
    ],
    miss: positive(attributes.concealment?.total),
  });
}

/** The attack bonus of each creature size (System Reference Document 3.5, "Attack Bonus"), by the system's keys. */
const SIZE_BONUS = /** @type {Record<string, number>} */ ({
  ...{ fine: 8, dim: 4, tiny: 2, sm: 1, med: 0 },
  ...{ lg: -1, huge: -2, grg: -4, col: -8 },
});
const UNPROFICIENT = -4;

/**
 * Return the bonus of the first attack to its d20: the sum that the system builds (`module/item/entity.js`, `rollAttack`).
 * Null if feats or buffs change attacks by formulas.
 * @type {Coign.SystemRecord["bonusOf"]}
 */
function bonusOf(actor, attack) {
  const changes = list(actor.items).some(
    (item) => list(systemOf(item).combatChanges).length && systemOf(item).active !== false,
  );
  if (changes) return null;
  const [abilities, attributes, traits] = partsOf(actor, "abilities", "attributes", "traits");
  const ofKind = itemsOf(actor, attack).filter((item) => kindOf(actionsOf(item)[0]?.actionType) === attack.kind);
  return agreed(
    ofKind.map((item) => {
      const { attackBonus, enh, masterwork, proficient } = systemOf(item);
      const [ability] = partsOf(item, "ability");
      const own = item.type === "attack";
      const numbers = [
        ability.attack ? abilities[ability.attack]?.mod : 0,
        SIZE_BONUS[traits.actualSize ?? traits.size],
        attributes.attack?.general ?? 0,
        attributes.attack?.[attack.kind ?? DEFAULTS.kind] ?? 0,
        attributes.bab?.total ?? 0,
        enh ?? 0,
        -Math.abs(number(attributes.energyDrain) ?? 0),
        own && proficient === false ? UNPROFICIENT : 0,
        own && masterwork === true && !(number(enh) ?? 0) ? 1 : 0,
      ];
      return [...numbers.map((text) => number(text) ?? "?"), ...(attackBonus ? [attackBonus] : [])].join(" + ");
    }),
  );
}

/** @type {Coign.SystemRecord} */
export const D35E = {
  ...generic,
  id: "D35E",
  knows: { majorVersions: [0, 2] },
  rulesets: () => ["pathfinder-1e"],
  options: { "pathfinder-1e": { edition: "v3.5" } },
  readAttack,
  tokenTraits,
  attacksOf: (actor, units) =>
    armsOf(actor).flatMap((item) => (kindOf(actionsOf(item)[0]?.actionType) ? [attackOf(item, actor, units)] : [])),
  bonusOf,
  defenceOf,
  inRoll: (roll) =>
    wrapItems(roll, {
      attackOf: (item, actor, units) => (kindOf(actionsOf(item)[0]?.actionType) ? attackOf(item, actor, units) : null),
    }),
  watch: watching(["name", "system.attributes", "system.traits", "items", "effects"]),
};
