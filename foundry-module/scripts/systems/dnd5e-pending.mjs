/**
 * One roll of dnd5e between the click and its dice, with what is put into it. Pure.
 *
 * The additions may come before the roll is built, while its dialog is open, or never; the dialog's switches change them.
 * Each is in the roll once: dice and bonuses as terms, advantage in the roll's options, a change of armour class in the
 * message's list of targets. `dnd5e-included.mjs` then writes into the message what is in the roll.
 */

import { AskedRoll } from "./asked-roll.mjs";
import { writeIncluded } from "./dnd5e-included.mjs";

const QUIET = 250; // ms: a token that is dragged moves often

export class PendingRoll extends AskedRoll {
  /** The dialog, if there is one. @type {Coign.Foreign} */
  app = null;
  /** True if the roll was built with the additions as they are now. */
  built = true;
  /** Each roll's own advantage, without the additions. @type {Own[]} */
  own = [];
  /** Called when other additions have come for the open dialog. */
  redraw = () => {};
  #process = /** @type {Coign.Foreign} */ (null);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #change;
  #options;

  /**
   * @param {object} options
   * @param {Coign.InRollQuery} options.query
   * @param {Coign.InRoll["ask"]} options.ask
   * @param {Coign.Foreign} options.user who rolls: `name`, `isGM`
   * @param {(target: string) => Coign.Foreign} options.tokenOf a target's document by its id
   * @param {(mode: string) => Coign.Attack} [options.attackBy] the attack in another of its modes
   */
  constructor(options) {
    super(options.query, options.ask);
    this.#options = options;
    this.changed = () => {
      this.#outdate();
      this.redraw();
    };
  }

  end() {
    super.end();
    clearTimeout(this.#change);
  }

  /** Follow a switch of the dialog, which builds the roll again by itself. */
  switched() {
    this.#outdate();
    this.askAgain();
  }

  /** Note that the additions are not in the roll yet. */
  #outdate() {
    this.built = false;
    this.#setAdvantage();
  }

  /** Follow a change of the scene while the dialog is open: somebody moved, or a door was opened. */
  sceneChanged() {
    if (!this.app || this.over) return;
    clearTimeout(this.#change);
    this.#change = setTimeout(() => this.over || this.askAgain(), QUIET);
  }

  /**
   * Follow the attack mode that the dialog is set to: a thrown dagger has a range.
   * @param {string | undefined} mode
   */
  #useMode(mode) {
    const attack = mode === undefined ? undefined : this.#options.attackBy?.(mode);
    if (!attack || JSON.stringify(attack) === JSON.stringify(this.query.attack)) return;
    this.additions = null;
    this.#outdate();
    this.askAgain({ attack });
  }

  /**
   * Take the configuration, before held keys decide about advantage. (`dnd5e.preRollV2`)
   * @param {Coign.Foreign} process
   * @param {Coign.Foreign} message its configuration
   */
  start(process, message) {
    if (isForeign(process, message)) {
      this.end();
      this.additions = null;
    }
    this.#process = process;
    this.own = (process.rolls ?? []).map((/** @type {Coign.Foreign} */ { options }) => ({
      advantage: Boolean(options?.advantage || process.advantage),
      disadvantage: Boolean(options?.disadvantage || process.disadvantage),
    }));
    if (this.additions) this.#setAdvantage();
  }

  /** The advantage that the first roll is to be made with: 1, 0 or -1. */
  get mode() {
    return modeOf(this.#withOwn(this.own[0]));
  }

  /** @param {Own} [own] */
  #withOwn({ advantage, disadvantage } = { advantage: false, disadvantage: false }) {
    return {
      advantage: advantage || Boolean(this.additions?.advantage),
      disadvantage: disadvantage || Boolean(this.additions?.disadvantage),
    };
  }

  #setAdvantage() {
    for (const [nth, roll] of (this.#process?.rolls ?? []).entries()) {
      roll.options = { ...roll.options, ...this.#withOwn(this.own[nth]) };
      // Before a dialog opens, the held keys decide; from then on this does.
      if (this.app) roll.options.advantageMode = modeOf(roll.options);
    }
  }

  /**
   * Add the terms to one roll's configuration, each time that it is built. (`dnd5e.postBuildRollConfig`)
   * @param {Coign.Foreign} config
   * @param {Coign.Foreign} [app] the dialog
   */
  build(config, app = null) {
    this.app = app;
    if (app) this.#useMode(config.options?.attackMode);
    this.built = true;
    const { additions } = this;
    if (!additions) return;
    config.parts = [...(config.parts ?? []), ...additions.parts.map(({ formula, flavor }) => `${formula}[${flavor}]`)];
    const [change, ...others] = new Set(this.query.targets.map((target) => additions.armourClass(target)));
    const target = config.options?.target ?? this.#process?.target;
    if (change && !others.length && Number.isFinite(target))
      config.options = { ...config.options, target: target + change };
  }

  /**
   * Write into the message what the rolls have. (`dnd5e.postRollConfiguration`)
   * @param {Coign.Foreign[]} rolls about to be evaluated
   * @param {Coign.Foreign} message its configuration
   */
  finish(rolls, message) {
    this.end();
    const { additions, app, query } = this;
    const { tokenOf, user } = this.#options;
    if (additions && rolls.length)
      writeIncluded({ additions, rolls, message, targets: query.targets, asked: Boolean(app), tokenOf, user });
  }
}

/**
 * Return whether a roll posts no message of its own: another module makes the card, and nothing would tell what its roll
 * has.
 * @param {Coign.Foreign} process
 * @param {Coign.Foreign} message
 */
export const isForeign = (process, message) => message?.create === false || process.evaluate === false;

/** @typedef {{advantage: boolean, disadvantage: boolean}} Own */

/** @param {{advantage?: boolean, disadvantage?: boolean}} options */
export const modeOf = ({ advantage, disadvantage }) => Number(Boolean(advantage)) - Number(Boolean(disadvantage));
