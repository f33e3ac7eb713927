/**
 * Lancer: the `lancer` system, versions 2 and 3.
 *
 * Where it keeps an attack: `flags.lancer.attackData` has the attacker's and the weapon's uuid, and of each target its
 * token. The rolls are the message's own, one for each target, or one if nobody was targeted. Lengths are in spaces, and
 * a creature is as tall as its size in spaces. The speaker names no scene. The system decides about hits and critical
 * hits: its dice have no natural 20, and it chooses between evasion and e-defence.
 */

import { agreed, describe, itemsOf, partiesOf, plainText } from "../attacks.mjs";
import { generic } from "../generic.mjs";
import { filled, itemById, list, number, positive, systemOf } from "../reading.mjs";
import { isD20Roll, readRoll, rollsOf } from "../rolls.mjs";
import { parseUuid } from "../tokens.mjs";
import { commonTraits, watching } from "../traits.mjs";
import { wrapSteps } from "./steps.mjs";
import { attackOf, isArm, isSmart, toHit } from "./weapon.mjs";

/** The reading of a message with several rolls. Each roll is against one target, so they have no common total. @type {Coign.SeenRoll} */
const SEVERAL = { d20: [], mode: "normal", total: null, rerolled: false };

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const data = message?.flags?.lancer?.attackData;
  const rolls = rollsOf(message).filter(isD20Roll);
  if (!data || !rolls.length) return null;
  const shot = list(data.targets);
  const scene = message.speaker?.scene ?? parseUuid(shot[0]?.uuid).scene;
  const speaker = { ...message.speaker, scene };
  const parties = partiesOf({ ...message, speaker }, context, data.attackerUuid, shot);
  const actor = parties.actor ?? context.document(data.attackerUuid);
  const uuid = String(data.attackerItemUuid ?? "");
  const item = context.document(data.attackerItemUuid) ?? itemById(actor, uuid.split(".").at(-1));
  const several = Math.max(parties.targets.length, rolls.length) > 1;
  return describe(message, parties, {
    rolls: several ? [SEVERAL] : [readRoll(rolls[0])],
    attack: attackOf(item, parties.space, titleIn(message)),
  });
}

/** The title of a card whose item is gone. @param {Coign.Foreign} message */
const titleIn = (message) => plainText(/<span>(.*?)<\/span>/s.exec(String(message?.content ?? ""))?.[1]);

/** Return whether an attack meets the target's e-defence: a tech attack, and one with a smart weapon. */
const isAgainstElectronics = (/** @type {Coign.Attack} */ attack, /** @type {Coign.Foreign} */ actor) =>
  attack.spell || itemsOf(actor, attack).some(isSmart);

/** @type {Coign.SystemRecord} */
export const lancer = {
  ...generic,
  id: "lancer",
  knows: { majorVersions: [2, 3] },
  rulesets: () => ["lancer"],
  readAttack,
  tokenTraits(token, actor) {
    const size = positive(systemOf(actor).size ?? systemOf(actor).stats?.size);
    const space = number(token?.parent?.grid?.distance) ?? 1;
    return filled({ ...commonTraits(token, actor), height: size === null ? null : size * space });
  },
  attacksOf: (actor) =>
    list(actor.items)
      .filter(isArm)
      .map((item) => attackOf(item, 1)),
  bonusOf: (actor, attack) => agreed(itemsOf(actor, attack).map((item) => toHit(item, actor))),
  defenceOf: ({ foe }, { actor, attack }) => ({
    ac: number(systemOf(foe)[isAgainstElectronics(attack, actor) ? "edef" : "evasion"]),
    applied: null,
  }),
  inRoll: wrapSteps,
  watch: watching(["name", "system", "items"]),
};
