/** The small buttons of a card: steppers, what may be added, dice to roll and to take back, measuring again. Pure. */

import { effectOf, valueText } from "../overrides/choices.mjs";
import { h } from "../util/dom.mjs";
import { effectText, signed } from "../util/effect-text.mjs";
import { SIGNS } from "../util/tokens.mjs";
import { PART_OF } from "../util/wire.mjs";

/**
 * @typedef {object} View The content of a card and its reader.
 * @property {Coign.Annotation[]} annotations of the roll and, for a full attack, of its further rolls
 * @property {string} key of the message, for the ids of elements
 * @property {(Coign.Rolled & {isRolled: boolean})[]} rolled dice that were rolled for it, as far as their rolls show
 * @property {string} unjudged for GMs the reason why the roll was not judged, as a sentence; else empty
 * @property {"" | "game-master" | "player"} [untargeted] the reader of the card, if the attack has no target
 * @property {boolean} [measured] the map was measured, and no rule judges what the dice mean
 * @property {boolean} editable chips can be switched: the reader is a GM
 * @property {boolean} mayAsk a chip opens the dialog with scope and reason
 * @property {boolean} mayRoll this client may roll what the outcome asks for
 * @property {boolean} mayMeasure this client could measure it again: it has no annotations of its own
 * @property {{mayUndo: boolean} | null} [beforeMove] it is judged as everybody stood before a move
 * @property {boolean} [awaited] for GMs whether the roll is still to be judged, and no answer comes
 * @property {boolean} waiting something changed that the bridge has not answered yet
 * @property {boolean} showNothing show a line when nothing applies
 * @property {boolean} hiding the attacker's token is hidden, and its rules know unseen attackers
 * @property {import("../overrides/choices.mjs").Offers | null} offers what the GM may add and set; null for players
 * @property {(fold: string) => boolean} unfolded "card", "notes", a target's drawing, a modifier's reason
 * @property {(figure: Coign.Figure, scene: string, between: (string | null)[]) => Coign.Figure} figureOf a figure as this
 *   reader may see it, between attacker and target
 * @property {string | null} actor the token that acts
 * @property {(token: string) => string} nameOf a token's name, as this reader may know it
 * @property {Coign.Translate} t
 */

/**
 * Describe a button with a sign for its face.
 * @param {string} action
 * @param {string} sign
 * @param {string} label its name in words
 * @param {Record<string, string | number | boolean | null | undefined>} [more]
 */
export const tool = (action, sign, label, more = {}) =>
  h(
    "button.coign-tool",
    { type: "button", "data-coign": action, "aria-label": label, "data-tooltip": label, ...more },
    sign,
  );

/**
 * Describe a button that sets a fact.
 * @param {string} face
 * @param {string} fact
 * @param {string | boolean} value
 * @param {Parameters<typeof tool>[3]} more
 * @param {Coign.Translate} t
 * @param {string} [word] of the value
 */
function step(face, fact, value, more, t, word = valueText(fact, value, t)) {
  const words = t("COIGN.Card.Step", { fact: t(`COIGN.Fact.${fact}`), value: word });
  return tool("set", face, words, { "data-fact": fact, "data-value": JSON.stringify(value), ...more });
}

/** The face of a degree's button; a degree that is not listed is written as the game's word. @type {Record<string, string>} */
export const DEGREE_SIGNS = { none: "–", half: "½", "three-quarters": "¾", total: "■" };

/** The fact whose degrees are buttons in its own line. */
export const COVER = "cover";

/** The most values that have room for the name of their fact beside them. */
const NAMED = 5;

/** The fact of light and fog. Its first degree is needed every evening. */
const LIGHT = "obscurement";

/**
 * Describe the values of a fact as a row of buttons: a press sets one for this roll.
 * @param {string} fact
 * @param {Coign.Result} result
 * @param {Pick<View, "offers" | "t">} view
 * @param {string | null} target
 * @param {boolean} labelled name it: its line does not
 */
export function steps(fact, { covered, forced = [] }, { offers, t }, target, labelled) {
  const set = forced.find((one) => one.fact === fact);
  const current = fact === COVER ? covered : set ? (set.value ?? "none") : null;
  const values = offers?.facts[fact] ?? [];
  const button = (/** @type {string | boolean} */ value) => {
    const word = valueText(fact, value, t, values);
    const face = (fact === COVER && DEGREE_SIGNS[String(value)]) || word;
    return step(face, fact, value, { "data-target": target, "aria-pressed": String(value === current) }, t, word);
  };
  const name = t(`COIGN.Fact.${fact}`);
  return degrees(name, [
    labelled && values.length <= NAMED && h("span", { "aria-hidden": "true" }, name),
    ...values.map(button),
  ]);
}

/**
 * Describe buttons of one kind, joined.
 * @param {string} name for screen readers
 * @param {(import("../util/dom.mjs").Node_ | false)[]} content
 */
const degrees = (name, content) => h("div.coign-degrees", { role: "group", "aria-label": name }, content);

/**
 * Describe the two buttons that count a number by hand down and up.
 * @param {string} modifier
 * @param {string | null} target
 * @param {Pick<View, "t">} view
 */
export const numberSteps = (modifier, target, { t }) =>
  degrees(
    t("COIGN.Card.Number"),
    [-1, 1].map((by) =>
      tool("count", by < 0 ? "−" : "+", t(by < 0 ? "COIGN.Card.Less" : "COIGN.Card.OneMore"), {
        "data-modifier": modifier,
        "data-target": target,
        "data-value": by,
      }),
    ),
  );

/**
 * Describe what is added in one press: degrees of cover, a number down and up, what the family has beside numbers or else what
 * its own fact can be, and dim light. The dialog has everything.
 * @param {Coign.Result} result
 * @param {View} view
 * @param {string | null} target
 */
export function offered(result, { offers, t }, target) {
  const { modifiers, forced = [] } = result;
  const { effects = [], facts = {} } = offers ?? {};
  const shown = new Set([...modifiers.map(({ figure }) => figure), ...forced.map(({ fact }) => PART_OF[fact])]);
  const hand = (/** @type {Coign.Wire.HandEffect} */ form, /** @type {number[]} */ numbers) =>
    numbers.map((number) => {
      const what = effectText(effectOf(form, number), t);
      const data = { "data-target": target, "data-nth": effects.indexOf(form), "data-value": number };
      return tool("hand", form.kind === "flat" ? signed(number) : what, t("COIGN.Card.AddThis", { what }), data);
    });
  const set = (/** @type {string} */ fact, /** @type {(string | boolean)[]} */ values) =>
    shown.has(PART_OF[fact])
      ? []
      : values.map((value) => {
          const face = value === true ? t(`COIGN.Fact.${fact}`) : valueText(fact, value, t);
          return step(face, fact, value, { "data-target": target }, t);
        });
  const degreesOf = (/** @type {(string | boolean)[]} */ values) =>
    values.filter((value) => value !== false && value !== "none");
  const unnumbered = effects.filter(({ bounds }) => !bounds);
  const [fact] = Object.keys(facts).filter((one) => one !== COVER && one !== LIGHT);
  const numbers = effects
    .filter(({ usual }) => usual.length)
    .map((form) => degrees(t("COIGN.Card.Number"), hand(form, form.usual)));
  const others = unnumbered.length
    ? unnumbered.flatMap((form) => hand(form, [1]))
    : fact && set(fact, degreesOf(facts[fact]));
  return h(
    "div.coign-offers",
    { role: "group", "aria-label": t("COIGN.Card.Add") },
    target !== null && facts[COVER] && steps(COVER, result, { offers, t }, target, true),
    h(
      "div",
      {},
      numbers,
      others,
      facts[LIGHT] && set(LIGHT, degreesOf(facts[LIGHT]).slice(0, 1)),
      tool("add", t("COIGN.Card.AddMore"), t("COIGN.Card.AddMore"), { "data-target": target }),
    ),
  );
}

/**
 * Describe the buttons that roll dice, remove them, and measure again: the next thing to do with dice, and the others.
 * @param {View} view
 * @param {Coign.Result[]} results
 */
export function actions(view, results) {
  const { t, annotations, mayRoll, mayMeasure, rolled, waiting } = view;
  if (!mayRoll) return { next: null, others: [] };
  const asked = [...results, ...annotations.slice(1).flatMap((further) => further.results)];
  const open = [...new Set(asked.flatMap(({ words }) => words?.roll ?? []))];
  const fallen = rolled.map(({ dice, values }) => `${dice} (${values.join(", ")})`).join(", ");
  const roll =
    open.length > 0 &&
    action("roll", t("COIGN.Said.roll-next", { dice: open.join(", ") }), {
      disabled: waiting,
      "data-long": open.length > 1,
    });
  const unroll =
    fallen && action("unroll", `${SIGNS.undo} ${fallen}`, { "aria-label": t("COIGN.Card.Undo", { dice: fallen }) });
  const [next = null, ...others] = [roll, unroll].filter((button) => typeof button === "object");
  const more = [unmoveButton(view), mayMeasure && measureButton(t)].filter((button) => typeof button === "object");
  return { next, others: [...others, ...more] };
}

/**
 * Describe the button that says that a roll is judged as before a move, and takes that back; false if it is not.
 * @param {View} view
 */
export const unmoveButton = ({ t, beforeMove }) =>
  beforeMove != null &&
  action("unmove", `${SIGNS.undo} ${t("COIGN.Card.BeforeMove")}`, {
    title: t("COIGN.Card.BeforeMoveWhy"),
    disabled: !beforeMove.mayUndo,
  });

/**
 * Describe the button that measures a roll as all stand now.
 * @param {Coign.Translate} t
 */
export const measureButton = (t) => action("measure", t("COIGN.Card.Measure"));

/**
 * Describe a button with words for its face.
 * @param {string} name of its action
 * @param {string} words
 * @param {Record<string, string | boolean>} [more]
 */
export const action = (name, words, more = {}) =>
  h("button.coign-action", { type: "button", "data-coign": name, title: words, ...more }, h("span", {}, words));
