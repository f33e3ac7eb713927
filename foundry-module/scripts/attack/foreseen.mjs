/**
 * What is known of an attack before its dice fall: what its roll adds to the d20, and what it meets. The bridge makes the
 * chance to hit of it.
 *
 * Only the client with the connection reads it, from the sheets as they are: a player's client sends neither, for whoever
 * may name any bonus finds out any armour class.
 */

import { withStanding } from "../systems/cover-modules.mjs";
import { ATTACKS } from "../util/wire.mjs";

/**
 * Return a request with the attack's bonus and the targets' defences, as far as they are known. A request about anything
 * but an attack, or about dice that have fallen, is left as it is.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @returns {Coign.EvaluateRequest}
 */
export function foreseen(coign, request) {
  const { scene: id, actor, targets = [], occasion = "attack", attack = {}, roll } = request;
  const scene = game.scenes?.get(id);
  const from = scene?.tokens?.get(actor);
  if (!from || !ATTACKS.includes(occasion) || roll?.d20?.length) return request;
  const bonus = coign.contract.works("odds") ? coign.adapter.bonusOf(from, attack) : null;
  if (bonus === null) return request;
  const known = targets.flatMap((target) => {
    const token = scene?.tokens.get(target);
    return token ? [[target, { ...coign.adapter.defenceOf(token, from, attack), ...request.defence?.[target] }]] : [];
  });
  const defence = withStanding(Object.fromEntries(known), coign.setting("coverStands"));
  return { ...request, attack: { ...attack, bonus }, defence };
}
