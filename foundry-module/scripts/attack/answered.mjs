/**
 * What this client has answered to players who asked before their roll: advantage and disadvantage, by attacker.
 *
 * A message's author writes what was put into its roll. A die or a number shows in the roll as a term of ours, but
 * advantage is a mode that a roll may have for any reason: who claims that its disadvantage was ours would have it undone
 * when it does not hold. So of a player's message such a claim counts only if this client answered it before. What is not
 * believed counts as the roll's own, and nothing is undone. Pure.
 */

import { isAdvantage } from "../systems/effects.mjs";

const KEPT = 500; // answers
const GOOD_FOR = 3 * 60_000; // ms: a dialog may stay open for a while

export class Answered {
  /** @type {Map<string, number>} when each was answered last, ms */
  #at = new Map();
  #now;

  /** @param {() => number} [now] ms */
  constructor(now = Date.now) {
    this.#now = now;
  }

  /**
   * Note what was answered to a player. An answer about another place than where the attacker stands is of no roll.
   * @param {Pick<Coign.EvaluateRequest, "scene" | "actor" | "occasion" | "at">} request
   * @param {Pick<Coign.Annotation, "results">} annotation
   */
  note({ scene, actor, occasion, at }, { results }) {
    if (at) return;
    for (const { target, modifiers } of results) {
      const roller = occasion === "save" ? (target ?? actor) : actor;
      for (const { id, effect } of modifiers.filter(isAdvantage)) this.#set(keyOf(scene, roller, id, effect));
    }
    for (const [oldest] of this.#at) {
      if (this.#at.size <= KEPT) break;
      this.#at.delete(oldest);
    }
  }

  /**
   * Return what can be believed of the claims of a player's message.
   * @param {Coign.Included[]} claimed
   * @param {Coign.SeenAttack | null} attack
   * @returns {Coign.Included[]}
   */
  believed(claimed, attack) {
    const [roller] = attack?.occasion === "save" ? attack.targets : [attack?.actorToken];
    const isKnown = (/** @type {Coign.Included} */ { modifier, effect }) => {
      const at = this.#at.get(keyOf(attack?.actorToken?.scene ?? "", roller?.token ?? "", modifier, effect));
      return at !== undefined && this.#now() - at <= GOOD_FOR;
    };
    return claimed.filter((one) => !isAdvantage(one) || isKnown(one));
  }

  /** @param {string} key */
  #set(key) {
    this.#at.delete(key); // and set again: the map's order is that of the answers
    this.#at.set(key, this.#now());
  }
}

/** @param {string} scene @param {string} actor @param {string} modifier @param {Coign.Effect} effect */
const keyOf = (scene, actor, modifier, effect) =>
  JSON.stringify([scene, actor, modifier, effect.kind, "to" in effect ? effect.to : ""]);
