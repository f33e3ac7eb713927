/** Cut the players' annotations down to what a message's flags need. The bridge has taken the secrets out. Pure. */

const NO_FIGURE = { points: [], lines: [], polygons: [], side: [] };

/**
 * Return the annotations for a message's flags.
 * @param {Coign.Annotation[]} players one for each roll, or none
 * @param {Coign.Annotation[]} gm one for each roll
 * @param {{hit: boolean, chance: boolean}} show
 * @returns {Coign.Annotation[]} none if players see no modifier: then they get no card
 */
export function forFlags(players, gm, show) {
  if (!hasModifiers(players[0])) return [];
  const [first, ...further] = players.map((annotation, nth) => published(annotation, gm[nth], show));
  return [first, ...further.map(outcomesOnly)];
}

/**
 * Redact an annotation for a message's flags, which every client can read: the player's annotation without its facts,
 * and, if the world shows them, hit and chance from the GM's. Those are shown only if both have the same modifiers; else
 * they would betray the modifiers that players do not see.
 *
 * @param {Coign.Annotation} players
 * @param {Coign.Annotation} gm
 * @param {{hit: boolean, chance: boolean}} show
 * @returns {Coign.Annotation}
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
 * Return whether an annotation has any modifier, for any target.
 * @param {Coign.Annotation | undefined} annotation
 */
export function hasModifiers(annotation) {
  return Boolean(annotation?.results.some(({ modifiers }) => modifiers.length));
}

/**
 * Reduce the annotation of a further roll to its outcomes: the rest it has in common with the first.
 * @param {Coign.Annotation} annotation
 * @returns {Coign.Annotation}
 */
export function outcomesOnly(annotation) {
  const results = annotation.results.map((result) => ({
    ...result,
    facts: null,
    modifiers: [],
    figure: NO_FIGURE,
    assumed: [],
  }));
  return { ...annotation, results };
}

/** @param {Coign.Result} result */
const modifiersOf = ({ modifiers }) =>
  modifiers
    .map(({ id, state }) => `${id} ${state}`)
    .sort()
    .join();
