/**
 * The record for any game system: every d20 roll may be an attack, on the targets captured when it was made.
 *
 * The other records replace the fields that differ: `{...generic, id, readAttack, ...}`. Enchanted Realms has no system
 * in Foundry and uses this record: its dice pool is the roll's d20s. An attack is in melee, or
 * ranged if its target is out of reach, unless the GM or the message says otherwise. Reach and range come from
 * the message (`flags.coign.attack`, for macros) or from the token; else they stay null, and the bridge says on the
 * card what it assumed.
 */

import { ownFields } from "../util/own-flags.mjs";
import { abilitiesOf, armourClassOf, defences, describe, plainText } from "./attacks.mjs";
import { filled, systemOf } from "./reading.mjs";
import { checkDie, isD20Roll, readRoll, readRollOf, rollsOf } from "./rolls.mjs";
import { attackingActor, findAttacker, findTargets } from "./tokens.mjs";
import { featsOf, locomotionOf, sizeWord, speciesOf, statusesOf } from "./traits.mjs";
import { watching } from "./watching.mjs";

/**
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @returns {Coign.SeenAttack | null}
 */
function readAttack(message, context) {
  // A second d20 roll in one message is a check beside the attack as often as an attack: only the first is read.
  const roll = rollsOf(message).find(isD20Roll);
  return roll ? readDice(message, context, readRoll(roll)) : null;
}

/**
 * Read any roll that may be a check: of d20s, else of the largest dice from d12 to d4.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @returns {Coign.SeenAttack | null}
 */
export function readAnyRoll(message, context) {
  const attack = readAttack(message, context);
  if (attack) return attack;
  const [roll] = rollsOf(message).filter(checkDie);
  const faces = checkDie(roll);
  return faces === null ? null : readDice(message, context, readRollOf(roll, faces));
}

/**
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @param {Coign.Roll} roll
 * @returns {Coign.SeenAttack | null}
 */
function readDice(message, context, roll) {
  if (message?.flags?.core?.initiativeRoll) return null;
  const attacker = findAttacker(message, context);
  const aim = findTargets(message, context, attacker.scene);
  const actor = attackingActor(message, context, attacker);
  const name = plainText(message.flavor);
  return describe(message, {
    rolls: [roll],
    attack: {
      kind: "melee",
      reach: null,
      range: null,
      name,
      abilities: abilitiesOf(actor, name),
      spell: false,
      guessed: !ownFields("message", message).attack?.kind, // the bridge knows what is out of reach
    },
    attacker,
    aim,
    defence: defences(context, attacker.scene, aim.targets, (_target, foe) => ({
      ac: armourClassOf(foe),
      applied: null,
    })),
    sure: Boolean(ownFields("message", message).attack),
  });
}

/**
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} actor
 * @returns {Coign.TokenTraits}
 */
function tokenTraits(token, actor) {
  const statuses = statusesOf(token, actor);
  return filled({
    statuses,
    locomotion: locomotionOf(statuses),
    size: sizeWord(systemOf(actor).traits?.size ?? systemOf(actor).size),
    species: speciesOf(token, actor),
    feats: featsOf(actor),
  });
}

/** @type {Coign.SystemRecord} */
export const generic = {
  id: "generic",
  title: "Any system that rolls a d20",
  knows: { majorVersions: [] },
  readAttack,
  tokenTraits,
  watch: watching(["name", "system", "data"], ["name", "system", "data"]),
};
