/**
 * Turn one press of a GM into overrides, for one subject: a modifier, a fact, or a number added by hand. Pure.
 *
 * A subject has one of three states, wherever it is shown:
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
 * @typedef {{remove: Coign.Override[], add: Coign.Override[]}} Change of the overrides of one roll
 *
 * @typedef {object} Subject
 * @property {Coign.Modifier | null} modifier
 * @property {Coign.Wire.ForcedFact[]} forced the facts it rests on that a GM has set
 * @property {string[]} beside the ids of the other modifiers that rest on the same fact
 * @property {string | null} [uncounted] the degree of cover that the rules set aside: a press lets it count
 *
 * @typedef {object} Kept
 * @property {Coign.Override[]} overrides all that were applied, which `modifier.override` numbers
 * @property {import("./overrides.mjs").Parties} parties
 */

const MEASURED = /** @type {const} */ ("measured");

/**
 * Return whether a modifier is part of the attack: it counts, or something else takes its place.
 * @param {Coign.Modifier} modifier
 */
export const holds = ({ state, aside }) => state === "on" || (state === "set-aside" && aside !== "rule");

/**
 * @param {Pick<Subject, "modifier" | "forced">} subject
 * @returns {State}
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
 * @returns {Coign.Wire.Flat | null}
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
  const said = { state: MEASURED };
  const add = [...measured.values()].map((one) => ({ ...one, ...said, ...placeOf(place) }));
  return { remove: [...roll, ...wide.filter(yields)], add };
}

/**
 * List what a dialog may be answered about a subject, what a press would do first.
 * @param {Pick<Subject, "modifier" | "forced">} subject
 * @returns {NonNullable<Coign.Override["state"]>[]}
 */
export function answersTo(subject) {
  const on = subject.modifier !== null && holds(subject.modifier);
  return [...(on ? OFF_OR_ON : ON_OR_OFF), ...(stateOf(subject) === "measured" ? [] : [MEASURED])];
}

const OFF_OR_ON = /** @type {const} */ (["off", "on"]);
const ON_OR_OFF = /** @type {const} */ (["on", "off"]);

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
  if (state === MEASURED) return undone(subject, kept, answer);
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
const givesWay =
  (place) =>
  ({ ...one }) =>
    (one.scope === "pair" && place.scope !== "roll") ||
    PLACE.every((part) => (one[part] ?? null) === (place[part] ?? null));

/**
 * Return an override with its state turned over, as the list of overrides shows it.
 * @param {Coign.Override} override
 * @returns {Coign.Override}
 */
export const turned = (override) => ({ ...override, state: override.state === "off" ? "on" : "off" });

/**
 * Return the facts that may be set and on which a figure rests.
 * @param {string | null | undefined} figure
 * @param {string[]} offered
 */
export const factsOf = (figure, offered) => offered.filter((fact) => PART_OF[fact] === figure);

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
