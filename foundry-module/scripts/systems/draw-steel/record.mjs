/**
 * Draw Steel (`draw-steel`), version 1: the power rolls of abilities. Facts from MetaMorphic-Digital/draw-steel 1.0.0 and
 * 1.1 (5718741): `data/item/ability.mjs`, `rolls/power.mjs`, `data/pseudo-documents/message-parts`.
 *
 * A use of an ability is one message. Its parts have the rolls: one for each target, with the same two dice and with edges
 * and banes of its own. The edges that the system has counted are read from there.
 */

import { SIZES, SPEEDS } from "../../util/wire.mjs";
import { agreed, defences, describe, itemsOf, partiesOf } from "../attacks.mjs";
import { generic } from "../generic.mjs";
import { filled, lengths, list, number, partsOf, positive, slug, systemOf } from "../reading.mjs";
import { readRollOf } from "../rolls.mjs";
import { actorOf, matchTargets, tokenOf } from "../tokens.mjs";
import { commonTraits, watching } from "../traits.mjs";
import {
  attackOf,
  BY_PRONE,
  baseTotal,
  bonusOf,
  countsProne,
  edgesAgainst,
  powerRollsOf,
  reachesTo,
  resultsOf,
} from "./abilities.mjs";
import { wrapAbilities } from "./in-roll.mjs";

/** Sizes of one square, by their letter, and from two squares on. More than four squares are as four. */
const LETTERS = /** @type {Record<string, string>} */ ({ T: "tiny", S: "small", M: "medium", L: "medium" });
const [, ...LARGER] = SIZES.slice(SIZES.indexOf(LETTERS.M), -1);
const DICE = 10;

/** @type {Coign.SystemRecord["readAttack"]} */
function readAttack(message, context) {
  const rolls = powerRollsOf(message);
  const [first] = rolls;
  if (!first) return null;
  const addresses = rolls.flatMap(({ target }) => (target ? [{ uuid: target }] : []));
  const parties = partiesOf(message, context, null, addresses);
  const { scene, attacker, targets, space } = parties;
  const item = context.document(resultsOf(message)[0]?.abilityUuid);
  const attack = attackOf(item, message.title ?? message.flavor, space);
  const matches = matchTargets(targets, rolls, ({ target }) => target, context, scene);
  const from = tokenOf(context, scene, attacker);
  /** @param {string} target */
  const edgesOf = (target) => (matches.get(target) ?? first).roll.options;
  const prone = countsProne(systemOf(item));
  const isFlanked = (/** @type {string} */ target) =>
    flankingIsIn({ attack, prone }, edgesOf(target), from, tokenOf(context, scene, target), context);
  return describe(message, parties, {
    rolls: [{ ...readRollOf(first.roll, DICE), total: baseTotal(first.roll) }],
    attack,
    defence: defences(context, parties, (_foe, target) => {
      const { edges, banes } = edgesOf(target);
      return { ac: null, applied: null, edges: number(edges) ?? 0, banes: number(banes) ?? 0 };
    }),
    counted: [...(targets.length && targets.every(isFlanked) ? ["flanking"] : []), ...(prone ? BY_PRONE : [])],
  });
}

/**
 * Return whether an edge of the roll is that of the system's own flanking: the roll has more edges than the target's state
 * gives, and the system finds the two flanking. Where tokens are plain data, such an edge is enough.
 * @param {{attack: Coign.Attack, prone: boolean}} rolled `prone`: the system counts who is prone
 * @param {Coign.Foreign} made the roll's options
 * @param {Coign.Foreign} from
 * @param {Coign.Foreign} target
 * @param {Coign.SystemContext} context
 */
function flankingIsIn({ attack, prone }, made, from, target, context) {
  if (attack.kind !== "melee" || !attack.abilities?.includes("strike")) return false;
  const foe = actorOf(context, target);
  const known = ["restrained", "surprised", ...(prone ? ["prone"] : [])];
  const states = list(foe?.statuses).filter((status) => known.includes(status));
  const others = states.length + (number(systemOf(foe).combat?.targetModifiers?.edges) ?? 0);
  if ((number(made.edges) ?? 0) <= others) return false;
  return from?.object?.isFlanking?.(target?.object) ?? true;
}

/** @type {Coign.SystemRecord["tokenTraits"]} */
function tokenTraits(token, actor) {
  const [combat, movement, statuses] = partsOf(actor, "combat", "movement", "statuses");
  const square = token?.parent?.grid?.distance ?? 1;
  const speed = (positive(movement.value) ?? 0) * square;
  const speeds = Object.fromEntries(list(movement.types).map((way) => [way, speed]));
  const squares = positive(combat.size?.value) ?? 1;
  return filled({
    ...commonTraits(token, actor),
    size: squares > 1 ? (LARGER[squares - 2] ?? LARGER.at(-1)) : LETTERS[combat.size?.letter],
    reach: reachesTo(actor, square),
    speeds: lengths(SPEEDS, speeds, null, null),
    immune: statuses.flankable === false ? ["flanking"] : [],
    creatureType: slug(list(systemOf(actor).monster?.keywords)[0]) || undefined,
  });
}

/** @type {Coign.SystemRecord} */
export const drawSteel = {
  ...generic,
  id: "draw-steel",
  knows: { majorVersions: [1] },
  rulesets: () => ["draw-steel"],
  readAttack,
  tokenTraits,
  attacksOf: (actor, _units, square) =>
    list(actor.items)
      .filter(({ type, system }) => type === "ability" && list(system?.keywords).includes("strike"))
      .map((item) => attackOf(item, item.name, square)),
  bonusOf: (actor, attack) => agreed(itemsOf(actor, attack).map((item) => bonusOf(item, actor))),
  defenceOf: ({ foe }, { actor, attack }) => ({
    ac: null,
    applied: null,
    ...edgesAgainst(itemsOf(actor, attack)[0], actor, foe),
  }),
  inRoll: wrapAbilities,
  watch: watching(["name", "system.combat", "system.monster", "system.movement", "system.statuses"]),
};
