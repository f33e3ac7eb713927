/** The two dialogs for overrides: one for a modifier of the card, one to add a modifier or fact. */

import { optionsByRuleset, rulesetsInUse } from "../connection/rulesets.mjs";
import { ask } from "../util/dialogs.mjs";
import { h } from "../util/dom.mjs";
import { findToken } from "../util/find-token.mjs";
import { t } from "../util/translate.mjs";
import { ROLLED, STATES } from "../util/wire.mjs";
import { choicesToAdd, overrideFromForm } from "./choices.mjs";
import { SCOPE_CHOICES } from "./overrides.mjs";

/** @typedef {import("./overrides.mjs").Parties} Parties */
/** @typedef {import("./choices.mjs").Choice} Choice */

/**
 * Ask for a modifier's new state, the scope, and the reason.
 *
 * @param {Coign.Modifier} modifier
 * @param {Parties} parties
 * @returns {Promise<Coign.Override | null>} null: cancelled
 */
export async function askOverride(modifier, parties) {
  const states = STATES.map((state) => h("option", { value: state }, t(`COIGN.State.${state}`)));
  const content = [
    h("p", {}, modifier.reason),
    field("state", h("select", { name: "state" }, states)),
    ...common(parties),
  ];
  const form = await ask(modifier.source, content);
  if (!form) return null;
  const state = STATES.find((known) => known === form.state) ?? "measured";
  return overrideFromForm({ modifier: modifier.id, state }, form, parties, game.user.name);
}

/**
 * Ask what to add to the roll: a modifier, or a fact in place of the measured one.
 *
 * @param {Coign.Context} coign
 * @param {Parties} parties
 * @param {Coign.Occasion} occasion of the roll
 * @returns {Promise<Coign.Override | null>} null: cancelled, or without the reason that it needs
 */
export async function askAddition(coign, parties, occasion) {
  const all = choicesToAdd(rulesetsInUse(coign), optionsByRuleset(coign), t, ROLLED[occasion] ?? "attack");
  if (!all.length) {
    ui.notifications.warn("COIGN.Errors.NotConnected", { localize: true });
    return null;
  }
  const groups = [...new Set(all.map(({ group }) => group))].map((label) =>
    h(
      "optgroup",
      { label },
      all.map((choice, n) => choice.group === label && h("option", { value: n }, nameOf(choice))),
    ),
  );
  const form = await ask(t("COIGN.Dialog.Add"), [
    field("what", h("select", { name: "what" }, groups)),
    ...(all.some(({ decision }) => decision.effect) ? [] : [h("p.hint", {}, t("COIGN.Dialog.ByHandOff"))]),
    ...common(parties),
  ]);
  if (!form) return null;
  const override = overrideFromForm(all[Number(form.what)].decision, form, parties, game.user.name);
  if (!override) ui.notifications.warn("COIGN.Errors.NoReason", { localize: true });
  return override;
}

/**
 * Return a choice's name for use without its group: "Cover: half". An effect names itself.
 * @param {Choice} choice
 */
const nameOf = ({ group, label, decision }) => (decision.fact ? `${group}: ${label}` : label);

/**
 * Return the fields that both dialogs have: the scope and the reason.
 * @param {Parties} parties
 */
function common({ actor, target, scene }) {
  const names = { actor: findToken(scene, actor)?.name ?? "", target: findToken(scene, target)?.name ?? "" };
  const possible = SCOPE_CHOICES.filter((scope) => target || (scope !== "target" && scope !== "pair"));
  const scopes = possible.map((scope) => h("option", { value: scope }, t(`COIGN.Scope.${scope}`, names)));
  return [
    field("scope", h("select", { name: "scope" }, scopes)),
    field("why", h("input", { name: "why", type: "text", maxlength: 200, placeholder: t("COIGN.Dialog.WhyHint") })),
    field("public", h("input", { name: "public", type: "checkbox" })),
  ];
}

/**
 * Return a row like those of Foundry's own forms: the label beside the field.
 * @param {string} name
 * @param {import("../util/dom.mjs").Node_} input
 */
function field(name, input) {
  const id = `coign-${foundry.utils.randomID()}`;
  const labelled = { ...input, attributes: { ...input.attributes, id } };
  const label = h("label", { for: id }, t(`COIGN.Dialog.${name}`));
  return h("div.form-group", {}, label, h("div.form-fields", {}, labelled));
}
