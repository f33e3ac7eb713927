/**
 * A modifier as a chip: whom it helps, its name and its effect. Its reason is below the chips, while a pointer or the
 * focus is on the chip, and for as long as a click or a touch leaves it open. Pure.
 */

import { h } from "../util/dom.mjs";
import { effectText, helps } from "../util/effect-text.mjs";
import { markOf, nameOfModifier, reasonOf } from "../util/texts.mjs";

/** The side that a modifier helps: the roller, the other side, or neither; hollow while it does not count. */
const SIDE_SIGNS = { for: "▲", against: "▼", neither: "◆" };
const HOLLOW_SIGNS = { for: "△", against: "▽", neither: "◇" };
const INCLUDED_SIGN = "⚅"; // the roll has the modifier already

/**
 * @param {Coign.Modifier} modifier
 * @param {Coign.Result} result
 * @param {import("./card.mjs").View} view
 * @param {import("../util/dom.mjs").Node_ | null} [beside] shown beside the chip: the degrees of cover
 */
export function chip(modifier, { target }, { editable, unfolded, key, rolled, t }, beside = null) {
  const { id, state, effect, override, included } = modifier;
  const fold = `reason ${target} ${id}`;
  const open = unfolded(fold, false);
  const name = nameOfModifier(modifier, t);
  const reasonId = `coign-${key}-${target}-${id}`.replace(/[^\w-]/g, "_");
  const side = helps(effect);
  const effectWords = effectText(effect, t);
  const told = toldBySign(modifier, t);
  const repeats = told || name.toLowerCase().startsWith(effectWords.toLowerCase());
  const subject = { "data-modifier": id, "data-target": target };
  const sign = h("span.coign-side", { "aria-hidden": "true" }, (state === "on" ? SIDE_SIGNS : HOLLOW_SIGNS)[side]);
  return h(
    "li.coign-chip",
    { ...subject, "data-state": state, "data-decided": typeof override === "number", "data-helps": side },
    h(
      "div.coign-pair",
      {},
      editable && switchOf(modifier, subject, name, sign, t),
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
        !editable && sign,
        told && h("span.coign-hidden", {}, effectWords),
        h("span.coign-name", {}, told ? withCapital(shortName(name).slice(effectWords.length + 1)) : shortName(name)),
        repeats ? null : h("span.coign-effect", {}, effectWords),
        included && [
          h("span.coign-included", { "aria-hidden": "true", title: t("COIGN.InRoll.Included") }, INCLUDED_SIGN),
          h("span.coign-hidden", {}, t("COIGN.InRoll.Included")),
        ],
        rolled.some((die) => !die.isRolled && asksFor(effect, die)) &&
          h("span.coign-unrolled", {}, t("COIGN.Card.Unrolled")),
        state !== "on" && h("span.coign-hidden", {}, t(`COIGN.State.${state}`)),
        h("span.coign-hidden", {}, t(`COIGN.Helps.${side}`)),
      ),
      beside,
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

/** The die that an effect without dice of its own asks for. @type {Record<string, string>} */
const DIE_OF = { advantage: "1d20", disadvantage: "1d20", "flat-check": "1d20", "miss-chance": "1d100" };

/**
 * Return whether a die was rolled for an effect.
 * @param {Coign.Effect} effect
 * @param {Coign.ToRoll} die
 */
const asksFor = (effect, { dice }) =>
  bare(effect.kind === "die" ? effect.dice : (DIE_OF[effect.kind] ?? "")) === bare(dice);

/** Return dice without their sign. @param {string} dice */
const bare = (dice) => dice.replace(/^[-+]/, "");

/**
 * Return a modifier's name without the remark in brackets at its end, which its reason has.
 * @param {string} name "Advantage: higher ground (table's choice)"
 */
const shortName = (name) => name.replace(/\s+\([^()]*\)$/, "");

/**
 * Return whether a modifier's name begins with its effect, "Advantage: higher ground": the chip's sign stands for that part.
 * @param {Coign.Modifier} modifier
 * @param {import("../util/effect-text.mjs").Translate} t
 */
export const toldBySign = (modifier, t) =>
  nameOfModifier(modifier, t)
    .toLowerCase()
    .startsWith(`${effectText(modifier.effect, t).toLowerCase()}: `);

/** @param {string} text */
const withCapital = (text) => text.trim().replace(/^./u, (letter) => letter.toUpperCase());

/**
 * Describe the switch of a modifier, with the sign of its side and state.
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
      "data-tooltip": t("COIGN.Card.Toggle", { name }),
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
  const because = reasonOf(modifier, t);
  const reason = because && shortName(name) !== name ? `${name}: ${because}` : because || name;
  const mark = markOf(modifier, t);
  return mark && !reason.includes(mark) ? `${reason} (${mark})` : reason;
}
