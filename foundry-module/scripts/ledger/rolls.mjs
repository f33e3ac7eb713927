/**
 * The ledger: secret data about each roll in the chat, kept in the GMs' browsers. Everyone can read a message's flags, so
 * they must not contain the GM's annotations, hidden targets or the authors of values.
 *
 * A roll has two parts. The small part is in memory for every roll: the authors of its values, all positions, its targets,
 * and whether it still has to be judged. The annotations are in memory for the newest rolls; older ones are read from the
 * store. Both survive a reload. The last 2,000 rolls of a world are kept, each until its message is deleted.
 *
 * Every GM's browser receives the same messages and updates, so each notes the authors of values by itself. Additions of one
 * GM are sent to the others (`exchange.mjs`). The times of judging, noting and deciding show which of two versions is newer.
 */

const ROLLS_KEPT = 2000;
const ANNOTATIONS_HELD = 500; // in memory

/** @typedef {Pick<import("./store.mjs").Store, "get" | "entries" | "write">} Store */
/**
 * @typedef {object} Stood
 * @property {string} attack the part of its key that names its dice
 * @property {string} scene
 * @property {number} number of the positions (`standings.mjs`)
 * @property {Stood | null} [before] the positions by which it was judged before it was as before a move
 */
/**
 * @typedef {object} Hidden
 * @property {string[]} targets hidden tokens among the targets
 * @property {boolean} only whether a GM has set them as the only targets
 * @property {Coign.Override[]} overrides about them
 *
 * @typedef {object} Roll
 * @property {string} id its message's
 * @property {number} nth its place among the rolls of this browser
 * @property {number} judged when it was annotated: a number that grows, by the server's clock where that is known
 * @property {number} noted when `note` has changed, in the same way
 * @property {number} decided how often `hidden` has changed
 * @property {boolean} seen whether a GM's browser saw the message being made: then the note is whole
 * @property {Record<string, unknown>} note the guarded values in its flags that count, by path (`util/provenance.mjs`)
 * @property {boolean} open whether it is still to be judged, if it is an attack
 * @property {Stood | null} stood where everybody stood at an attack
 * @property {{scene: string | null, token: string}[]} aimed the author's targets when it was made
 * @property {Hidden} hidden
 * @property {Coign.Point | null} origin where the area starts that a save is against, once it was seen on the map
 * @property {number} turns how often its attacker had turned in its combat turn
 */

/** @type {Hidden} */
const NOTHING_HIDDEN = { targets: [], only: false, overrides: [] };

/** @type {Omit<Roll, "id" | "nth">} */
const NEW = {
  judged: 0,
  noted: 0,
  decided: 0,
  seen: false,
  note: {},
  open: false,
  stood: null,
  aimed: [],
  hidden: NOTHING_HIDDEN,
  origin: null,
  turns: 0,
};

export class Rolls {
  /** @type {Map<string, Roll>} in the order in which this browser saw them */
  #rolls = new Map();
  /** @type {Map<string, Coign.AnnotatedRoll>} the last used at the end */
  #annotated = new Map();
  /** The rolls whose annotations are kept. @type {Set<string>} */
  #kept = new Set();
  /** @type {Store | null} */
  #store = null;
  /** Entries to write in the next turn, by the text of their key. @type {Map<string, import("./store.mjs").Entry>} */
  #writes = new Map();
  /** @type {((id: string) => void)[]} */
  #listeners = [];
  #last = 0;

  /** The moment of the scene's record at which each attack was made, as this page counts them. @type {Map<string, {attack: string, moment: number}>} */
  moments = new Map();
  /** The number of times that each message's attacker had turned, while it is being counted. @type {Map<string, Promise<number>>} */
  turns = new Map();
  /** The number of times that an overloaded bridge refused each message. @type {Map<string, number>} */
  refusals = new Map();
  /** The messages into which this page wrote what players read: the update may still be on its way. @type {Set<string>} */
  published = new Set();
  /** Why a message could not be judged. @type {Map<string, string>} */
  unjudged = new Map();
  /** The messages about which no answer has come for a while. @type {Set<string>} */
  late = new Set();
  /** For each message that is being annotated, the key of its annotation. @type {Map<string, string>} */
  inProgress = new Map();

  /**
   * Load the stored rolls, except those whose messages are gone.
   * @param {Store} store
   * @param {(id: string) => boolean} exists
   */
  async open(store, exists) {
    const [rolls, annotated] = await Promise.all([store.entries(["roll"]), store.entries(["annotated"])]);
    this.#store = store;
    const before = [...this.#rolls.values()]; // that came in while it was read
    this.#rolls.clear();
    const known = /** @type {Roll[]} */ (rolls.map(([, roll]) => roll)).sort((first, second) => first.nth - second.nth);
    for (const roll of known) this.#rolls.set(roll.id, { ...NEW, ...roll });
    for (const [[, id]] of annotated) this.#kept.add(String(id));
    this.#last = known.at(-1)?.nth ?? 0;
    for (const roll of before) this.edit(roll.id, roll);
    for (const [id, annotation] of this.#annotated) this.#write(["annotated", id], annotation);
    for (const id of [...this.#rolls.keys(), ...this.#kept]) if (!exists(id)) this.forget(id);
    this.#bound();
  }

  /**
   * Call a listener when this browser knows something of a roll that others cannot know.
   * @param {(id: string) => void} listener
   */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** The rolls, oldest first. */
  get all() {
    return [...this.#rolls.values()];
  }

  /**
   * Return the data of a message's roll; undefined if no GM's browser saw it.
   * @param {string | null} id
   * @returns {Readonly<Roll> | undefined}
   */
  of(id) {
    return this.#rolls.get(id ?? "");
  }

  /**
   * Change the data of a roll, and store them.
   * @param {string} id
   * @param {Partial<Roll>} change
   */
  edit(id, change) {
    const before = this.#rolls.get(id) ?? { ...NEW, id, nth: this.#next() };
    this.#keep({ ...before, ...change, id, nth: before.nth });
  }

  /**
   * Note what counts of what only GMs write into a message.
   * @param {string} id
   * @param {Roll["note"]} note
   * @param {number} [now] by the server's clock
   * @param {boolean} [isNews] whether other browsers cannot know it
   */
  note(id, note, now = 0, isNews = false) {
    this.edit(id, { note, noted: Math.max((this.of(id)?.noted ?? 0) + 1, now + Number(isNews)) });
    if (isNews) this.#changed(id);
  }

  /**
   * Return the hidden tokens among a message's targets, and the GM's overrides about them.
   * @param {string} id
   * @returns {Readonly<Hidden>}
   */
  hiddenIn(id) {
    return this.of(id)?.hidden ?? NOTHING_HIDDEN;
  }

  /**
   * Change the data of the hidden tokens among a roll's targets.
   * @param {string} id
   * @param {Partial<Hidden>} change
   */
  hide(id, change) {
    this.edit(id, { hidden: { ...this.hiddenIn(id), ...change }, decided: (this.of(id)?.decided ?? 0) + 1 });
    this.#changed(id);
  }

  /**
   * Return where the area starts that a message's save is against, and keep it: an area is taken off the map as soon as
   * it has done its work, and the save may be annotated again after that.
   *
   * @param {string} id
   * @param {Coign.Point | undefined} current where the area starts, while it is on the map
   */
  originOf(id, current) {
    const { origin = null } = this.of(id) ?? {};
    if (current && JSON.stringify(current) !== JSON.stringify(origin)) this.edit(id, { origin: current });
    return current ?? origin ?? undefined;
  }

  /**
   * Return the GM's annotations of a message, if they are in memory.
   * @param {string | null} id
   */
  annotated(id) {
    return this.#annotated.get(id ?? "");
  }

  /**
   * Return whether there are annotations of a message that are not in memory.
   * @param {string | null} id
   */
  isElsewhere(id) {
    return this.#kept.has(id ?? "") && !this.#annotated.has(id ?? "");
  }

  /**
   * Fetch the GM's annotations of a message into memory.
   * @param {string} id
   */
  async fetch(id) {
    if (this.isElsewhere(id)) {
      const roll = /** @type {Coign.AnnotatedRoll | undefined} */ (await this.#store?.get(["annotated", id]));
      if (roll && this.isElsewhere(id)) this.#hold(id, roll);
      if (!roll) this.#kept.delete(id);
    }
    return this.annotated(id);
  }

  /**
   * @param {string} id
   * @param {Coign.AnnotatedRoll} annotated
   * @param {number} [now] by the server's clock
   */
  setAnnotated(id, annotated, now = 0) {
    this.#hold(id, annotated);
    this.#write(["annotated", id], annotated);
    this.edit(id, { open: false, judged: Math.max((this.of(id)?.judged ?? 0) + 1, now) });
    this.#changed(id);
  }

  /**
   * Take over what another GM's browser knows of a roll and this one does not.
   * @param {Roll} theirs
   * @param {Coign.AnnotatedRoll | undefined} annotated
   * @returns {boolean} whether there was anything
   */
  adopt(theirs, annotated) {
    const own = this.of(theirs.id) ?? { ...NEW, id: theirs.id, nth: 0 };
    const isJudged = annotated !== undefined && theirs.judged > own.judged;
    const isNoted = theirs.seen && (!own.seen || theirs.noted > own.noted);
    const isDecided = theirs.decided > own.decided;
    const isPlaced = lacksPlaces(own, theirs);
    if (!isJudged && !isNoted && !isDecided && !isPlaced) return false;
    const { seen, note, noted, aimed, origin, turns, open } = theirs;
    this.edit(theirs.id, {
      ...(isNoted && { seen, note, noted }),
      ...(isNoted && !own.seen && { aimed, origin, turns, open, stood: theirs.stood ?? own.stood }),
      ...(isPlaced && { stood: theirs.stood }),
      ...(isDecided && { hidden: theirs.hidden, decided: theirs.decided }),
      ...(isJudged && { judged: theirs.judged, open, origin, turns, stood: theirs.stood ?? own.stood }),
    });
    if (isJudged) {
      this.#hold(theirs.id, annotated);
      this.#write(["annotated", theirs.id], annotated);
    }
    return true;
  }

  /**
   * Forget a message.
   * @param {string} id
   */
  forget(id) {
    const parts = [this.#rolls, this.#annotated, this.#kept, this.moments, this.turns, this.refusals, this.published];
    for (const part of [...parts, this.unjudged, this.late]) part.delete(id);
    this.#write(["roll", id], undefined);
    this.#write(["annotated", id], undefined);
  }

  #next() {
    this.#last += 1;
    return this.#last;
  }

  /** @param {Roll} roll */
  #keep(roll) {
    this.#rolls.set(roll.id, roll);
    this.#write(["roll", roll.id], roll);
    this.#bound();
  }

  /** Keep the newest. */
  #bound() {
    for (const oldest of this.#rolls.keys()) {
      if (this.#rolls.size <= ROLLS_KEPT) break;
      this.forget(oldest);
    }
  }

  /**
   * @param {string} id
   * @param {Coign.AnnotatedRoll} annotated
   */
  #hold(id, annotated) {
    this.#kept.add(id);
    this.unjudged.delete(id);
    this.#annotated.delete(id);
    this.#annotated.set(id, annotated);
    for (const oldest of this.#annotated.keys()) {
      if (this.#annotated.size <= ANNOTATIONS_HELD) break;
      this.#annotated.delete(oldest);
    }
  }

  /** @param {string} id */
  #changed(id) {
    for (const listener of this.#listeners) listener(id);
  }

  /**
   * Write an entry together with the others of this turn.
   * @param {import("./store.mjs").Key} key
   * @param {unknown} value undefined: it is deleted
   */
  #write(key, value) {
    if (!this.#store) return; // entries from before it opens are written when it opens
    if (!this.#writes.size) queueMicrotask(() => this.#flush());
    this.#writes.set(JSON.stringify(key), [key, value]);
  }

  #flush() {
    const entries = [...this.#writes.values()];
    this.#writes.clear();
    this.#store?.write(entries).catch((problem) => console.warn("Coign | a roll could not be kept:", problem));
  }
}

/**
 * List positions, and those that they took the place of.
 * @param {Stood | null | undefined} stood
 * @returns {Stood[]}
 */
export const withBefore = (stood) => (stood ? [stood, ...withBefore(stood.before)] : []);

/**
 * Return whether another browser knows where everybody stood at a roll and this one does not: a page that was reloaded at
 * once has the roll without its places.
 * @param {{stood: unknown, judged: number}} own
 * @param {{stood: unknown, judged: number}} theirs
 */
export const lacksPlaces = (own, theirs) => !own.stood && Boolean(theirs.stood) && own.judged <= theirs.judged;
