/**
 * Dice terms: `DiceTerm`, die, coin and Fate die. `CONFIG.Dice.terms` maps letters to classes (`d`, `c`, `f`), so
 * `1d20` becomes a game system's own die. (fvtt-types 13.346, `terms/dice.d.mts`.)
 */

import { deepClone } from "../utils.mjs";
import { commandsOf, compareResult, DIE_METHODS, DIE_MODIFIERS, splitModifiers } from "./modifiers.mjs";

const MOST = 999; // "You may not evaluate a DiceTerm with more than 999 requested results"

/**
 * @param {object} dice  `CONFIG.Dice`
 * @param {Function} RollTerm
 * @param {{Roll: Function}} shared  The base class of rolls, which is made after the terms.
 */
export function createDiceTerms(dice, RollTerm, shared) {
  class DiceTerm extends RollTerm {
    static DENOMINATION = "";
    static MODIFIERS = {};
    static MODIFIERS_REGEXP_STRING = "([^ (){}[\\]+\\-*/]+)";
    static MODIFIER_REGEXP = /([A-z]+)([^A-z\s()+\-*/]+)?/g;
    static REGEXP = new RegExp(`^([0-9]+)?[dD]([A-z]|[0-9]+)${DiceTerm.MODIFIERS_REGEXP_STRING}?(?:\\[([^\\]]+)\\])?$`);
    static SERIALIZE_ATTRIBUTES = ["number", "faces", "modifiers", "results", "method"];

    constructor({ number = 1, faces = 6, method, modifiers = [], results = [], options = {} } = {}) {
      super({ options });
      this._number = number;
      this._faces = faces;
      this.method = method;
      this.modifiers = modifiers;
      this.results = results;
      if (results.length) this._evaluated = true;
    }

    get number() {
      return known(this._number);
    }

    set number(value) {
      this._number = value;
    }

    get faces() {
      return known(this._faces);
    }

    set faces(value) {
      this._faces = value;
    }

    get denomination() {
      return this.constructor.DENOMINATION;
    }

    /** The dice within this term, which decide its number of dice and faces. */
    get dice() {
      return [this._number, this._faces].flatMap((part) => part?.dice ?? []);
    }

    get expression() {
      const written = (part, least) =>
        part instanceof shared.Roll ? `(${part._formula})` : part === least ? "" : part;
      const faces = this.denomination === "d" ? written(this._faces) : this.denomination;
      return `${written(this._number)}d${faces}${this.modifiers.join("")}`;
    }

    get total() {
      if (!this._evaluated) return undefined;
      return this.results.reduce((sum, { active, count, result }) => (active ? sum + (count ?? result) : sum), 0);
    }

    get values() {
      return this.results.filter(({ active }) => active).map(({ result }) => result);
    }

    get isDeterministic() {
      return false;
    }

    alter(multiply, add) {
      if (this._evaluated) throw new Error("You may not alter a DiceTerm after it has already been evaluated");
      if (multiply) this._number = Math.round(this.number * multiply);
      if (add) this._number += add;
      return this;
    }

    _evaluate(options = {}) {
      return RollTerm.isDeterministic(this, options) ? this._evaluateSync(options) : this._evaluateAsync(options);
    }

    async _evaluateAsync(options = {}) {
      for (const part of [this._faces, this._number])
        if (part instanceof shared.Roll && !part._evaluated) await part.evaluate(options);
      this.#few();
      for (let n = this.results.length; n < Math.abs(this.number); n++) await this.roll(options);
      await this._evaluateModifiers();
      return this;
    }

    /** Evaluate to an extreme. A die that has to be rolled is refused, or left out if `strict` is false. */
    _evaluateSync(options = {}) {
      for (const part of [this._faces, this._number])
        if (part instanceof shared.Roll && !part._evaluated) part.evaluateSync(options);
      this.#few();
      for (let n = this.results.length; n < Math.abs(this.number); n++) {
        if (options.minimize) this.results.push({ result: Math.min(1, this.faces), active: true });
        else if (options.maximize) this.results.push({ result: this.faces, active: true });
        else if (options.strict ?? true) throw new Error("Cannot synchronously evaluate a non-deterministic term");
      }
      return this;
    }

    #few() {
      if (Math.abs(this.number) > MOST)
        throw new Error(`You may not evaluate a DiceTerm with more than ${MOST} requested results`);
    }

    async roll({ minimize = false, maximize = false, ...options } = {}) {
      const result = { result: undefined, active: true };
      if (minimize) result.result = Math.min(1, this.faces);
      else if (maximize) result.result = this.faces;
      else result.result = (await this._roll(options)) ?? this.randomFace();
      this.results.push(result);
      return result;
    }

    /** Ask a person for the result of a die thrown by hand. Nobody does that here. */
    async _roll(_options) {
      return undefined;
    }

    mapRandomFace(randomUniform) {
      return Math.ceil((1 - randomUniform) * this.faces);
    }

    randomFace() {
      const next = dice.nextFaces?.shift();
      return next === undefined ? this.mapRandomFace(dice.randomUniform()) : Math.min(next, this.faces);
    }

    getResultLabel({ result }) {
      return String(result);
    }

    getResultCSS(result) {
      const { rerolled, exploded, success, failure, discarded } = result;
      const marked = Object.entries({ success, failure, rerolled, exploded, discarded }).filter(([, holds]) => holds);
      const extreme = { 1: "min", [this.faces]: "max" }[success === undefined && !discarded ? result.result : ""];
      return [this.constructor.name.toLowerCase(), `d${this.faces}`, ...marked.map(([name]) => name), extreme ?? null];
    }

    getTooltipData() {
      const { expression: formula, total, faces, flavor } = this;
      const rolls = this.results.map((result) => ({
        result: this.getResultLabel(result),
        classes: this.getResultCSS(result).filter(Boolean).join(" "),
      }));
      return { formula, total, faces, flavor, rolls };
    }

    async _evaluateModifiers() {
      const requested = this.modifiers;
      this.modifiers = [];
      for (const modifier of requested) {
        const commands = commandsOf(modifier, this.constructor.MODIFIERS);
        for (const [command, written] of commands) await this._evaluateModifier(command, written);
        if (!commands.length) this.modifiers.push(modifier); // of another module, or a mistake: it changes nothing
      }
    }

    async _evaluateModifier(command, modifier) {
      const found = this.constructor.MODIFIERS[command];
      const method = typeof found === "string" ? this[found] : found;
      this.modifiers.push(modifier);
      await method?.call(this, modifier);
    }

    static compareResult = compareResult;

    static matchTerm(expression) {
      return expression.match(this.REGEXP);
    }

    static fromMatch([, number, faces, modifiers = "", flavor]) {
      return this.fromParseNode({ number: Number(number ?? 1), faces, modifiers, options: { flavor } });
    }

    static fromParseNode({ number, faces, modifiers, options }) {
      const Class = typeof faces === "string" && dice.terms[faces] ? dice.terms[faces] : dice.terms.d;
      const rolled = (part) => (part?.class === "ParentheticalTerm" ? shared.Roll.create(part.term) : part);
      const data = { number: rolled(number), modifiers: splitModifiers(modifiers), options };
      // the class of a letter knows its own faces
      return new Class(Class === dice.terms.d ? { ...data, faces: rolled(faces) } : data);
    }

    static _fromData(data) {
      const revived = (part) => (part?.class ? shared.Roll.fromData(part) : part);
      const term = super._fromData({ ...deepClone(data), number: revived(data.number), faces: revived(data.faces) });
      term._evaluated = data.evaluated ?? true;
      return term;
    }

    toJSON() {
      const json = (part) => (part instanceof shared.Roll && !part._evaluated ? part.toJSON() : known(part));
      return { ...super.toJSON(), number: json(this._number), faces: json(this._faces) };
    }
  }

  const known = (part) => (part instanceof shared.Roll ? part.total : part);

  class Die extends DiceTerm {
    static DENOMINATION = "d";
    static MODIFIERS = DIE_MODIFIERS;

    get denomination() {
      return "d";
    }
  }
  for (const [name, method] of Object.entries(DIE_METHODS)) {
    Object.defineProperty(Die.prototype, name, { value: method, writable: true, configurable: true });
  }

  class Coin extends DiceTerm {
    static DENOMINATION = "c";
    static MODIFIERS = { c: "call" };

    constructor(data = {}) {
      super({ ...data, faces: 2 });
    }

    mapRandomFace(randomUniform) {
      return Math.round(randomUniform);
    }

    getResultLabel({ result }) {
      return { 0: "T", 1: "H" }[result];
    }

    /** Call the toss: only coins with that result count. */
    call(modifier) {
      const called = Number(/\d/.exec(modifier)?.[0] ?? 1);
      for (const result of this.results) {
        result.success = result.result === called;
        result.count = result.success ? 1 : 0;
      }
    }
  }

  class FateDie extends DiceTerm {
    static DENOMINATION = "f";
    static MODIFIERS = Object.fromEntries(
      Object.entries(DIE_MODIFIERS).filter(([name]) => !/^(x|xo|min|max)$/.test(name)),
    );

    constructor(data = {}) {
      super({ ...data, faces: 3 });
    }

    mapRandomFace(randomUniform) {
      return Math.ceil(randomUniform * 3 - 2) || 0;
    }

    getResultLabel({ result }) {
      return { "-1": "-", 0: " ", 1: "+" }[result];
    }
  }
  Object.assign(FateDie.prototype, DIE_METHODS);

  return { DiceTerm, Die, Coin, FateDie };
}
