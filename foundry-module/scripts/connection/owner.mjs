/**
 * Which client has a world's connection, and to which place. Pure.
 *
 * Every client works it out alike, so all of them ask the same client and no roll is annotated twice. A flag of the user
 * says that a GM's browser is paired; the token itself never leaves the browser.
 */

import { ownFields } from "../util/fields.mjs";

/**
 * @template {{id: string | null, active: boolean, isGM: boolean, flags?: any}} User
 * @typedef {object} Plan
 * @property {User | null} owner whose client it is; null if no GM is logged in
 * @property {Coign.PlaceName} place
 */

/**
 * Return the plan for these users. With a bridge the owner is the active GM if that browser is paired, else a paired GM.
 * Without one it is the active GM, who computes in the browser, or is asked to pair if the world wants a bridge.
 *
 * @template {{id: string | null, active: boolean, isGM: boolean, flags?: any}} User
 * @param {Iterable<User>} users
 * @param {User | null | undefined} activeGM
 * @param {Coign.Settings["computeOn"]} computeOn the world's setting
 * @returns {Plan<User>}
 */
export function connectionPlan(users, activeGM, computeOn) {
  const paired = [...users].filter((user) => user.active && user.isGM && ownFields("user", user).paired);
  if (computeOn === "page" || (computeOn === "auto" && !paired.length))
    return { owner: activeGM ?? null, place: "page" };
  paired.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
  const owner = activeGM && paired.includes(activeGM) ? activeGM : (paired[0] ?? activeGM ?? null);
  return { owner, place: "bridge" };
}
