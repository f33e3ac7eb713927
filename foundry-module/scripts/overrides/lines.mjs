/**
 * The lines of a result, on the card and in the dialog of a roll. Their states are the engine's, and so is what a press in
 * one of them decides (`attack/presses.mjs`). Pure.
 */

/**
 * @typedef {Omit<Coign.Wire.Line, "modifier" | "forced">} Judged
 *
 * @typedef {Judged & {modifier: Coign.Modifier | null, forced: Coign.Wire.ForcedFact[], standing?: string[], note?: string}} Line
 *   `forced`: the facts it rests on that a GM has set; `standing`: what its rule always says; `note`: what else its line
 *   says
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
 * Return what a button in a line asks the engine; null if it decides nothing.
 * @param {{coign?: string, value?: string}} dataset of the button
 * @returns {Coign.Press | null}
 */
export function pressOf({ coign, value }) {
  const button = PRESSES.find((one) => one === coign);
  return button ? { button, value: value === undefined ? null : JSON.parse(value) } : null;
}
