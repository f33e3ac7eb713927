/**
 * The question whose rolls get their modifiers before the dice fall, in the rules window, which is the only place that
 * asks. A world that was never asked has the GM's rolls preselected and a button beside them; until it is answered,
 * modifiers are on the card after the roll.
 */

import { h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";

const ANSWERS = ["gm", "everybody", "after"];
const PRESELECTED = "gm";

/**
 * @param {object} world
 * @param {string} world.answer the setting's value; empty: never asked
 * @param {boolean} world.hasPlace whether the game system has a place for modifiers in a roll
 */
export function inRollQuestion({ answer, hasPlace }) {
  const field = hasPlace
    ? [
        choices(ANSWERS.includes(answer) ? answer : PRESELECTED),
        !answer && h("p.hint", {}, t("COIGN.InRollQuestion.Open"), " ", button()),
        h("p.hint", {}, t("COIGN.InRollQuestion.Hint")),
      ]
    : h("p.hint", {}, t("COIGN.InRollQuestion.NoPlace"));
  return h("section.coign-family", {}, h("strong", { id: "coign-in-roll" }, t("COIGN.InRollQuestion.Title")), field);
}

/** @param {string} chosen */
const choices = (chosen) =>
  h(
    "div.coign-positions",
    { role: "radiogroup", "aria-labelledby": "coign-in-roll" },
    ANSWERS.map((one) =>
      h(
        "label.coign-choice",
        {},
        h("input", { type: "radio", name: "inRoll", value: one, checked: one === chosen }),
        t(`COIGN.InRollQuestion.${one}`),
      ),
    ),
  );

const button = () => h("button", { type: "button", "data-action": "answerInRoll" }, t("COIGN.InRollQuestion.Use"));
