/**
 * The lines of a result, on the card and in the dialog of a roll: one for each subject, which is a modifier with the facts
 * that it rests on, or a fact that a GM has set and on which nothing rests. And what a press in a line decides. Pure.
 */

import { PART_OF } from "../util/wire.mjs";
import { effectSet, factSet, factsOf, holds, ownNumber, pressed, stateOf, undone } from "./decisions.mjs";

/**
 * @typedef {import("./decisions.mjs").Subject & {
 *   facts: string[],
 *   state: import("./decisions.mjs").State,
 *   counts: boolean,
 *   standing?: string[],
 *   note?: string,
 * }} Line `facts`: what may be set beside it; `counts`: it changes the roll, here or in the game system;
 *   `standing`: what its rule always says; `note`: what else its line says
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
 * Return a line's name among those of its result, which its buttons have as `data-modifier`.
 * @param {Pick<Line, "modifier" | "forced">} line
 */
export const idOf = ({ modifier, forced }) => modifier?.id ?? `fact-${forced[0].fact}`;

/**
 * @typedef {object} Found what a button is about
 * @property {Pick<Line, "modifier" | "forced" | "beside" | "uncounted">[]} lines those of its result
 * @property {Pick<Line, "modifier" | "forced" | "beside" | "uncounted">} [line] its own
 * @property {import("./decisions.mjs").Kept} kept
 *
 * @typedef {(found: Found, button: {fact?: string, value?: string}) => import("./decisions.mjs").Change | null} Press
 */

/** What a press of each button in a line decides, by its `data-coign`. @type {Record<string, Press>} */
export const PRESSES = {
  toggle: ({ line, kept }) => (line ? pressed(line, kept) : null),
  undone: ({ line, kept }) => (line ? undone(line, kept) : null),
  step: ({ lines, kept }, { fact = "", value = "null" }) => {
    const about = lines.find(({ modifier }) => modifier?.figure === PART_OF[fact]);
    return factSet(about ?? { modifier: null, forced: [], beside: [] }, fact, JSON.parse(value), kept);
  },
  count: ({ line, kept }, { value }) => {
    const number = line?.modifier && ownNumber(line.modifier, kept);
    if (!line?.modifier || !number) return null;
    const next = number.value + Number(value);
    return effectSet(line.modifier, { ...number, value: next || Number(value) }, kept); // no number is zero
  },
};

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
