/**
 * The section at the end of a chat card, as a description of elements. Pure.
 *
 * By default it is one block: a line with the verdict and the tools, then a chip for each modifier, with the degrees of
 * cover beside the chip about cover, and the notes on one line. The drawing and the rest of the notes open by a click, or
 * the drawing always if the reader has set it so. There is a row for each of several targets. All of it folds into its
 * first line, which still shows the result of the roll. States are shown by words and shapes, never by colour alone.
 */

import { h } from "../util/dom.mjs";
import { chip } from "./chip.mjs";
import { drawings } from "./figure.mjs";
import { assumptionLines, noteLines, shownNotes } from "./notes.mjs";
import { consequences, furtherLine, headline, labelText, total } from "./outcome.mjs";
import { actions, degreeButtons, tool } from "./tools.mjs";

/**
 * @typedef {object} View The content of a card and its reader.
 * @property {Coign.Annotation[]} annotations of the roll and, for a full attack, of its further rolls
 * @property {string} key of the message, for the ids of elements
 * @property {(Coign.Rolled & {isRolled: boolean})[]} rolled dice that were rolled for it, as far as their rolls show
 * @property {string} unjudged why it could not be judged, for GMs; else empty
 * @property {boolean} editable chips can be switched: the reader is a GM
 * @property {boolean} mayRoll this client may roll what the outcome asks for
 * @property {boolean} mayMeasure this client could measure it again: it has no annotations of its own
 * @property {boolean} waiting something changed that the bridge has not answered yet
 * @property {boolean} showNothing show a line when nothing applies
 * @property {boolean} hiding the attacker's token is hidden, and its rules know unseen attackers
 * @property {string[]} degrees of cover that the GM may set by a click
 * @property {(fold: string, usual: boolean) => boolean} unfolded "card", "notes", a target's drawing, a modifier's reason
 * @property {(figure: Coign.Figure, scene: string) => Coign.Figure} figureOf a figure as this reader may see it
 * @property {string | null} actor the token that acts
 * @property {(token: string) => string} nameOf a token's name, as this reader may know it
 * @property {import("../util/effect-text.mjs").Translate} t
 *
 * @typedef {{label: boolean, total: boolean}} Shared
 */

/**
 * @param {View} view
 * @returns {import("../util/dom.mjs").Node_ | null} null: there is nothing to show
 */
export function card(view) {
  const { annotations, t, waiting, unfolded, showNothing, unjudged } = view;
  const results = annotations[0]?.results ?? [];
  const modified = results.filter(hasWord);
  if (!modified.length && unjudged) return muted(t("COIGN.Card.Unjudged", { why: unjudged }));
  if (!modified.length && !waiting) return results.length && showNothing ? nothing(view) : null;
  const several = results.length > 1;
  const shared = several ? sharedBy(results) : undefined;
  // A group, not a region: a region in every message would bury the page's own landmarks.
  const [only] = several ? [] : modified;
  return h(
    "section.coign-card",
    { role: "group", "aria-label": t("COIGN.Card.Label"), "data-waiting": waiting },
    h(
      "details.coign-fold",
      { "data-fold": "card", open: unfolded("card", true) },
      h("summary.coign-line", {}, summary(results, shared, view)),
      waiting && !unjudged && h("p.coign-waiting", { role: "status" }, t("COIGN.Card.Waiting")),
      unjudged && h("p.coign-waiting", { role: "status" }, t("COIGN.Card.Unjudged", { why: unjudged })),
      modified.map((result) => row(result, shared, view, modified)),
      several && untouched(results, shared, view),
      shownNotes(noteLines(modified, view), view),
      modified.some((result) => drawingOpen(result, view)) && assumptionLines(modified, view),
      several && h("div.coign-actions", {}, actions(view, modified)),
    ),
    only && h("div.coign-corner", {}, tools(only, view)),
  );
}

/**
 * Return whether a result has anything to show: a modifier, or what follows from the roll as it was made.
 * @param {Coign.Result} result
 */
const hasWord = ({ modifiers, outcome }) =>
  modifiers.length > 0 || Boolean(outcome.damage) || typeof outcome.movement === "number";

/**
 * Describe the one muted line of a roll that was measured and that nothing changes. Whether a hidden token attacks from
 * hiding, or was only not shown yet, is for the GM to say.
 * @param {View} view
 */
const nothing = ({ t, hiding }) =>
  muted(
    hiding
      ? h("button.coign-action", { type: "button", "data-coign": "hiding" }, t("COIGN.Card.Hiding"))
      : t("COIGN.Card.NothingApplies"),
  );

/**
 * Describe a card that is one muted line.
 * @param {import("../util/dom.mjs").Node_ | string} content
 */
const muted = (content) =>
  h("p.coign-nothing", {}, h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" }), " ", content);

/**
 * Determine what all of several targets share, so that it is shown once.
 * @param {Coign.Result[]} results
 * @returns {Shared}
 */
function sharedBy(results) {
  const alike = (/** @type {(outcome: Coign.Outcome) => unknown} */ part) =>
    new Set(results.map(({ outcome }) => JSON.stringify(part(outcome)))).size === 1;
  return {
    label: alike(({ label, flat, miss_chance: miss }) => [label, flat, miss]),
    total: alike(({ total, dice, second }) => [total, dice, second]),
  };
}

/**
 * Describe the one line that is left when the card is folded.
 * @param {Coign.Result[]} results
 * @param {Shared | undefined} shared if there are several targets
 * @param {View} view
 */
function summary(results, shared, { t }) {
  const mark = h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" });
  if (!shared) return [mark, ...results.flatMap((result) => headline(result, t))];
  const [first] = results;
  return [
    mark,
    shared.total && [h("span.coign-first", {}, total(first.outcome, t)), " "],
    shared.label && [h("span", {}, labelText(first.outcome, t)), " "],
    h("span.coign-label", {}, t("COIGN.Card.Targets", { count: String(results.length) })),
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
    .filter((result) => !hasWord(result))
    .map((result) =>
      h(
        "div.coign-row.coign-line",
        {},
        h("h5.coign-target", {}, result.target ? nameOf(result.target) : ""),
        " ",
        headline(result, t, { label: false, total: !shared?.total }),
        h("span.coign-note", {}, t("COIGN.Card.Nothing")),
      ),
    );

/**
 * @param {Coign.Result} result
 * @param {Shared | undefined} shared if there are several targets, so that this one must be named
 * @param {View} view
 * @param {Coign.Result[]} modified
 */
function row(result, shared, view, modified) {
  const { annotations, t, nameOf } = view;
  const { target } = result;
  const further = annotations.slice(1).map(({ results }) => results.find((result) => result.target === target));
  const follows = consequences(result, t);
  return h(
    "div.coign-row",
    { "data-target": target },
    shared &&
      h(
        "div.coign-line",
        {},
        h("h5.coign-target", {}, target ? nameOf(target) : ""),
        " ",
        headline(result, t, { label: !shared.label, total: !shared.total }),
      ),
    shared && h("div.coign-corner", {}, tools(result, view)),
    h(
      "ul.coign-chips",
      {},
      chips(result, view, !shared),
      !shared && actions(view, modified).map((button) => h("li", {}, button)),
    ),
    follows.length > 0 && h("p.coign-consequence", {}, follows.join(" · ")),
    further.map((roll, n) => roll && h("p.coign-line.coign-further", {}, furtherLine(roll.outcome, n + 1, t))),
    drawingOpen(result, view) && drawn(result, view),
  );
}

/**
 * Describe the chips of a result, and the degrees of cover beside the chip about cover, else behind them all.
 * @param {Coign.Result} result
 * @param {View} view
 * @param {boolean} graded with the degrees
 */
function chips(result, view, graded) {
  const { modifiers, target, facts } = result;
  const { editable, degrees, t } = view;
  const offered = graded && editable && target !== null ? degrees : [];
  const about = modifiers.findLastIndex(({ figure }) => figure === "cover");
  const row = (/** @type {boolean} */ labelled) =>
    offered.length ? degreeButtons(offered, target, facts?.cover?.degree, labelled, t) : null;
  return [
    modifiers.map((modifier, n) => chip(modifier, result, view, n === about ? row(false) : null)),
    about < 0 && offered.length > 0 && h("li", {}, row(true)),
  ];
}

/**
 * Describe the tools for a result: adding by hand, and the drawing.
 * @param {Coign.Result} result
 * @param {View} view
 * @returns {import("../util/dom.mjs").Node_[]}
 */
function tools(result, view) {
  const { editable, t } = view;
  const fold = drawingFold(result.target);
  const opens = drawn(result, view).length > 0 || Boolean(result.assumed?.length);
  const open = String(view.unfolded(fold, false));
  return [
    ...(editable ? [tool("add", "+", t("COIGN.Card.Add"), { "data-target": result.target })] : []),
    ...(opens ? [tool("fold", "◫", t("COIGN.Card.Sketch"), { "data-fold": fold, "aria-expanded": open })] : []),
  ];
}

/** @param {string | null} target */
const drawingFold = (target) => `drawing ${target}`;

/**
 * Return whether a result's drawing and assumptions are shown.
 * @param {Coign.Result} result
 * @param {View} view
 */
const drawingOpen = ({ target }, { unfolded }) => unfolded(drawingFold(target), false);

/**
 * Describe the drawing of the facts that the chips of a result are about; empty if there is nothing to draw.
 * @param {Coign.Result} result
 * @param {View} view
 */
function drawn({ target, modifiers, figure }, { annotations, figureOf, t, nameOf, actor }) {
  const facts = new Set(modifiers.flatMap((modifier) => modifier.figure ?? []));
  return drawings(figureOf(figure, annotations[0].scene), {
    label: t("COIGN.Card.Drawing"),
    facts,
    t,
    nameOf,
    actor,
    target,
  });
}
