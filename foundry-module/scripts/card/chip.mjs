/**
 * A line of the card: a modifier, or a fact that a GM has set, with its sign, name, number and reason. For a GM the sign is
 * a switch, a number by hand has a stepper, and an arrow restores the measured value. Degrees, the whole reason and other
 * details open below the line. Pure.
 */

import { valueText } from "../overrides/choices.mjs";
import { h } from "../util/dom.mjs";
import { effectText, helps } from "../util/effect-text.mjs";
import { markOf, nameOfModifier, phrasesText, reasonOf } from "../util/texts.mjs";
import { SIGNS } from "../util/tokens.mjs";
import { CANCELLING } from "../util/wire.mjs";
import { numberSteps, steps, tool } from "./tools.mjs";

/**
 * @typedef {import("../overrides/lines.mjs").Line} Line
 * @typedef {import("./tools.mjs").View} View
 *
 * @typedef {Pick<View, "editable" | "mayAsk" | "unfolded" | "key" | "rolled" | "offers" | "t">} ChipView
 *   the parts of its card, or of its dialog, that a line needs
 */

/**
 * @param {Line} line
 * @param {Coign.Result} result
 * @param {ChipView} view
 * @param {string | null} [target] the target of a press; null for all targets
 */
export function chip(line, result, view, target = result.target) {
  const { editable, unfolded, key, t } = view;
  const { id, modifier, forced, state, counts, holds, settable } = line;
  const side = modifier ? helps(modifier.effect) : "neither";
  const fold = `reason ${target} ${id}`;
  const open = unfolded(fold);
  const reasonId = `coign-${key}-${target}-${id}`.replace(/[^\w-]/g, "_");
  const name = modifier ? nameOfModifier(modifier, t) : t(`COIGN.Fact.${forced[0].fact}`);
  const subject = { "data-modifier": id, "data-target": target };
  const sign = h(
    "span.coign-side",
    { "aria-hidden": "true" },
    SIGNS[counts ? side : /** @type {const} */ (`${side}Off`)],
  );
  const shown = modifier ? modifier.state : "on";
  const reason = reasonText(line, name, view);
  const short = shortReason(line, result, t);
  const words = t("COIGN.Card.Toggle", { name });
  const turn = {
    ...subject,
    type: "button",
    "data-coign": "turn",
    "aria-pressed": String(holds),
    "aria-label": words,
    "data-tooltip": words,
  };
  return h(
    "li.coign-chip",
    {
      ...subject,
      "data-state": shown,
      "data-decision": state,
      "data-aside": modifier?.aside || null,
      "data-helps": side,
    },
    editable && modifier ? h("button.coign-toggle", turn, sign) : sign,
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
      h(
        "span.coign-named",
        {},
        namedEffect(line, name, view),
        state === "set" && h("span.coign-set", { "aria-hidden": "true" }, SIGNS.set),
        state !== "measured" && h("span.coign-hidden", {}, t(`COIGN.Decision.${state}`)),
        shown === "set-aside" && !counts && h("span.coign-hidden", {}, t("COIGN.State.set-aside")),
        modifier && h("span.coign-hidden", {}, t(`COIGN.Helps.${side}`)),
      ),
      // What is open below the line has it already.
      h("span.coign-because", { "aria-hidden": "true" }, open && reason.includes(short) ? "" : short),
    ),
    line.note && h("span.coign-held", {}, line.note),
    editable && line.number !== null && numberSteps(id, target, view),
    editable &&
      state !== "measured" &&
      tool("undo", SIGNS.undo, t("COIGN.Card.Undone", { name }), {
        ...subject,
        "data-fact": modifier ? null : forced[0].fact,
      }),
    h(
      "div.coign-reason",
      { id: reasonId, "data-open": open },
      h("span", {}, reason),
      editable && open && target !== null && settable.map((fact) => steps(fact, result, view, target, true)),
      view.mayAsk &&
        editable &&
        modifier &&
        h(
          "button.coign-more",
          { ...subject, type: "button", "data-coign": "more", "aria-label": t("COIGN.Card.More", { name }) },
          "⋯",
        ),
    ),
  );
}

/**
 * Describe the name and the effect of a line.
 * @param {Line} line
 * @param {string} name
 * @param {ChipView} view
 */
function namedEffect({ modifier, forced }, name, { rolled, offers, t }) {
  if (!modifier) {
    const [{ fact, value }] = forced;
    return [h("span.coign-name", {}, name), h("span.coign-effect", {}, valueText(fact, value, t, offers?.facts[fact]))];
  }
  const { effect, included, aside } = modifier;
  const effectWords = effectText(effect, t);
  const told = toldBySign(modifier, t);
  // The first line says that the target cannot be attacked.
  const isSaid = effect.kind === "blocked" && modifier.state === "on";
  const repeats = told || isSaid || name.toLowerCase().startsWith(effectWords.toLowerCase());
  const named = told ? shortName(name).slice(effectWords.length + 1) : shortName(name);
  const inRoll = included || aside === "counted";
  const why = t(aside === "counted" ? "COIGN.Card.Counted" : "COIGN.InRoll.Included");
  const die = bare(diceOf(effect));
  return [
    told && h("span.coign-hidden", {}, effectWords),
    h("span.coign-name", {}, told ? named.trim().replace(/^./u, (letter) => letter.toUpperCase()) : named),
    repeats ? null : h("span.coign-effect", {}, effectWords),
    inRoll && h("span.coign-included", { "aria-hidden": "true", title: why }, SIGNS.included),
    inRoll && h("span.coign-hidden", {}, why),
    rolled.some(({ dice, isRolled }) => !isRolled && bare(dice) === die) &&
      h("span.coign-unrolled", {}, t("COIGN.Card.Unrolled")),
  ];
}

/** The die that an effect without dice of its own asks for. @type {Record<string, string>} */
const DIE_OF = { advantage: "1d20", disadvantage: "1d20", "flat-check": "1d20", "miss-chance": "1d100" };

/** Return the dice that an effect asks for, or an empty text. @param {Coign.Effect} effect */
function diceOf(effect) {
  if (effect.kind === "die") return effect.dice;
  return effect.kind === "miss-chance" && effect.twice ? "2d100" : (DIE_OF[effect.kind] ?? "");
}

/** Return dice without their sign. @param {string} dice */
const bare = (dice) => dice.replace(/^[-+]/, "");

/**
 * Return a modifier's name without the remark in brackets at its end, which its reason has.
 * @param {string} name "Advantage: higher ground (table's choice)"
 */
const shortName = (name) => name.replace(/\s+\([^()]*\)$/, "");

/**
 * Return whether a modifier's name begins with its effect, "Advantage: higher ground": the line's sign stands for that part.
 * @param {Coign.Modifier} modifier
 * @param {Coign.Translate} t
 */
export const toldBySign = (modifier, t) =>
  nameOfModifier(modifier, t)
    .toLowerCase()
    .startsWith(`${effectText(modifier.effect, t).toLowerCase()}: `);

/** Return whether the law that sets a modifier aside is that another one cancels it. @param {Coign.Modifier} modifier */
function isCancelled({ state, phrases }) {
  const laws = [phrases?.at(-1)?.values?.law ?? ""].flat();
  return state === "set-aside" && laws.some((law) => typeof law === "object" && CANCELLING.includes(law.key));
}

/**
 * Return the part of a reason to show in the line: the modifier that cancels it, another cause why it does not count, or
 * the whole reason.
 * @param {Line} line
 * @param {Coign.Result} result
 * @param {View["t"]} t
 */
function shortReason({ modifier }, { modifiers }, t) {
  if (!modifier) return "";
  const side = helps(modifier.effect);
  const against = modifiers.filter((one) => isCancelled(one) && helps(one.effect) !== side);
  if (isCancelled(modifier) && against.length)
    return t("COIGN.Card.Cancels", { names: against.map((one) => shortName(nameOfModifier(one, t))).join(", ") });
  const { phrases = [], state } = modifier;
  return state === "set-aside" && phrases.length > 1
    ? reasonOf({ ...modifier, phrases: phrases.slice(-1) }, t)
    : reasonOf(modifier, t);
}

/**
 * Return a line's full reason. It includes the mark of our own interpretation of a rule, the measured value if a GM has set
 * another one, and the fixed text of its rule.
 * @param {Line} line
 * @param {string} name
 * @param {ChipView} view
 */
function reasonText({ modifier, forced, counts, standing }, name, { t }) {
  const because = modifier ? reasonOf(modifier, t) : t("COIGN.Said.by-gm");
  const reason = because && shortName(name) !== name ? `${name}: ${because}` : because || name;
  const mark = modifier ? markOf(modifier, t) : "";
  const measured = forced.map((one) => {
    const why = phrasesText(one.phrases, one.reason, t);
    const value = valueText(one.fact, one.measured, t);
    return t("COIGN.Card.Measured", { what: why ? `${value}, ${why}` : value });
  });
  const always = counts ? (standing ?? []) : [];
  return [mark && !reason.includes(mark) ? `${reason} (${mark})` : reason, ...measured, ...always].join("; ");
}
