/**
 * The record for any game system: a roll may be an attack, unless it calls itself something else (`said.mjs`). Its targets
 * are those that the message names, or those captured when it was made.
 *
 * The other records replace the fields that differ: `{...generic, id, readAttack, ...}`. Enchanted Realms has no system
 * in Foundry and uses this record: its dice pool is the roll's d20s. An attack is in melee, or
 * ranged if its target is out of reach, unless the GM or the message says otherwise. Reach and range come from
 * the message (`flags.coign.attack`, for macros) or from the token; else they stay null, and the card shows the
 * bridge's assumption.
 */

import { ownFields } from "../util/fields.mjs";
import { abilitiesOf, armourClassOf, defences, describe, partiesOf, plainText } from "./attacks.mjs";
import { idOf } from "./reading.mjs";
import {
  checkDie,
  checkRollsOf,
  diceOf,
  isD20Roll,
  measuredRoll,
  readRoll,
  readRollOf,
  rollsOf,
  withDice,
} from "./rolls.mjs";
import { kindSaid, targetsSaid } from "./said.mjs";
import { attackingActor, findAttacker, resolve } from "./tokens.mjs";
import { commonTraits, watching } from "./traits.mjs";

/** The time after a creature's attack in which its next roll of other dice counts as that attack's damage. */
const DAMAGE_WITHIN = 60_000; // ms

/**
 * Read a roll that may be an attack: one that does not call itself something else. A roll of d20s is judged; of other dice
 * the map is measured, so that both sides have cards where only one of them rolls d20s.
 * @type {Coign.SystemRecord["readAttack"]}
 */
function readAttack(message, context) {
  const rolls = rollsOf(message);
  // A second d20 roll in one message is a check beside the attack as often as an attack: only the first is read.
  const d20 = rolls.find(isD20Roll);
  const roll = d20 ?? rolls.find((roll) => diceOf(roll).length > 0);
  if (!roll) return null;
  const isSaid = Boolean(ownFields("message", message).attack);
  const kind = isSaid ? "attack" : kindSaid(message, attackingActor(message, context, findAttacker(message, context)));
  if (kind === "check" || (kind === "damage" && !d20)) return null;
  if (d20) return readDice(message, context, readRoll(d20));
  return kind === null && followsAttack(message, roll, context) ? null : readDice(message, context, measuredRoll(roll));
}

/**
 * Return whether a roll comes soon after another one by the same creature that had other dice: it is the damage.
 * @param {Coign.Foreign} message
 * @param {Coign.Foreign} roll
 * @param {Coign.SystemContext} context
 */
function followsAttack(message, roll, context) {
  const { token, actor } = message?.speaker ?? {};
  const id = idOf(message);
  const others = (context.messages?.() ?? []).filter((other) => {
    const after = (message?.timestamp ?? 0) - (other?.timestamp ?? 0);
    const isSame = token ? other?.speaker?.token === token : actor && other?.speaker?.actor === actor;
    return isSame && idOf(other) !== id && after >= 0 && after <= DAMAGE_WITHIN;
  });
  const [first] = diceOf(roll);
  return others.flatMap(rollsOf).some((other) => diceOf(other).length > 0 && diceOf(other)[0] !== first);
}

/**
 * Read any roll that may be a check: of d20s, else of the largest dice from d12 to d4.
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @returns {Coign.SeenAttack | null}
 */
export function readAnyRoll(message, context) {
  const rolls = checkRollsOf(message);
  const d20 = rolls.find(isD20Roll);
  if (d20) return readDice(message, context, readRoll(d20));
  const [roll] = rolls.filter(checkDie);
  const faces = checkDie(roll);
  return faces === null ? null : readDice(message, context, readRollOf(roll, faces));
}

/**
 * @param {Coign.Foreign} message
 * @param {Coign.SystemContext} context
 * @param {Coign.Roll} roll
 */
function readDice(message, context, roll) {
  if (message?.flags?.core?.initiativeRoll) return null;
  const { scene } = findAttacker(message, context);
  // A name that no token here has is no target's.
  const named = targetsSaid(message).filter(({ uuid }) => resolve(uuid, context, scene) !== null);
  const parties = partiesOf(message, context, null, named);
  const name = plainText(message.flavor);
  return describe(message, parties, {
    rolls: [roll],
    attack: {
      kind: "melee",
      reach: null,
      range: null,
      name,
      abilities: abilitiesOf(parties.actor, name),
      spell: false,
      guessed: !ownFields("message", message).attack?.kind, // the bridge knows whether the target is out of reach
    },
    defence: defences(context, parties, (foe) => ({ ac: armourClassOf(foe), applied: null })),
    sure: Boolean(ownFields("message", message).attack),
  });
}

/**
 * Return what an attack's last roll added to its d20, its dice as dice: no sheet of an unknown system tells it.
 * @type {Coign.SystemRecord["bonusOf"]}
 */
function bonusOf(_actor, { name }, token, context) {
  const earlier = (context.messages?.() ?? []).findLast(
    (message) => name && plainText(message?.flavor) === name && message?.speaker?.token === token?.id,
  );
  /** @type {Coign.Roll} */
  const { d20 = [], total, beside = [] } = (earlier && readAttack(earlier, context)?.roll) ?? {};
  const [face, ...others] = d20.filter(({ kept }) => kept);
  if (!face || others.length || typeof total !== "number") return null;
  const shown = beside.reduce((sum, { value }) => sum + value, 0);
  return withDice(
    { bonus: total - face.value - shown },
    beside.map(({ sides }) => sides),
  );
}

/** @type {Coign.SystemRecord} */
export const generic = {
  id: "generic",
  knows: { majorVersions: [] },
  rulesets: () => ["partial-advantage"],
  options: {},
  readAttack,
  explainedBy: () => [],
  saveAgainst: () => null,
  checkOccasion: () => null,
  rollDetails: () => ({}),
  includedIn: () => [],
  inRoll: null,
  tokenTraits: commonTraits,
  attacksOf: () => [],
  bonusOf,
  armourClass: (actor) => armourClassOf(actor),
  defenceOf: ({ foe }) => ({ ac: armourClassOf(foe), applied: null }),
  watch: watching(["name", "system", "data"]),
};
