/**
 * A modifier as a chip: whom it helps, its name and its effect. Its reason is below the chips, while a pointer or the
 * focus is on the chip, and for as long as a click or a touch leaves it open. Pure.
 */

import { h } from "../util/dom.mjs";
import { effectText, helps } from "../util/effect-text.mjs";
import { markOf, nameOfModifier, reasonOf } from "../util/texts.mjs";

/** The sign of a modifier's state: on, off by an override, set aside by the rules. @type {Record<string, string>} */
const STATE_SIGNS = { on: "●", off: "○", "set-aside": "◌" };
/** The side that a modifier helps: the roller, the other side, or neither. */
const SIDE_SIGNS = { for: "▲", against: "▼", neither: "◆" };

/**
 * @param {Coign.Modifier} modifier
 * @param {Coign.Result} result
 * @param {import("./card.mjs").View} view
 */
export function chip(modifier, { target }, { editable, unfolded, key, t }) {
  const { id, state, effect, override } = modifier;
  const fold = `reason ${target} ${id}`;
  const open = unfolded(fold, false);
  const name = nameOfModifier(modifier, t);
  const reasonId = `coign-${key}-${target}-${id}`.replace(/[^\w-]/g, "_");
  const side = helps(effect);
  const effectWords = effectText(effect, t);
  const repeats = name.toLowerCase().startsWith(effectWords.toLowerCase()); // "Advantage: higher ground"
  const subject = { "data-modifier": id, "data-target": target };
  const sign = h("span.coign-state", { "aria-hidden": "true" }, STATE_SIGNS[state] ?? "");
  return h(
    "li.coign-chip",
    { ...subject, "data-state": state, "data-decided": typeof override === "number", "data-helps": side },
    h(
      "div.coign-pair",
      {},
      editable ? switchOf(modifier, subject, name, sign, t) : state !== "on" && sign,
      h(
        "button.coign-why",
        {
          ...subject,
          type: "button",
          "data-coign": "fold",
          "data-fold": fold,
          "aria-expanded": String(open),
          "aria-describedby": reasonId,
        },
        h("span.coign-side", { "aria-hidden": "true" }, SIDE_SIGNS[side]),
        h("span.coign-name", {}, name),
        repeats ? null : h("span.coign-effect", {}, effectWords),
        state !== "on" && h("span.coign-hidden", {}, t(`COIGN.State.${state}`)),
        h("span.coign-hidden", {}, t(`COIGN.Helps.${side}`)),
      ),
    ),
    h(
      "div.coign-reason",
      { id: reasonId, "data-open": open },
      h("span", {}, reasonText(modifier, name, t)),
      editable &&
        h(
          "button.coign-more",
          { ...subject, type: "button", "data-coign": "more", "aria-label": t("COIGN.Card.More", { name }) },
          "⋯",
        ),
    ),
  );
}

/**
 * Describe the switch of a modifier, with the sign of its state.
 * @param {Coign.Modifier} modifier
 * @param {Record<string, string | null>} subject
 * @param {string} name
 * @param {import("../util/dom.mjs").Node_} sign
 * @param {import("../util/effect-text.mjs").Translate} t
 */
const switchOf = ({ state }, subject, name, sign, t) =>
  h(
    "button.coign-toggle",
    {
      ...subject,
      type: "button",
      "data-coign": "toggle",
      "aria-pressed": String(state === "on"),
      "aria-label": t("COIGN.Card.Toggle", { name }),
    },
    sign,
  );

/**
 * Return a modifier's reason with the mark of a reading of ours.
 * @param {Coign.Modifier} modifier
 * @param {string} name
 * @param {import("../util/effect-text.mjs").Translate} t
 */
function reasonText(modifier, name, t) {
  const reason = reasonOf(modifier, t) || name;
  const mark = markOf(modifier, t);
  return mark && !reason.includes(mark) ? `${reason} (${mark})` : reason;
}
