/**
 * Annotations in a message's flags: the players' version from the engine, which everybody can read, and a key of everything
 * that the annotation depends on. Pure.
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
  // A further roll keeps only its outcome; it shares the rest with the first.
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

/** Flags that every key has, with what stands for one that is not set. */
const ALWAYS = { targets: [], overrides: [], rolled: [], save: "", occasion: "" };
/** Flags that a key has only where they are set, so that the keys of older messages stay as they are. */
const IF_SET = {
  judged: (/** @type {unknown} */ kind) => kind,
  recheck: (/** @type {unknown} */ count) => count,
  against: (/** @type {unknown} */ against) => ({ against }),
};

/** The flags that an annotation is about: a change of one asks for another. `attackRoll` is in the attack's own key. */
export const DECISIONS = [...Object.keys(ALWAYS), ...Object.keys(IF_SET), "attackRoll"];

/**
 * Return the key of what an annotation is about: the roll and `DECISIONS`. While it stays the same, there is nothing to
 * annotate again.
 *
 * @param {string} attack the attack's own key
 * @param {Coign.MessageFlags} flags
 */
export function annotationKey(attack, flags) {
  const said = /** @type {Record<string, unknown>} */ (flags);
  const isSet = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  const parts = [
    ...Object.entries(ALWAYS).map(([name, empty]) => said[name] ?? empty),
    ...Object.entries(IF_SET).flatMap(([name, shown]) => (isSet(said[name]) ? [shown(said[name])] : [])),
  ];
  return `${attack}#${toHex(fingerprint(JSON.stringify(parts)))}`;
}

/**
 * Return whether the annotations in a message's flags belong to the flags' present content, for any attack.
 * @param {Coign.MessageFlags} flags
 */
export function upToDate(flags) {
  return !flags.annotationKey || flags.annotationKey.split("#").at(-1) === annotationKey("", flags).slice(1);
}
