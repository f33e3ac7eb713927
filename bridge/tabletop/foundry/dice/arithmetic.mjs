/** Calculate numbers and the signs between them, with the precedence of arithmetic. */

const PRECEDENCE = { "+": 10, "-": 10, "*": 20, "/": 20, "%": 20 };
const CALCULATE = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
};

/**
 * @param {(number | string)[]} tokens  Numbers and signs; a sign in place of a number belongs to the next number.
 * @returns {number}
 * @throws if an operand is missing or is no number
 */
export function calculate(tokens) {
  let at = 0;
  const total = sum(0);
  if (at < tokens.length) throw new Error(`${tokens[at]} stands where an operator is due`);
  return total;

  function sum(least) {
    let left = operand();
    while (PRECEDENCE[tokens[at]] > least) {
      const operator = tokens[at++];
      left = CALCULATE[operator](left, sum(PRECEDENCE[operator]));
    }
    return left;
  }

  function operand() {
    const token = tokens[at++];
    if (token === "-") return -operand();
    if (token === "+") return operand();
    const number = typeof token === "string" && token.trim() === "" ? Number.NaN : Number(token);
    if (token === null || Number.isNaN(number)) throw new Error(`${token} is not a number`);
    return number;
  }
}
