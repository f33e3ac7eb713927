/**
 * The lines of an addition for a game system's dialog: each as on the card, with the same states and the same buttons. A
 * line that stays for the card says why, and of several targets each line names its own. Pure.
 */

import { chip } from "../card/chip.mjs";
import { COVER, steps } from "../card/tools.mjs";
import { h } from "../util/dom.mjs";

/**
 * @typedef {object} Reader
 * @property {Coign.Translate} t
 * @property {(token: string) => string} nameOf a token's name, as this reader may know it
 * @property {import("../overrides/choices.mjs").Offers | null} offers what a GM may set; null for players
 * @property {Coign.TargetOdds[] | null} [odds] null: they have not come yet
 */

/**
 * @param {Coign.Additions} additions
 * @param {Reader} reader
 * @param {Coign.Addition[]} [lines] those to show
 */
export function lineList(additions, reader, lines = additions.lines) {
  const { t, nameOf, odds = [] } = reader;
  const { targets, folds } = additions;
  const view = { ...NO_CARD, ...reader, unfolded: (/** @type {string} */ fold) => folds.has(fold) };
  const rows = lines.map((line) => {
    const { held, by, target, mayTurn, subject } = line;
    const whose = target === null || targets.length < 2 ? "" : nameOf(target);
    const where = held ? t(`COIGN.InRoll.Held.${held}`, by ? { by } : undefined) : "";
    const note = [whose, where].filter(Boolean).join(": ");
    return chip({ ...subject, note }, line.result, { ...view, editable: mayTurn }, target);
  });
  return h(
    "fieldset.coign-in-roll",
    {},
    h("legend", {}, t("COIGN.InRoll.Legend")),
    odds?.length !== 0 && oddsLine(odds, nameOf),
    h("ul.coign-chips", {}, rows, reader.offers && factRows(additions, { ...view, editable: true })),
  );
}

/** The fields of a card that a dialog lacks. */
const NO_CARD = { key: "in-roll", rolled: [], mayAsk: false };

/**
 * Describe for a GM the other facts that were set, and the degrees of cover for each target.
 * @param {Coign.Additions} additions
 * @param {import("../card/chip.mjs").ChipView} view
 */
function factRows(additions, view) {
  return additions.results.flatMap((result) => {
    const { target } = result;
    const alone = additions.factLines(target).filter(({ modifier }) => !modifier);
    const cover = target !== null && view.offers?.facts[COVER];
    return [
      ...alone.map((line) => chip(line, result, view)),
      cover && h("li.coign-last", {}, steps(COVER, result, view, target, true)),
    ];
  });
}

/**
 * Describe the odds in a line above the others. For one target the line has the modifiers that change them most; several
 * targets are listed one by one. Until the odds arrive the line is empty, so that no button moves away under the pointer.
 *
 * @param {Coign.TargetOdds[] | null} odds at least one; null: they have not come yet
 * @param {(token: string) => string} nameOf
 */
const oddsLine = (odds, nameOf) =>
  h(
    "p.coign-odds",
    {},
    odds?.map(({ target, text, reasons }) =>
      odds.length === 1
        ? [h("strong", {}, text), reasons.length > 0 && h("span", {}, reasons.join(", "))]
        : h("span", {}, `${nameOf(target)}: `, h("strong", {}, text)),
    ) ?? h("strong", {}, "…"),
  );
