/**
 * The lines of a card: one for each subject of a result, which is a modifier with the facts that it rests on, or a fact
 * that a GM has set and on which nothing rests. Pure.
 */

import { factsOf, holds, stateOf } from "../overrides/decisions.mjs";
import { PART_OF } from "../util/wire.mjs";

/**
 * @typedef {import("../overrides/decisions.mjs").Subject & {
 *   facts: string[],
 *   state: import("../overrides/decisions.mjs").State,
 *   counts: boolean,
 *   standing?: string[],
 * }} Line `facts`: what may be set beside it; `counts`: it changes the roll, here or in the game system;
 *   `standing`: what its rule always says
 */

/**
 * List the lines of a result, in its order.
 * @param {Coign.Result} result
 * @param {string[]} offered the facts that a GM may set
 * @returns {Line[]}
 */
export function linesOf({ modifiers, forced = [], facts }, offered) {
  const last = new Map(modifiers.map(({ figure }, nth) => [figure, nth]));
  const lines = modifiers.map((modifier, nth) => {
    const { figure } = modifier;
    const ofFigure = forced.filter(({ fact }) => PART_OF[fact] === figure);
    return lineOf({
      modifier,
      forced: ofFigure,
      beside: modifiers.flatMap((one) => (one !== modifier && figure && one.figure === figure ? one.id : [])),
      uncounted: facts?.cover?.uncounted?.degree ?? null,
      facts: last.get(figure) === nth ? factsOf(figure, offered) : [],
    });
  });
  const alone = forced.filter(({ fact }) => !modifiers.some(({ figure }) => figure === PART_OF[fact]));
  return [
    ...lines,
    ...alone.map((one) => lineOf({ modifier: null, forced: [one], beside: [], facts: factsOf(one.fact, offered) })),
  ];
}

/** @param {Omit<Line, "state" | "counts">} line @returns {Line} */
function lineOf(line) {
  const { modifier } = line;
  return {
    ...line,
    state: stateOf(line),
    counts: modifier !== null && holds(modifier) && (modifier.state === "on" || modifier.aside === "counted"),
  };
}

/**
 * Return the lines that all of several targets have alike, and of each target the others.
 * @param {Line[][]} lines of each target
 * @returns {{common: Line[], own: Line[][]}}
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
