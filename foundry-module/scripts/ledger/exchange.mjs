/**
 * Exchange of the ledger between GMs. A GM who joins asks the others for the rolls that the own browser lacks. Later, news
 * from another GM makes the client ask again. Pure.
 *
 * The exchange uses Foundry's queries. A query does not prove who sent it, but its answer does come from the user who was
 * asked. So each question names its GM and carries a key. Before answering, a client asks the named GM whether that client
 * has used this key. News has no content.
 */

import { lacksPlaces, withBefore } from "./rolls.mjs";

/** @typedef {import("./rolls.mjs").Roll} Roll */
/** @typedef {import("./rolls.mjs").Stood} Stood */
/** @typedef {Pick<Roll, "id" | "judged" | "noted" | "decided"> & {stood: unknown}} Version */
/** @typedef {[string, string][]} Standing */
/** @typedef {{roll: Roll, annotated?: Coign.AnnotatedRoll, standings?: (Standing | null)[]}} Whole `standings`: as `withBefore` lists them */
/** @typedef {{rolls: Whole[], more: boolean, offers?: Coign.Context["offers"]}} Answer `offers`: what the engine lets a GM add */
/** @typedef {{from?: string, key?: string, known?: Version[], only?: string[]}} Question `only`: of these rolls alone */

const AT_ONCE = 5; // rolls in an answer, of some ten thousand characters each

/**
 * @typedef {object} Parts
 * @property {() => string} self this user's id
 * @property {() => string[]} others ids of the other GMs who are here
 * @property {(user: string, name: "ledger" | "asked" | "news", data: object) => Promise<any>} send as one of Foundry's queries
 * @property {() => string} newKey
 * @property {import("./ledger.mjs").Ledger} ledger
 * @property {(id: string) => boolean} exists whether a message is in the chat
 * @property {() => Answer["offers"]} offers what this client's engine lets a GM add; undefined without an engine
 * @property {(id: string) => void} taken called when a roll was taken over
 * @property {(offers: NonNullable<Answer["offers"]>) => void} offered called with what another client's engine lets a GM add
 */

export class Exchange {
  #parts;
  /** @type {Set<string>} */
  #keys = new Set();
  /** The rolls to announce to the others in the next turn. @type {Set<string>} */
  #news = new Set();
  /** The GMs being asked, each with the rolls to ask for next; null: all rolls. @type {Map<string, {next?: Set<string> | null}>} */
  #asking = new Map();

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    parts.ledger.rolls.onChange((id) => this.#tell(id));
  }

  /** Ask every other GM who is online for the rolls that this browser lacks, and let them ask for theirs. */
  async meetAll() {
    const { others } = this.#parts;
    await Promise.all(others().map((user) => this.ask(user)));
    await this.announce();
  }

  /**
   * Let the other GMs know that there is something to ask for.
   * @param {string[]} [only] of these rolls alone
   */
  async announce(only) {
    const { others, send, self } = this.#parts;
    await Promise.allSettled(others().map((user) => send(user, "news", { from: self(), only })));
  }

  /**
   * Ask a GM for what this browser lacks: one question at a time.
   * @param {string} user
   * @param {string[]} [only] of these rolls alone
   */
  async ask(user, only) {
    if (!this.#parts.others().includes(user)) return;
    const before = this.#asking.get(user);
    if (before) {
      before.next = only && before.next !== null ? new Set([...(before.next ?? []), ...only]) : null;
      return;
    }
    /** @type {{next?: Set<string> | null}} */
    const asking = {};
    this.#asking.set(user, asking);
    try {
      await this.#askAll(user, only);
    } catch (problem) {
      console.warn("Coign | another GM's browser did not say what it knows of the rolls:", problem);
    }
    if (this.#asking.get(user) !== asking) return; // that page has gone
    this.#asking.delete(user);
    if (asking.next !== undefined) await this.ask(user, asking.next === null ? undefined : [...asking.next]);
  }

  /**
   * Wait no longer for a GM's page that has gone: the user's next page can be asked at once.
   * @param {string} user
   */
  left(user) {
    this.#asking.delete(user);
  }

  /**
   * Return whether this client has asked with a key.
   * @param {unknown} key
   */
  hasAsked(key) {
    return this.#keys.has(String(key));
  }

  /**
   * Return the rolls that a GM lacks, newest first. Users who are not GMs get nothing.
   * @param {Question} question
   * @returns {Promise<Answer>}
   */
  async answer({ from = "", key = "", known = [], only }) {
    const { others, send, ledger, offers } = this.#parts;
    if (!others().includes(from) || (await send(from, "asked", { key })) !== true) return { rolls: [], more: false };
    await ledger.opened;
    const versions = new Map(known.map((version) => [version.id, version]));
    const { all } = ledger.rolls;
    const lacking = all.filter((roll) => (!only || only.includes(roll.id)) && isNewer(roll, versions.get(roll.id)));
    const latest = lacking.slice(-AT_ONCE).reverse();
    const rolls = await Promise.all(latest.map((roll) => this.#whole(roll, versions.get(roll.id))));
    return { rolls, more: lacking.length > latest.length, offers: offers() };
  }

  /**
   * @param {string} user
   * @param {string[]} [only]
   */
  async #askAll(user, only) {
    const { send, self, newKey, ledger, offered } = this.#parts;
    await ledger.opened;
    for (let more = true; more; ) {
      const key = newKey();
      this.#keys.add(key);
      const rolls = only ? only.flatMap((id) => ledger.rolls.of(id) ?? []) : ledger.rolls.all;
      const known = rolls.map(({ id, judged, noted, decided, stood }) => ({
        id,
        judged,
        noted,
        decided,
        stood: Boolean(stood),
      }));
      /** @type {Answer} */
      const answer = await send(user, "ledger", { from: self(), key, known, only }).finally(() =>
        this.#keys.delete(key),
      );
      if (answer.offers) offered(answer.offers);
      const taken = answer.rolls.map((whole) => this.#take(whole));
      more = answer.more && taken.some((isNews) => isNews);
    }
  }

  /**
   * Return a roll for another GM. Include annotations and positions unless that GM's version was judged as late and has places.
   * @param {Roll} roll
   * @param {Version | undefined} known
   * @returns {Promise<Whole>}
   */
  async #whole(roll, known) {
    const { rolls, standings } = this.#parts.ledger;
    if (known && roll.judged <= known.judged && !lacksPlaces(known, roll)) return { roll };
    const kept = await Promise.all(withBefore(roll.stood).map(({ number }) => standings.of(number)));
    const annotated = await rolls.fetch(roll.id);
    return { roll, ...(annotated && { annotated }), standings: kept.map((one) => one && [...one]) };
  }

  /**
   * Take over a roll's data from another browser.
   * @param {Whole} whole
   * @returns {boolean} whether it was news
   */
  #take({ roll, annotated, standings = [] }) {
    const { ledger, exists, taken } = this.#parts;
    if (!exists(roll.id)) return false;
    const isNews = ledger.rolls.adopt({ ...roll, stood: this.#keepAll(withBefore(roll.stood), standings) }, annotated);
    if (isNews) taken(roll.id);
    return isNews;
  }

  /**
   * Keep the positions of another browser under numbers of this one.
   * @param {Stood[]} stoods as `withBefore` lists them
   * @param {(Standing | null)[]} standings
   * @returns {Stood | null} null: the other browser has none
   */
  #keepAll([stood, ...before], [standing, ...others]) {
    if (!stood || !standing) return null;
    const number = this.#parts.ledger.standings.keep(stood.scene, new Map(standing));
    return { ...stood, number, before: this.#keepAll(before, others) };
  }

  /** @param {string} id */
  #tell(id) {
    if (!this.#news.size)
      setTimeout(() => {
        const ids = [...this.#news];
        this.#news.clear();
        void this.announce(ids);
      });
    this.#news.add(id);
  }
}

/**
 * @param {Version} roll
 * @param {Version | undefined} known
 */
const isNewer = (roll, known) =>
  !known ||
  roll.judged > known.judged ||
  roll.noted > known.noted ||
  roll.decided > known.decided ||
  lacksPlaces(known, roll);
