/** Questions about checks of Pathfinder 2 that are about to be made: the roller, the targets and the weapon. */

import { list } from "../reading.mjs";
import { saveQueryOf } from "../saves.mjs";
import { targetsIn } from "../tokens.mjs";
import { countedIn, countedInCheck, coverInDC } from "./options.mjs";
import { ATTACK_TYPES } from "./put-in.mjs";
import { effectAgainst, occasionIn } from "./saves.mjs";

/**
 * @typedef {object} Asking What a question needs beside the check.
 * @property {(check: Coign.Foreign, item: Coign.Foreign, actor: Coign.Foreign, units: Coign.Foreign) => Coign.Attack} attackOf
 * @property {() => Coign.Foreign[]} targets the documents of the tokens that the user targets
 * @property {Coign.SystemContext} context
 */

/**
 * @typedef {(check: Coign.Foreign, asking: Asking) => Coign.InRollQuery | null} Query `check`: its context; null: it is left
 *   alone
 */

/**
 * Ask the same question about a check as later for its card. A reroll keeps the additions of the first roll.
 * @type {Query}
 */
export function queryOf(check, asking) {
  const { type } = check;
  if (check.isReroll || check.createMessage === false) return null;
  if (ATTACK_TYPES.includes(type)) return attackQuery(check, asking);
  return type === "saving-throw" ? saveQuery(check, asking) : checkQuery(check, asking);
}

/** An attack counts if the attacker and the target are on the map. @type {Query} */
function attackQuery(check, { attackOf, context }) {
  const { origin, target, dc } = check;
  if (origin?.self === false) return null;
  const token = origin?.token ?? check.token;
  const scene = token?.parent?.id;
  const struck = target?.token;
  if (!scene || struck?.parent?.id !== scene) return null;
  const options = list(check.options);
  const actor = origin?.actor ?? check.actor;
  const item = origin?.item ?? check.item ?? null;
  const ac = Number.isFinite(dc?.value) ? dc.value : null;
  return {
    actorToken: { scene, token: token.id },
    targets: [struck.id],
    attack: attackOf(check, item, actor, context.scene(scene)?.grid?.units),
    mode: modeOf(check),
    defence: { [struck.id]: { ac, ...coverInDC({ options, dc: ac }, struck.actor, context) } },
    counted: countedIn(options),
  };
}

/** A save counts if it is made from the card of a spell or an action. @type {Query} */
function saveQuery(check, { context }) {
  const { origin } = check;
  const token = check.token ?? check.target?.token;
  const scene = token?.parent?.id;
  if (!scene || !origin?.actor) return null;
  const from = { self: origin.self, token: origin.token?.uuid, actor: origin.actor.uuid };
  const items = [origin.item?.uuid, check.item?.uuid];
  const against = effectAgainst({ ...check, origin: from }, items, scene, context);
  const query = saveQueryOf(against, { scene, token: token.id }, "pf2e", context);
  if (!query) return null;
  return {
    ...query,
    ...(!query.origin && typeof against?.area === "boolean" && { check: { area: against.area } }),
    mode: modeOf(check),
    counted: countedInCheck(list(check.options)),
  };
}

/** A check counts if a rule speaks of it, and somebody is targeted. @type {Query} */
function checkQuery(check, { targets }) {
  const occasion = occasionIn(check);
  const token = check.origin?.token ?? check.token;
  const scene = token?.parent?.id;
  if (!occasion || !scene) return null;
  const others = targetsIn(scene, targets());
  if (!others.length) return null;
  return {
    actorToken: { scene, token: token.id },
    targets: others,
    occasion,
    mode: modeOf(check),
    counted: countedInCheck(list(check.options)),
  };
}

/**
 * Return the fortune that a check has already, as advantage or disadvantage.
 * @param {Coign.Foreign} check
 */
const modeOf = ({ rollTwice }) =>
  rollTwice === "keep-higher" ? "advantage" : rollTwice === "keep-lower" ? "disadvantage" : "normal";
