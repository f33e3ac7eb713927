/**
 * What a message's flags hold of annotations: the players', cut down to what a card needs, and the key of what they are
 * about. The bridge has taken the secrets out. Pure.
 */

import { fingerprint, toHex } from "../util/fingerprint.mjs";

/**
 * Return the annotations for a message's flags.
 * @param {Coign.Annotation[]} players one for each roll, or none
 * @param {Coign.Annotation[]} gm one for each roll
 * @param {{hit: boolean, chance: boolean}} show
 * @returns {Coign.Annotation[]} none if players see no modifier: then they get no card
 */
export function forFlags(players, gm, show) {
  if (!players[0]?.results.some(({ modifiers }) => modifiers.length)) return [];
  const [first, ...further] = players.map((annotation, nth) => published(annotation, gm[nth], show));
  // Of a further roll only its outcome is kept: the rest it has in common with the first.
  const bare = { modifiers: [], figure: { points: [], lines: [], polygons: [], side: [] }, assumed: [] };
  const outcomes = further.map((annotation) => ({
    ...annotation,
    results: annotation.results.map((result) => ({ ...result, ...bare })),
  }));
  return [first, ...outcomes];
}

/**
 * Redact an annotation for a message's flags, which every client can read: the player's annotation without its facts,
 * and, if the world shows them, hit and chance from the GM's. Those are shown only if both have the same modifiers; else
 * they would betray the modifiers that players do not see.
 *
 * @param {Coign.Annotation} players
 * @param {Coign.Annotation} gm
 * @param {{hit: boolean, chance: boolean}} show
 */
export function published(players, gm, show) {
  const results = players.results.map((result) => {
    const full = gm.results.find(({ target }) => target === result.target);
    const alike = full && modifiersOf(full) === modifiersOf(result);
    return {
      ...result,
      facts: null,
      outcome: {
        ...result.outcome,
        hit: alike && show.hit ? full.outcome.hit : null,
        chance: alike && show.chance ? full.outcome.chance : null,
      },
    };
  });
  // How many requests and changes of the scene there were depends on hidden tokens too.
  return { ...players, id: "", revision: 0, elapsed_us: 0, results };
}

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

/** @param {Coign.Result} result */
const modifiersOf = ({ modifiers }) =>
  modifiers
    .map(({ id, state }) => `${id} ${state}`)
    .sort()
    .join();
