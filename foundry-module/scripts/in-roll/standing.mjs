/**
 * The standing table: the result of each token's likely attack against each other token of a combat, in advance. Pure.
 *
 * Any change may alter any pair, for a creature that moved may stand in the way of two others, help one of them or
 * carry the light that both are seen by. So a change makes the whole table stale at once (`changed`). As soon as the
 * state of the world is known again (`confirm`), the pairs that were measured in that very state count again, and the
 * others are jobs for the bridge, those of the tokens that moved first. No answer is ever taken from another state.
 */

/** @typedef {{attack: string, state: string, gm: Coign.Result, players: Coign.Result | null}} Entry One measured pair. */
/** @typedef {{actor: string, attack: Coign.Attack, targets: string[]}} Job A request for an attacker's pairs. */

const MOST_TARGETS = 10; // of one request: while the bridge measures it, the next is on its way
const MOST_MOVED = 5; // tokens whose pairs go first: of more, none is in a hurry before the others

export class StandingTable {
  /** @type {Map<string, Map<string, Entry>>} by attacker, by target */
  #entries = new Map();
  /** @type {Map<string, Map<string, Coign.Attack>>} the attack that each pair is about, in the present state */
  #attacks = new Map();
  /** The current state; null while it is unknown. @type {string | null} */
  #state = null;
  #scene = "";
  #round = 0;
  /** @type {Set<string>} */
  #moved = new Set();

  /** The number of changes: work from an earlier round is out of date. */
  get round() {
    return this.#round;
  }

  /** True from a change until `confirm`. */
  get stale() {
    return this.#state === null;
  }

  /**
   * Note a change of anything that an attack may depend on. Until `confirm` the table has no answer.
   * @param {string} [token] that moved: its pairs go first
   */
  changed(token) {
    this.#round += 1;
    this.#state = null;
    if (token) this.#moved.add(token);
  }

  /** Forget everything: the connection is lost, or there is no combat. */
  clear() {
    this.changed();
    this.#entries.clear();
    this.#attacks.clear();
    this.#moved.clear();
  }

  /**
   * Take over the present state of the world.
   * @param {number} round in which it was read
   * @param {string} scene the scene's id
   * @param {string} state equal only if no answer can differ
   * @param {Map<string, Map<string, Coign.Attack>>} attacks by attacker and target: the pairs to be kept
   * @returns {boolean} false: something has changed meanwhile
   */
  confirm(round, scene, state, attacks) {
    if (round !== this.#round) return false;
    this.#scene = scene;
    this.#state = state;
    this.#attacks = attacks;
    for (const [actor, row] of this.#entries) {
      for (const [target, entry] of row) if (!this.#isCurrent(actor, target, entry)) row.delete(target);
      if (!row.size) this.#entries.delete(actor);
    }
    return true;
  }

  /**
   * List the requests for the pairs that are missing, the most urgent first: the attacks of tokens that moved, the
   * attacks on them, the attacks of the combatant whose turn it is, the rest.
   * @param {string | null} [turn] that combatant's token
   */
  jobs(turn = null) {
    const moved = this.#moved.size > MOST_MOVED ? new Set() : this.#moved;
    /** @type {Job[][]} */
    const ranks = [[], [], [], []];
    for (const [actor, row] of this.#attacks) {
      const missing = [...row].filter(([target]) => !this.#entries.get(actor)?.has(target));
      for (const [attack, targets] of byAttack(missing)) {
        const urgent = moved.has(actor) ? targets : targets.filter((target) => moved.has(target));
        const rest = targets.filter((target) => !urgent.includes(target));
        for (const part of portions(urgent)) ranks[moved.has(actor) ? 0 : 1].push({ actor, attack, targets: part });
        for (const part of portions(rest)) ranks[actor === turn ? 2 : 3].push({ actor, attack, targets: part });
      }
    }
    return ranks.flat();
  }

  /**
   * Keep the answer to a job.
   * @param {number} round in which the job was made
   * @param {Job} job
   * @param {{gm: Coign.Annotation | null, players: Coign.Annotation | null}} views
   */
  store(round, { actor, attack, targets }, { gm, players }) {
    const state = this.#state;
    if (round !== this.#round || state === null) return;
    const row = this.#entries.get(actor) ?? new Map();
    this.#entries.set(actor, row);
    for (const target of targets) {
      const ofTarget = (/** @type {Coign.Result} */ result) => result.target === target;
      const known = gm?.results.find(ofTarget);
      if (!known) continue;
      row.set(target, {
        attack: attackKey(attack),
        state,
        gm: known,
        players: players?.results.find(ofTarget) ?? null,
      });
    }
  }

  /** Note that no job is left, so that moved tokens are no longer more urgent than others. */
  finish() {
    this.#moved.clear();
  }

  /**
   * Return the result of a token's likely attack against another token.
   * @param {string} attacker a token's id
   * @param {string} target a token's id
   * @returns {Coign.Result | null} what the GM knows; null: not yet
   */
  get(attacker, target) {
    return this.#entry(attacker, target)?.gm ?? null;
  }

  /**
   * Return the answer to a query, if the table has all of it: the very attacks that it asks about, and nothing that the
   * roll has already. Modifiers that the system has counted (`counted`) change nothing where none of them applies.
   * @param {Coign.InRollQuery} query
   * @returns {{players: Coign.Annotation | null, gm: Coign.Annotation | null} | null} null: not yet
   */
  answer({ actorToken, targets, attack, occasion = "attack", mode = "normal", overrides = [], ...more }) {
    const { counted = [], defence = {}, origin, removesAdvantage, removesDisadvantage } = more;
    const applied = Object.values(defence).some((own) => own.applied);
    const plain = occasion === "attack" && mode === "normal" && !overrides.length && !applied;
    if (!plain || origin || removesAdvantage || removesDisadvantage) return null;
    if (actorToken.scene !== this.#scene || !attack || !targets.length) return null;
    const key = attackKey(attack);
    const entries = targets.map((target) => this.#entry(actorToken.token, target));
    if (!entries.every((entry) => entry?.attack === key && !hasAny(entry, counted))) return null;
    const view = (/** @type {"gm" | "player"} */ viewer, /** @type {(Coign.Result | null | undefined)[]} */ results) =>
      /** @type {Coign.Annotation} */ ({ occasion, viewer, results: results.filter(Boolean) });
    const gm = view(
      "gm",
      entries.map((entry) => entry?.gm),
    );
    const players = view(
      "player",
      entries.map((entry) => entry?.players),
    );
    return { gm, players: players.results.length ? players : null };
  }

  /** The number of pairs that are kept, and of those that are right now. */
  get size() {
    const kept = [...this.#attacks.values()].reduce((sum, row) => sum + row.size, 0);
    const fresh = this.stale ? 0 : [...this.#entries.values()].reduce((sum, row) => sum + row.size, 0);
    return { kept, fresh };
  }

  /**
   * @param {string} actor
   * @param {string} target
   */
  #entry(actor, target) {
    const entry = this.stale ? undefined : this.#entries.get(actor)?.get(target);
    return entry ?? null;
  }

  /**
   * @param {string} actor
   * @param {string} target
   * @param {Entry} entry
   */
  #isCurrent(actor, target, entry) {
    const attack = this.#attacks.get(actor)?.get(target);
    return attack !== undefined && entry.state === this.#state && entry.attack === attackKey(attack);
  }
}

/**
 * Return whether a pair has any of these modifiers, in whatever state: one that is set aside may stand in for another.
 * @param {Entry} entry
 * @param {string[]} modifiers ids
 */
const hasAny = ({ gm, players }, modifiers) =>
  [gm, players].some((result) => result?.modifiers.some(({ id }) => modifiers.includes(id)));

/**
 * Return a text that is the same for equal attacks, however they are written: what is null or left out is the same.
 * @param {Coign.Attack} attack
 */
export function attackKey({ kind = "melee", reach, range, name = "", abilities = [], spell = false, ...more }) {
  const { ignores = [], primary = true } = more;
  const ranges = range ? [range.normal ?? null, range.long ?? null] : null;
  return JSON.stringify([kind, reach ?? null, ranges, name, abilities, spell, ignores, primary]);
}

/**
 * Split targets into equal portions for one request each, none longer than `MOST_TARGETS`.
 * @param {string[]} targets
 */
function portions(targets) {
  const count = Math.ceil(targets.length / MOST_TARGETS);
  const length = Math.ceil(targets.length / count);
  return Array.from({ length: count }, (_, n) => targets.slice(n * length, (n + 1) * length));
}

/**
 * Group targets by the attack that is made on them.
 * @param {[string, Coign.Attack][]} pairs targets and attacks
 */
function byAttack(pairs) {
  /** @type {Map<string, [Coign.Attack, string[]]>} */
  const groups = new Map();
  for (const [target, attack] of pairs) {
    const group = groups.get(attackKey(attack)) ?? /** @type {[Coign.Attack, string[]]} */ ([attack, []]);
    group[1].push(target);
    groups.set(attackKey(attack), group);
  }
  return [...groups.values()];
}
