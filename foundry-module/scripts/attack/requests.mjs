/**
 * From an attack in a chat message to the question that the bridge is asked, and what may be told of the answer. Pure.
 */

import { fingerprint, spelled } from "../util/fingerprint.mjs";

/** @typedef {{hidden: boolean}} TokenLike */

const NO_FIGURE = { points: [], lines: [], polygons: [] };

/**
 * Of what a message's annotation speaks: the roll, the targets, the GM's word on it, the dice rolled since. While this
 * stays the same there is nothing to judge anew.
 *
 * @param {string} key the attack's
 * @param {Coign.MessageFlags} flags
 */
export function judgedKey(key, flags) {
  const { targets = [], overrides = [], rolled = [], save = "", occasion = "" } = flags;
  return `${key}#${spelled(fingerprint(JSON.stringify([targets, overrides, rolled, save, occasion])))}`;
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
 * One question for each roll of the attack: most have one, a full attack several.
 *
 * @param {Coign.AttackReading & {further?: Coign.Roll[]}} attack with its actor's token
 * @param {string[]} targets
 * @param {Coign.MessageFlags} flags
 * @returns {Coign.Question[]}
 */
export function questionsOf(attack, targets, flags) {
  const { scene, token } = /** @type {{scene: string, token: string}} */ (attack.actorToken);
  return [attack.roll, ...(attack.further ?? [])].map((roll, nth) => ({
    scene,
    actor: token,
    targets,
    occasion: attack.occasion ?? "attack",
    check: { ability: attack.ability ?? null },
    attack: nth ? { ...attack.attack, primary: false } : attack.attack,
    roll: { ...roll, rolled: { ...roll.rolled, ...valuesOf(flags.rolled, nth) } },
    defence: attack.defence,
    removesAdvantage: attack.removesAdvantage ?? false,
    removesDisadvantage: attack.removesDisadvantage ?? false,
    ...(attack.origin && { origin: attack.origin }),
    ...(attack.turned && { turned: attack.turned }),
    overrides: flags.overrides ?? [],
  }));
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
 * An annotation of a further roll: what it came to, without what it has in common with the first.
 * @param {Coign.Annotation} annotation
 * @returns {Coign.Annotation}
 */
export function outcomesAlone(annotation) {
  const results = annotation.results.map((result) => ({
    ...result,
    facts: null,
    modifiers: [],
    figure: NO_FIGURE,
    assumed: [],
  }));
  return { ...annotation, results };
}

/**
 * Dice that the outcomes still ask for, for each roll each once.
 * @param {Coign.Annotation[]} annotations of one roll after another
 * @returns {Coign.ToRoll[]}
 */
export function toRoll(annotations) {
  return annotations.flatMap(({ results }, nth) => {
    const dice = new Set(results.flatMap(({ outcome }) => outcome.to_roll ?? []));
    return [...dice].map((one) => ({ dice: one, nth }));
  });
}

/**
 * Whether two speak of the same die for the same roll.
 * @param {Coign.ToRoll | Coign.Rolled} one
 * @param {Coign.ToRoll | Coign.Rolled} other
 */
export const sameDie = (one, other) => one.dice === other.dice && (one.nth ?? 0) === (other.nth ?? 0);

/**
 * The dice rolled since for one roll, as the bridge takes them. A message's author may write them, so what no such dice
 * can show is left out.
 *
 * @param {Coign.Rolled[] | undefined} rolled
 * @param {number} which the roll, from 0
 */
function valuesOf(rolled, which) {
  const possible = (rolled ?? []).filter(({ dice, values, nth = 0 }) => {
    const [, count, faces] = /^[-+]?(\d*)d(\d+)$/.exec(dice) ?? [];
    const fits = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= Number(faces);
    return nth === which && values.length === Number(count || 1) && values.every(fits);
  });
  return Object.fromEntries(possible.map(({ dice, values }) => [dice, values]));
}

/** @param {Coign.Result} result */
const counted = ({ modifiers }) =>
  modifiers
    .map(({ id, state }) => `${id} ${state}`)
    .sort()
    .join();
