/**
 * Check which modifiers were really put into a roll before it was made. Pure.
 *
 * A message's author writes its flags, and could claim modifiers that are not in the roll, such as a disadvantage that was
 * never rolled. So the roll itself must show each: a die or a number as a term with the modifier's flavour, advantage as the
 * roll's mode, an edge among the edges against its target. A modifier that the roll does not show counts as not included, and
 * the bridge adds it. A change of armour class must show in the message's armour class, compared with the target's own.
 *
 * A roll may have advantage, disadvantage, edges or banes for any reason. A player could claim that a bane came from Coign, so
 * that the rule's bane does not count beside it. So such a claim in a player's message counts only if this client gave that
 * answer before, about this attacker and target. Otherwise it is the roll's own, and stays.
 *
 * The item and the place of the answer are not compared, because the engine judges the roll's own: a disadvantage or a bane
 * that does not hold with them stays in the roll, whatever was answered. One that does hold would have been answered for them
 * too, so a comparison stops no player. It would harm honest ones: game systems may read an item otherwise once it is used up.
 */

import { isAdvantage, isArmour, isEdge } from "../systems/effects.mjs";
import { tokenOfUuid } from "../util/foundry.mjs";
import { ROLLED } from "../util/wire.mjs";

const ANSWERS_KEPT = 500;
const GOOD_FOR = 3 * 60_000; // ms: a dialog may stay open for a while

/**
 * Return the modifiers that a roll includes, in the form of the wire.
 *
 * @param {Coign.Included[] | undefined} claimed by the message's flags
 * @param {{occasion: Coign.Occasion, mode?: Coign.Roll["mode"], shown?: Coign.Shown, defence?: Record<string, Coign.Defence>}} roll
 * @returns {{included?: Coign.Wire.IncludedModifier[]}} without the key if there is nothing
 */
export function provedIn(claimed = [], { occasion, mode, shown = { terms: [], both: false }, defence = {} }) {
  const open = [...shown.terms];
  const left = new Map(
    Object.entries(defence).map(([id, { edges = 0, banes = 0 }]) => [id, { edge: edges, bane: banes }]),
  );
  const included = claimed.flatMap(({ modifier, target, effect, flavor }) => {
    /** @type {Coign.Wire.IncludedModifier} */
    const entry = { modifier, effect, target, value: null };
    if (!("to" in effect)) return [];
    if (isArmour(entry)) return ROLLED[occasion] === "attack" ? [entry] : [];
    if (effect.to !== ROLLED[occasion]) return [];
    if (isAdvantage(entry)) return mode === effect.kind || shown.both ? [entry] : [];
    if (isEdge(entry)) {
      const kind = /** @type {"edge" | "bane"} */ (effect.kind);
      const made = left.get(target ?? "");
      if (!made || made[kind] < 1) return [];
      made[kind] -= 1; // no edge counts for two modifiers
      return [entry];
    }
    const nth = open.findIndex((term) => term.flavor === flavor && isTermOf(term, effect));
    if (nth < 0) return [];
    const [term] = open.splice(nth, 1); // no term counts for two modifiers
    return [{ ...entry, value: term.value }];
  });
  return included.length ? { included } : {};
}

/**
 * @param {Coign.Shown["terms"][number]} term
 * @param {Coign.Effect} effect
 */
function isTermOf({ faces, count, value }, effect) {
  if (effect.kind === "flat") return faces === null && value === effect.value;
  if (effect.kind !== "die") return false;
  const [, minus, number, size] = /^([-+]?)(\d*)d(\d+)$/.exec(effect.dice) ?? [];
  return faces === Number(size) && count === Number(number || 1) && value < 0 === (minus === "-");
}

/**
 * Check the changes of armour class against the targets' own armour class, which no flag can lie about. Where they do not
 * fit, the armour class is the target's own, and they are marked as refuted: that is for GMs alone.
 *
 * @param {Coign.EvaluateRequest} request
 * @param {(target: string) => number | null} ownArmourClass as the target's sheet has it now
 */
export function withOwnArmourClass(request, ownArmourClass) {
  const { roll, defence = {} } = request;
  const changes = (roll?.included ?? []).filter(isArmour);
  if (!roll || !changes.length) return request;
  const checked = { ...defence };
  const believed = new Set();
  for (const target of new Set(changes.flatMap((change) => change.target ?? []))) {
    const sum = changes.reduce((total, change) => total + (change.target === target ? change.effect.value : 0), 0);
    const own = ownArmourClass(target);
    if (own !== null && defence[target]?.ac === own + sum) believed.add(target);
    else checked[target] = { ...defence[target], ac: own };
  }
  const isRefuted = (/** @type {Coign.Wire.IncludedModifier} */ entry) =>
    isArmour(entry) && !believed.has(entry.target ?? "");
  const included = roll.included?.map((entry) => (isRefuted(entry) ? { ...entry, refuted: true } : entry));
  return { ...request, defence: checked, roll: { ...roll, included } };
}

/**
 * Return whether no term of a roll shows a modifier that is in it.
 * @param {{effect: {kind: string}}} modifier
 */
export const isUnshown = (modifier) => isAdvantage(modifier) || isEdge(modifier);

/** Record of this client's answers to players before their rolls, as far as no term of a roll shows them. */
export class Answered {
  /** @type {Map<string, number>} when each was answered last, ms */
  #at = new Map();
  #now;

  /** @param {() => number} [now] ms, by a clock that does not jump */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Note an answer to a player. Ignore answers for another place than the attacker's own: they belong to no roll.
   * @param {Pick<Coign.EvaluateRequest, "scene" | "actor" | "occasion" | "at">} request
   * @param {Pick<Coign.Annotation, "results">} annotation
   */
  note({ scene, actor, occasion, at }, { results }) {
    if (at) return;
    for (const { target, modifiers } of results) {
      const roller = occasion === "save" ? (target ?? actor) : actor;
      for (const { id, effect } of modifiers.filter(isUnshown)) {
        const key = keyOf(scene, roller, target, id, effect);
        this.#at.delete(key); // and set again: the map's order is that of the answers
        this.#at.set(key, this.#now());
      }
    }
    for (const [oldest] of this.#at) {
      if (this.#at.size <= ANSWERS_KEPT) break;
      this.#at.delete(oldest);
    }
  }

  /**
   * Return what can be believed of the claims of a player's message. A claim about no target in particular is about all of
   * the roll's targets, of which the player may not know each.
   * @param {Coign.Included[]} claimed
   * @param {{attack: Coign.SeenAttack | null, flags: Coign.MessageFlags}} message
   */
  believed(claimed, { attack, flags }) {
    const isSave = attack?.occasion === "save";
    const { scene = "", token = "" } = (isSave ? attack?.targets[0] : attack?.actorToken) ?? {};
    const captured = isSave ? [] : (flags.targets ?? []).map((uuid) => tokenOfUuid(uuid)?.token ?? "");
    const all = [...(attack?.targets ?? []).map((target) => target.token), ...captured];
    const isKnown = (/** @type {Coign.Included} */ { modifier, target, effect }) =>
      (target ? [target] : all.length ? all : [null]).some((about) => {
        const at = this.#at.get(keyOf(scene ?? "", token, about, modifier, effect));
        return at !== undefined && this.#now() - at <= GOOD_FOR;
      });
    return claimed.filter((one) => !isUnshown(one) || isKnown(one));
  }
}

/** @param {string} scene @param {string} roller @param {string | null} target @param {string} modifier @param {Coign.Effect} effect */
const keyOf = (scene, roller, target, modifier, effect) =>
  JSON.stringify([scene, roller, target, modifier, effect.kind, "to" in effect ? effect.to : ""]);
