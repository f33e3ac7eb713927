/**
 * `Roll`, made to be subclassed: game systems register their own (`D20Roll`) in `CONFIG.Dice.rolls`, and every step
 * here goes through `this.constructor`, so that their class is used. A saved roll cannot be restored if its class is
 * not registered. (fvtt-types 13.346, `client/dice/roll.d.mts`.)
 *
 * Evaluation is asynchronous since v12; `evaluateSync` allows dice only at their extremes.
 */

import { escapeHTML, getProperty } from "../utils.mjs";
import { calculate } from "./arithmetic.mjs";
import { parseFormula } from "./grammar.mjs";

/**
 * @param {object} dice  `CONFIG.Dice`
 * @param {Record<string, Function>} classes  The terms by name.
 * @param {object} client  For the messages that rolls become.
 */
export function createRollClass(dice, classes, client) {
  return class Roll {
    static CHAT_TEMPLATE = "templates/dice/roll.hbs";
    static TOOLTIP_TEMPLATE = "templates/dice/tooltip.hbs";
    static RESOLVERS = new Map();

    constructor(formula = "", data = {}, options = {}) {
      this.data = this._prepareData(data);
      this.options = options;
      this.terms = this.constructor.parse(formula, this.data);
      this._dice = [];
      this._formula = this.resetFormula();
      this._evaluated = false;
      this._total = undefined;
    }

    _prepareData(data) {
      return data;
    }

    static create(formula, data = {}, options = {}) {
      return new this.defaultImplementation(formula, data, options);
    }

    static get defaultImplementation() {
      return dice.rolls[0];
    }

    static parse(formula, data = {}) {
      if (!formula) return [];
      const text = this.replaceFormulaData(String(formula), data, { missing: "0" });
      return this.instantiateAST(parseFormula(text, (letter) => letter in dice.terms));
    }

    static instantiateAST(nodes) {
      return [nodes].flat().map((node) => classes[node.class].fromParseNode(node));
    }

    static replaceFormulaData(formula, data, { missing, warn = false } = {}) {
      return String(formula).replace(/@([a-z.0-9_-]+)/gi, (match, path) => {
        const value = getProperty(data ?? {}, path);
        if (value !== null && value !== undefined) return String(value).trim();
        if (warn) client.ui?.notifications.warn(`The data ${match} of a roll is missing`);
        return missing === undefined ? match : String(missing);
      });
    }

    static getFormula(terms) {
      return terms
        .map((term) => term.formula)
        .join("")
        .trim();
    }

    /** Tell whether a formula can be rolled, with any values for its `@` references. */
    static validate(formula) {
      try {
        new this(formula.replace(/@([a-z.0-9_-]+)/gi, "1")).evaluateSync({ strict: false });
        return true;
      } catch {
        return false; // a formula that cannot be rolled is an answer here, not a failure
      }
    }

    static safeEval(expression) {
      const roll = new Roll(expression);
      const total = roll.isDeterministic ? roll.evaluateSync().total : Number.NaN;
      if (!Number.isFinite(total))
        throw new Error(`Roll.safeEval produced a non-numeric result from expression "${expression}"`);
      return total;
    }

    /** Join texts with the terms next to them into dice if possible: `(1 + 1)` and `d6` were one term before v12. */
    static simplifyTerms(terms) {
      return terms.every((term) => !(term instanceof classes.StringTerm)) ? terms : this.parse(this.getFormula(terms));
    }

    static async simulate(formula, times = 10000) {
      const totals = [];
      for (let n = 0; n < times; n++) totals.push((await new this(formula).evaluate()).total);
      return totals;
    }

    static fromTerms(terms, options = {}) {
      const roll = new this("", {}, options);
      roll.terms = terms;
      roll._formula = roll.resetFormula();
      const evaluated = terms.map((term) => term._evaluated);
      if (evaluated.some(Boolean) && !terms.every((term) => term._evaluated || !isRolled(term)))
        throw new Error("You can only call Roll.fromTerms with terms that are either all evaluated or all unevaluated");
      if (evaluated.some(Boolean) && terms.some(isRolled)) {
        roll._total = roll._evaluateTotal();
        roll._evaluated = true;
      }
      return roll;
    }

    static fromData(data) {
      if (data.class && data.class !== this.name) {
        const Class = dice.rolls.find(({ name }) => name === data.class);
        if (!Class) throw new Error(`Unable to recreate ${data.class} instance from provided data`);
        return Class.fromData(data);
      }
      const roll = new this(data.formula ?? "", {}, data.options ?? {});
      roll.terms = data.terms.map((term) => classes.RollTerm.fromData(term));
      roll._dice = (data.dice ?? []).map((term) => classes.RollTerm.fromData(term));
      roll._formula = data.formula ?? roll.resetFormula();
      roll._evaluated = data.evaluated ?? true;
      roll._total = data.total;
      return roll;
    }

    static fromJSON(json) {
      return this.fromData(JSON.parse(json));
    }

    get dice() {
      const inside = (term) => [...(term.dice ?? []), ...(term instanceof classes.DiceTerm ? [term] : [])];
      return [...this._dice, ...this.terms.flatMap(inside)];
    }

    get formula() {
      return this.constructor.getFormula(this.terms);
    }

    get result() {
      return this.terms
        .map((term) => term.total)
        .join("")
        .trim();
    }

    get total() {
      return Number(this._total) || (this._total === 0 ? 0 : this._total);
    }

    get product() {
      return this._total;
    }

    get isDeterministic() {
      return this.terms.every((term) => term.isDeterministic);
    }

    alter(multiply, add, { multiplyNumeric = false } = {}) {
      if (this._evaluated) throw new Error("You may not alter a Roll which has already been evaluated");
      for (const term of this.terms) {
        if (term.alter) term.alter(multiply, add);
        else if (multiplyNumeric && term instanceof classes.NumericTerm) term.number *= multiply;
      }
      this.resetFormula();
      return this;
    }

    clone() {
      return new this.constructor(this._formula, this.data, this.options);
    }

    #once() {
      if (this._evaluated)
        throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
      this._evaluated = true;
    }

    async evaluate(options = {}) {
      this.#once();
      return this._evaluate(options);
    }

    async _evaluate(options) {
      for (const term of this.terms) {
        term._root = this._root ?? this;
        if (!term._evaluated) await term.evaluate(options);
      }
      this._total = this._evaluateTotal();
      return this;
    }

    evaluateSync({ strict = true, ...options } = {}) {
      this.#once();
      return this._evaluateSync({ strict, ...options });
    }

    _evaluateSync({ strict = true, ...options } = {}) {
      for (const term of this.terms) {
        if (strict && !classes.RollTerm.isDeterministic(term, options))
          throw new Error("This Roll contains terms that cannot be synchronously evaluated.");
        if (!term._evaluated && classes.RollTerm.isDeterministic(term, options)) term.evaluate({ strict, ...options });
      }
      this._total = this._evaluateTotal();
      return this;
    }

    /** Add up the terms. Terms that a lenient synchronous evaluation left out count as 0. */
    _evaluateTotal() {
      const totals = this.terms.map((term) => (typeof term.total === "string" ? term.total.trim() : (term.total ?? 0)));
      if (totals.length === 1 && typeof totals[0] === "string" && totals[0] !== "") return totals[0];
      return totals.length ? calculate(totals) : 0;
    }

    roll(options) {
      return this.evaluate(options);
    }

    reroll(options) {
      return this.clone().evaluate(options);
    }

    resetFormula() {
      this._formula = this.constructor.getFormula(this.terms);
      return this._formula;
    }

    propagateFlavor(flavor) {
      for (const term of this.terms)
        if (!(term instanceof classes.OperatorTerm) && !term.flavor) term.options.flavor = flavor;
    }

    toString() {
      return this._formula;
    }

    toJSON() {
      return {
        class: this.constructor.name,
        options: this.options,
        dice: this._dice,
        formula: this._formula,
        terms: this.terms.map((term) => term.toJSON()),
        total: this._total,
        evaluated: this._evaluated,
      };
    }

    async getTooltip() {
      const parts = this.dice.map((die) => {
        const { formula, total, rolls } = die.getTooltipData();
        const faces = rolls.map(({ result, classes: css }) => `<li class="roll ${css}">${result}</li>`);
        return `<section class="tooltip-part"><div class="dice"><header class="part-header"><span
          class="part-formula">${escapeHTML(formula)}</span><span class="part-total">${total}</span></header><ol
          class="dice-rolls">${faces.join("")}</ol></div></section>`;
      });
      return `<div class="dice-tooltip"><div class="wrapper">${parts.join("")}</div></div>`;
    }

    /**
     * Render `.dice-roll > .dice-result > .dice-formula, .dice-tooltip, .dice-total`; a private roll as question marks.
     */
    async render({ flavor, isPrivate = false } = {}) {
      if (!this._evaluated) await this.evaluate({ allowInteractive: !isPrivate });
      const [formula, total] = isPrivate
        ? ["???", "?"]
        : [escapeHTML(this._formula), Math.round(this.total * 100) / 100];
      return `<div class="dice-roll" data-action="expandRoll">${flavor && !isPrivate ? `<div class="dice-flavor">${flavor}</div>` : ""}
        <div class="dice-result"><div class="dice-formula">${formula}</div>${isPrivate ? "" : await this.getTooltip()}<h4
        class="dice-total">${total}</h4></div></div>`;
    }

    /** Create a message of this roll, or return its data if `create` is false. */
    async toMessage(messageData = {}, { rollMode, create = true } = {}) {
      if (rollMode === "roll") rollMode = undefined;
      if (!this._evaluated) await this.evaluate({ allowInteractive: !/^blind/.test(rollMode ?? "") });
      const ChatMessage = client.CONFIG.ChatMessage.documentClass;
      const message = new ChatMessage({
        sound: client.CONFIG.sounds.dice,
        content: String(this.total),
        ...messageData,
        rolls: [JSON.stringify(this)],
      });
      if (create) return ChatMessage.create(message.toObject(), { rollMode });
      if (rollMode) message.applyRollMode(rollMode);
      return message.toObject();
    }
  };

  function isRolled(term) {
    return !term.isDeterministic;
  }
}
