/** Redact for players: requests without secrets, and annotations for a message's flags. Pure. */

const NO_FIGURE = { points: [], lines: [], polygons: [] };

/**
 * Return a request as a player may send it: without hidden tokens and armour classes, so that the answer cannot tell of
 * them. The cover that the system or a module has given a target is no secret: it stands in the message.
 *
 * @param {Coign.EvaluateRequest} request
 * @param {(id: string) => {hidden: boolean} | undefined} token
 * @returns {Coign.EvaluateRequest | null} null: the actor or all targets are hidden
 */
export function asPlayer(request, token) {
  const visible = (/** @type {string} */ id) => token(id)?.hidden === false;
  const targets = request.targets.filter(visible);
  if (!visible(request.actor) || (request.targets.length && !targets.length)) return null;
  return { ...request, targets, defence: knownCover(request, targets), viewer: "player" };
}

/**
 * Return the targets' defences without their armour classes, for those with cover that somebody has given them.
 * @param {Coign.EvaluateRequest} request
 * @param {string[]} targets
 */
function knownCover({ defence = {} }, targets) {
  const given = Object.entries(defence).filter(([target, { applied }]) => targets.includes(target) && applied);
  return Object.fromEntries(given.map(([target, { applied, by }]) => [target, { applied, ...(by && { by }) }]));
}

/**
 * Join each GM's request with the player's about the same roll, if they differ in nothing that the bridge does not leave
 * out for players by itself: it then measures once for both. With hidden targets, or overrides about them, they differ.
 *
 * @param {Coign.EvaluateRequest[]} gm one for each roll
 * @param {Coign.EvaluateRequest[]} players made from the same rolls by `asPlayer`, or none
 * @returns {Coign.EvaluateRequest[]} to be sent
 */
export function joinViews(gm, players) {
  return gm.flatMap((request, nth) => {
    const own = players[nth];
    if (!own) return [request];
    const redacted = { ...request, defence: knownCover(request, request.targets), viewer: "player" };
    const alike = JSON.stringify(redacted) === JSON.stringify(own);
    return alike ? [{ ...request, viewers: ["gm", "player"] }] : [request, own];
  });
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
