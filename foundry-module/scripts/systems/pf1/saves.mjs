/**
 * What a saving throw of Pathfinder 1 is against. The message of a save names the save and nothing else. Only while the
 * button of a card is pressed is it known whose card that is: Coign keeps it in the message's flags (`saving.mjs`). Pure.
 */

import { ownFields } from "../../util/fields.mjs";
import { effectOf } from "../saves.mjs";
import { attackingActor, findAttacker } from "../tokens.mjs";

/** The ability that each save is made with. */
const ABILITIES = /** @type {Record<string, string>} */ ({ fort: "con", ref: "dex", will: "wis" });

/**
 * Return which save a message is of: "fort", "ref" or "will"; null if it is none.
 * @param {Coign.Foreign} message
 */
export function saveIn(message) {
  const save = message?.system?.subject?.save ?? message?.flags?.pf1?.subject?.save;
  return typeof save === "string" && save in ABILITIES ? save : null;
}

/** @type {NonNullable<Coign.SystemRecord["saveAgainst"]>} */
export function saveAgainst(message, context) {
  const save = saveIn(message);
  const { card } = ownFields("message", message);
  const used = save && card ? context.document(`ChatMessage.${card}`) : null;
  return save && used && used !== message ? againstCard(used, save, context) : null;
}

/**
 * Return the effect in a card as what a save is against.
 * @param {Coign.Foreign} card the message
 * @param {string} save
 * @param {Coign.SystemContext} context
 * @returns {Coign.SaveAgainst | null} null: it is no card of an action
 */
export function againstCard(card, save, context) {
  // As for attacks: the data are in `system` from 11 on, and before in the flags.
  const model = card.system?.actor ? card.system : card.flags?.pf1?.metadata;
  if (!model?.actor) return null;
  const from = findAttacker(card, context, model.actor);
  const owner = attackingActor(card, context, from)?.uuid ?? model.actor;
  const id = model.item?.id ?? model.item;
  const item = typeof id === "string" ? [`${owner}.Item.${id}`] : [];
  const { template } = model;
  const area = typeof template === "string" && template.includes(".") ? [template] : [];
  return {
    scene: from.scene,
    token: from.actor,
    made: [...area, ...item],
    ability: ABILITIES[save],
    ...effectOf(item, context),
  };
}
