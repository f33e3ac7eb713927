/**
 * Bonus and defence of an attack before it is rolled. The bridge computes the chance to hit from them.
 *
 * Only the client with the connection reads them, from the current sheets. A player's client sends neither: a player who
 * could send any bonus could work out any armour class. For players who read words instead of percentages, the numbers are
 * shifted a little, and only attacks of tokens that a player owns are answered, since those are no secret.
 */

import { withStanding } from "../systems/cover-modules.mjs";
import { ATTACKS, DEFAULTS } from "../util/wire.mjs";
import { previewRequest } from "./likely-attack.mjs";

const BAND = 4; // numbers that a player's words do not tell apart
const MOST = 5000; // distances that are kept; the oldest go first

/** @typedef {Record<string, number>} Distances by what is asked for */

/**
 * Return a request with the attack's bonus and the targets' defences, as far as they are known. A request about anything
 * but an attack, or about dice that have fallen, is left as it is.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 */
export function foreseen(coign, request) {
  const { scene: id, actor, targets = [], occasion = DEFAULTS.occasion, attack = {}, roll } = request;
  const scene = game.scenes?.get(id);
  const from = scene?.tokens?.get(actor);
  if (!from || !ATTACKS.includes(occasion) || roll?.d20?.length) return request;
  const { defenceOf, isSecret } = knowledgeOf(coign, request);
  const bonus = isSecret(from) ? null : bonusOf(coign, from, attack);
  if (!bonus) return request;
  const known = targets.flatMap((target) => {
    const token = scene?.tokens.get(target);
    return token ? [[target, { ...defenceOf(token, from, attack), ...request.defence?.[target] }]] : [];
  });
  const defence = withStanding(Object.fromEntries(known), coign.setting("coverStands"));
  return { ...request, attack: { ...attack, ...bonus }, defence };
}

/**
 * Return a survey's request with its opponents: the attack on each of them and the one that it would make itself, with
 * their bonuses, and with the defences on both sides.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @param {[number, number][]} places
 * @param {string[]} [of] tokens, each with its likely attack; if missing, the request's targets with its attack
 * @returns {{request: Coign.EvaluateRequest, of: Coign.Wire.Opponent[]}}
 */
export function bothWays(coign, request, places, of) {
  const tokens = game.scenes?.get(request.scene)?.tokens;
  const from = tokens?.get(request.actor);
  if (!from) return { request, of: [] };
  const [x, y] = (places.length === 1 && places[0]) || [from.x, from.y];
  const there = { id: from.id, parent: from.parent, x, y, width: from.width, height: from.height };
  const { defenceOf, bonusTold, isSecret } = knowledgeOf(coign, request);
  /** @type {NonNullable<Coign.EvaluateRequest["defence"]>} */
  const defence = {};
  const opponents = (of ?? request.targets).flatMap((id) => {
    const foe = tokens?.get(id);
    if (!foe) return [];
    const attack = (of ? previewRequest(coign, from, foe, { x, y })?.attack : request.attack) ?? {};
    const theirs = previewRequest(coign, foe, there)?.attack ?? {};
    defence[id] = defenceOf(foe, from, attack);
    defence[from.id ?? ""] = coign.adapter.defenceOf(from, foe, theirs);
    const mine = isSecret(from) ? null : bonusOf(coign, from, attack);
    const back = isSecret(from) ? null : bonusOf(coign, foe, theirs);
    return [
      {
        token: id,
        attack: { ...attack, bonus: null, ...mine },
        theirs: { ...theirs, bonus: null, ...(back && bonusTold(foe, back)) },
      },
    ];
  });
  const all = withStanding({ ...defence, ...request.defence }, coign.setting("coverStands"));
  return { request: { ...request, defence: all }, of: opponents };
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

    /** @param {Coign.Foreign} target @param {Coign.Foreign} from @param {Coign.Attack} attack @returns {Coign.Defence} */
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
