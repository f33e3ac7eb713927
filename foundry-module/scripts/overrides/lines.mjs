/**
 * The lines of a result, on the card and in the dialog of a roll. The engine sets their states, and decides the effect of a
 * press in one of them (`attack/presses.mjs`). Pure.
 */

/**
 * @typedef {Omit<Coign.Wire.Line, "modifier" | "forced">} Judged
 *
 * @typedef {Judged & {modifier: Coign.Modifier | null, forced: Coign.Wire.ForcedFact[], standing?: string[], note?: string}} Line
 *   `forced`: its facts that a GM has set; `standing`: the fixed text of its rule; `note`: further text of its line
 */

/**
 * List the lines of a result with their modifiers, in its order.
 * @param {Pick<Coign.Result, "lines" | "modifiers" | "forced">} result
 * @returns {Line[]}
 */
export const linesOf = ({ lines = [], modifiers, forced = [] }) =>
  lines.map((line) => ({
    ...line,
    modifier: line.modifier === null ? null : modifiers[line.modifier],
    forced: line.forced.map((place) => forced[place]),
  }));

/**
 * Return the lines that all of several targets have alike, and of each target the others.
 * @param {Line[][]} lines of each target
 */
export function inCommon(lines) {
  const keyOf = (/** @type {Line} */ { modifier, forced, state }) =>
    JSON.stringify([
      modifier && { ...modifier, override: null },
      forced.map(({ fact, value }) => [fact, value]),
      state,
    ]);
  const [first = [], ...others] = lines;
  const keys = others.map((list) => new Set(list.map(keyOf)));
  const common = first.filter((line) => keys.every((set) => set.has(keyOf(line))));
  const shared = new Set(common.map(keyOf));
  return { common, own: lines.map((list) => list.filter((line) => !shared.has(keyOf(line)))) };
}

const PRESSES = /** @type {const} */ (["turn", "undo", "set", "count"]);

/**
 * Return a line button's question to the engine; null if the button decides nothing.
 * @param {{coign?: string, value?: string}} dataset of the button
 * @returns {Coign.Press | null}
 */
export function pressOf({ coign, value }) {
  const button = PRESSES.find((press) => press === coign);
  return button ? { button, value: value === undefined ? null : JSON.parse(value) } : null;
}
