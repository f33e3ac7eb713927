/**
 * Lancer: the `lancer` system, versions 2 and 3.
 *
 * Where it keeps an attack: `flags.lancer.attackData` has the attacker's and the weapon's uuid, and of each target its
 * token. The rolls are the message's own, one for each target, or one if nobody was targeted. Lengths are in spaces, and
 * a creature is as tall as its size in spaces. The speaker names no scene. Hit and critical stay the system's word: its
 * dice know no natural 20, and evasion or e-defence is its choice.
 */

import { describe, plainText } from "../attacks.mjs";
import { generic } from "../generic.mjs";
import { filled, list, number, positive, systemOf } from "../reading.mjs";
import { isD20Roll, readRoll, rollsOf } from "../rolls.mjs";
import { attackingActor, findAttacker, findTargets, parseUuid } from "../tokens.mjs";
import { locomotionOf, statusesOf } from "../traits.mjs";
import { watching } from "../watching.mjs";
import { wrapSteps } from "./steps.mjs";
import { attackOf, isArm } from "./weapon.mjs";

/** What a message with several rolls is read as: each roll is against one target, so there is no common total. @type {Coign.SeenRoll} */
const SEVERAL = { d20: [], mode: "normal", total: null, rerolled: false };

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const said = message?.flags?.lancer?.attackData;
  const rolls = rollsOf(message).filter(isD20Roll);
  if (!said || !rolls.length) return null;
  const shot = list(said.targets);
  const scene = parseUuid(shot[0]?.uuid).scene;
  const speaker = { ...message.speaker, scene: message.speaker?.scene ?? scene };
  const attacker = findAttacker({ ...message, speaker }, context, said.attackerUuid);
  const aim = findTargets(message, context, attacker.scene, shot);
  const actor = attackingActor(message, context, attacker) ?? context.document(said.attackerUuid);
  const item = context.document(said.attackerItemUuid) ?? itemOf(actor, said.attackerItemUuid);
  const several = Math.max(aim.targets.length, rolls.length) > 1;
  return describe(message, {
    rolls: several ? [SEVERAL] : [readRoll(rolls[0])],
    attack: attackOf(item, context.scene(attacker.scene)?.grid?.distance, titleIn(message)),
    attacker,
    aim,
  });
}

/** @param {Coign.Foreign} actor @param {Coign.Foreign} uuid of its item */
const itemOf = (actor, uuid) => {
  const id = String(uuid ?? "")
    .split(".")
    .at(-1);
  return list(actor?.items).find((item) => (item._id ?? item.id) === id) ?? null;
};

/** The title of a card whose item is gone. @param {Coign.Foreign} message */
const titleIn = (message) => plainText(/<span>(.*?)<\/span>/s.exec(String(message?.content ?? ""))?.[1]);

/** @type {Coign.SystemRecord["tokenTraits"]} */
function tokenTraits(token, actor) {
  if (!actor) return generic.tokenTraits(token, actor);
  const statuses = statusesOf(token, actor);
  const size = positive(systemOf(actor).size ?? systemOf(actor).stats?.size);
  const space = number(token?.parent?.grid?.distance) ?? 1;
  return filled({
    ...generic.tokenTraits(token, actor),
    statuses,
    locomotion: locomotionOf(statuses),
    height: size === null ? null : size * space,
  });
}

/** @type {Coign.SystemRecord} */
export const lancer = {
  ...generic,
  id: "lancer",
  title: "Lancer",
  knows: { majorVersions: [2, 3] },
  readAttack,
  tokenTraits,
  attacksOf: (actor) =>
    list(actor.items)
      .filter(isArm)
      .map((item) => attackOf(item, 1)),
  defenceOf: () => ({ ac: null, applied: null }), // evasion or e-defence, as the weapon says: judged by the system
  inRoll: wrapSteps,
  watch: watching(["name", "system", "items"], ["name", "system"]),
};
