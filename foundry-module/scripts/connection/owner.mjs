/**
 * Which client keeps the connection of a world: the active GM's, where that browser is paired; else a paired GM's. Pure.
 *
 * The same on every client, so that all ask the same one and two never judge the same roll. That a GM's browser is
 * paired stands in a flag of its user (the token itself never leaves the browser).
 */

/**
 * @template {{id: string | null, active: boolean, isGM: boolean, flags?: any}} User
 * @param {Iterable<User>} users
 * @param {User | null | undefined} activeGM
 * @returns {User | null} the active GM where nobody is paired yet; null where no GM is there
 */
export function keeperOf(users, activeGM) {
  const paired = [...users].filter((user) => user.active && user.isGM && user.flags?.coign?.paired);
  if (activeGM && paired.includes(activeGM)) return activeGM;
  paired.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
  return paired[0] ?? activeGM ?? null;
}
