/**
 * `Roll` and its terms: enough of dice notation for attacks (`2d20kh + 1d4 + @mod - 1`).
 *
 * Evaluation is asynchronous, as it is in Foundry since v12; `evaluateSync` takes no dice but seeded ones. A roll in a
 * chat message is its JSON as a string. `Dice` are drawn by `CONFIG.Dice.randomUniform`, as in Foundry, so a test may
 * seed them; `nextFaces` holds faces that come up next, whatever the generator says.
 */

import { createTerms } from "./terms.mjs";
import { getProperty } from "./utils.mjs";

const TOKEN =
  /\s*(?:(\d*)d(\d+)((?:k[hl]?\d*|d[hl]\d*|r\S*?|x)*)(?:\[[^\]]*\])?|(\d+(?:\.\d+)?)(?:\[[^\]]*\])?|([-+*/]))/iy;

/** A generator of numbers in [0, 1) that always gives the same sequence for the same seed (mulberry32). */
export function seededUniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {{randomUniform: () => number, nextFaces: number[]}} dice */
export function createDice(dice) {
  const { RollTerm, Die, NumericTerm, OperatorTerm } = createTerms(dice);

  class Roll {
    constructor(formula = "", data = {}, options = {}) {
      this.data = data;
      this.options = options;
      this.terms = Roll.parse(formula, data);
      this.rollClass = "Roll"; // game systems have their own, D20Roll and the like; it stands in the JSON
      this._evaluated = false;
      this._total = undefined;
    }

    static create(formula, data, options) {
      return new Roll(formula, data, options);
    }

    static get defaultImplementation() {
      return Roll;
    }

    static parse(formula, data = {}) {
      const text = String(formula).replace(/@([\w.]+)/g, (_all, path) => getProperty(data, path) ?? 0);
      const terms = [];
      TOKEN.lastIndex = 0;
      while (TOKEN.lastIndex < text.trimEnd().length) {
        const at = TOKEN.lastIndex;
        const match = TOKEN.exec(text);
        if (!match) throw new Error(`Unable to parse the roll formula "${formula}" at "${text.slice(at)}"`);
        const [, number, faces, modifiers, numeric, operator] = match;
        if (operator) terms.push(new OperatorTerm({ operator }));
        else if (numeric !== undefined) terms.push(new NumericTerm({ number: Number(numeric) }));
        else
          terms.push(
            new Die({ number: Number(number || 1), faces: Number(faces), modifiers: modifiers ? [modifiers] : [] }),
          );
      }
      return terms;
    }

    static validate(formula) {
      try {
        return Roll.parse(formula).length > 0;
      } catch {
        return false; // a formula that cannot be parsed is an answer here, not a failure
      }
    }

    get formula() {
      return this.terms
        .map((term) => term.expression)
        .join("")
        .trim();
    }

    get dice() {
      return this.terms.filter((term) => term instanceof Die);
    }

    get total() {
      return this._total;
    }

    get result() {
      return this.terms
        .map((term) => term.total)
        .join("")
        .trim();
    }

    /** A roll can be evaluated once. */
    async evaluate(options = {}) {
      return this.evaluateSync(options);
    }

    evaluateSync(options = {}) {
      if (this._evaluated)
        throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
      for (const term of this.dice) term.evaluate(options);
      for (const term of this.terms) term.evaluated = true;
      this._total = sum(this.terms);
      this._evaluated = true;
      return this;
    }

    async reroll(options) {
      return new Roll(this.formula, this.data, this.options).evaluate(options);
    }

    clone() {
      return new Roll(this.formula, this.data, this.options);
    }

    toJSON() {
      return {
        class: this.rollClass,
        options: this.options,
        dice: [],
        formula: this.formula,
        terms: this.terms.map((term) => term.toJSON()),
        total: this._total,
        evaluated: this._evaluated,
      };
    }

    static fromData(data) {
      const roll = new Roll("", {}, data.options ?? {});
      roll.terms = data.terms.map((term) => RollTerm.fromData(term));
      roll.rollClass = data.class ?? "Roll";
      roll._evaluated = data.evaluated ?? true;
      roll._total = data.total;
      return roll;
    }

    static fromJSON(json) {
      return Roll.fromData(JSON.parse(json));
    }

    /** The roll as Foundry draws it in a chat card: `.dice-roll > .dice-result > .dice-formula, .dice-tooltip, .dice-total`. */
    async render() {
      const faces = this.dice.flatMap((die) =>
        die.results.map(
          (one) => `<li class="roll die d${die.faces}${one.active ? "" : " discarded"}">${one.result}</li>`,
        ),
      );
      return `<div class="dice-roll"><div class="dice-result"><div class="dice-formula">${this.formula}</div><div
        class="dice-tooltip"><ol class="dice-rolls">${faces.join("")}</ol></div><h4 class="dice-total">${this._total}</h4></div></div>`;
    }
  }

  return { Roll, Die, DiceTerm: Die, RollTerm, OperatorTerm, NumericTerm };
}

/** Left to right, which is right for what attacks are made of: sums. */
function sum(terms) {
  let total = 0;
  let sign = 1;
  for (const term of terms) {
    if (typeof term.total === "string") sign = term.operator === "-" ? -sign : sign;
    else {
      total += sign * term.total;
      sign = 1;
    }
  }
  return total;
}
