/**
 * What a saving throw of Starfinder 1 is against. Its message names the save in translated words alone, and not the card
 * whose button was pressed. So Coign keeps both in the message when the save is rolled (`rolls.mjs`). Pure.
 */

import { againstKeptCard, effectOf } from "../saves.mjs";
import { attackingActor, findAttacker } from "../tokens.mjs";

/** The ability that each save is made with. */
const ABILITIES = /** @type {Record<string, string>} */ ({ fort: "con", reflex: "dex", will: "wis" });

/** The field of a roll's options that names the save. The system copies the options into the message. */
export const SAVE = "coignSave";

/** Return the id of a card's item. @param {Coign.Foreign} message */
export const idIn = (message) => /data-item-id="([^"]+)"/.exec(String(message?.content ?? ""))?.[1] ?? null;

/** @type {NonNullable<Coign.SystemRecord["saveAgainst"]>} */
export const saveAgainst = (message, context) =>
  againstKeptCard(message, message?.flags?.sfrpg?.rollOptions?.[SAVE], context, againstCard);

/**
 * Return the effect in a card as what a save is against.
 * @param {Coign.Foreign} card the message
 * @param {string} save "fort", "reflex" or "will"
 * @param {Coign.SystemContext} context
 * @returns {Coign.SaveAgainst | null} null: it is no card of an item, or no such save
 */
export function againstCard(card, save, context) {
  const id = idIn(card);
  if (!id || !(save in ABILITIES)) return null;
  const from = findAttacker(card, context);
  const owner = attackingActor(card, context, from)?.uuid;
  const made = owner ? [`${owner}.Item.${id}`] : [];
  return { scene: from.scene, token: from.actor, made, ability: ABILITIES[save], ...effectOf(made, context) };
}
