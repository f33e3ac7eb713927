/** The two dialogs for overrides: one for a modifier of the card, one to add a modifier or fact. */

import { isAdvantage } from "../systems/effects.mjs";
import { ask, formRow } from "../util/dialogs.mjs";
import { h } from "../util/dom.mjs";
import { findToken, t } from "../util/foundry.mjs";
import { nameOfModifier, reasonOf } from "../util/texts.mjs";
import { SCOPE_CHOICES } from "../util/wire.mjs";
import { effectOf, formFor, numberOf, valueText, wordsOf } from "./choices.mjs";

/** @typedef {{actor: string, target: string | null, scene: string}} Parties who acts on whom, and where */

/**
 * Ask for a modifier's new state, the scope, and the reason. The effect of a press on the card is the first choice.
 *
 * @param {import("./lines.mjs").Line} line
 * @param {Coign.Modifier} modifier the line's
 * @param {Parties} parties
 * @returns {Promise<Coign.Press | null>} null: cancelled
 */
export async function askOverride({ holds, state: now }, modifier, parties) {
  const answers = [...(holds ? ["off", "on"] : ["on", "off"]), ...(now === "measured" ? [] : ["measured"])];
  const content = [
    h("p", {}, reasonOf(modifier, t), now !== "measured" && ` (${t(`COIGN.Decision.${now}`)})`),
    choice(
      "state",
      answers.map((state) => h("option", { value: state }, t(`COIGN.State.${state}`))),
    ),
    ...common(parties),
  ];
  const form = await ask(nameOfModifier(modifier, t), content);
  if (!form) return null;
  const button = form.state === "measured" ? "undo" : "turn";
  return { button, modifier: modifier.id, value: String(form.state), ...wordsOf(form) };
}

/**
 * Ask what to add to the roll: a modifier with any number, or a fact in place of the measured one.
 *
 * @param {import("./choices.mjs").Offers} offers
 * @param {Parties} parties
 * @returns {Promise<Coign.Press | null>} null: cancelled, or without a number that it takes
 */
export async function askAddition({ effects, facts, overriding }, parties) {
  if (!effects.length && !Object.keys(facts).length) {
    ui.notifications.warn("COIGN.Errors.NotConnected", { localize: true });
    return null;
  }
  const hand = effects.flatMap((form) => [
    { form, overriding: false },
    ...(overriding && isAdvantage({ effect: form }) ? [{ form, overriding: true }] : []),
  ]);
  const set = Object.entries(facts).flatMap(([fact, values]) => values.map((value) => ({ fact, value })));
  const groups = Object.keys(facts).map((fact) => {
    const label = t(`COIGN.Fact.${fact}`);
    const nameOf = (/** @type {unknown} */ value) => `${label}: ${valueText(fact, value, t, facts[fact])}`;
    const options = set.map(
      (choice, n) => choice.fact === fact && h("option", { value: `fact ${n}` }, nameOf(choice.value)),
    );
    return h("optgroup", { label }, options);
  });
  const types = [...new Set(effects.flatMap((form) => form.types ?? []))];
  const byHands = hand.map(({ form: { kind, to }, overriding }, n) => {
    const effect = t(`COIGN.Hand.${kind}`, { to: to ? t(`COIGN.Said.to-${to}`) : "" });
    return h("option", { value: `hand ${n}` }, overriding ? t("COIGN.Dialog.Overriding", { effect }) : effect);
  });
  const bonuses = types.map((type) => h("option", { value: type }, t(`COIGN.Bonus.${type || "none"}`)));
  const number = { type: "text", inputmode: "text", placeholder: t("COIGN.Dialog.NumberHint"), autofocus: true };
  const content = [
    choice("what", [h("optgroup", { label: t("COIGN.Dialog.ByHand") }, byHands), ...groups]),
    field("number", h("input", { name: "number", ...number })),
    ...(bonuses.length ? [choice("bonus", bonuses)] : []),
    ...common(parties),
  ];
  const read = (/** @type {Record<string, unknown>} */ form) => {
    const [kind, nth] = String(form.what).split(" ");
    const words = wordsOf(form);
    if (kind !== "hand") return { button: /** @type {const} */ ("set"), ...set[Number(nth)], ...words };
    const picked = hand[Number(nth)];
    const text = String(form.number ?? "");
    const taken = formFor(effects, picked.form, text);
    const typed = numberOf(taken, text);
    if (typed === null) return null;
    const bonus = taken.types.find((type) => type === form.bonus) ?? "";
    const why = words.why || t("COIGN.Card.BecauseGm"); // the table can read it
    const effect = effectOf(taken, typed);
    return {
      button: /** @type {const} */ ("add"),
      effect,
      bonus,
      overrides_cancelling: picked.overriding,
      ...words,
      why,
    };
  };
  return askUntil(t("COIGN.Dialog.Add"), content, read);
}

/**
 * Show a form again, as it was filled in, until it can be read.
 * @template T
 * @param {string} title
 * @param {import("../util/dom.mjs").Node_[]} content
 * @param {(form: Record<string, unknown>) => T | null} read null: a number that nothing takes
 * @returns {Promise<T | null>} null: cancelled
 */
async function askUntil(title, content, read) {
  for (let form = await ask(title, content); form; form = await ask(title, filled(content, form))) {
    const answer = read(form);
    if (answer) return answer;
    ui.notifications.warn("COIGN.Errors.NoNumber", { localize: true });
  }
  return null;
}

/**
 * Return a form as it was filled in.
 * @param {(import("../util/dom.mjs").Node_ | string)[]} nodes
 * @param {Record<string, unknown>} form values by the names of the fields
 * @param {unknown} [picked] the value of the list that the nodes are in
 * @returns {(import("../util/dom.mjs").Node_ | string)[]}
 */
export function filled(nodes, form, picked) {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const { tag, attributes, children } = node;
    const value = form[attributes.name];
    const isPicked = tag === "option" && attributes.value === String(picked);
    const isText = tag === "input" && attributes.type === "text";
    return {
      ...node,
      attributes: {
        ...attributes,
        ...(isPicked ? { selected: "" } : {}),
        ...(isText ? { value: String(value ?? "") } : {}),
        ...(tag === "input" && value === true ? { checked: "" } : {}),
      },
      children: filled(children, form, tag === "select" ? value : picked),
    };
  });
}

/**
 * Return the fields that both dialogs have: the scope and the reason.
 * @param {Parties} parties
 */
function common({ actor, target, scene }) {
  const names = { actor: findToken(scene, actor)?.name ?? "", target: findToken(scene, target)?.name ?? "" };
  const possible = SCOPE_CHOICES.filter((scope) => target || (scope !== "target" && scope !== "pair"));
  const scopes = possible.map((scope) => h("option", { value: scope }, t(`COIGN.Scope.${scope}`, names)));
  return [
    choice("scope", scopes),
    field("why", h("input", { name: "why", type: "text", maxlength: 200, placeholder: t("COIGN.Dialog.WhyHint") })),
    field("public", h("input", { name: "public", type: "checkbox" })),
  ];
}

/** @param {string} name @param {import("../util/dom.mjs").Node_[]} options */
const choice = (name, options) => field(name, h("select", { name }, options));

/** @param {string} name @param {import("../util/dom.mjs").Node_} input */
const field = (name, input) => formRow(t(`COIGN.Dialog.${name}`), input);
