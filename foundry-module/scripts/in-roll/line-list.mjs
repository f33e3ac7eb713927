/**
 * The lines of an addition for a game system's dialog: each modifier with its effect, its reason and a switch, in the
 * markup of Foundry's own forms. Pure.
 */

import { h } from "../util/dom.mjs";
import { effectText, helps } from "../util/effect-text.mjs";
import { SIGNS } from "../util/tokens.mjs";

/**
 * @param {Pick<Coign.Additions, "lines" | "targets">} additions
 * @param {object} reader
 * @param {import("../util/effect-text.mjs").Translate} reader.t
 * @param {(token: string) => string} reader.nameOf a token's name, as this reader may know it
 * @returns {import("../util/dom.mjs").Node_}
 */
export const lineList = ({ lines, targets }, { t, nameOf }) =>
  h(
    "fieldset.coign-in-roll",
    {},
    h("legend", {}, t("COIGN.InRoll.Legend")),
    lines.map((line, nth) => {
      const label = [line.name, effectText(line.effect, t)].filter(Boolean).join(": ");
      const target = line.target === null || targets.length < 2 ? "" : ` (${nameOf(line.target)})`;
      return h(
        "div.form-group.coign-in-roll-line",
        {
          "data-modifier": line.modifier,
          "data-held": line.held,
          "data-state": line.held || line.on ? "on" : "off",
          "data-helps": helps(line.effect),
        },
        h(
          "label",
          {},
          h("span.coign-side", { "aria-hidden": "true" }, SIGNS[helps(line.effect)]),
          ` ${label}${target}`,
        ),
        h(
          "div.form-fields",
          {},
          line.held
            ? h("span", {}, t(`COIGN.InRoll.Held.${line.held}`, line.by ? { by: line.by } : undefined))
            : h("input", {
                type: "checkbox",
                "data-coign-line": nth,
                checked: line.on,
                "aria-label": `${label}${target}`,
              }),
        ),
        line.reason && h("p.hint", {}, line.reason),
      );
    }),
  );

/**
 * The odds as a line above the others: of one target with the modifiers that change them most, of several each by itself.
 *
 * @param {Coign.TargetOdds[]} odds at least one
 * @param {(token: string) => string} nameOf
 */
export const oddsLine = (odds, nameOf) =>
  h(
    "p.coign-odds",
    {},
    odds.map(({ target, text, reasons }) =>
      odds.length === 1
        ? [h("strong", {}, text), reasons.length > 0 && h("span", {}, reasons.join(", "))]
        : h("span", {}, `${nameOf(target)}: `, h("strong", {}, text)),
    ),
  );
