/**
 * Parse dice notation into nodes: the shapes that the published types call `RollParseNode` (fvtt-types 13.346,
 * `client/dice/_types.d.mts`), in the order of the formula.
 *
 *     4d6r1kh3[fire] + max(@mod, 2) * (1 + 1) - {1d8, 1d10}kl
 *
 * Nothing is calculated here. Text that is no dice, number, function, group or sign becomes a StringTerm, which is
 * refused when the roll is evaluated, as in Foundry.
 */

const OPERATORS = "+-*/%";
/** "Anything until a space, group symbol, or arithmetic operator" (`terms/dice.d.mts`), and a pool's comma. */
const MODIFIERS = /[^ (){}[\]+\-*/,]+/y;
const NUMBER = /\d+(?:\.\d+)?|\.\d+/y;
const FUNCTION = /([a-z$_][\w$]*)\(/iy;
const FLAVOR = /\s*\[([^\]]*)\]/y;
const WORD = /[^\s+\-*/%(){}[\],]+/y;

/**
 * @param {string} formula  Without `@` references.
 * @param {(letter: string) => boolean} isDenomination  Tells whether `d` and this letter are a kind of die.
 * @returns {object[]} nodes
 * @throws if a bracket or an operand is missing
 */
export function parseFormula(formula, isDenomination) {
  const reader = new Reader(formula, isDenomination);
  const nodes = reader.expression();
  if (!reader.atEnd) reader.fail();
  return nodes;
}

class Reader {
  #at = 0;

  constructor(text, isDenomination) {
    this.text = text;
    this.isDenomination = isDenomination;
  }

  get atEnd() {
    this.#space();
    return this.#at >= this.text.length;
  }

  fail() {
    throw new Error(`Unable to parse the roll formula "${this.text}" at "${this.text.slice(this.#at)}"`);
  }

  /** Read operands with signs before and between them, until a closing symbol or the end. */
  expression() {
    const nodes = [];
    let operandIsMissing = false;
    while (!this.atEnd && !")},".includes(this.text[this.#at])) {
      const sign = this.text[this.#at];
      if (OPERATORS.includes(sign)) {
        nodes.push({ class: "OperatorTerm", formula: ` ${sign} `, operator: sign });
        this.#at++;
        operandIsMissing = true;
        continue;
      }
      if (nodes.length && !operandIsMissing) this.fail();
      nodes.push(this.#operand());
      operandIsMissing = false;
    }
    if (operandIsMissing) this.fail();
    return nodes;
  }

  #operand() {
    const start = this.#at;
    const node = this.#dice() ?? this.#pool() ?? this.#function() ?? this.#group() ?? this.#number() ?? this.#word();
    const [, flavor] = this.#take(FLAVOR) ?? [];
    return { ...node, options: { flavor }, formula: this.text.slice(start, this.#at) };
  }

  /** Read dice such as `4d6`, `d20`, `dc` or `(1 + 1)d(2 * 3)`. If there are none, return null and read nothing. */
  #dice() {
    const start = this.#at;
    const number = this.#group() ?? this.#number();
    const found = /[dD]/.test(this.text[this.#at] ?? "") && this.#faces();
    if (!found) {
      this.#at = start;
      return null;
    }
    const [modifiers = ""] = this.#take(MODIFIERS) ?? [];
    return { class: "DiceTerm", number: number?.number ?? number ?? 1, faces: found, modifiers };
  }

  #faces() {
    this.#at++;
    const letter = this.text[this.#at] ?? "";
    if (/[a-z]/i.test(letter) && this.isDenomination(letter.toLowerCase())) {
      this.#at++;
      return letter.toLowerCase();
    }
    return this.#group() ?? Number(this.#take(/\d+/y)?.[0] ?? 0);
  }

  #pool() {
    if (this.text[this.#at] !== "{") return null;
    const terms = this.#list("}");
    const [modifiers = ""] = this.#take(MODIFIERS) ?? [];
    return { class: "PoolTerm", terms, modifiers };
  }

  #function() {
    const found = this.#take(FUNCTION);
    if (!found) return null;
    this.#at--; // the bracket belongs to the list
    return { class: "FunctionTerm", fn: found[1], terms: this.#list(")") };
  }

  /** Read the formulas between brackets, which commas separate. */
  #list(close) {
    const terms = [];
    do {
      this.#at++;
      this.#space();
      const start = this.#at;
      if (this.expression().length) terms.push(this.text.slice(start, this.#at).trim());
    } while (this.text[this.#at] === ",");
    if (this.text[this.#at] !== close) this.fail();
    this.#at++;
    return terms;
  }

  #group() {
    if (this.text[this.#at] !== "(") return null;
    const [term = "", ...more] = this.#list(")");
    if (more.length) this.fail();
    return { class: "ParentheticalTerm", term };
  }

  #number() {
    const found = this.#take(NUMBER);
    return found && { class: "NumericTerm", number: Number(found[0]) };
  }

  #word() {
    const found = this.#take(WORD);
    if (!found) this.fail();
    return { class: "StringTerm", term: found[0] };
  }

  #take(expression) {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.text);
    if (found) this.#at = expression.lastIndex;
    return found;
  }

  #space() {
    while (/\s/.test(this.text[this.#at] ?? "")) this.#at++;
  }
}
