/**
 * One roll of dnd5e between the click and its dice, with its additions. Pure.
 *
 * The additions may come before the roll is built, while its dialog is open, or never; the dialog's switches change them.
 * Each is in the roll once: dice and bonuses as terms, advantage in the roll's options, a change of armour class in the
 * message's list of targets. At the end the message's flags list the additions in the roll; the card shows the others.
 *
 * A held key or a button of the dialog decides about advantage after the question. With that mode rules may cancel dice or
 * let others count. So the additions for that mode replace those that were built, before the dice fall.
 *
 * A roll that posts no message of its own is for a card that another module makes (midi-qol, Ready Set Roll, RSReforged).
 * The options of each term name its modifier, on that card too; a change of armour class stays on our card.
 */

import { AskedRoll } from "../asked-roll.mjs";
import { isAdvantage, isArmour } from "../effects.mjs";
import { OUR_FLAVOR } from "../rolls.mjs";

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
  /** True if another module makes the card. */
  foreign = false;
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

  /** Follow a press in the dialog, which builds the roll again. */
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
    if (isOutOfReach(process)) {
      this.end();
      this.additions = null;
    }
    if (message?.create === false) this.foreign = true;
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
    if (change && !this.foreign && !others.length && Number.isFinite(target))
      config.options = { ...config.options, target: target + change };
  }

  /**
   * Write the rolls' additions into the message. (`dnd5e.postRollConfiguration`)
   * @param {Coign.Foreign[]} rolls about to be evaluated
   * @param {Coign.Foreign} message its configuration
   */
  finish(rolls, message) {
    this.end();
    const { additions: built, app, query } = this;
    if (!built || !rolls.length) return;
    const { tokenOf, user } = this.#options;
    const additions = this.inMode(this.#decided(rolls[0])) ?? built;
    if (additions !== built)
      for (const roll of rolls) exchange(roll, { built, additions, targets: query.targets, armour: !this.foreign });
    dropOverruled(additions, rolls, Boolean(app));
    dropMissing(additions, rolls);
    if (this.foreign) keepInRoll(additions, rolls, user);
    else {
      message.data ??= {};
      changeArmour(additions, message, query.targets, tokenOf);
      writeIncluded(additions, message, user);
    }
  }

  /**
   * Return the roll's own mode after keys and buttons have decided: without our advantage, unless the
   * roller overruled it.
   * @param {Coign.Foreign} roll
   */
  #decided({ options }) {
    const mode = options.advantageMode ?? 0;
    if (mode === this.mode) return MODES[modeOf(this.own[0] ?? {})];
    const ours = modeOf(this.additions ?? {});
    return MODES[mode === 0 && !this.app ? -ours : mode];
  }
}

/** The modes by the system's numbers. @type {Record<number, Coign.Roll["mode"]>} */
const MODES = { 0: "normal", 1: "advantage", [-1]: "disadvantage" };

/**
 * Put other additions into a roll that was built and not rolled yet. What another module has taken out stays out.
 *
 * @param {Coign.Foreign} roll
 * @param {{built: Coign.Additions, additions: Coign.Additions, targets: string[], armour: boolean}} change `armour`: the
 *   armour class that the roll is to reach was changed too
 */
function exchange(roll, { built, additions, targets, armour }) {
  const terms = [...roll.terms];
  const isOurs = (/** @type {Coign.Foreign} */ term) => String(term?.flavor ?? "").startsWith(OUR_FLAVOR);
  const shown = new Set(terms.filter(isOurs).map(({ flavor }) => flavor));
  const taken = new Set(built.parts.filter(({ flavor }) => !shown.has(flavor)).map(({ flavor }) => flavor));
  const remaining = terms.filter((term, nth) => !isOurs(term) && !(term.operator && isOurs(terms[nth + 1])));
  const parts = additions.parts.filter(({ flavor }) => !taken.has(flavor));
  const texts = parts.map(({ formula, flavor }) => `${formula}[${flavor}]`);
  const more = texts.length ? roll.constructor.parse(`0 + ${texts.join(" + ")}`, roll.data).slice(1) : [];
  roll.terms = [...remaining, ...more];
  roll.resetFormula();
  const [before, now] = [built, additions].map((state) => new Set(targets.map((target) => state.armourClass(target))));
  if (armour && before.size === 1 && now.size === 1 && Number.isFinite(roll.options.target))
    roll.options.target += [...now][0] - [...before][0];
}

/**
 * Return whether the caller rolls the dice itself. Then the result of the roll cannot be followed.
 * @param {Coign.Foreign} process
 */
export const isOutOfReach = (process) => process.evaluate === false;

/** @typedef {{advantage: boolean, disadvantage: boolean}} Own */

/** @param {{advantage?: boolean, disadvantage?: boolean}} options */
const modeOf = ({ advantage, disadvantage }) => Number(Boolean(advantage)) - Number(Boolean(disadvantage));

/**
 * Keep the additions in the terms of the rolls, which no message of ours will have: the d20 has the advantage.
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign[]} rolls
 * @param {Coign.Foreign} user
 */
function keepInRoll(additions, rolls, user) {
  for (const line of additions.lines.filter(isArmour)) line.held ??= "card";
  const { included } = additions.flags(user);
  for (const { terms } of rolls)
    for (const modifier of included) {
      const term = isAdvantage(modifier)
        ? terms[0]
        : terms.find((/** @type {Coign.Foreign} */ { flavor }) => flavor === modifier.flavor);
      if (term) term.options.coign = [...(term.options.coign ?? []), modifier];
    }
}

/**
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign} message its configuration, with `data`
 * @param {Coign.Foreign} user
 */
function writeIncluded(additions, message, user) {
  // Everybody can read the flags: a line that players may not know must not even leave an empty list.
  if (!additions.overrides.length && additions.lines.every(({ held }) => held === "secret")) return;
  const { included, overrides } = additions.flags(user);
  const { flags } = message.data;
  message.data.flags = { ...flags, coign: { ...flags?.coign, included, ...(overrides && { overrides }) } };
}

/**
 * Switch off advantage that the roller has overruled with a button or with keys. Options that have both kinds say that
 * these cancel each other, which a roll shows in no other way.
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign[]} rolls
 * @param {boolean} asked whether there was a dialog
 */
function dropOverruled({ advantage, disadvantage, putIn }, rolls, asked) {
  if (!advantage && !disadvantage) return;
  const ours = Number(advantage) - Number(disadvantage);
  for (const { options } of rolls) {
    const mode = options.advantageMode ?? 0;
    if (mode === Number(options.advantage) - Number(options.disadvantage)) continue;
    const cancelledByKeys = !asked && mode === 0;
    options.advantage = cancelledByKeys || mode > 0;
    options.disadvantage = cancelledByKeys || mode < 0;
    if (cancelledByKeys || (ours !== 0 && mode === ours)) continue;
    for (const line of putIn) if (isAdvantage(line)) line.on = false;
  }
}

/**
 * Leave to the card what another module has taken out of a formula.
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign[]} rolls
 */
function dropMissing(additions, rolls) {
  const flavors = rolls.map(({ terms }) => (terms ?? []).map((/** @type {Coign.Foreign} */ term) => term.flavor));
  for (const { flavor, line } of additions.parts)
    if (!flavors.every((terms) => terms.includes(flavor))) line.held = "card";
}

/**
 * Change the armour classes in the message's list of targets. Up to version 5 it is a list of actors: two tokens of one
 * actor share an entry, which can have the change only if both have it.
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign} message its configuration, with `data`
 * @param {string[]} targets ids of tokens
 * @param {(target: string) => Coign.Foreign} tokenOf
 */
function changeArmour(additions, message, targets, tokenOf) {
  /** @type {Coign.Foreign[]} */
  const entries = message.data.system?.targets ?? message.data.flags?.dnd5e?.targets ?? [];
  const changes = targets.map((target) => {
    const token = tokenOf(target);
    const entry = entries.find((candidate) =>
      [token?.uuid, token?.actor?.uuid].includes(candidate.token ?? candidate.uuid),
    );
    return { target, entry, change: additions.armourClass(target) };
  });
  const fits = (/** @type {typeof changes[number]} */ { entry, change }) =>
    typeof entry?.ac === "number" && changes.every((other) => other.entry !== entry || other.change === change);
  for (const { target } of changes.filter((change) => !fits(change)))
    for (const line of additions.lines) if (line.target === target && isArmour(line)) line.held = "card";
  const changed = new Map(changes.filter(fits).map(({ entry, change }) => [entry, change]));
  for (const [entry, change] of changed) entry.ac += change;
}
