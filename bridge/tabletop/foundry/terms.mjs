/** The terms of a roll: dice, numbers and the signs between them. */

import { deepClone } from "./utils.mjs";

/** @param {{randomUniform: () => number, nextFaces: number[]}} dice */
export function createTerms(dice) {
  class RollTerm {
    constructor({ options = {} } = {}) {
      this.options = options;
      this.evaluated = false;
    }

    toJSON() {
      return { class: this.constructor.name, options: this.options, evaluated: this.evaluated };
    }

    static fromData(data) {
      const term = new TERMS[data.class](data);
      term.evaluated = data.evaluated ?? true;
      return term;
    }
  }

  class OperatorTerm extends RollTerm {
    constructor(data) {
      super(data);
      this.operator = data.operator;
    }

    get total() {
      return ` ${this.operator} `;
    }

    get expression() {
      return ` ${this.operator} `;
    }

    toJSON() {
      return { ...super.toJSON(), operator: this.operator };
    }
  }

  class NumericTerm extends RollTerm {
    constructor(data) {
      super(data);
      this.number = data.number;
    }

    get total() {
      return this.number;
    }

    get expression() {
      return String(this.number);
    }

    toJSON() {
      return { ...super.toJSON(), number: this.number };
    }
  }

  class Die extends RollTerm {
    constructor({ number = 1, faces = 6, modifiers = [], results = [], ...data }) {
      super(data);
      Object.assign(this, { number, faces, modifiers, results: deepClone(results) });
    }

    get denomination() {
      return "d";
    }

    get expression() {
      return `${this.number}d${this.faces}${this.modifiers.join("")}`;
    }

    get total() {
      return this.results.reduce((sum, one) => sum + (one.active ? one.result : 0), 0);
    }

    get values() {
      return this.results.filter((one) => one.active).map((one) => one.result);
    }

    roll({ minimize = false, maximize = false } = {}) {
      let face = dice.nextFaces.shift() ?? Math.ceil((1 - dice.randomUniform()) * this.faces);
      if (minimize) face = 1;
      if (maximize) face = this.faces;
      this.results.push({ result: Math.min(face, this.faces), active: true });
    }

    evaluate(options) {
      for (let n = 0; n < this.number; n++) this.roll(options);
      for (const modifier of this.modifiers) this.#keep(modifier);
      this.evaluated = true;
    }

    #keep(modifier) {
      const [, what, count] = /^k([hl]?)(\d*)$/i.exec(modifier) ?? [];
      if (what === undefined) return;
      const best = [...this.results].sort((a, b) => (what === "l" ? a.result - b.result : b.result - a.result));
      for (const one of best.slice(Number(count || 1))) Object.assign(one, { active: false, discarded: true });
    }

    toJSON() {
      const { number, faces, modifiers, results } = this;
      return { ...super.toJSON(), number, faces, modifiers, results };
    }
  }

  const TERMS = { Die, NumericTerm, OperatorTerm };
  return { RollTerm, ...TERMS };
}
