/**
 * Which client owns a world's connection to the bridge: the active GM's, if that browser is paired; else that of a
 * paired GM. Pure.
 *
 * Every client works it out alike, so all of them ask the same client and no roll is annotated twice. A flag of the user
 * says that a GM's browser is paired; the token itself never leaves the browser.
 */

/**
 * @template {{id: string | null, active: boolean, isGM: boolean, flags?: any}} User
 * @param {Iterable<User>} users
 * @param {User | null | undefined} activeGM
 * @returns {User | null} the active GM if nobody is paired yet; null if no GM is logged in
 */
export function connectionOwner(users, activeGM) {
  const paired = [...users].filter((user) => user.active && user.isGM && user.flags?.coign?.paired);
  if (activeGM && paired.includes(activeGM)) return activeGM;
  paired.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
  return paired[0] ?? activeGM ?? null;
}
