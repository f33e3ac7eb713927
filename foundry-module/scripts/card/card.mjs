/**
 * The section at the end of a chat card, as a description of elements. Pure.
 *
 * It has a row for each target: the outcome's name and total, a chip for each modifier with its reason, the outcomes of
 * the attack's further rolls, a drawing, and what was assumed. All of it folds into its first line. With several targets
 * the drawings are folded at first, or they would fill the chat. States are shown by words and shapes, never by colour
 * alone; every chip can be reached by keyboard and has its reason as text.
 */

import { h } from "../util/dom.mjs";
import { effectText } from "../util/effect-text.mjs";
import { drawing } from "./figure.mjs";
import { consequences, furtherLine, headline, labelText, total } from "./outcome.mjs";

/**
 * @typedef {object} View What is shown to whom.
 * @property {Coign.Annotation[]} annotations of the roll and, for a full attack, of its further rolls
 * @property {Coign.Rolled[]} rolled dice that were rolled for it
 * @property {boolean} editable chips are buttons: the reader is a GM
 * @property {boolean} mayRoll this client may roll what the outcome asks for
 * @property {boolean} mayMeasure this client could measure it again: it has no annotations of its own
 * @property {boolean} waiting something changed that the bridge has not answered yet
 * @property {(fold: string, usual: boolean) => boolean} unfolded "card", or a target's drawing
 * @property {(token: string) => string} nameOf a target's name, as this reader may know it
 * @property {import("../util/effect-text.mjs").Translate} t
 *
 * @typedef {{label: boolean, total: boolean}} Shared
 */

/**
 * @param {View} view
 * @returns {import("../util/dom.mjs").Node_ | null} null: there is nothing to show
 */
export function card(view) {
  const { annotations, t, waiting, unfolded } = view;
  const results = annotations[0]?.results ?? [];
  const modified = results.filter(({ modifiers }) => modifiers.length);
  if (!modified.length && !waiting) return null;
  const several = results.length > 1;
  const shared = several ? sharedBy(results) : undefined;
  // A group, not a region: a region in every message would bury the page's own landmarks.
  return h(
    "section.coign-card",
    { role: "group", "aria-label": t("COIGN.Card.Label"), "data-waiting": waiting },
    h(
      "details.coign-fold",
      { "data-fold": "card", open: unfolded("card", true) },
      h("summary.coign-line", {}, summary(results, shared, view)),
      waiting && h("p.coign-waiting", { role: "status" }, t("COIGN.Card.Waiting")),
      modified.map((result) => row(result, shared, view)),
      several && untouched(results, shared, view),
      actions(view, modified),
    ),
  );
}

/**
 * Find out what is the same for all of several targets, and so is shown once.
 * @param {Coign.Result[]} results
 * @returns {Shared}
 */
function sharedBy(results) {
  const alike = (/** @type {(outcome: Coign.Outcome) => unknown} */ part) =>
    new Set(results.map(({ outcome }) => JSON.stringify(part(outcome)))).size === 1;
  return { label: alike(({ label }) => label), total: alike(({ total, dice }) => [total, dice]) };
}

/**
 * Describe the one line that is left when the card is folded.
 * @param {Coign.Result[]} results
 * @param {Shared | undefined} shared if there are several targets
 * @param {View} view
 */
function summary(results, shared, { t }) {
  const mark = h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" });
  if (!shared) return [mark, ...results.flatMap(({ outcome }) => headline(outcome, t))];
  const [first] = results;
  return [
    mark,
    h("span.coign-label", {}, t("COIGN.Card.Targets", { count: String(results.length) })),
    " ",
    shared.label && [h("span", {}, labelText(first.outcome, t)), " "],
    shared.total && total(first.outcome, t),
  ];
}

/**
 * Describe the targets without a modifier, to show that they were measured too.
 * @param {Coign.Result[]} results
 * @param {Shared | undefined} shared
 * @param {View} view
 */
const untouched = (results, shared, { t, nameOf }) =>
  results
    .filter(({ modifiers }) => !modifiers.length)
    .map(({ target, outcome }) =>
      h(
        "div.coign-row.coign-line",
        {},
        h("h5.coign-target", {}, target ? nameOf(target) : ""),
        " ",
        h("span.coign-note", {}, t("COIGN.Card.Nothing")),
        " ",
        headline(outcome, t, { label: false, total: !shared?.total }),
      ),
    );

/**
 * @param {Coign.Result} result
 * @param {Shared | undefined} shared if there are several targets, so that this one must be named
 * @param {View} view
 */
function row(result, shared, view) {
  const { annotations, t, nameOf, editable } = view;
  const several = shared !== undefined;
  const { target, outcome, modifiers, assumed = [] } = result;
  const notes = [...(outcome.notes ?? []), ...assumed.map((what) => t("COIGN.Card.Assumed", { what }))];
  const further = annotations.slice(1).map(({ results }) => results.find((result) => result.target === target));
  return h(
    "div.coign-row",
    { "data-target": target },
    several &&
      h(
        "div.coign-line",
        {},
        h("h5.coign-target", {}, target ? nameOf(target) : ""),
        " ",
        headline(outcome, t, { label: !shared.label, total: !shared.total }),
      ),
    h(
      "ul.coign-chips",
      {},
      modifiers.map((modifier) => chip(modifier, result, view)),
      editable && h("li", {}, adding(target, view)),
    ),
    consequences(result, t).map((text) => h("p.coign-consequence", {}, text)),
    further.map((roll, n) => roll && h("p.coign-line.coign-further", {}, furtherLine(roll.outcome, n + 1, t))),
    foldedDrawing(result, several, view),
    notes.map((note) => h("p.coign-note", {}, note)),
  );
}

/**
 * @param {string | null} target
 * @param {View} view
 */
const adding = (target, { t }) =>
  h(
    "button.coign-add",
    { type: "button", "data-coign": "add", "data-target": target, "aria-label": t("COIGN.Card.Add") },
    "+",
  );

/**
 * Describe the drawing of what the chips are about; folded if there are several targets, null if there is nothing to draw.
 * @param {Coign.Result} result
 * @param {boolean} several
 * @param {View} view
 */
function foldedDrawing({ target, modifiers, figure, sentence }, several, { t, unfolded }) {
  const facts = new Set(modifiers.flatMap((modifier) => modifier.figure ?? []));
  const drawn = drawing(figure, { label: sentence || t("COIGN.Card.Drawing"), facts });
  if (!drawn || !several) return drawn;
  const fold = `drawing ${target}`;
  return h(
    "details.coign-sketch",
    { "data-fold": fold, open: unfolded(fold, false) },
    h("summary", {}, t("COIGN.Card.Sketch")),
    drawn,
  );
}

/**
 * @param {Coign.Modifier} modifier
 * @param {Coign.Result} result
 * @param {View} view
 */
function chip(modifier, { target }, { editable, t }) {
  const { id, source, state, effect, reason, override } = modifier;
  const overridden = typeof override === "number";
  const content = [
    h("span.coign-mark-state", { "aria-hidden": "true" }, STATE_SIGNS[state] ?? ""),
    h("span.coign-name", {}, source),
    h("span.coign-effect", {}, effectText(effect, t)),
    state !== "on" && h("span.coign-hidden", {}, t(`COIGN.State.${state}`)),
    h("span.coign-reason", { role: "tooltip" }, reason),
  ];
  const given = { "data-modifier": id, "data-target": target, "data-state": state, "data-decided": overridden };
  if (!editable) return h("li", {}, h("span.coign-chip", { ...given, role: "note", tabindex: 0 }, content));
  return h(
    "li",
    {},
    h(
      "button.coign-chip",
      { ...given, type: "button", "data-coign": "toggle", "aria-pressed": String(state === "on") },
      content,
    ),
    h(
      "button.coign-more",
      { ...given, type: "button", "data-coign": "more", "aria-label": t("COIGN.Card.More", { name: source }) },
      "⋯",
    ),
  );
}

/** The sign before a chip's name: on, off by an override, set aside by the rules. @type {Record<string, string>} */
const STATE_SIGNS = { on: "●", off: "○", "set-aside": "◌" };

/**
 * Describe the buttons below the rows: to roll dice, to remove them, to measure again.
 * @param {View} view
 * @param {Coign.Result[]} results
 */
function actions({ t, annotations, mayRoll, mayMeasure, rolled, waiting }, results) {
  if (!mayRoll) return null;
  const asked = [...results, ...annotations.slice(1).flatMap((further) => further.results)];
  const open = [...new Set(asked.flatMap(({ outcome }) => outcome.to_roll ?? []))];
  const button = (/** @type {string} */ action, /** @type {string} */ words, disabled = false) =>
    h("button", { type: "button", "data-coign": action, disabled }, words);
  const dice = rolled.map(({ dice, values }) => `${dice} (${values.join(", ")})`).join(", ");
  const buttons = [
    open.length > 0 && button("roll", t("COIGN.Card.Roll", { dice: open.join(", ") }), waiting),
    dice && button("undo", t("COIGN.Card.Undo", { dice })),
    mayMeasure && button("measure", t("COIGN.Card.Measure")),
  ].filter(Boolean);
  return buttons.length ? h("div.coign-actions", {}, buttons) : null;
}
