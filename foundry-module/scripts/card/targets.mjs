/**
 * The rows of a card with several targets, as a description of elements: what all of them have stands once, and each has one
 * line, which opens. Targets of one name have numbers. Pure.
 */

import { inCommon } from "../overrides/lines.mjs";
import { h } from "../util/dom.mjs";
import { effectText, helps, signed } from "../util/effect-text.mjs";
import { nameOfModifier } from "../util/texts.mjs";
import { CAUSES, SIGNS } from "../util/tokens.mjs";
import { chip } from "./chip.mjs";
import { inShort } from "./outcome.mjs";
import { below, drawingTool, following, hasWord, linesWith } from "./result.mjs";
import { offered } from "./tools.mjs";

/**
 * @typedef {import("./tools.mjs").View} View
 * @typedef {{label: boolean, total: boolean}} Shared
 */

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
export function numbered(results, nameOf) {
  const numbers = numbersOf(results, nameOf);
  return (id) => [nameOf(id), numbers.get(id)].filter(Boolean).join(" ");
}

/**
 * Determine what all of several targets share, so that it is shown once.
 * @param {Coign.Result[]} results
 */
export function sharedBy(results) {
  const alike = (/** @type {(outcome: Coign.Outcome) => unknown} */ part) =>
    new Set(results.map(({ outcome }) => JSON.stringify(part(outcome)))).size === 1;
  return {
    label: alike(({ label, flat, miss_chance: miss }) => [label, flat, miss]),
    total: alike(({ total, dice, second }) => [total, dice, second]),
  };
}

/**
 * Describe several targets: what all of them have, then a line for each, which opens its own.
 * @param {Coign.Result[]} results
 * @param {Shared | undefined} shared
 * @param {View} view
 */
export function targets(results, shared, view) {
  const { common, own } = inCommon(results.map((result) => linesWith(result, view)));
  const [first] = results;
  return [
    common.length > 0 &&
      h(
        "ul.coign-chips.coign-common",
        {},
        common.map((line) => chip({ ...line, settable: [] }, first, view, null)),
      ),
    h(
      "div.coign-rows",
      {},
      results.map((result, nth) => ofTarget(result, { own: own[nth], common }, shared, view)),
    ),
  ];
}

/**
 * Describe one of several targets in a line. If it is open, its own modifiers are below. For a GM also those that all targets
 * have in common, each with a switch for this target alone, and what may be added.
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
  const shown = editable ? [...lines, ...common] : lines;
  return h(
    "div.coign-row",
    { "data-target": target },
    h(
      "button.coign-line.coign-of-target",
      {
        type: "button",
        "data-coign": "fold",
        "data-fold": fold,
        "data-target": target,
        "aria-expanded": String(open),
      },
      h("span.coign-target", {}, target ? nameOf(target) : ""),
      " ",
      inShort(result, t, { label: !shared?.label && !own.length, total: !shared?.total }),
      own.length
        ? h("span.coign-sums", {}, own, set && h("span.coign-set", { "aria-hidden": "true" }, ` ${SIGNS.set}`))
        : !hasWord(result) && h("span.coign-idle", {}, t("COIGN.Card.Nothing")),
      set && h("span.coign-hidden", {}, t("COIGN.Decision.set")),
    ),
    open && [
      h("div.coign-corner", {}, drawingTool(result, view)),
      shown.length > 0 &&
        h(
          "ul.coign-chips",
          {},
          shown.map((line) => chip(line, result, view)),
        ),
      editable && offered(result, view, target),
      following(result, t),
      ...below(result, view),
    ],
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
