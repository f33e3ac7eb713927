/** Terms made of whole rolls: a pool `{1d8, 1d6}kh` and a function `max(1d4, 2)`. */

import { deepClone } from "../utils.mjs";
import { commandsOf, POOL_METHODS, POOL_MODIFIERS, splitModifiers } from "./modifiers.mjs";

/**
 * @param {object} dice  `CONFIG.Dice`
 * @param {Function} RollTerm
 * @param {{Roll: Function}} shared  The base class of rolls, which is made after the terms.
 */
export function createGroupTerms(dice, RollTerm, shared) {
  /** Evaluate the inner rolls in order, then call `finish`; synchronously if no die has to be rolled. */
  function evaluateAll(term, options, finish) {
    const waiting = term.rolls.filter((roll) => !roll._evaluated);
    for (const roll of waiting) roll._root = term._root;
    if (RollTerm.isDeterministic(term, options)) {
      for (const roll of waiting) roll.evaluateSync(options);
      finish();
      return term;
    }
    return waiting
      .reduce((before, roll) => before.then(() => roll.evaluate(options)), Promise.resolve())
      .then(() => {
        finish();
        return term;
      });
  }

  const revived = (data) =>
    deepClone(data.rolls ?? []).map((roll) => (roll instanceof shared.Roll ? roll : shared.Roll.fromData(roll)));

  class PoolTerm extends RollTerm {
    static MODIFIERS = POOL_MODIFIERS;
    static SERIALIZE_ATTRIBUTES = ["terms", "modifiers", "rolls", "results"];

    constructor({ terms = [], modifiers = [], rolls = [], results = [], options } = {}) {
      super({ options });
      Object.assign(this, { terms, modifiers, results });
      this.rolls = rolls.length === terms.length ? rolls : terms.map((term) => shared.Roll.create(term));
      if (rolls.some((roll) => roll._evaluated)) this._evaluated = true;
    }

    get dice() {
      return this.rolls.flatMap((roll) => roll.dice);
    }

    get expression() {
      return `{${this.terms.join(",")}}${this.modifiers.join("")}`;
    }

    get total() {
      if (!this._evaluated) return undefined;
      return this.results.reduce((sum, { active, count, result }) => (active ? sum + (count ?? result) : sum), 0);
    }

    get values() {
      return this.results.filter(({ active }) => active).map(({ result }) => result);
    }

    get isDeterministic() {
      return this.rolls.every((roll) => roll.isDeterministic);
    }

    alter(...how) {
      for (const roll of this.rolls) roll.alter(...how);
      return this;
    }

    _evaluate(options) {
      return evaluateAll(this, options, () => {
        this.results = this.rolls.map((roll) => ({ result: roll.total, active: true }));
        for (const modifier of this.modifiers) {
          for (const [command, written] of commandsOf(modifier, this.constructor.MODIFIERS))
            this[this.constructor.MODIFIERS[command]](written);
        }
      });
    }

    static fromParseNode({ terms, modifiers, options }) {
      return new this({ terms, modifiers: splitModifiers(modifiers), options });
    }

    static fromRolls(rolls = []) {
      const pool = new this({ terms: rolls.map((roll) => roll.formula), rolls });
      if (pool._evaluated) pool.results = rolls.map((roll) => ({ result: roll.total, active: true }));
      return pool;
    }

    static _fromData(data) {
      return super._fromData({ ...data, rolls: revived(data) });
    }
  }
  Object.assign(PoolTerm.prototype, POOL_METHODS);

  /** A function of `CONFIG.Dice.functions`, or of `Math`. */
  class FunctionTerm extends RollTerm {
    static SERIALIZE_ATTRIBUTES = ["fn", "terms", "rolls", "result"];

    constructor({ fn, terms = [], rolls = [], result, options } = {}) {
      super({ options });
      Object.assign(this, { fn, terms, result });
      this.isIntermediate = true;
      this.rolls = rolls.length === terms.length ? rolls : terms.map((term) => shared.Roll.create(term));
    }

    get dice() {
      return this.rolls.flatMap((roll) => roll.dice);
    }

    get expression() {
      return `${this.fn}(${this.terms.join(",")})`;
    }

    get total() {
      return this.result;
    }

    get function() {
      const found = dice.functions[this.fn] ?? Math[this.fn];
      return typeof found === "function" ? found : undefined;
    }

    get isDeterministic() {
      return this.fn !== "random" && this.rolls.every((roll) => roll.isDeterministic);
    }

    _evaluate(options) {
      if (!this.function) throw new Error(`${this.fn} is neither a function of CONFIG.Dice.functions nor of Math`);
      return evaluateAll(this, options, () => {
        this.result = this.function(...this.rolls.map((roll) => roll.total));
      });
    }

    static _fromData(data) {
      return super._fromData({ ...data, rolls: revived(data) });
    }
  }

  return { PoolTerm, FunctionTerm };
}
