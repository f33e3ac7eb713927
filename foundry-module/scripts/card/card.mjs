/**
 * The section at the end of a chat card, as a description of elements. Pure.
 *
 * It is one block: a line with the verdict, the next thing to do and the tools, then a line for each subject, which opens.
 * `+` opens what may be added, degrees of cover first; a roll that nothing changes has it too. The drawing opens by a press, or
 * always if the reader has set it so. All of it folds into its first line, which still shows the result of the roll. States
 * are shown by words and shapes, never by colour alone.
 */

import { h } from "../util/dom.mjs";
import { labelText } from "../util/texts.mjs";
import { chip } from "./chip.mjs";
import { assumptionLines, consequences, headline, isPlain, lastLine, noteLines, total } from "./outcome.mjs";
import { addFold, addPanel, addTool, below, drawingOpen, drawingTool, hasWord, linesWith } from "./result.mjs";
import { numbered, sharedBy, targets } from "./targets.mjs";
import { action, actions, measureButton, offered, unmoveButton } from "./tools.mjs";

/**
 * @typedef {import("./tools.mjs").View} View
 * @typedef {import("./targets.mjs").Shared} Shared
 */

/**
 * @param {View} reader
 * @returns {import("../util/dom.mjs").Node_ | null} null: there is nothing to show
 */
export function card(reader) {
  const results = reader.annotations[0]?.results ?? [];
  const view = { ...reader, nameOf: numbered(results, reader.nameOf) };
  const { t, waiting, unfolded, showNothing, hiding, unjudged } = view;
  const modified = results.filter(hasWord);
  if (!results.length && view.untargeted) return muted(untargeted(view));
  if (!modified.length && unjudged) return muted([unjudged, ...(view.mayMeasure ? [" ", measureButton(t)] : [])]);
  if (!results.length && view.awaited) return muted(t("COIGN.Card.Awaited"));
  if (!modified.length && !waiting) {
    if (!results.length || !(showNothing || view.beforeMove)) return null;
    // Whether a hidden token attacks from hiding, or was only not shown yet, is for the GM to say.
    const button = { type: "button", "data-coign": "hiding" };
    return plain(
      hiding ? h("button.coign-action", button, t("COIGN.Card.Hiding")) : t("COIGN.Card.NothingApplies"),
      view,
    );
  }
  const several = results.length > 1;
  const shared = several ? sharedBy(results) : undefined;
  // A group, not a region: a region in every message would bury the page's own landmarks. A `div`, because Draw Steel frames
  // each `section` of a message but the last.
  const [only] = several ? [] : modified;
  const { next, others } = actions(view, modified);
  return h(
    "div.coign-card",
    { role: "group", "aria-label": t("COIGN.Card.Label"), "data-waiting": waiting },
    h(
      "details.coign-fold",
      { "data-fold": "card", open: unfolded("card") },
      h("summary.coign-line", {}, summary(results, shared, view)),
      waiting && !unjudged && h("p.coign-waiting", { role: "status" }, t("COIGN.Card.Waiting")),
      unjudged && h("p.coign-waiting", { role: "status" }, unjudged),
      several ? targets(results, shared, view) : modified.map((result) => single(result, view)),
      lastLine(
        only ? consequences(only, t) : [],
        [...noteLines(modified, view), ...(view.measured ? [t("COIGN.Card.NotJudged")] : [])],
        view,
      ),
      modified.some((result) => drawingOpen(result, view)) && assumptionLines(modified, view),
      others.length > 0 && h("div.coign-actions", {}, others),
    ),
    (next || only) &&
      h("div.coign-corner", {}, next, only && [view.editable && addTool(only.target, view), drawingTool(only, view)]),
    only && addPanel(only, view),
  );
}

/**
 * Describe what to do about an attack without a target: a GM's button judges it against the GM's own.
 * @param {View} view
 */
const untargeted = ({ untargeted: whose, t }) =>
  whose === "game-master"
    ? [t("COIGN.Card.NoTarget"), " ", action("retarget", t("COIGN.Card.AgainstMine"))]
    : t("COIGN.Card.TargetFirst");

/**
 * Describe a card that is one muted line: of a roll that nothing changes, or that could not be judged.
 * @param {import("../util/dom.mjs").Node_ | string | (import("../util/dom.mjs").Node_ | string)[]} content
 */
const muted = (content) =>
  h("p.coign-nothing", {}, h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" }), " ", content);

/**
 * Describe the card of a roll that nothing changes: a muted line, and for a GM what may be added to it.
 * @param {import("../util/dom.mjs").Node_ | string} content
 * @param {View} view
 */
function plain(content, view) {
  const { annotations, editable, unfolded } = view;
  const [{ results }] = annotations;
  const target = results.length > 1 ? null : results[0].target; // its panel stays open once something is added
  const shown = editable && unfolded(addFold(target));
  return h(
    "div.coign-nothing",
    {},
    h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" }),
    h("span", {}, content),
    editable && addTool(target, view),
    view.beforeMove && h("div.coign-actions", {}, unmoveButton(view)),
    shown &&
      results.map((result) =>
        h(
          "div.coign-row",
          { "data-target": result.target },
          results.length > 1 && h("span.coign-target", {}, result.target ? view.nameOf(result.target) : ""),
          offered(result, view, result.target),
        ),
      ),
  );
}

/**
 * Describe the one line that is left when the card is folded.
 * @param {Coign.Result[]} results
 * @param {Shared | undefined} shared if there are several targets
 * @param {View} view
 */
function summary(results, shared, { t, mayRoll }) {
  const mark = h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" });
  if (!shared)
    return [mark, ...results.flatMap((result) => headline(result, t, mayRoll && Boolean(result.words?.roll?.length)))];
  const [first] = results;
  return [
    mark,
    shared.total && [h("span.coign-first", {}, total(first, t)), " "],
    shared.label && !isPlain(first.outcome) && [h("span", {}, labelText(first.outcome.label, t)), " "],
    h("span.coign-label", {}, t("COIGN.Card.Targets", { count: String(results.length) })),
  ];
}

/**
 * Describe the lines of the only target.
 * @param {Coign.Result} result
 * @param {View} view
 */
function single(result, view) {
  const lines = linesWith(result, view);
  return h(
    "div.coign-row",
    { "data-target": result.target },
    h(
      "ul.coign-chips",
      {},
      lines.map((line) => chip(line, result, view)),
    ),
    below(result, view),
  );
}
