/** From an attack in a chat message to requests for the bridge. Pure. */

import { includedIn } from "./included.mjs";

/**
 * Return the tokens that an attack is against, in one scene. Those captured on the author's client go first: they are
 * tokens, while a game system may list only actors, and so lose the second of two tokens of one actor. One token that the
 * system names and that was not captured goes before them: the roll was made against it.
 *
 * @param {object} sources
 * @param {string[] | undefined} sources.captured token uuids
 * @param {Coign.AttackReading["targets"]} sources.system
 * @param {string[]} sources.current token ids that the author targets now: used only if both of the others are empty
 * @param {string} scene
 * @returns {string[]} token ids, each once
 */
export function targetsOf({ captured, system, current }, scene) {
  const named = (captured ?? []).map(tokenOfUuid).filter((target) => target?.scene === scene);
  const listed = system.filter((target) => !target.scene || target.scene === scene);
  const isCaptured = named.some((target) => target?.token === listed[0]?.token);
  const known = named.length && !(listed.length === 1 && !isCaptured) ? named : listed;
  return [...new Set(known.length ? known.map((target) => /** @type {{token: string}} */ (target).token) : current)];
}

/**
 * Split the uuid of a token.
 * @param {string} uuid
 * @returns {{scene: string, token: string} | null} null: it is not the uuid of a token
 */
export function tokenOfUuid(uuid) {
  const [, scene, token] = /^Scene\.([^.]+)\.Token\.([^.]+)/.exec(uuid) ?? [];
  return token ? { scene, token } : null;
}

/**
 * Make one request for each roll of an attack: most have one, a full attack has several.
 *
 * @param {Coign.AttackReading & {further?: Coign.SeenRoll[]}} attack with its actor's token
 * @param {string[]} targets
 * @param {Coign.MessageFlags} flags
 * @returns {Coign.EvaluateRequest[]}
 */
export function requestsOf(attack, targets, flags) {
  const { scene, token } = /** @type {{scene: string, token: string}} */ (attack.actorToken);
  const occasion = attack.occasion ?? "attack";
  return [attack.roll, ...(attack.further ?? [])].map(({ shown, unjudged, ...roll }, nth) => ({
    scene,
    actor: token,
    targets,
    occasion,
    check: { ability: attack.ability ?? null, ...attack.check },
    attack: nth ? { ...attack.attack, primary: false } : attack.attack,
    // Of dice that no rule judges, the bridge is asked as before the roll.
    roll: unjudged
      ? null
      : {
          ...roll,
          rolled: { ...roll.rolled, ...valuesOf(flags.rolled, nth) },
          ...includedIn(flags.included, { occasion, mode: roll.mode, shown, defence: attack.defence }),
        },
    defence: attack.defence,
    removesAdvantage: attack.removesAdvantage ?? false,
    removesDisadvantage: attack.removesDisadvantage ?? false,
    ...(attack.counted && { counted: attack.counted }),
    ...(attack.origin && { origin: attack.origin }),
    ...(attack.turned && { turned: attack.turned }),
    overrides: flags.overrides ?? [],
  }));
}

/**
 * Return the dice rolled since for one roll, as the wire has them. A message's author may write them, so values that the
 * dice cannot show are left out.
 *
 * @param {Coign.Rolled[] | undefined} rolled
 * @param {number} roll the roll's number, from 0
 */
function valuesOf(rolled, roll) {
  const possible = (rolled ?? []).filter(({ dice, values, nth = 0 }) => {
    const [, count, faces] = /^[-+]?(\d*)d(\d+)$/.exec(dice) ?? [];
    const fits = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= Number(faces);
    return nth === roll && values.length === Number(count || 1) && values.every(fits);
  });
  return Object.fromEntries(possible.map(({ dice, values }) => [dice, values]));
}
