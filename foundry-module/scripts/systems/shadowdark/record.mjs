/**
 * Shadowdark (`shadowdark`), version 4. Facts from Muttley/foundryvtt-shadowdark 4.0.4: `src/dice/dice.mjs`,
 * `src/chat/ChatSD.mjs`, `src/models`.
 *
 * An attack's message keeps the whole roll in `flags.shadowdark.rollConfig`: its type, the item, the target and its armour
 * class. A spell is cast against a number of its own, so it is a check, as every roll of a stat is.
 */

import { abilitiesOf, describe, partiesOf, plainText } from "../attacks.mjs";
import { generic } from "../generic.mjs";
import { filled, length, list, number, sceneUnits, systemOf } from "../reading.mjs";
import { bonusIn, readRoll, rollsOf } from "../rolls.mjs";
import { commonTraits, FAR, watching } from "../traits.mjs";
import { wrapDialog } from "./in-roll.mjs";

/** The ranges in feet; far has no limit but sight. */
const FEET = /** @type {Record<string, number>} */ ({ close: 5, near: 30, nearLine: 30 });
const WEAPONS = ["Weapon", "NPC Attack", "NPC Special Attack"];

/** @param {Coign.Foreign} message */
const configOf = (message) => message?.flags?.shadowdark?.rollConfig ?? null;

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const config = configOf(message);
  if (!config) return generic.readAttack(message, context);
  const roll = rollsOf(message).find(({ options }) => options?.type === "main");
  if (config.type !== "attack" || !roll) return null;
  const aimed = config.targetUuid ? [{ uuid: config.targetUuid }] : [];
  const parties = partiesOf(message, context, config.actorId ? `Actor.${config.actorId}` : null, aimed);
  const { actor, targets, units } = parties;
  const named = plainText(config.heading ?? message.flavor);
  // One roll has one armour class. It belongs to a known target only if there was one target.
  const ac = number(config.mainRoll?.dc);
  return describe(message, parties, {
    rolls: [{ ...readRoll(roll), rerolled: config.mainRoll?.reroll === true }],
    attack: attackOf(context.document(config.itemUuid), actor, config.attack ?? {}, named, units),
    defence: targets.length === 1 ? { [targets[0]]: { ac, applied: null } } : {},
  });
}

/**
 * @param {Coign.Foreign} item null where it cannot be found
 * @param {Coign.Foreign} actor
 * @param {{type?: string, range?: string}} said the type and range that the roll names
 * @param {string} name for an item that is gone
 * @param {Coign.Foreign} units the scene's
 * @returns {Coign.Attack}
 */
function attackOf(item, actor, said, name, units) {
  const { ranges, range, type } = systemOf(item);
  const all = list(ranges).length ? list(ranges) : [said.range ?? range].filter(Boolean);
  const isMelee = all.includes("close") || (said.type ?? type) === "melee";
  const farther = all.filter((word) => word !== "close");
  const title = String(item?.name ?? name);
  return {
    kind: isMelee ? "melee" : "ranged",
    reach: isMelee ? length(FEET.close, "ft", units) : null,
    range: isMelee ? null : rangeOf(farther, units),
    name: title,
    abilities: abilitiesOf(actor, title, item ? [item] : []),
    spell: false,
    ...((!all.length || (isMelee && farther.length)) && { guessed: true }),
  };
}

/**
 * @param {string[]} ranges
 * @param {Coign.Foreign} units
 * @returns {Coign.Attack["range"]} null: as far as one sees
 */
function rangeOf(ranges, units) {
  if (!ranges.length || ranges.some((range) => !(range in FEET))) return null;
  const reach = length(Math.max(...ranges.map((range) => FEET[range])), "ft", units);
  return { normal: reach, long: reach };
}

/** @type {Coign.SystemRecord} */
export const shadowdark = {
  ...generic,
  id: "shadowdark",
  knows: { majorVersions: [4] },
  rulesets: () => ["house-rules"],
  readAttack,
  tokenTraits: (token, actor) =>
    filled({
      ...commonTraits(token, actor),
      reach: length(FEET.close, "ft", sceneUnits(token)),
      level: number(systemOf(actor).level?.value) ?? undefined,
      senses: systemOf(actor).darkAdapted === true ? { darkvision: FAR } : {},
    }),
  attacksOf: (actor, units) =>
    list(actor.items)
      .filter(({ type, system }) => WEAPONS.includes(type) && system?.stashed !== true)
      .map((item) => attackOf(item, actor, {}, "", units)),
  bonusOf: (actor, { name }) =>
    bonusIn(
      list(actor.items).find((item) => item.name === name && item.type !== "Weapon")?.system?.bonuses?.attackBonus,
    ),
  includedIn: (message) => list(configOf(message)?.coign),
  inRoll: wrapDialog,
  watch: watching(["name", "system.attributes", "system.darkAdapted"]),
};
