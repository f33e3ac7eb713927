/** The parts of one result of a card: its tools, its additions, and the text below its lines. Pure. */

import { linesOf } from "../overrides/lines.mjs";
import { h } from "../util/dom.mjs";
import { SIGNS } from "../util/tokens.mjs";
import { drawings } from "./figure.mjs";
import { consequences, furtherLine, standingOf } from "./outcome.mjs";
import { offered, tool } from "./tools.mjs";

/** @typedef {import("./tools.mjs").View} View */

/**
 * Return whether a result has anything to show: a modifier, or what follows from the roll as it was made.
 * @param {Coign.Result} result
 */
export const hasWord = ({ modifiers, outcome, forced = [] }) =>
  modifiers.length > 0 || forced.length > 0 || Boolean(outcome.damage) || typeof outcome.movement === "number";

/**
 * Return a result's lines, with what their rules always say.
 * @param {Coign.Result} result
 * @param {View} view
 */
export const linesWith = (result, { t }) =>
  linesOf(result).map((line) => ({ ...line, standing: standingOf(result, line.modifier?.rule, t) }));

/**
 * Describe the button that opens the drawing of a result; null if there is nothing to draw.
 * @param {Coign.Result} result
 * @param {View} view
 */
export function drawingTool(result, view) {
  const { t, unfolded } = view;
  const fold = drawingFold(result.target);
  const draws = drawn(result, view).length > 0 || Boolean(result.assumed?.length);
  const how = { "data-fold": fold, "aria-expanded": String(unfolded(fold)) };
  return draws ? tool("fold", SIGNS.drawing, t("COIGN.Card.Sketch"), how) : null;
}

/**
 * Describe the button that opens what may be added for a target.
 * @param {string | null} target
 * @param {View} view
 */
export const addTool = (target, { t, unfolded }) =>
  tool("fold", SIGNS.add, t("COIGN.Card.Add"), {
    "data-fold": addFold(target),
    "data-tool": "add",
    "aria-expanded": String(unfolded(addFold(target))),
  });

/** @param {string | null} target */
export const addFold = (target) => `add ${target}`;

/**
 * Describe the panel of what may be added for a target, if it is open. It follows its button.
 * @param {Coign.Result} result
 * @param {View} view
 */
export const addPanel = (result, view) =>
  view.editable && view.unfolded(addFold(result.target)) && offered(result, view, result.target);

/**
 * Describe what follows from one of several results; empty if nothing does.
 * @param {Coign.Result} result
 * @param {View["t"]} t
 */
export function following(result, t) {
  const follows = consequences(result, t);
  return follows.length > 0 && h("p.coign-consequence", {}, follows.join(" · "));
}

/**
 * Describe what stands below the lines of a result: further rolls, the drawing.
 * @param {Coign.Result} result
 * @param {View} view
 */
export function below(result, view) {
  const { annotations, t } = view;
  const { target } = result;
  const further = annotations.slice(1).map(({ results }) => results.find((one) => one.target === target));
  return [
    further.map((roll, n) => roll && h("p.coign-line.coign-further", {}, furtherLine(roll, n + 1, t))),
    drawingOpen(result, view) ? drawn(result, view) : null,
  ];
}

/** @param {string | null} target */
const drawingFold = (target) => `drawing ${target}`;

/**
 * Return whether a result's drawing and assumptions are shown.
 * @param {Coign.Result} result
 * @param {View} view
 */
export const drawingOpen = ({ target }, { unfolded }) => unfolded(drawingFold(target));

/**
 * Describe the drawing of the facts that the chips of a result are about; empty if there is nothing to draw.
 * @param {Coign.Result} result
 * @param {View} view
 */
function drawn({ target, modifiers, figure }, { annotations, figureOf, t, nameOf, actor }) {
  const facts = new Set(modifiers.flatMap((modifier) => modifier.figure ?? []));
  const options = { label: t("COIGN.Card.Drawing"), facts, t, nameOf, actor, target };
  try {
    return drawings(figureOf(figure, annotations[0].scene, [actor, target]), options);
  } catch (problem) {
    console.warn("Coign | a figure cannot be drawn; the rest of the card counts:", problem);
    return [h("p.coign-note", {}, t("COIGN.Card.NotDrawn"))];
  }
}
