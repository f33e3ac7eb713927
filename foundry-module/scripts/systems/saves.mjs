/** Find the effect that a saving throw is against, and ask about the save before it is rolled. */

import { ownFields } from "../util/fields.mjs";
import { areaMadeBy } from "./areas.mjs";
import { ignoringAbilities } from "./attacks.mjs";
import { findAttacker } from "./tokens.mjs";

/**
 * Return the id of the message in which the button of a save was pressed.
 * @param {Coign.Foreign} event
 * @returns {string | undefined}
 */
export const pressedIn = (event) => event?.target?.closest?.("[data-message-id]")?.dataset.messageId;

/**
 * Return the effect that a save is against, by the card that Coign noted in the save's message (`flags.coign.card`). This is
 * for systems that keep no link to the effect.
 * @param {Coign.Foreign} message
 * @param {string | null} save null: the message is no save
 * @param {Coign.SystemContext} context
 * @param {(card: Coign.Foreign, save: string, context: Coign.SystemContext) => Coign.SaveAgainst | null} against
 */
export function againstKeptCard(message, save, context, against) {
  const { card } = ownFields("message", message);
  const used = save && card ? context.document(`ChatMessage.${card}`) : null;
  return save && used && used !== message ? against(used, save, context) : null;
}

/**
 * Ask about a save before it is rolled, as the card of its roll will: from the area that the effect has placed on the map,
 * else from the token whose effect it is.
 *
 * @param {Coign.SaveAgainst | null} against
 * @param {Coign.Foreign} speaker who saves
 * @param {string} system the game system's id
 * @param {Coign.SystemContext} context
 * @returns {Coign.InRollQuery | null} null: one of both is not on the map, or the start of the effect is secret
 */
export function saveQueryOf(against, speaker, system, context) {
  const { scene: own, actor: roller } = findAttacker({ speaker }, context);
  if (!against || !roller || against.scene !== own) return null;
  const { scene, token, made, ability, effect } = against;
  const area = areaMadeBy(made, context.scene(scene), system);
  // The start of a hidden area is a secret, and any other point would be wrong.
  if (area?.hidden || (!area && !token)) return null;
  const { name = "", abilities = [], ignores } = effect ?? {};
  return {
    actorToken: { scene, token: area || !token ? roller : token },
    targets: [roller],
    occasion: "save",
    ability,
    attack: { kind: "ranged", reach: null, range: null, name, abilities, ...(ignores && { ignores }) },
    ...(area && { origin: area.point }),
  };
}

/**
 * Describe the spell or feature that a save is against: its name, and what it ignores. Nothing if it cannot be found.
 * @param {string[]} made the uuids of the item and its activity
 * @param {Coign.SystemContext} context
 * @param {(item: Coign.Foreign) => string[]} [ignored] what the item and its owner note that it ignores
 * @returns {{effect?: Coign.SaveAgainst["effect"]}}
 */
export function effectOf(made, context, ignored = () => []) {
  const used = made.flatMap((uuid) => context.document(uuid) ?? []);
  if (!used.length) return {};
  const item = used[0].item ?? used[0];
  const ignores = ignored(item);
  return {
    effect: {
      name: String(item.name ?? ""),
      abilities: ignoringAbilities(null, [item, ...used]),
      ...(ignores.length && { ignores }),
    },
  };
}
