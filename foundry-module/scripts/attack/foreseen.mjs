/**
 * Bonus and defence of an attack before it is rolled. The bridge computes the chance to hit from them.
 *
 * Only the client with the connection reads them, from the current sheets. A player's client sends neither: a player who
 * could send any bonus could work out any armour class. For players who read words instead of percentages, the numbers are
 * shifted a little, and only attacks of tokens that a player owns are answered, since those are no secret.
 */

import { withStanding } from "../systems/cover-modules.mjs";
import { ATTACKS, DEFAULTS } from "../util/wire.mjs";
import { candidatesOf } from "./likely-attack.mjs";

const BAND = 4; // numbers that a player's words do not tell apart
const MOST = 5000; // distances that are kept; the oldest go first

/** @typedef {Record<string, number>} Distances by what is asked for */

/**
 * Return a request with the bonus of its attack and of each candidate, and with the targets' defences, as far as they are
 * known. A request about anything but an attack, or about dice that have fallen, is left as it is.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 */
export function foreseen(coign, request) {
  const { occasion = DEFAULTS.occasion, attack = {}, candidates = [], roll } = request;
  const { from, targets } = partiesOf(request);
  const knowledge = knowledgeOf(coign, request);
  if (!from || !ATTACKS.includes(occasion) || roll?.d20?.length || knowledge.isSecret(from)) return request;
  const { defenceOf } = knowledge;
  const numbered = (/** @type {Coign.Attack} */ one) => {
    const bonus = bonusOf(coign, from, one);
    return bonus && withNumbers(coign, one, bonus, from, targets, defenceOf, request.defence);
  };
  if (!candidates.length) return { ...request, ...numbered(attack) };
  return { ...request, candidates: candidates.map((one) => ({ ...one, ...numbered(one.attack) })) };
}

/**
 * Return the opponents of a survey: each target with the attacks that it may make itself, with their bonuses and with the
 * actor's defences against them.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @returns {Coign.Wire.Opponent[]}
 */
export function opponentsIn(coign, request) {
  const { from, targets } = partiesOf(request);
  const { bonusTold, isSecret } = knowledgeOf(coign, request);
  const numbered = (/** @type {Coign.Foreign} */ foe, /** @type {Coign.Attack} */ one) => {
    const bonus = from && !isSecret(from) ? bonusOf(coign, foe, one) : null;
    return bonus && withNumbers(coign, one, bonusTold(foe, bonus), foe, [from], coign.adapter.defenceOf);
  };
  return targets.map((foe) => ({
    token: foe.id,
    theirs: candidatesOf(coign, foe).map((one) => ({ ...one, ...numbered(foe, one.attack) })),
  }));
}

/**
 * Return the documents of a request's actor and targets, as far as they are in its scene.
 * @param {Coign.EvaluateRequest} request
 * @returns {{from: Coign.Foreign | undefined, targets: Coign.Foreign[]}}
 */
function partiesOf({ scene, actor, targets = [] }) {
  const tokens = game.scenes?.get(scene)?.tokens;
  return { from: tokens?.get(actor), targets: targets.flatMap((id) => tokens?.get(id) ?? []) };
}

/**
 * Return an attack with its bonus, and what each target has against it.
 * @param {Coign.Context} coign
 * @param {Coign.Attack} attack
 * @param {Coign.Bonus} bonus
 * @param {Coign.Foreign} from the attacker's token document
 * @param {Coign.Foreign[]} targets
 * @param {(target: Coign.Foreign, from: Coign.Foreign, attack: Coign.Attack) => Coign.Defence} defenceOf
 * @param {Record<string, Coign.Defence>} [known] of a target: it goes before what the sheet has
 */
function withNumbers(coign, attack, bonus, from, targets, defenceOf, known = {}) {
  const found = targets.map((target) => [target.id, { ...defenceOf(target, from, attack), ...known[target.id] }]);
  const defence = withStanding(Object.fromEntries(found), coign.setting("coverStands"));
  return { attack: { ...attack, ...bonus }, defence };
}

/**
 * Return the numbers of tokens that the sender of a request may know. A user who reads words gets shifted numbers.
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 */
function knowledgeOf(coign, { viewer }) {
  const readsWords = viewer === "player" && !coign.setting("showChance");
  const told = (/** @type {Coign.Foreign} */ token, /** @type {"ac" | "bonus"} */ what, /** @type {number} */ value) =>
    readsWords ? coign.nearNumbers.of(token.actorId ?? token.id, what, value) : value;
  return {
    /** Return whether the attacker's attacks are secret. @param {Coign.Foreign} from */
    isSecret: (from) => readsWords && !from.actor?.hasPlayerOwner,

    /** @param {Coign.Foreign} target @param {Coign.Foreign} from @param {Coign.Attack} attack */
    defenceOf(target, from, attack) {
      const defence = coign.adapter.defenceOf(target, from, attack);
      return typeof defence.ac === "number" ? { ...defence, ac: told(target, "ac", defence.ac) } : defence;
    },

    /** In a number for words, its dice have their mean. @param {Coign.Foreign} token @param {Coign.Bonus} bonus */
    bonusTold(token, bonus) {
      if (!readsWords) return bonus;
      const mean = (bonus.dice ?? []).reduce((sum, sides) => sum + (sides + Math.sign(sides)) / 2, 0);
      return { bonus: told(token, "bonus", bonus.bonus + Math.round(mean)) };
    },
  };
}

/**
 * Return the bonus of an attack to its d20; null if unknown.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} from the attacker's token document
 * @param {Coign.Attack} attack
 */
const bonusOf = (coign, from, attack) => (coign.contract.works("odds") ? coign.adapter.bonusOf(from, attack) : null);

/**
 * Numbers near the true ones, from which the words for a player's odds are made.
 *
 * With the true numbers a player could work out a foe's armour class: among bonuses that differ by one, the word changes at a
 * point that reveals it. So the words are made from the middle of a band of four numbers. The distance from a creature's true
 * number to that middle is fixed at the first request. Then all words together reveal only the band, even if a player adds to
 * the number or subtracts from it.
 *
 * The distances are kept in the GM's browser and survive a reload. If one were lost, it would be fixed again from the present
 * number. A player who lowers the armour class by two, and asks before and after, would then learn more than the band.
 * Documents and world settings do not contain the distances, because players can read those.
 */
export class NearNumbers {
  /** The distances that this page knows. @type {Map<string, number>} */
  #distances = new Map();
  #store;

  /** @param {{read: () => Distances | undefined, write: (distances: Distances) => void}} store where they outlive the page */
  constructor(store) {
    this.#store = store;
  }

  /**
   * Return the number that a player's word may be made of.
   * @param {string} creature an actor's id, which tokens of one kind share
   * @param {"ac" | "bonus"} what
   * @param {number} value the true one
   */
  of(creature, what, value) {
    const key = `${what} ${creature}`;
    const distance = this.#distances.get(key) ?? this.#kept(key, value);
    this.#distances.set(key, distance);
    return value + distance;
  }

  /**
   * Return a distance that was kept, or keep a new one.
   * @param {string} key
   * @param {number} value
   */
  #kept(key, value) {
    const kept = this.#store.read() ?? {};
    if (Math.abs(kept[key]) <= BAND / 2) return kept[key];
    const distance = BAND * Math.floor(value / BAND) + BAND / 2 - value;
    this.#store.write(Object.fromEntries([...Object.entries(kept), [key, distance]].slice(-MOST)));
    return distance;
  }
}
