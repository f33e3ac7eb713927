/**
 * From an attack in a chat message to the question that the bridge is asked, and what may be told of the answer. Pure.
 */

import { fingerprint, spelled } from "./fingerprint.mjs";

/** @typedef {{hidden: boolean}} TokenLike */

/**
 * Of what a message's annotation speaks: the roll, the targets, the GM's word on it, the dice rolled since. While this
 * stays the same there is nothing to judge anew.
 *
 * @param {string} key the attack's
 * @param {Coign.MessageFlags} flags
 */
export function judgedKey(key, flags) {
  const { targets = [], overrides = [], rolled = [] } = flags;
  return `${key}#${spelled(fingerprint(JSON.stringify([targets, overrides, rolled])))}`;
}

/**
 * Whether what has been judged is still what the flags say, whatever the attack.
 * @param {Coign.MessageFlags} flags
 */
export function upToDate(flags) {
  return !flags.judged || flags.judged.split("#").at(-1) === judgedKey("", flags).slice(1);
}

/**
 * The tokens an attack is judged against, in one scene. The author's own capture goes first: it names tokens, where a
 * game system may name actors only and lose the second of two tokens of one actor.
 *
 * @param {object} from
 * @param {string[] | undefined} from.captured token uuids
 * @param {Coign.AttackReading["targets"]} from.system
 * @param {string[]} from.current token ids that the author targets now: all there is where neither of the others is
 * @param {string} scene
 * @returns {string[]} token ids, each once
 */
export function targetsOf({ captured, system, current }, scene) {
  const named = (captured ?? []).map(tokenOfUuid).filter((one) => one?.scene === scene);
  const listed = system.filter((one) => !one.scene || one.scene === scene);
  const found = named.length ? named : listed;
  return [...new Set(found.length ? found.map((one) => /** @type {{token: string}} */ (one).token) : current)];
}

/**
 * @param {string} uuid
 * @returns {{scene: string, token: string} | null} null where it is not the uuid of a token
 */
export function tokenOfUuid(uuid) {
  const [, scene, token] = /^Scene\.([^.]+)\.Token\.([^.]+)/.exec(uuid) ?? [];
  return token ? { scene, token } : null;
}

/**
 * @param {Coign.AttackReading} attack with its actor's token
 * @param {string[]} targets
 * @param {Coign.MessageFlags} flags
 * @returns {Coign.Question}
 */
export function questionOf(attack, targets, flags) {
  const { scene, token } = /** @type {{scene: string, token: string}} */ (attack.actorToken);
  return {
    scene,
    actor: token,
    targets,
    occasion: "attack",
    attack: attack.attack,
    roll: { ...attack.roll, rolled: { ...attack.roll.rolled, ...valuesOf(flags.rolled) } },
    defence: attack.defence,
    removesAdvantage: attack.removesAdvantage ?? false,
    removesDisadvantage: attack.removesDisadvantage ?? false,
    overrides: flags.overrides ?? [],
  };
}

/**
 * The same question as a player may ask it: nothing of hidden tokens goes in, nor of armour classes, so that nothing of
 * them can come out.
 *
 * @param {Coign.Question} question
 * @param {(id: string) => TokenLike | undefined} token
 * @returns {Coign.Question | null} null where nothing is left to ask
 */
export function asPlayer(question, token) {
  const seen = (/** @type {string} */ id) => token(id)?.hidden === false;
  const targets = question.targets.filter(seen);
  if (!seen(question.actor) || !targets.length) return null;
  return { ...question, targets, defence: {}, viewer: "player" };
}

/**
 * What stands in a message's flags, for every client to read: the player's annotation without the measurements behind
 * it, and, where the world shows them, hit and chance from the GM's. Those are only shown where both see the very same
 * modifiers: else they would betray the ones that players do not see.
 *
 * @param {Coign.Annotation} players
 * @param {Coign.Annotation} gm
 * @param {{hit: boolean, chance: boolean}} show
 * @returns {Coign.Annotation}
 */
export function published(players, gm, show) {
  const results = players.results.map((result) => {
    const secret = gm.results.find(({ target }) => target === result.target);
    const alike = secret && counted(secret) === counted(result);
    return {
      ...result,
      facts: null,
      outcome: {
        ...result.outcome,
        hit: alike && show.hit ? secret.outcome.hit : null,
        chance: alike && show.chance ? secret.outcome.chance : null,
      },
    };
  });
  return { ...players, results };
}

/**
 * Whether there is anything to say at all.
 * @param {Coign.Annotation | undefined} annotation
 */
export function speaks(annotation) {
  return Boolean(annotation?.results.some(({ modifiers }) => modifiers.length));
}

/**
 * Dice that the outcomes still ask for, each once.
 * @param {Coign.Annotation} annotation
 */
export function toRoll(annotation) {
  return [...new Set(annotation.results.flatMap(({ outcome }) => outcome.to_roll ?? []))];
}

/**
 * The dice rolled since, as the bridge takes them. A message's author may write them, so what no such dice can show is
 * left out.
 *
 * @param {Coign.Rolled[] | undefined} rolled
 */
function valuesOf(rolled) {
  const possible = (rolled ?? []).filter(({ dice, values }) => {
    const [, count, faces] = /^[-+]?(\d*)d(\d+)$/.exec(dice) ?? [];
    const fits = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= Number(faces);
    return values.length === Number(count || 1) && values.every(fits);
  });
  return Object.fromEntries(possible.map(({ dice, values }) => [dice, values]));
}

/** @param {Coign.Result} result */
const counted = ({ modifiers }) =>
  modifiers
    .map(({ id, state }) => `${id} ${state}`)
    .sort()
    .join();
