/**
 * Keep the standing table current in the background, on the client that owns the connection, for the tokens of the
 * started combat in the viewed scene.
 *
 * Only a few requests are under way at a time, so that a roll waits for the pairs of one attacker at most. A change of the
 * scene drops what is left to ask, and the measuring begins again. Questions of players go first.
 *
 * The table is kept only once somebody uses it: rolls that take their modifiers from it (`inRoll`), or another module that
 * asks `api.standing`.
 */

import { evaluateAll } from "../attack/evaluate.mjs";
import { likelyAttack } from "../attack/likely-attack.mjs";
import { BACKGROUND } from "../connection/request-queue.mjs";
import { overridesOf } from "../overrides/store.mjs";
import { Refused, Unanswered } from "../util/errors.mjs";
import { VIEWERS } from "../util/wire.mjs";
import { isOn, viewsIn } from "./ask.mjs";

/** @typedef {import("./standing.mjs").Job} Job */
/** @typedef {{scene: Scene.Implementation, tokens: TokenDocument.Implementation[], turn: string | null}} Roster */

const MOST_TOKENS = 30; // combatants whose pairs are kept: the pairs of more would keep the bridge busy for seconds
const SLICE = 4; // ms of work before the page gets a turn
const AT_ONCE = 20; // pairs that the bridge measures at a time: a roll waits for so many at most
const RECENT = 100; // ms after the last measuring in which another change is taken for one of many
const QUIET = 25; // ms without a change, after which the last of many is taken to have come
const UNASKED = 0.5; // seconds without a player's question, after which the table is measured
const LONGEST_WAIT = 5000; // ms for that
const PAUSE = 1000; // ms before an overloaded bridge is asked again

/** Contexts whose table somebody uses. @type {WeakSet<Coign.Context>} */
const wanted = new WeakSet();
/** Contexts whose table is being brought up to date. @type {WeakSet<Coign.Context>} */
const busy = new WeakSet();
/** When their tables were last measured. @type {WeakMap<Coign.Context, number>} */
const begun = new WeakMap();
/** The equipped weapons of tokens' actors. @type {WeakMap<object, {units: string, weapons: Coign.Attack[]}>} */
let inHand = new WeakMap();
/** The number of changes of the rules; each invalidates all answers. */
let rules = 0;

/**
 * `updateToken`: its pairs go first.
 * @param {Coign.Context} coign
 * @param {TokenDocument.Implementation} token
 */
export const standingMoved = (coign, { id }) => touch(coign, id ?? undefined);

/**
 * `coign.sceneChanged`, and whatever else an attack may depend on.
 * @param {Coign.Context} coign
 * @param {unknown} [scene] null: an actor has changed, and with it perhaps its weapons
 */
export function standingChanged(coign, scene) {
  if (scene === null) inHand = new WeakMap();
  touch(coign);
}

/**
 * `coign.rulesChanged`, `coign.configured`.
 * @param {Coign.Context} coign
 */
export function standingRulesChanged(coign) {
  rules += 1;
  touch(coign);
}

/**
 * Return what a token's likely attack would have against another, and keep the table from now on.
 * @param {Coign.Context} coign
 * @param {string} attacker a token's id
 * @param {string} target a token's id
 * @returns {Coign.Result | null} null: not yet, or not on this client
 */
export function standingOf(coign, attacker, target) {
  wanted.add(coign);
  if (coign.standing.stale) keep(coign);
  return coign.bridge.connected ? coign.standing.get(attacker, target) : null;
}

/**
 * @param {Coign.Context} coign
 * @param {string} [token] that moved
 */
function touch(coign, token) {
  coign.standing.changed(token);
  keep(coign);
}

/**
 * Bring the table up to date, if it is in use and not being updated already.
 * @param {Coign.Context} coign
 */
export async function keep(coign) {
  const { bridge, standing } = coign;
  if (busy.has(coign) || !bridge.connected) return;
  if (!wanted.has(coign) && !isOn(coign)) return;
  busy.add(coign);
  try {
    while (bridge.connected && standing.stale) {
      if (performance.now() - (begun.get(coign) ?? -RECENT) < RECENT) await quiet(standing);
      await unasked(coign);
      begun.set(coign, performance.now());
      await update(coign);
    }
  } catch (problem) {
    if (problem instanceof Refused && problem.code === "overloaded") setTimeout(touch, PAUSE, coign);
    // Without a connection or rules nothing is requested; their return is a change.
    else if (!(problem instanceof Unanswered)) console.warn("Coign | the standing table is not kept:", problem);
  } finally {
    busy.delete(coign);
  }
}

/**
 * Request every missing pair, until something changes.
 * @param {Coign.Context} coign
 */
async function update(coign) {
  const { standing } = coign;
  const { round } = standing;
  const roster = readRoster();
  if (!roster) {
    standing.clear();
    standing.confirm(standing.round, "", "", new Map());
    return;
  }
  const { scene, turn } = roster;
  const attacks = await likelyAttacks(coign, roster);
  const revision = await coign.scenes.ready(scene.id ?? "");
  const state = JSON.stringify([scene.id, revision, rules, overridesOf(scene)]);
  if (!standing.confirm(round, scene.id ?? "", state, attacks)) return;
  const ask = (/** @type {Job} */ job) => measure(coign, job, { round, scene: scene.id ?? "", revision });
  await inTurn(standing.jobs(turn), ask, () => standing.round === round);
  if (standing.round === round) standing.finish();
}

/**
 * Request one attacker's pairs from the bridge, and keep the answer.
 * @param {Coign.Context} coign
 * @param {Job} job
 * @param {{round: number, scene: string, revision: number}} moment
 */
async function measure(coign, job, { round, scene, revision }) {
  const { standing } = coign;
  const { actor, attack, targets } = job;
  const request = { scene, actor, targets, occasion: /** @type {const} */ ("attack"), attack };
  /** @type {NonNullable<Coign.Evaluate["viewers"]>} players' views are for rolls alone */
  const viewers = isOn(coign) ? VIEWERS : ["gm"];
  const answer = await evaluateAll(coign, [{ ...request, viewers, figure: false }], { lane: BACKGROUND });
  if (standing.round !== round) return;
  if (answer.revision !== revision) return standing.changed(); // the scene was sent again
  standing.store(round, job, viewsIn(answer.annotations));
}

/**
 * Do jobs in order, several at a time, with at most `AT_ONCE` pairs together.
 * @param {Job[]} jobs
 * @param {(job: Job) => Promise<void>} task
 * @param {() => boolean} wanted false: the jobs that are left are no longer wanted
 */
async function inTurn(jobs, task, wanted) {
  const running = new Set();
  let pairs = 0;
  /** @type {unknown[]} */
  const problems = [];
  for (const job of jobs) {
    const { length } = job.targets;
    while (running.size && pairs + length > AT_ONCE) await Promise.race(running);
    if (problems.length || !wanted()) break;
    pairs += length;
    const done = task(job)
      .catch((problem) => problems.push(problem))
      .finally(() => {
        pairs -= length;
        running.delete(done);
      });
    running.add(done);
  }
  await Promise.all(running);
  if (problems.length) throw problems[0];
}

/**
 * Wait until no player has asked for a while: what is measured because a hidden token moved must not delay an answer.
 * @param {Coign.Context} coign
 */
async function unasked({ playerBudgets }) {
  const end = performance.now() + LONGEST_WAIT;
  while (performance.now() < end && playerBudgets.askedWithin(UNASKED, performance.now() / 1000))
    await new Promise((resolve) => setTimeout(resolve, QUIET));
}

/**
 * Wait until nothing changes for a moment, because during a drag every answer would be stale at once.
 * @param {import("./standing.mjs").StandingTable} standing
 */
async function quiet(standing) {
  let round;
  do {
    round = standing.round;
    await new Promise((resolve) => setTimeout(resolve, QUIET));
  } while (round !== standing.round);
}

/**
 * Return the combatants in the viewed scene; null if there is no combat.
 * @returns {Roster | null}
 */
function readRoster() {
  const scene = canvas?.scene;
  const fights = [...(game.combats ?? [])].filter(({ started }) => started);
  const combat = scene && fights.find(({ turns }) => turns.some(({ sceneId }) => sceneId === scene.id));
  if (!combat) return null;
  const ids = combat.turns.filter(({ sceneId }) => sceneId === scene.id).map(({ tokenId }) => tokenId ?? "");
  const tokens = [...new Set(ids)].flatMap((id) => scene.tokens.get(id) ?? []);
  return { scene, tokens: tokens.slice(0, MOST_TOKENS), turn: combat.combatant?.tokenId ?? null };
}

/**
 * Return the equipped weapons of a token's actor. With a long inventory that takes a millisecond.
 * @param {Coign.Context} coign
 * @param {TokenDocument.Implementation} token
 */
function weaponsOf(coign, token) {
  const units = token.parent?.grid.units ?? "";
  const known = inHand.get(token);
  const weapons = known?.units === units ? known.weapons : coign.adapter.attacksOf(token);
  inHand.set(token, { units, weapons });
  return [...weapons];
}

/**
 * Choose the attack of every ordered pair, in slices.
 * @param {Coign.Context} coign
 * @param {Roster} roster
 * @returns {Promise<Map<string, Map<string, Coign.Attack>>>} by attacker, by target
 */
async function likelyAttacks(coign, { tokens }) {
  const attacks = new Map();
  let began = performance.now();
  for (const from of tokens) {
    if (performance.now() - began > SLICE) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    const weapons = () => weaponsOf(coign, from);
    const { reach } = coign.traits.of(from);
    const last = coign.lastAttacks.get(from.id ?? "");
    const choose = (/** @type {Coign.Foreign} */ target) => likelyAttack(from, target, { reach, weapons, last });
    attacks.set(from.id, new Map(tokens.flatMap((target) => (target === from ? [] : [[target.id, choose(target)]]))));
  }
  return attacks;
}
