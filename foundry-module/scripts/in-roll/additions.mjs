/**
 * Additions to a roll before its dice fall: one line for each modifier of an annotation, and the dice, bonuses and changes
 * of armour class that a game system puts in for the lines that are on. Pure.
 *
 * A line has the states of the card. A press switches it at once; for a GM the engine returns the decision, as on the card. A
 * player, or a GM without the engine, decides only about this roll: earlier decisions stay.
 *
 * A line is about the roll itself (`target` null), or about one target. One attack roll is compared with the armour class
 * of every target, so only a modifier that holds for all of them goes into the roll. A change of armour class goes to its
 * target, and so do edges and banes. Every other line is held back for the card, and `held` says why:
 *
 * - `targets`: it does not hold for every target, as the engine says (`shared`);
 * - `secret`: players may not know it, and everybody can read the roll's formula;
 * - `card`: no game system has a place for it in a roll (`place`: a miss chance, total cover);
 * - `counted`: another module puts it in, which `by` names.
 */

import { linesOf, pressOf } from "../overrides/lines.mjs";
import { changed } from "../overrides/overrides.mjs";
import { isArmour } from "../systems/effects.mjs";
import { OUR_FLAVOR } from "../systems/rolls.mjs";
import { nameOfModifier, reasonOf } from "../util/texts.mjs";
import { DEFAULTS } from "../util/wire.mjs";

/** @typedef {(overrides: Coign.Override[], press: Coign.Press) => Promise<import("../overrides/overrides.mjs").Change>} Decide */

export class Additions {
  /** The overrides after all presses so far are answered. @type {Promise<Coign.Override[]>} */
  #decided;

  /**
   * @param {Coign.Addition[]} lines
   * @param {{occasion: Coign.Occasion, targets: readonly string[], results: Coign.Result[], kept: Kept}} roll `results`: of the
   *   targets that players know, as this user may know them
   */
  constructor(lines, { occasion, targets, results, kept }) {
    /** The lines, in the annotation's order. @type {Coign.Addition[]} */
    this.lines = lines;
    /** The results for the targets that players know of, with what this user may know. */
    this.results = results;
    /** The overrides of this roll. */
    this.overrides = kept.overrides;
    /** The parts of the dialog that the reader has opened. @type {Set<string>} */
    this.folds = new Set();
    /** The tokens that the roll is against. */
    this.targets = targets;
    /** The kind of roll. */
    this.occasion = occasion;
    this.#decided = Promise.resolve(kept.overrides);
    /** Asks for the odds of the roll with these lines: a text for each target. @type {(() => Promise<Coign.TargetOdds[]>) | null} */
    this.odds = null;
    /** Asks the engine for the decision of a press, given the earlier decisions. @type {Decide | null} */
    this.decide = null;
  }

  /** True if there is nothing to show and nothing to put in. */
  get empty() {
    return this.lines.length === 0;
  }

  /** The lines that are put in now. */
  get putIn() {
    return this.lines.filter(({ on, held }) => on && !held);
  }

  /**
   * Follow a press of a button in a line: switch the line at once, and ask the engine, where it can be asked, what that
   * decides.
   * @param {{coign?: string, modifier?: string, target?: string | null, fact?: string, value?: string}} button its dataset
   * @returns {Promise<boolean> | null} whether `overrides` have changed once more by the answer; null: it is no such button
   */
  press({ modifier, target = null, fact, ...button }) {
    const press = pressOf(button);
    if (!press) return null;
    const line = this.lines.find(
      (choice) => choice.modifier === modifier && choice.target === target && choice.mayTurn,
    );
    const isTurn = press.button === "turn";
    if (line && (isTurn || press.button === "undo")) setOn(line, !isTurn || !isOn(line));
    const change = line ? ofRoll(line) : NO_CHANGE;
    this.overrides = changed(this.overrides, change);
    if (!this.decide) return Promise.resolve(false);
    const value = isTurn && line ? (isOn(line) ? "on" : "off") : press.value;
    this.#decided = this.#decided.then(async (before) => {
      const answer = await this.decide?.(before, { modifier, target, fact, ...press, value }).catch(() => change);
      this.overrides = changed(before, answer ?? change);
      return this.overrides;
    });
    return this.#decided.then(() => true);
  }

  /**
   * Switch a line off, or on again.
   * @param {Coign.Addition} line
   */
  turn({ modifier, target }) {
    this.press({ coign: "turn", modifier, target });
  }

  /**
   * Return the lines of the result of one target that players know; of the first without a target.
   * @param {string | null} target
   */
  factLines(target) {
    const result = this.results.find((result) => target === null || result.target === target);
    return result ? linesOf(result) : [];
  }

  /**
   * The terms to append to the formula: `{formula: "1d4", flavor: "Coign: High Ground"}`. A flat bonus is a term too, for its
   * flavour is the proof that the roll has it. Write each as `formula[flavor]`, and none of them elsewhere.
   */
  get parts() {
    return this.#onRoll.flatMap((line) => {
      const { effect, flavor } = line;
      if (effect.kind === "die") return [{ formula: effect.dice.replace(/^\+/, ""), flavor, line }];
      return effect.kind === "flat" ? [{ formula: String(effect.value), flavor, line }] : [];
    });
  }

  get advantage() {
    return this.#onRoll.some(({ effect }) => effect.kind === "advantage");
  }

  get disadvantage() {
    return this.#onRoll.some(({ effect }) => effect.kind === "disadvantage");
  }

  /**
   * The change of a target's armour class.
   * @param {string} target a token's id
   */
  armourClass(target) {
    return this.putIn.filter(isArmour).reduce((sum, line) => sum + (line.target === target ? line.effect.value : 0), 0);
  }

  /**
   * The content of the message's `flags.coign`: the modifiers in the roll. For a GM's roll it also has the GM's decisions and
   * the lines that a system or another module left out.
   *
   * @param {{id?: string | null, name?: string, isGM?: boolean}} [user] who rolls
   * @returns {{included: Coign.Included[], overrides?: Coign.Override[]}}
   */
  flags({ isGM = false, name = "" } = {}) {
    const included = this.putIn.map(({ modifier, target, effect, flavor }) => ({ modifier, target, effect, flavor }));
    const dropped = this.lines.filter((line) => !line.on && !line.held && isOn(line));
    const add = dropped.map(
      ({ modifier, target }) => /** @type {const} */ ({ scope: "roll", modifier, target, state: "off" }),
    );
    const decided = isGM ? changed(this.overrides, { remove: [], add }) : [];
    const overrides = decided.map((override) => ({ ...override, by: name }));
    return { included, ...(overrides.length && { overrides }) };
  }

  get #onRoll() {
    return this.putIn.filter(({ target }) => target === null);
  }
}

/** @param {Coign.Addition} line */
const isOn = ({ subject }) => subject.modifier.state === "on";

/**
 * Set a line on or off.
 * @param {Coign.Addition} line
 * @param {boolean} on
 */
function setOn(line, on) {
  const modifier = { ...line.subject.modifier, state: /** @type {"on" | "off"} */ (on ? "on" : "off") };
  const { state } = line.subject;
  line.subject = { ...line.subject, modifier, state: on ? (state === "off" ? "measured" : state) : "off", counts: on };
  line.on = on && !line.held;
}

/** @type {import("../overrides/overrides.mjs").Change} */
const NO_CHANGE = { remove: [], add: [] };

/**
 * Say for this roll alone that a line is as it was switched.
 * @param {Coign.Addition} line
 * @returns {import("../overrides/overrides.mjs").Change}
 */
function ofRoll(line) {
  const off = /** @type {const} */ ({ scope: "roll", modifier: line.modifier, target: line.target, state: "off" });
  return isOn(line) ? { remove: [off], add: [] } : { remove: [], add: [off] };
}

/**
 * @typedef {object} Kept
 * @property {Coign.Override[]} overrides of this roll
 * @property {boolean} isGM
 */

/** @type {Kept} */
const NOTHING = { overrides: [], isGM: false };

/**
 * Make the lines of an annotation.
 *
 * @param {{players: Coign.Annotation | null, gm?: Coign.Annotation | null}} views the players' version, and on the
 *   GM's client the GM's version
 * @param {Coign.Translate} t
 * @param {{coverBy?: string | null, kept?: Kept}} [others] `coverBy`: the module that raises armour classes for cover;
 *   `kept`: the earlier decisions
 */
export function additionsOf({ players, gm = null }, t, { coverBy = null, kept = NOTHING } = {}) {
  const occasion = /** @type {Coign.Occasion} */ ((players ?? gm)?.occasion ?? DEFAULTS.occasion);
  const reader = { coverBy, kept, t };
  const inGmView = gm ? additionLines(gm.results, reader) : [];
  const byKey = new Map(inGmView.map((line) => [keyOf(line), line]));
  const playersLines = players ? additionLines(players.results, reader) : [];
  const playersKeys = new Set(playersLines.map(keyOf));
  // Only GMs see a GM's decisions.
  const known = playersLines.map((line) => (kept.isGM ? (byKey.get(keyOf(line)) ?? line) : line));
  const secret = inGmView.filter((line) => !playersKeys.has(keyOf(line)));
  const held = { held: /** @type {const} */ ("secret"), mayTurn: false };
  const lines = [...known, ...secret.map((line) => ({ ...line, ...held }))];
  for (const line of lines) if (line.mayTurn && isOn(line) && isOff(line, kept)) setOn(line, false);
  const open = new Set(players?.results.map(({ target }) => target));
  const results = (kept.isGM && gm ? gm : players)?.results.filter(({ target }) => open.has(target)) ?? [];
  const targets = [...(players?.results ?? []), ...(gm?.results ?? [])].flatMap(({ target }) => target ?? []);
  return new Additions(lines, { occasion, targets: [...new Set(targets)], results, kept });
}

/**
 * Return whether a line was switched off for this roll. A player's answer does not tell: a player decides for the own roll alone.
 * @param {Coign.Addition} line
 * @param {Kept} kept
 */
const isOff = ({ modifier, target }, { overrides }) =>
  overrides.some(
    (override) => override.modifier === modifier && override.state === "off" && (override.target ?? null) === target,
  );

/**
 * Make a line for each modifier that is on or off: one for all targets, or one for each where each has its own.
 * @param {Coign.Result[]} results
 * @param {{coverBy: string | null, kept: Kept, t: Coign.Translate}} reader
 * @returns {Coign.Addition[]}
 */
function additionLines(results, { coverBy, kept, t }) {
  /** @type {Map<string, {subject: Coign.Addition["subject"], result: Coign.Result, targets: (string | null)[]}>} */
  const lines = new Map();
  for (const result of results) {
    for (const { modifier, ...rest } of linesOf(result)) {
      if (modifier?.state !== "on" && modifier?.state !== "off") continue;
      const key = JSON.stringify([modifier.id, modifier.effect, modifier.state]);
      const before = lines.get(key) ?? { subject: { ...rest, modifier }, result, targets: [] };
      lines.set(key, { ...before, targets: [...before.targets, result.target] });
    }
  }
  return [...lines.values()].flatMap(({ subject, result, targets }) => {
    const { modifier } = subject;
    const { place, shared } = modifier;
    const by = place === "target" && modifier.figure === "cover" ? coverBy : null;
    const name = nameOfModifier(modifier, t);
    const line = {
      modifier: modifier.id,
      name,
      reason: reasonOf(modifier, t),
      effect: modifier.effect,
      flavor: `${OUR_FLAVOR}${name.replace(/[[\]]/g, "")}`, // Foundry ends a flavour at the first bracket
      held: heldBack(modifier, by),
      ...(by !== null && { by }),
      subject,
      result,
    };
    const on = !line.held && modifier.state === "on";
    const mayTurn = line.held !== "counted" && (kept.isGM || on);
    const whose = shared && place !== "target" ? [null] : targets;
    return whose.map((target) => ({ ...line, target, on, mayTurn }));
  });
}

/**
 * Return why a modifier stays out of the roll; null if it goes in.
 * @param {Coign.Modifier} modifier
 * @param {string | null} by the module that puts it in
 * @returns {Coign.Addition["held"]}
 */
function heldBack({ place, shared }, by) {
  if (place === "target") return by === null ? null : "counted";
  if (place === "card") return "card";
  return shared ? null : "targets";
}

/** @param {Coign.Addition} line */
const keyOf = ({ modifier, effect, target, held }) => JSON.stringify([modifier, effect, target, held]);
