/**
 * The section at the end of a chat card, as a description of elements. Pure.
 *
 * One row for each target: what the outcome is called and what it makes of the total, a chip for each modifier with its
 * reason, a drawing, what was assumed. All of it folds into its first line. State is said in words and shape, never by
 * colour alone; every chip can be reached by keyboard and carries its reason as text.
 */

import { h } from "./dom.mjs";
import { drawing } from "./figure.mjs";
import { effectText, percent, signed, totalText } from "./words.mjs";

/**
 * @typedef {object} View What is shown to whom.
 * @property {Coign.Annotation | undefined} annotation
 * @property {Coign.Rolled[]} rolled dice already rolled for it
 * @property {boolean} editable chips are buttons: a GM looks on
 * @property {boolean} mayRoll this client may roll what the outcome asks for
 * @property {boolean} mayMeasure this client could measure again what it does not remember
 * @property {boolean} waiting something was said that the bridge has not answered yet
 * @property {boolean} open not folded
 * @property {(token: string) => string} nameOf a target as this reader may know it
 * @property {import("./words.mjs").Translate} t
 */

/**
 * @param {View} view
 * @returns {import("./dom.mjs").Node_ | null} null where there is nothing to say
 */
export function card(view) {
  const { annotation, t, waiting, open } = view;
  const results = annotation?.results ?? [];
  const telling = results.filter(({ modifiers }) => modifiers.length);
  if (!telling.length && !waiting) return null;
  return h(
    "section.coign-card",
    { "aria-label": t("COIGN.Card.Label"), "data-waiting": waiting },
    h(
      "details.coign-fold",
      { open },
      h("summary.coign-line", {}, summary(telling, view)),
      waiting && h("p.coign-waiting", { role: "status" }, t("COIGN.Card.Waiting")),
      telling.map((result) => row(result, results.length > 1, view)),
      actions(view, telling),
    ),
  );
}

/**
 * The one line that is left when the card is folded.
 * @param {Coign.Result[]} results
 * @param {View} view
 */
function summary(results, { t }) {
  const mark = h("i.fa-solid.fa-chess-rook", { "aria-hidden": "true" });
  if (results.length !== 1) {
    return [mark, h("span.coign-label", {}, t("COIGN.Card.Targets", { count: String(results.length) }))];
  }
  const { outcome } = results[0];
  return [mark, ...headline(outcome, t)];
}

/**
 * What the outcome is called, what it makes of the total, whether it hits; with blanks between for those who listen.
 * @param {Coign.Outcome} outcome
 * @param {import("./words.mjs").Translate} t
 */
function headline(outcome, t) {
  const parts = [h("span.coign-label", {}, labelText(outcome, t)), total(outcome, t), ...verdict(outcome, t)];
  return parts.flatMap((part) => (part ? [part, " "] : []));
}

/**
 * @param {Coign.Result} result
 * @param {boolean} several whether the target must be named
 * @param {View} view
 */
function row(result, several, view) {
  const { t, nameOf } = view;
  const { target, outcome, modifiers, assumed = [], figure, sentence } = result;
  const notes = [...(outcome.notes ?? []), ...assumed.map((what) => t("COIGN.Card.Assumed", { what }))];
  return h(
    "div.coign-row",
    { "data-target": target },
    several && [h("h5.coign-target", {}, target ? nameOf(target) : ""), h("p.coign-line", {}, headline(outcome, t))],
    h(
      "ul.coign-chips",
      {},
      modifiers.map((modifier) => chip(modifier, result, view)),
    ),
    consequences(result, t).map((text) => h("p.coign-consequence", {}, text)),
    drawing(figure, { label: sentence || t("COIGN.Card.Drawing") }),
    notes.map((note) => h("p.coign-note", {}, note)),
    view.editable &&
      h("button.coign-add", { type: "button", "data-coign": "add", "data-target": target }, t("COIGN.Card.Add")),
  );
}

/**
 * @param {Coign.Modifier} modifier
 * @param {Coign.Result} result
 * @param {View} view
 */
function chip(modifier, { target }, { editable, t }) {
  const { id, source, state, effect, reason, override } = modifier;
  const decided = typeof override === "number";
  const content = [
    h("span.coign-mark-state", { "aria-hidden": "true" }, STATE_SIGNS[state] ?? ""),
    h("span.coign-name", {}, source),
    h("span.coign-effect", {}, effectText(effect, t)),
    state !== "on" && h("span.coign-hidden", {}, t(`COIGN.State.${state}`)),
    h("span.coign-reason", { role: "tooltip" }, reason),
  ];
  const given = { "data-modifier": id, "data-target": target, "data-state": state, "data-decided": decided };
  if (!editable) return h("li", {}, h("span.coign-chip", { ...given, tabindex: 0 }, content));
  return h(
    "li",
    {},
    h(
      "button.coign-chip",
      { ...given, type: "button", "data-coign": "toggle", "aria-pressed": String(state === "on") },
      content,
    ),
    h(
      "button.coign-more",
      { ...given, type: "button", "data-coign": "more", "aria-label": t("COIGN.Card.More", { name: source }) },
      "⋯",
    ),
  );
}

/** What stands before a chip's name: on, off by the GM's word, set aside by the rules. @type {Record<string, string>} */
const STATE_SIGNS = { on: "●", off: "○", "set-aside": "◌" };

/**
 * The buttons below: what there is still to roll, and the way back from what was rolled.
 * @param {View} view
 * @param {Coign.Result[]} results
 */
function actions({ t, mayRoll, mayMeasure, rolled, waiting }, results) {
  if (!mayRoll) return null;
  const open = [...new Set(results.flatMap(({ outcome }) => outcome.to_roll ?? []))];
  const buttons = [
    open.length > 0 &&
      h(
        "button",
        { type: "button", "data-coign": "roll", disabled: waiting },
        t("COIGN.Card.Roll", { dice: open.join(", ") }),
      ),
    rolled.length > 0 &&
      h(
        "button",
        { type: "button", "data-coign": "undo" },
        t("COIGN.Card.Undo", { dice: rolled.map(diceText).join(", ") }),
      ),
    mayMeasure && h("button", { type: "button", "data-coign": "measure" }, t("COIGN.Card.Measure")),
  ].filter(Boolean);
  return buttons.length ? h("div.coign-actions", {}, buttons) : null;
}

/** @param {Coign.Rolled} rolled */
const diceText = ({ dice, values }) => `${dice} (${values.join(", ")})`;

/**
 * The outcome's name, in the reader's language where it is one that we know.
 * @param {Coign.Outcome} outcome
 * @param {import("./words.mjs").Translate} t
 */
function labelText({ label = "plain" }, t) {
  const key = `COIGN.Outcome.${label.replaceAll(" ", "-")}`;
  const known = t(key);
  return known === key ? label : known;
}

/**
 * @param {Coign.Outcome} outcome
 * @param {import("./words.mjs").Translate} t
 */
function total(outcome, t) {
  const text = totalText(outcome);
  return text ? h("span.coign-total", {}, h("span.coign-hidden", {}, t("COIGN.Card.Total")), text) : null;
}

/**
 * Hit or miss, and the chance, for those who may see them: where they are known they may be shown.
 * @param {Coign.Outcome} outcome
 * @param {import("./words.mjs").Translate} t
 */
function verdict({ hit, critical, chance }, t) {
  const known = hit === true || hit === false;
  const word = critical && hit !== false ? "critical" : hit ? "hit" : "miss";
  return [
    (known || critical) &&
      h("span.coign-verdict", { "data-verdict": word }, `${word === "miss" ? "✗" : "✓"} ${t(`COIGN.Verdict.${word}`)}`),
    chance &&
      h(
        "span.coign-chance",
        {},
        t("COIGN.Card.Chance", { before: percent(chance.before), after: percent(chance.after) }),
      ),
  ];
}

/**
 * What follows beyond the total: bonuses that several chips add up to, second dice, miss chance, damage, movement.
 * @param {Coign.Result} result
 * @param {import("./words.mjs").Translate} t
 * @returns {string[]}
 */
function consequences({ modifiers, outcome }, t) {
  const { flat, keep, miss_chance: missChance, pool, damage, movement } = outcome;
  const adding = (/** @type {string} */ to) =>
    modifiers.filter(({ state, effect }) => state === "on" && effect.kind === "flat" && effect.to === to).length;
  const flats = Object.entries(flat ?? {}).filter(([to, value]) => value && adding(to) > 1);
  return [
    ...flats.map(([to, value]) => `${signed(value)} ${t(`COIGN.To.${to}`)}`),
    keep && t(`COIGN.Consequence.keep-${keep}`),
    pool && t("COIGN.Consequence.pool", { before: String(pool.before), after: String(pool.after) }),
    pool?.keep && t(`COIGN.Consequence.keep-${pool.keep}`),
    missChance && t("COIGN.Effect.missChance", { percent: `${missChance} %` }),
    damage && t("COIGN.Effect.damage", { dice: damage }),
    typeof movement === "number" && t("COIGN.Effect.movement", { factor: String(movement) }),
  ].filter((text) => typeof text === "string");
}
