/**
 * The section at the end of a chat card, as a description of elements. Pure.
 *
 * It is one block: a line with the verdict and the tools, then a line for each subject, which opens. `+` opens what may be
 * added, degrees of cover first; a roll that nothing changes has it too. With several targets, what all of them have stands once; each target has one line, which opens.
 * The drawing opens by a press, or always if the reader has set it so. All of it folds into its first line, which still
 * shows the result of the roll. States are shown by words and shapes, never by colour alone.
 */

import { inCommon, linesOf } from "../overrides/lines.mjs";
import { h } from "../util/dom.mjs";
import { effectText, helps, signed } from "../util/effect-text.mjs";
import { labelText, nameOfModifier } from "../util/texts.mjs";
import { CAUSES, SIGNS } from "../util/tokens.mjs";
import { chip } from "./chip.mjs";
import { drawings } from "./figure.mjs";
import {
  assumptionLines,
  consequences,
  furtherLine,
  headline,
  inShort,
  isPlain,
  noteLines,
  shownNotes,
  standingOf,
  total,
} from "./outcome.mjs";
import { action, actions, COVER, measureButton, offered, steps, tool } from "./tools.mjs";

/**
 * @typedef {import("./tools.mjs").View} View
 * @typedef {{label: boolean, total: boolean}} Shared
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
  if (!modified.length && !waiting) {
    if (!results.length || !showNothing) return null;
    // Whether a hidden token attacks from hiding, or was only not shown yet, is for the GM to say.
    const button = { type: "button", "data-coign": "hiding" };
    return plain(
      hiding ? h("button.coign-action", button, t("COIGN.Card.Hiding")) : t("COIGN.Card.NothingApplies"),
      view,
    );
  }
  const several = results.length > 1;
  const shared = several ? sharedBy(results) : undefined;
  // A group, not a region: a region in every message would bury the page's own landmarks.
  const [only] = several ? [] : modified;
  return h(
    "section.coign-card",
    { role: "group", "aria-label": t("COIGN.Card.Label"), "data-waiting": waiting },
    h(
      "details.coign-fold",
      { "data-fold": "card", open: unfolded("card") },
      h("summary.coign-line", {}, summary(results, shared, view)),
      waiting && !unjudged && h("p.coign-waiting", { role: "status" }, t("COIGN.Card.Waiting")),
      unjudged && h("p.coign-waiting", { role: "status" }, unjudged),
      several ? targets(results, shared, view) : modified.map((result) => single(result, view)),
      shownNotes([...noteLines(modified, view), ...(view.measured ? [t("COIGN.Card.NotJudged")] : [])], view),
      modified.some((result) => drawingOpen(result, view)) && assumptionLines(modified, view),
      several && h("div.coign-actions", {}, actions(view, modified)),
    ),
    only && [h("div.coign-corner", {}, tools(only, view)), addPanel(only, view)],
  );
}

/**
 * Number the targets that have a name in common.
 * @param {Coign.Result[]} results
 * @param {View["nameOf"]} nameOf
 * @returns {Map<string, number>} by token, from 1
 */
export function numbersOf(results, nameOf) {
  const targets = results.flatMap(({ target }) => target ?? []);
  const twinsOf = (/** @type {string} */ target) => targets.filter((other) => nameOf(other) === nameOf(target));
  return new Map(
    targets.flatMap((target) => {
      const twins = twinsOf(target);
      return twins.length > 1 ? [[target, twins.indexOf(target) + 1]] : [];
    }),
  );
}

/**
 * Return the names of tokens, with the numbers of those that have a name in common: the map shows them too.
 * @param {Coign.Result[]} results
 * @param {View["nameOf"]} nameOf
 * @returns {View["nameOf"]}
 */
function numbered(results, nameOf) {
  const numbers = numbersOf(results, nameOf);
  return (id) => [nameOf(id), numbers.get(id)].filter(Boolean).join(" ");
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
 * Return whether a result has anything to show: a modifier, or what follows from the roll as it was made.
 * @param {Coign.Result} result
 */
const hasWord = ({ modifiers, outcome, forced = [] }) =>
  modifiers.length > 0 || forced.length > 0 || Boolean(outcome.damage) || typeof outcome.movement === "number";

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
  const shown = editable && unfolded(addFold(null));
  return h(
    "section.coign-nothing",
    {},
    h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" }),
    h("span", {}, content),
    editable && addTool(null, view),
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
 * Determine what all of several targets share, so that it is shown once.
 * @param {Coign.Result[]} results
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
  const buttons = actions(view, [result]);
  return h(
    "div.coign-row",
    { "data-target": result.target },
    h(
      "ul.coign-chips",
      {},
      lines.map((line) => chip(line, result, view)),
      buttons.length > 0 && h("li.coign-last", {}, buttons),
    ),
    below(result, view),
  );
}

/**
 * Describe the panel of what may be added for a target, if it is open. It follows its button.
 * @param {Coign.Result} result
 * @param {View} view
 */
const addPanel = (result, view) =>
  view.editable && view.unfolded(addFold(result.target)) && offered(result, view, result.target);

/**
 * Describe several targets: what all of them have, then a line for each, which opens its own.
 * @param {Coign.Result[]} results
 * @param {Shared | undefined} shared
 * @param {View} view
 */
function targets(results, shared, view) {
  const { common, own } = inCommon(results.map((result) => linesWith(result, view)));
  const [first] = results;
  return [
    common.length > 0 &&
      h(
        "ul.coign-chips.coign-common",
        {},
        common.map((line) => chip({ ...line, settable: [] }, first, view, null)),
      ),
    results.map((result, nth) => ofTarget(result, { own: own[nth], common }, shared, view)),
  ];
}

/**
 * Describe one of several targets in a line. If it is open, its own modifiers are below, and for a GM also those that all
 * targets have in common, each with a switch for this target alone.
 * @param {Coign.Result} result
 * @param {{own: import("../overrides/lines.mjs").Line[], common: import("../overrides/lines.mjs").Line[]}} lines
 * @param {Shared | undefined} shared
 * @param {View} view
 */
function ofTarget(result, { own: lines, common }, shared, view) {
  const { t, nameOf, unfolded, editable } = view;
  const { target } = result;
  const fold = `target ${target}`;
  const open = unfolded(fold);
  const set = lines.some(({ state }) => state !== "measured");
  const own = ownSums(lines, t);
  return h(
    "div.coign-row",
    { "data-target": target },
    h(
      "button.coign-line.coign-of-target",
      {
        "data-wide": !own.length && !result.outcome.chance,
        type: "button",
        "data-coign": "fold",
        "data-fold": fold,
        "data-target": target,
        "aria-expanded": String(open),
      },
      h("span.coign-target", {}, target ? nameOf(target) : ""),
      " ",
      inShort(result, t, { label: !shared?.label, total: !shared?.total }),
      own.length
        ? h("span.coign-sums", {}, own, set && h("span.coign-set", { "aria-hidden": "true" }, ` ${SIGNS.set}`))
        : h("span.coign-idle", {}, hasWord(result) ? "" : t("COIGN.Card.Nothing")),
      set && h("span.coign-hidden", {}, t("COIGN.Decision.set")),
    ),
    open && [h("div.coign-corner", {}, tools(result, view)), addPanel(result, view)],
    open &&
      (lines.length > 0 || (editable && common.length > 0)) &&
      h(
        "ul.coign-chips",
        {},
        [...lines, ...(editable ? common : [])].map((line) => chip(line, result, view)),
      ),
    open && idleCover(result, lines, view),
    open ? below(result, view) : null,
  );
}

/**
 * Describe a target's own modifiers in short: each that counts, by the sign of its cause and its number. A screen reader
 * reads its name.
 * @param {import("../overrides/lines.mjs").Line[]} lines
 * @param {View["t"]} t
 */
const ownSums = (lines, t) =>
  lines.flatMap(({ counts, modifier }) => {
    if (!counts || !modifier || modifier.effect.kind === "blocked") return [];
    const name = nameOfModifier(modifier, t);
    const { effect: what } = modifier;
    const effect = what.kind === "flat" && what.to === "attack" ? signed(what.value) : effectText(what, t);
    return h(
      "span.coign-cause",
      { "data-helps": helps(modifier.effect), title: name },
      h("span", { "aria-hidden": "true" }, CAUSES[modifier.figure ?? "other"] ?? CAUSES.other),
      " ",
      effect && h("span.coign-hidden", {}, name),
      effect ? h("span.coign-effect", {}, effect) : name,
      " ",
    );
  });

/**
 * Return a result's lines, with what their rules always say.
 * @param {Coign.Result} result
 * @param {View} view
 */
function linesWith(result, { t }) {
  const standing = standingOf(result, t);
  return linesOf(result).map((line) => ({ ...line, standing }));
}

/**
 * Describe the degrees of cover of one of several targets where no line is about cover; null for players.
 * @param {Coign.Result} result
 * @param {import("../overrides/lines.mjs").Line[]} lines
 * @param {View} view
 */
const idleCover = (result, lines, view) =>
  view.editable &&
  result.target !== null &&
  view.offers?.facts[COVER] &&
  !lines.some(({ settable }) => settable.includes(COVER))
    ? steps(COVER, result, view, result.target, true)
    : null;

/**
 * Describe what stands below the lines of a result: what follows, further rolls, the drawing.
 * @param {Coign.Result} result
 * @param {View} view
 */
function below(result, view) {
  const { annotations, t } = view;
  const { target } = result;
  const further = annotations.slice(1).map(({ results }) => results.find((one) => one.target === target));
  const follows = consequences(result, t);
  return [
    follows.length > 0 && h("p.coign-consequence", {}, follows.join(" · ")),
    further.map((roll, n) => roll && h("p.coign-line.coign-further", {}, furtherLine(roll, n + 1, t))),
    drawingOpen(result, view) ? drawn(result, view) : null,
  ];
}

/** @param {string | null} target */
const addFold = (target) => `add ${target}`;

/**
 * Describe the tools for a result: adding by hand, and the drawing.
 * @param {Coign.Result} result
 * @param {View} view
 */
function tools(result, view) {
  const { editable, t, unfolded } = view;
  const drawing = drawingFold(result.target);
  const draws = drawn(result, view).length > 0 || Boolean(result.assumed?.length);
  return [
    editable && addTool(result.target, view),
    draws &&
      tool("fold", SIGNS.drawing, t("COIGN.Card.Sketch"), {
        "data-fold": drawing,
        "aria-expanded": String(unfolded(drawing)),
      }),
  ];
}

/**
 * Describe the button that opens what may be added for a target.
 * @param {string | null} target
 * @param {View} view
 */
const addTool = (target, { t, unfolded }) =>
  tool("fold", SIGNS.add, t("COIGN.Card.Add"), {
    "data-fold": addFold(target),
    "data-tool": "add",
    "aria-expanded": String(unfolded(addFold(target))),
  });

/** @param {string | null} target */
const drawingFold = (target) => `drawing ${target}`;

/**
 * Return whether a result's drawing and assumptions are shown.
 * @param {Coign.Result} result
 * @param {View} view
 */
const drawingOpen = ({ target }, { unfolded }) => unfolded(drawingFold(target));

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
