/**
 * The lines of a result, on the card and in the dialog of a roll, and what a press of a GM in one of them decides, as
 * overrides. Pure.
 *
 * Each line has a subject: a modifier with the facts that it rests on, or a fact that a GM has set and on which nothing
 * rests. A subject has one of three states, wherever it is shown:
 *
 * | state | the card shows | a press | undo |
 * | --- | --- | --- | --- |
 * | measured | what the measurement gives | switches it off | - |
 * | set | what a GM has said instead | switches it off | back to measured |
 * | off | the same, struck through | switches it on as it was | back to measured |
 *
 * Setting a degree or a number sets the subject, from any state. Every press changes the overrides of this roll alone; one
 * with a wider scope is answered with "as measured" for this roll. The bridge lets the later of two count.
 *
 * A dialog asks for the same with a reason, and for any scope (`answersTo`, `answered`). Its answer always counts for the
 * roll at hand: it replaces what was set for this roll alone, or for this attacker and target alone.
 */

import { PART_OF } from "../util/wire.mjs";
import { withScope } from "./overrides.mjs";

/**
 * @typedef {"measured" | "set" | "off"} State
 * @typedef {import("./overrides.mjs").Change} Change
 *
 * @typedef {object} Subject
 * @property {Coign.Modifier | null} modifier
 * @property {Coign.Wire.ForcedFact[]} forced the facts it rests on that a GM has set
 * @property {string[]} beside the ids of the other modifiers that rest on the same fact
 * @property {string | null} [uncounted] the degree of cover that the rules set aside: a press lets it count
 *
 * @typedef {Subject & {facts: string[], state: State, counts: boolean, standing?: string[], note?: string}} Line
 *   `facts`: what may be set beside it; `counts`: it changes the roll, here or in the game system; `standing`: what its
 *   rule always says; `note`: what else its line says
 *
 * @typedef {object} Kept
 * @property {Coign.Override[]} overrides all that were applied, which `modifier.override` numbers
 * @property {import("./overrides.mjs").Parties} parties
 *
 * @typedef {{lines: Subject[], line?: Subject, kept: Kept}} Found what a button is about: the lines of its result, its own,
 *   and what was decided
 */

/**
 * List the lines of a result, in its order.
 * @param {Coign.Result} result
 * @param {string[]} offered the facts that a GM may set
 * @returns {Line[]}
 */
export function linesOf({ modifiers, forced = [], facts }, offered) {
  const last = new Map(modifiers.map(({ figure }, nth) => [figure, nth]));
  const settable = (/** @type {string | null} */ figure) => offered.filter((fact) => PART_OF[fact] === figure);
  const lines = modifiers.map((modifier, nth) => {
    const { figure } = modifier;
    return lineOf({
      modifier,
      forced: forced.filter(({ fact }) => PART_OF[fact] === figure),
      beside: modifiers.flatMap((one) => (one !== modifier && figure && one.figure === figure ? one.id : [])),
      uncounted: facts?.cover?.uncounted?.degree ?? null,
      facts: last.get(figure) === nth ? settable(figure) : [],
    });
  });
  const alone = forced.filter(({ fact }) => !modifiers.some(({ figure }) => figure === PART_OF[fact]));
  return [
    ...lines,
    ...alone.map((one) => lineOf({ modifier: null, forced: [one], beside: [], facts: settable(one.fact) })),
  ];
}

/** @param {Omit<Line, "state" | "counts">} line @returns {Line} */
function lineOf(line) {
  const { modifier } = line;
  const counts = modifier !== null && holds(modifier) && (modifier.state === "on" || modifier.aside === "counted");
  return { ...line, state: stateOf(line), counts };
}

/**
 * Return a line's name among those of its result, which its buttons have as `data-modifier`.
 * @param {Pick<Line, "modifier" | "forced">} line
 */
export const idOf = ({ modifier, forced }) => modifier?.id ?? `fact-${forced[0].fact}`;

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

/**
 * What a press of each button in a line decides, by its `data-coign`.
 * @type {Record<string, (found: Found, button: {fact?: string, value?: string}) => Change | null>}
 */
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
 * Return whether a modifier is part of the attack: it counts, or something else takes its place.
 * @param {Coign.Modifier} modifier
 */
export const holds = ({ state, aside }) => state === "on" || (state === "set-aside" && aside !== "rule");

/**
 * @param {Pick<Subject, "modifier" | "forced">} subject
 */
export function stateOf({ modifier, forced }) {
  if (modifier?.state === "off") return "off";
  return forced.length || typeof modifier?.override === "number" ? "set" : "measured";
}

/**
 * Switch a subject off, or on again.
 * @param {Subject} subject
 * @param {Kept} kept
 * @returns {Change}
 */
export function pressed(subject, kept) {
  const { modifier, forced, uncounted } = subject;
  if (!modifier) return undone(subject, kept);
  const { parties } = kept;
  const own = about(kept, (one) => one.modifier === modifier.id && !one.effect);
  const decided = (/** @type {Partial<Coign.Override>} */ more) =>
    withScope({ modifier: modifier.id, ...more }, "roll", parties);
  if (holds(modifier)) {
    const forcedOn = own.roll.some(({ state = "on" }) => state === "on");
    return { remove: own.roll, add: [decided({ state: "off", ...(forcedOn && { value: "on" }) })] };
  }
  if (modifier.state === "set-aside")
    return uncounted && modifier.figure === "cover"
      ? { remove: own.roll, add: [withScope({ fact: "cover", value: uncounted, state: "on" }, "roll", parties)] }
      : { remove: own.roll, add: [decided({ state: "on" })] };
  if (own.roll.some(({ value }) => value === "on")) return { remove: own.roll, add: [decided({ state: "on" })] };
  if (own.wide.length) return { remove: own.roll, add: [decided({ state: "measured" })] };
  if (own.roll.length) return { remove: own.roll, add: [] };
  if (forced.length) return undone(subject, kept); // a fact that was set takes it away
  const byHand = about(kept, (one) => one.modifier === modifier.id).roll;
  if (byHand.length)
    return { remove: byHand, add: byHand.map((one) => ({ ...one, state: /** @type {const} */ ("on") })) };
  return { remove: [], add: [decided({ state: "on" })] };
}

/**
 * Set the fact that a subject rests on: it counts, whatever was switched off before.
 * @param {Subject} subject
 * @param {string} fact
 * @param {string | boolean} value
 * @param {Kept} kept
 * @returns {Change}
 */
export function factSet({ modifier, beside }, fact, value, kept) {
  const ids = [modifier?.id, ...beside];
  const before = about(kept, (one) => (one.effect ? false : ids.includes(one.modifier ?? "") || one.fact === fact));
  return { remove: before.roll, add: [withScope({ fact, value, state: "on" }, "roll", kept.parties)] };
}

/**
 * Change the effect of a modifier that was added by hand: it counts.
 * @param {Coign.Modifier} modifier
 * @param {Coign.Effect} effect
 * @param {Kept} kept
 * @returns {Change}
 */
export function effectSet({ id }, effect, kept) {
  const before = about(kept, (one) => one.modifier === id);
  const added = before.roll.findLast((one) => one.effect);
  return { remove: before.roll, add: added ? [{ ...added, effect, state: "on" }] : [] };
}

/**
 * Return the number that a GM has added to this roll alone, which a stepper can change; null if there is none.
 * @param {Coign.Modifier} modifier
 * @param {Kept} kept
 */
export function ownNumber({ id }, kept) {
  const added = about(kept, (one) => one.modifier === id).roll.findLast((one) => one.effect);
  return added?.effect?.kind === "flat" ? added.effect : null;
}

/**
 * Return a subject to what is measured.
 * @param {Subject} subject
 * @param {Kept} kept
 * @param {Coign.Override} [place] the scope; by default this roll
 * @returns {Change}
 */
export function undone({ modifier, forced, beside }, kept, place = withScope({}, "roll", kept.parties)) {
  const facts = forced.map(({ fact }) => fact);
  const ids = forced.length ? [modifier?.id, ...beside] : [modifier?.id];
  const { roll, wide } = about(kept, (one) => ids.includes(one.modifier ?? "") || facts.includes(one.fact ?? ""));
  const yields = givesWay(place);
  const left = wide.filter((one) => !yields(one));
  const measured = new Map(left.map(({ modifier, fact }) => [modifier ?? fact, modifier ? { modifier } : { fact }]));
  const said = { state: /** @type {const} */ ("measured"), ...placeOf(place) };
  const add = [...measured.values()].map((one) => ({ ...one, ...said }));
  return { remove: [...roll, ...wide.filter(yields)], add };
}

/**
 * List what a dialog may be answered about a subject, what a press would do first.
 * @param {Pick<Subject, "modifier" | "forced">} subject
 */
export function answersTo(subject) {
  const isOn = subject.modifier !== null && holds(subject.modifier);
  /** @type {NonNullable<Coign.Override["state"]>[]} */
  const answers = isOn ? ["off", "on"] : ["on", "off"];
  if (stateOf(subject) !== "measured") answers.push("measured");
  return answers;
}

/**
 * Return what a dialog's answer changes.
 * @param {Subject} subject with a modifier
 * @param {Coign.Override} answer about the modifier: its state, the scope and the reason
 * @param {Kept} kept
 * @returns {Change}
 */
export function answered(subject, answer, kept) {
  const { modifier } = subject;
  const { scope = "roll", state = "on", why } = answer;
  if (state === "measured") return undone(subject, kept, answer);
  if (modifier && scope === "roll" && (state === "on") !== holds(modifier)) {
    const { remove, add } = pressed(subject, kept);
    return { remove, add: add.map((one) => ({ ...one, why: why || one.why })) };
  }
  const { roll, wide } = about(kept, (one) => one.modifier === modifier?.id && !one.effect);
  // A fact set for this roll wins over any wider scope, so the answer is written for this roll too.
  const ofRoll = withScope({ modifier: modifier?.id, state, why }, "roll", kept.parties);
  const add = scope !== "roll" && subject.forced.length ? [answer, ofRoll] : [answer];
  return { remove: [...roll, ...wide.filter(givesWay(answer))], add };
}

const PLACE = /** @type {const} */ (["scope", "actor", "target", "token", "scene"]);

/** @param {Coign.Override} override @returns {Coign.Override} its scope alone */
const placeOf = (override) =>
  Object.fromEntries(PLACE.flatMap((part) => (override[part] === undefined ? [] : [[part, override[part]]])));

/**
 * Return a test of which lasting overrides a new one replaces: those of its own scope, and those of this pair if its scope is
 * wider.
 * @param {Coign.Override} place
 * @returns {(override: Coign.Override) => boolean}
 */
const givesWay = (place) => (one) =>
  (one.scope === "pair" && place.scope !== "roll") ||
  PLACE.every((part) => (one[part] ?? null) === (place[part] ?? null));

/**
 * Return an override with its state turned over, as the list of overrides shows it.
 * @param {Coign.Override} override
 * @returns {Coign.Override}
 */
export const turned = (override) => ({ ...override, state: override.state === "off" ? "on" : "off" });

/**
 * Find the overrides about a subject that fit the roll, those of this roll apart from the wider ones.
 * @param {Kept} kept
 * @param {(override: Coign.Override) => boolean} isAbout
 */
function about({ overrides, parties }, isAbout) {
  const { actor, target } = parties;
  const fits = (/** @type {Coign.Override} */ one) =>
    (!one.actor || one.actor === actor) &&
    (!one.target || !target || one.target === target) &&
    (!one.token || [actor, target].includes(one.token));
  const found = overrides.filter((one) => isAbout(one) && fits(one));
  const ofRoll = (/** @type {Coign.Override} */ { scope = "roll" }) => scope === "roll";
  return { roll: found.filter(ofRoll), wide: found.filter((one) => !ofRoll(one)) };
}
