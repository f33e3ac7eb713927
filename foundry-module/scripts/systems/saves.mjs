/** Find the effect that a saving throw is against, for game systems that store it. */

import { areaMadeBy } from "./areas.mjs";
import { ignoringAbilities } from "./attacks.mjs";

/**
 * Ask about a save before it is rolled, as the card of its roll will: from the area that the effect has placed on the map,
 * else from the token whose effect it is.
 *
 * @param {Coign.SaveAgainst} against
 * @param {string} roller the id of a token in the same scene
 * @param {string} system the game system's id
 * @param {Coign.SystemContext} context
 * @returns {Coign.InRollQuery | null} null: nobody may know where the effect starts
 */
export function saveQueryOf({ scene, token, made, ability, effect }, roller, system, context) {
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
 * @param {string[]} made uuids of it and of its activity
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
