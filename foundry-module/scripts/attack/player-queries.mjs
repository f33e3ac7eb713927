/**
 * Queries of players, answered at the client that owns the connection.
 *
 * Foundry does not name the sender of a query, so nothing in it is trusted: it is read by the table of fields. It names
 * tokens and their weapons; the rest is looked up here. Hidden tokens, and scenes that no player views, do not exist for it.
 *
 * Each player has a budget of answers a second. The GM's client gives each player a key, which the player's client keeps and
 * adds to its queries. All queries without a valid key share one budget. A player's client does not know the sender of a key
 * either, so it asks the client with the connection whether the key is right. So no player can replace another's key.
 *
 * Each answer, even an error, takes the same fixed time; a heat map takes one or more such steps. Otherwise the time could
 * reveal the bridge's other work, which may concern a token that the player does not see.
 */

import { computes, planOf } from "../connection/connect.mjs";
import { TokenBucket } from "../connection/request-queue.mjs";
import { askBearings } from "../scene-sync/bearings.mjs";
import { FIELDS, fieldsOf } from "../util/fields.mjs";
import { ID, t } from "../util/foundry.mjs";
import { survey } from "./evaluate.mjs";
import { published } from "./publish.mjs";

const SURVEY_COST = 10; // answers that a heat map counts for
export const ANSWERED_AFTER = 150; // ms: more than the bridge takes when it is busy; if it is not enough, the same again
const SURVEYED_AFTER = 500; // ms, in the same way
const PLACES = 2000; // more than any token can reach in a round
const OPPONENTS = 20;
const PER_ANSWER = 4; // targets of a preview, or prospects from one place, that count as one answer
const PATIENCE = 5000; // ms for a player's client to take its key

/** The budget of a player, and of all those without a key together, in answers. */
export const LIMITS = { capacity: 12, rate: 6 };
const STRANGERS = "";

/**
 * `CONFIG.queries["coign.evaluate"]`. The asking client gets the message of what it throws.
 *
 * @param {Coign.Context} coign
 * @param {unknown} query
 */
export function answerPlayer(coign, query) {
  return inSteps(ANSWERED_AFTER, async () => {
    const asked = fieldsOf(FIELDS.request, query);
    const admitted = admit(coign, asked, costOf(new Set(asked.targets).size));
    const annotation = await coign.evaluate(admitted, coign.playerBudgets.userOf(asked.key));
    coign.answered.note(admitted, annotation);
    return published(annotation);
  });
}

/**
 * `CONFIG.queries["coign.survey"]`: a whole heat map, or what several foes would have in one place.
 *
 * @param {Coign.Context} coign
 * @param {unknown} query
 */
export function surveyForPlayer(coign, query) {
  return inSteps(SURVEYED_AFTER, async () => {
    const request = fieldsOf(FIELDS.request, query);
    const { places, both } = fieldsOf(FIELDS.survey, query);
    const isPlace = (/** @type {number[]} */ { length }) => length === 2;
    const foes = new Set(request.targets).size;
    const mayAsk = foes <= (places?.length === 1 ? OPPONENTS : 1);
    if (!places?.length || places.length > PLACES || !places.every(isPlace) || !mayAsk)
      throw new Error(t("COIGN.Errors.NoSuchThing"));
    const admitted = admit(coign, request, places.length === 1 ? costOf((both ? 2 : 1) * foes) : SURVEY_COST);
    /** @type {Required<Coign.SurveyPart>} */
    const whole = { start: 0, mine: [], theirs: [], likely: null };
    await survey(coign, admitted, places, {
      id: coign.engine.nextId("players-survey"),
      part: ({ start, mine = [], theirs = [], likely }) => {
        if (likely) whole.likely = likely;
        whole.mine.splice(start, mine.length, ...mine);
        whole.theirs.splice(start, theirs.length, ...theirs);
      },
      both,
      lane: coign.playerBudgets.userOf(request.key),
    });
    return whole;
  });
}

/**
 * Return the answers that so many targets or prospects count for: at most a whole budget, or they were never answered.
 * @param {number} count
 */
const costOf = (count) => Math.min(LIMITS.capacity, Math.max(1, Math.ceil(count / PER_ANSWER)));

/**
 * Do a task, and give its result or its error away at the end of a time step.
 *
 * @template T
 * @param {number} step ms
 * @param {() => Promise<T>} task
 */
async function inSteps(step, task) {
  const began = performance.now();
  try {
    return await task();
  } finally {
    const spent = performance.now() - began;
    const whole = Math.max(1, Math.ceil(spent / step)) * step;
    await new Promise((resolve) => setTimeout(resolve, whole - spent));
  }
}

/**
 * Return a request as a player may send it.
 *
 * @param {Coign.Context} coign
 * @param {Record<string, any>} query its well-formed fields
 * @param {number} cost in answers
 * @returns {Coign.EvaluateRequest}
 * @throws {Error} players may not ask, or not this, or not so often
 */
function admit(coign, { key, scene: id, actor, targets, ...asked }, cost) {
  const mayAsk = coign.setting("playersAsk") || coign.setting("inRoll") === "everybody";
  if (!mayAsk || !coign.contract.works("previews")) throw new Error(t("COIGN.Errors.PlayersMayNot"));
  if (!coign.engine.connected) throw new Error(t("COIGN.Errors.NotConnected"));
  if (!coign.playerBudgets.spend(key, cost, performance.now() / 1000)) throw new Error(t("COIGN.Errors.TooMany"));
  const viewed = game.users.some((user) => !user.isGM && user.active && user.viewedScene === id);
  const scene = viewed ? game.scenes.get(id) : null;
  if (!scene || !targets) throw new Error(t("COIGN.Errors.NoSuchThing"));
  const isVisible = (/** @type {string} */ token) => scene.tokens.get(token)?.hidden === false;
  const visible = [...new Set(/** @type {string[]} */ (targets))].filter(isVisible);
  if (!isVisible(actor) || (targets.length && !visible.length)) throw new Error(t("COIGN.Errors.NoSuchThing"));
  return { ...asked, ...narrowed(asked), scene: id, actor, targets: visible, viewer: "player" };
}

/**
 * Return the parts of a roll that a player may set. Of the roll itself this is only its mode. A save may start at a point,
 * but not at a token, which may be hidden.
 * @param {Record<string, any>} asked
 */
function narrowed({ attack, candidates, defence, roll, origin }) {
  const isPoint = typeof origin === "object";
  return {
    // `foreseen` reads the numbers from the sheets.
    ...(attack && { attack: unnumbered(attack) }),
    ...(candidates && { candidates: candidates.map(candidateOf) }),
    ...(defence && { defence: saidOf(defence) }),
    roll: roll?.mode && { mode: roll.mode },
    origin: isPoint ? { x: origin.x, y: origin.y } : undefined,
  };
}

/** @param {Coign.Attack} attack @returns {Coign.Attack} */
const unnumbered = (attack) => ({ ...attack, bonus: null, dice: [], traitDice: [] });

/** @param {Coign.Wire.Candidate} candidate @returns {Coign.Wire.Candidate} */
const candidateOf = ({ attack, last = false }) => ({ attack: unnumbered(attack), last });

/**
 * Return the parts of the targets' defences that a player may set: the cover that was already given, and the edges and banes
 * of the roll, but no armour class.
 * @param {Record<string, Coign.Defence>} defence
 */
const saidOf = (defence) =>
  Object.fromEntries(
    Object.entries(defence).flatMap(([target, { applied, by, edges = 0, banes = 0 }]) => {
      const said = { ...(applied && { applied, ...(by && { by }) }), ...((edges || banes) && { edges, banes }) };
      return Object.keys(said).length ? [[target, said]] : [];
    }),
  );

/** The keys of the players, and the budget that each key spends of. */
export class PlayerBudgets {
  /** @type {Map<string, string>} key -> user */
  #users = new Map();
  /** @type {Set<string>} users who have their key, as far as is known; a key that came late is valid all the same */
  #holders = new Set();
  /** @type {Map<string, TokenBucket>} */
  #buckets = new Map();
  #newKey;

  /** @param {() => string} [newKey] */
  constructor(newKey = () => crypto.randomUUID?.() ?? String(crypto.getRandomValues(new Uint32Array(4)))) {
    this.#newKey = newKey;
  }

  /**
   * Make a key for a user, in place of an earlier one.
   * @param {string} user
   */
  issue(user) {
    for (const [key, owner] of this.#users) if (owner === user) this.#users.delete(key);
    const key = this.#newKey();
    this.#users.set(key, user);
    this.#holders.add(user);
    return key;
  }

  /**
   * Return whether a user has been given a key, and has not lost it.
   * @param {string} user
   */
  holds(user) {
    return this.#holders.has(user);
  }

  /**
   * Note that a user has its key no longer, so that it needs a new one.
   * @param {string} user
   */
  lose(user) {
    this.#holders.delete(user);
  }

  /** Note that another client has given its own keys. */
  loseAll() {
    this.#holders.clear();
  }

  /**
   * Return whether a key was made for a user, and for no later one.
   * @param {string} key
   * @param {string} user
   */
  belongs(key, user) {
    return this.#users.get(key) === user;
  }

  /**
   * Return the key of a user; undefined without one.
   * @param {string} user
   */
  keyOf = (user) => [...this.#users].find(([, owner]) => owner === user)?.[0];

  /**
   * Return the user that a key was made for.
   * @param {unknown} key
   * @returns {string} "" for all without a valid key
   */
  userOf(key) {
    return (typeof key === "string" && this.#users.get(key)) || STRANGERS;
  }

  /**
   * Spend of the budget that a key belongs to.
   * @param {unknown} key
   * @param {number} cost in answers
   * @param {number} now seconds
   * @returns {boolean} false: there is not enough left
   */
  spend(key, cost, now) {
    const user = this.userOf(key);
    const bucket = this.#buckets.get(user) ?? new TokenBucket(LIMITS);
    this.#buckets.set(user, bucket);
    return bucket.spend(cost, now);
  }
}

/**
 * Give keys to the other users who are there. (`coign.computing`, `userConnected`)
 * @param {Coign.Context} coign
 * @param {boolean} [anew] true after another client, which had keys of its own
 */
export function issueKeys(coign, anew = false) {
  if (!computes(coign)) return;
  if (anew) coign.playerBudgets.loseAll();
  for (const user of game.users ?? []) {
    const id = user.id ?? "";
    if (user.isSelf || !user.active || coign.playerBudgets.holds(id)) continue;
    const key = coign.playerBudgets.issue(id);
    user.query(`${ID}.key`, { key }, { timeout: PATIENCE }).catch(() => coign.playerBudgets.lose(id));
  }
}

/**
 * Give a new key to a player who left and came back. (`userConnected`)
 * @param {Coign.Context} coign
 * @param {{id: string | null}} user
 * @param {boolean} connected
 */
export function userConnected(coign, user, connected) {
  if (!connected) coign.playerBudgets.lose(user.id ?? "");
  issueKeys(coign);
}

/**
 * `CONFIG.queries["coign.key"]`: on a player's client a key has come, on that with the connection one is shown.
 * @param {Coign.Context} coign
 * @param {unknown} query
 * @returns {Promise<boolean>} whether the key is that of the user
 */
export async function keepKey(coign, query) {
  const { key = "", user = "" } = fieldsOf(FIELDS.key, query);
  if (coign.engine.connected) return coign.playerBudgets.belongs(key, user);
  const { owner } = planOf(coign);
  if (!owner || owner.isSelf) return false;
  const isOwn = /** @type {unknown} */ (
    await owner.query(`${ID}.key`, { key, user: game.user.id ?? "" }, { timeout: PATIENCE })
  );
  if (isOwn === true) {
    coign.previewKey = key;
    void askBearings(coign);
  }
  return isOwn === true;
}
