/** The terms of a roll that are not dice: signs, numbers, text, brackets. (fvtt-types 13.346, `client/dice/terms`.) */

import { deepClone } from "../utils.mjs";

/**
 * @param {object} dice  `CONFIG.Dice`: its `termTypes` name the classes by which saved terms are restored.
 * @param {{Roll: Function}} shared  The base class of rolls, which is made after the terms.
 */
export function createTerms(dice, shared) {
  class RollTerm {
    static FLAVOR_REGEXP_STRING = "(?:\\[([^\\]]+)\\])";
    static FLAVOR_REGEXP = /(?:\[([^\]]+)\])/g;
    static REGEXP = undefined;
    static SERIALIZE_ATTRIBUTES = [];

    constructor({ options = {} } = {}) {
      this.options = options;
      this._evaluated = false;
      this.isIntermediate = false;
    }

    get flavor() {
      return this.options.flavor || "";
    }

    get expression() {
      throw new Error(`${this.constructor.name} has no expression`);
    }

    get formula() {
      return this.flavor ? `${this.expression}[${this.flavor}]` : this.expression;
    }

    get total() {
      return undefined;
    }

    get isDeterministic() {
      return true;
    }

    get resolver() {
      return this._root?._resolver;
    }

    evaluate(options = {}) {
      if (this._evaluated)
        throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
      this._evaluated = true;
      return this._evaluate(options);
    }

    _evaluate() {
      return this;
    }

    /** Tell whether a term needs no random number; a die at its extreme does not. */
    static isDeterministic(term, { minimize = false, maximize = false } = {}) {
      return minimize || maximize || term.isDeterministic;
    }

    static fromData(data) {
      const Class = dice.termTypes[data.class] ?? Object.values(dice.terms).find(({ name }) => name === data.class);
      if (!Class) throw new Error(`Unable to recreate ${data.class} instance from provided data`);
      return Class._fromData(data);
    }

    static fromParseNode({ class: _class, formula: _formula, ...data }) {
      return new this(data);
    }

    static _fromData(data) {
      const term = new this(data);
      term._evaluated = data.evaluated ?? true;
      return term;
    }

    static fromJSON(json) {
      return this.fromData(JSON.parse(json));
    }

    toJSON() {
      const data = { class: this.constructor.name, options: this.options, evaluated: this._evaluated };
      for (const name of this.constructor.SERIALIZE_ATTRIBUTES) data[name] = this[name];
      return data;
    }
  }

  class OperatorTerm extends RollTerm {
    static PRECEDENCE = { "+": 10, "-": 10, "*": 20, "/": 20, "%": 20 };
    static OPERATORS = Object.keys(OperatorTerm.PRECEDENCE);
    static REGEXP = /[+\-*/%]/g;
    static SERIALIZE_ATTRIBUTES = ["operator"];

    constructor({ operator, options }) {
      super({ options });
      this.operator = operator;
    }

    get flavor() {
      return "";
    }

    get expression() {
      return ` ${this.operator} `;
    }

    get total() {
      return ` ${this.operator} `;
    }
  }

  class NumericTerm extends RollTerm {
    static REGEXP = /^([0-9]+(?:\.[0-9]+)?)(?:\[([^\]]+)\])?$/;
    static SERIALIZE_ATTRIBUTES = ["number"];

    constructor({ number, options }) {
      super({ options });
      this.number = Number(number);
    }

    get expression() {
      return String(this.number);
    }

    get total() {
      return this.number;
    }
  }

  class StringTerm extends RollTerm {
    static SERIALIZE_ATTRIBUTES = ["term"];

    constructor({ term, options }) {
      super({ options });
      this.term = term;
    }

    get expression() {
      return this.term;
    }

    get total() {
      return this.term;
    }

    get isDeterministic() {
      return !this.term.match(/^\d*d\d/);
    }

    _evaluate({ allowStrings = false } = {}) {
      if (!allowStrings) throw new Error(`Unresolved StringTerm ${this.term} requested for evaluation`);
      return this;
    }
  }

  /** A formula in brackets, evaluated as a roll of its own. */
  class ParentheticalTerm extends RollTerm {
    static SERIALIZE_ATTRIBUTES = ["term", "roll"];

    constructor({ term, roll, options }) {
      super({ options });
      this.roll = roll ?? null;
      this.term = term ?? roll?.formula;
      this.isIntermediate = true;
    }

    #inner() {
      return this.roll ?? shared.Roll.create(this.term);
    }

    get dice() {
      return this.roll?.dice ?? [];
    }

    get expression() {
      return `(${this.term})`;
    }

    get total() {
      return this.roll?.total;
    }

    get isDeterministic() {
      return this.#inner().isDeterministic;
    }

    _evaluate(options) {
      this.roll = this.#inner();
      if (this.roll._evaluated) return this;
      this.roll._root = this._root;
      if (RollTerm.isDeterministic(this, options)) {
        this.roll.evaluateSync(options);
        return this;
      }
      return this.roll.evaluate(options).then(() => this);
    }

    static _fromData(data) {
      return super._fromData({ ...data, roll: data.roll && shared.Roll.fromData(deepClone(data.roll)) });
    }
  }

  return { RollTerm, OperatorTerm, NumericTerm, StringTerm, ParentheticalTerm };
}
