/** A roll that is about to be made: its attacker and targets, the question about it, and its known modifiers. */

import { focusOn, keyOf } from "../util/keep-place.mjs";
import { DEFAULTS } from "../util/wire.mjs";
import { isAdvantage, isArmour } from "./effects.mjs";
import { findAttacker, targetsIn } from "./tokens.mjs";

const SOON = 2000; // ms in which an answer is used; later a token may have moved

/**
 * Return who speaks in the message of a roll.
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} token its own, if it is not linked
 * @param {import("./world.mjs").Table} table
 */
export const speakerFor = (actor, token, table) =>
  token?.parent ? { scene: token.parent.id, token: token.id } : table.speakerOf(actor);

/**
 * Find the token that is about to roll, and the tokens that this user targets.
 * @param {Coign.Foreign} speaker
 * @param {Coign.Foreign[]} aimed documents of tokens
 * @param {Coign.SystemContext} context
 * @returns {{parties: Pick<Coign.InRollQuery, "actorToken" | "targets">, grid: Coign.Foreign} | null} null: the roller or the
 *   targets are not on the map
 */
export function partiesBefore(speaker, aimed, context) {
  const { scene, actor: token } = findAttacker({ speaker }, context);
  const targets = targetsIn(scene, aimed);
  if (!token || !targets.length) return null;
  return { parties: { actorToken: { scene, token }, targets }, grid: context.scene(scene)?.grid ?? {} };
}

/**
 * A roll that is about to be made, and its known modifiers. The answer may come before the dice fall, while the
 * system's dialog is open, or never; its lines are shown there.
 */
export class AskedRoll {
  /** @type {Coign.Additions | null} */
  additions = null;
  /** Called when there are other additions, or a line was switched. */
  changed = () => {};
  #ask;
  /** @type {Coign.Asked["inMode"]} */
  #inMode = undefined;
  #over = false;

  /**
   * @param {Coign.InRollQuery} query
   * @param {Coign.InRoll["ask"]} ask
   */
  constructor(query, ask) {
    this.query = query;
    this.#ask = ask;
  }

  /** Ask, and wait for an answer that comes in time. A later one goes into a dialog that is still open. */
  async ask() {
    const { inTime, late, inMode } = this.#ask(this.query);
    this.#inMode = inMode;
    this.additions = await inTime;
    if (this.additions) this.changed();
    else this.#follow(late);
  }

  /** Follow a press in the dialog. A line that is switched off can let another one in. */
  switched() {
    this.changed();
    this.askAgain();
  }

  /**
   * Ask again, with the decisions so far.
   * @param {Partial<Coign.InRollQuery>} [changes] of the query
   */
  askAgain(changes = {}) {
    const overrides = this.additions?.overrides ?? this.query.overrides;
    this.query = { ...this.query, ...(overrides && { overrides }), ...changes };
    const { late, inMode } = this.#ask(this.query);
    this.#inMode = inMode;
    this.#follow(late);
  }

  /**
   * Return the additions for a roll with another mode than asked about, with the same lines switched off.
   * @param {Coign.Roll["mode"]} mode
   * @returns {Coign.Additions | null} null: there is no such answer, or not yet
   */
  inMode(mode) {
    const additions = mode === (this.query.mode ?? DEFAULTS.mode) ? null : this.#inMode?.(mode);
    return additions ?? null;
  }

  /** End it: the dice fall, or the dialog was closed. Later answers are not taken. */
  end() {
    this.#over = true;
  }

  get over() {
    return this.#over;
  }

  /**
   * Take an answer when it comes, unless another question was asked since.
   * @param {Promise<Coign.Additions | null>} late
   */
  async #follow(late) {
    const { query } = this;
    const additions = await late;
    if (!additions || this.over || this.query !== query) return;
    if (this.additions) additions.folds = this.additions.folds;
    this.additions = additions;
    this.changed();
  }
}

/**
 * Hold back the lines that have no place in a formula: armour classes, and advantage if the d20 is chosen already, or if
 * both kinds cancel each other.
 * @param {Coign.Additions} additions
 * @param {boolean} chosen
 */
export function holdBack({ lines, advantage, disadvantage }, chosen) {
  const keepsDie = chosen || (advantage && disadvantage);
  for (const line of lines) if (isArmour(line) || (isAdvantage(line) && keepsDie)) line.held ??= "card";
}

/**
 * Return an addition as the end of a formula: " + 1d4[Coign: High Ground]".
 * @param {Coign.Additions["parts"][number]} part
 */
export const appended = ({ formula, flavor }) =>
  ` ${formula.startsWith("-") ? "-" : "+"} ${formula.replace(/^-/, "")}[${flavor}]`;

/**
 * Show the lines of a roll's additions in the dialog of its game system, in place of those that it showed before. A press
 * changes the roll; the focus stays where it was.
 *
 * @param {Coign.Foreign} root the dialog's content
 * @param {Coign.Foreign} place the element that the lines come before; null: they come last
 * @param {AskedRoll} roll
 * @param {Coign.InRoll} inRoll
 * @param {Coign.Addition[]} [lines] those to show, by default all
 */
export function showLines(root, place, roll, inRoll, lines = roll.additions?.lines) {
  const { additions } = roll;
  const old = root.querySelector(".coign-in-roll");
  const focused = old && keyOf(old.ownerDocument.activeElement, old);
  old?.remove();
  if (!additions || !(lines?.length || additions.odds)) return;
  const { scene } = roll.query.actorToken;
  const element = inRoll.list(additions, {
    lines,
    scene,
    document: root.ownerDocument,
    changed: () => roll.switched(),
  });
  if (place) place.before(element);
  else root.append(element);
  if (focused) focusOn(element, focused);
}

/**
 * Questions that go out together: several creatures save against one effect, and their system rolls one save after the
 * other. The first roll asks for all of them, so that none of the others waits for an answer of its own.
 */
export class Together {
  /** @type {Map<string, {asked: Coign.Asked, at: number}>} */
  #early = new Map();
  #ask;
  #now;

  /**
   * @param {Coign.InRoll["ask"]} ask
   * @param {() => number} [now] ms
   */
  constructor(ask, now = () => performance.now()) {
    this.#ask = ask;
    this.#now = now;
  }

  /**
   * Return whether an answer was asked for with another roll's.
   * @param {Coign.InRollQuery} query
   */
  has(query) {
    return this.#early.has(JSON.stringify(query));
  }

  /**
   * Ask, or take the answer that was asked for with another roll's. Each is used once.
   * @param {Coign.InRollQuery} query
   */
  ask(query) {
    const key = JSON.stringify(query);
    const early = this.#early.get(key);
    this.#early.delete(key);
    return early && this.#now() - early.at < SOON ? early.asked : this.#ask(query);
  }

  /**
   * Ask now what other creatures will ask soon.
   * @param {Coign.InRollQuery[]} queries
   */
  askEarly(queries) {
    const at = this.#now();
    for (const [key, early] of this.#early) if (at - early.at >= SOON) this.#early.delete(key);
    for (const query of queries) {
      const key = JSON.stringify(query);
      if (!this.#early.has(key)) this.#early.set(key, { asked: this.#ask(query), at });
    }
  }

  /** Forget the answers: the scene has changed. */
  forget() {
    this.#early.clear();
  }
}
