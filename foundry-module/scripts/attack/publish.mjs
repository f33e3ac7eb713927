/**
 * What a message's flags hold of annotations: the players', as the engine has made them for everybody to read, and the key
 * of what they are about. Pure.
 */

import { fingerprint, toHex } from "../util/fingerprint.mjs";

/**
 * Return the annotations for a message's flags.
 * @param {Coign.Annotation[]} players one for each roll, or none
 * @returns {Coign.Annotation[]} none if players see no modifier: then they get no card
 */
export function forFlags(players) {
  if (!players[0]?.results.some(({ modifiers }) => modifiers.length)) return [];
  const [first, ...further] = players.map(published);
  // Of a further roll only its outcome is kept: the rest it has in common with the first.
  const bare = { modifiers: [], figure: { points: [], lines: [], polygons: [], side: [] }, assumed: [] };
  const outcomes = further.map((annotation) => ({
    ...annotation,
    results: annotation.results.map((result) => ({ ...result, ...bare })),
  }));
  return [first, ...outcomes];
}

/**
 * Return a player's annotation without what belongs to the connection: how many requests and changes of the scene there
 * were depends on hidden tokens too.
 * @param {Coign.Annotation} players
 * @returns {Coign.Annotation}
 */
export const published = (players) => ({ ...players, id: "", revision: 0, elapsed_us: 0 });

/**
 * Return the key of what an annotation is about: the roll, its targets, the GM's overrides, the dice rolled since. While it
 * stays the same, there is nothing to annotate again.
 *
 * @param {string} attack the attack's own key
 * @param {Coign.MessageFlags} flags
 */
export function annotationKey(attack, flags) {
  const { targets = [], overrides = [], rolled = [], save = "", occasion = "", judged = null, recheck = 0 } = flags;
  const { against = [] } = flags;
  const more = [...(judged ? [judged] : []), ...(recheck ? [recheck] : []), ...(against.length ? [{ against }] : [])];
  const parts = [targets, overrides, rolled, save, occasion, ...more];
  return `${attack}#${toHex(fingerprint(JSON.stringify(parts)))}`;
}

/**
 * Return whether the annotations in a message's flags belong to the flags' present content, for any attack.
 * @param {Coign.MessageFlags} flags
 */
export function upToDate(flags) {
  return !flags.annotationKey || flags.annotationKey.split("#").at(-1) === annotationKey("", flags).slice(1);
}
