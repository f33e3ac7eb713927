/** The two questions a GM is asked: what of this modifier, and what shall be added. */

import { rulesetsInUse } from "../connection/rulesets.mjs";
import { coign } from "../context.mjs";
import { ask } from "../util/dialogs.mjs";
import { h } from "../util/dom.mjs";
import { findToken } from "../util/find-token.mjs";
import { t } from "../util/translate.mjs";
import { offers, wordOf } from "./choices.mjs";
import { REACHES } from "./overrides.mjs";

/** @typedef {import("./overrides.mjs").Parties} Parties */

const STATES = /** @type {const} */ (["off", "on", "measured"]);

/**
 * What of this modifier, how far, and why.
 *
 * @param {Coign.Modifier} modifier
 * @param {Parties} parties
 * @returns {Promise<Coign.Override | null>} null: the GM thought better of it
 */
export async function askWord(modifier, parties) {
  const states = STATES.map((state) => h("option", { value: state }, t(`COIGN.State.${state}`)));
  const content = [
    h("p", {}, modifier.reason),
    field("state", h("select", { name: "state" }, states)),
    ...common(parties),
  ];
  const form = await ask(modifier.source, content);
  if (!form) return null;
  const state = STATES.find((one) => one === form.state) ?? "measured";
  return wordOf({ modifier: modifier.id, state }, form, parties, game.user.name);
}

/**
 * What shall be added to the roll, or taken as the case whatever was measured.
 *
 * @param {Parties} parties
 * @returns {Promise<Coign.Override | null>}
 */
export async function askAddition(parties) {
  const all = offers(rulesetsInUse(), coign.setting("options"), t);
  if (!all.length) {
    ui.notifications.warn("COIGN.Errors.NotConnected", { localize: true });
    return null;
  }
  const groups = [...new Set(all.map(({ group }) => group))].map((label) =>
    h(
      "optgroup",
      { label },
      all.map((offer, n) => offer.group === label && h("option", { value: n }, nameOf(offer))),
    ),
  );
  const form = await ask(t("COIGN.Dialog.Add"), [
    field("what", h("select", { name: "what" }, groups)),
    ...common(parties),
  ]);
  if (!form) return null;
  const word = wordOf(all[Number(form.what)].word, form, parties, game.user.name);
  if (!word) ui.notifications.warn("COIGN.Errors.NoReason", { localize: true });
  return word;
}

/**
 * An offer as it reads alone, once it is chosen: "Cover: half"; what is added by hand says itself what it is.
 * @param {import("./choices.mjs").Offer} offer
 */
const nameOf = ({ group, label, word }) => (word.fact ? `${group}: ${label}` : label);

/**
 * How far it reaches, and why.
 * @param {Parties} parties
 */
function common({ actor, target, scene }) {
  const names = { actor: findToken(scene, actor)?.name ?? "", target: findToken(scene, target)?.name ?? "" };
  const possible = REACHES.filter((reach) => target || (reach !== "target" && reach !== "pair"));
  const reaches = possible.map((reach) => h("option", { value: reach }, t(`COIGN.Scope.${reach}`, names)));
  return [
    field("reach", h("select", { name: "reach" }, reaches)),
    field("why", h("input", { name: "why", type: "text", maxlength: 200, placeholder: t("COIGN.Dialog.WhyHint") })),
  ];
}

/**
 * A row as Foundry's own forms have it: the label beside the field.
 * @param {string} name
 * @param {import("../util/dom.mjs").Node_} input
 */
function field(name, input) {
  const id = `coign-${foundry.utils.randomID()}`;
  const labelled = { ...input, attributes: { ...input.attributes, id } };
  const label = h("label", { for: id }, t(`COIGN.Dialog.${name}`));
  return h("div.form-group", {}, label, h("div.form-fields", {}, labelled));
}
