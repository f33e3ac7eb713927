/**
 * A roll that is about to be made, and what is known of its modifiers. The answer may come before the dice fall, while the
 * system's dialog is open, or never; its lines are shown there.
 */

import { focusOn, keyOf } from "../util/keep-place.mjs";

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
   * Ask again, with what was decided.
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
   * Return the additions for a roll whose own mode is another one than was asked about, with what is switched off.
   * @param {Coign.Roll["mode"]} mode
   * @returns {Coign.Additions | null} null: there is no such answer, or not yet
   */
  inMode(mode) {
    const additions = mode === (this.query.mode ?? "normal") ? null : this.#inMode?.(mode);
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
