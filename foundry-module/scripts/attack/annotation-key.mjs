/** Keys of annotations: while the key stays the same, there is nothing to annotate again. Pure. */

import { fingerprint, toHex } from "../util/fingerprint.mjs";

/**
 * Return the key of what an annotation is about: the roll, its targets, the GM's overrides, the dice rolled since.
 *
 * @param {string} attack the attack's own key
 * @param {Coign.MessageFlags} flags
 */
export function annotationKey(attack, flags) {
  const { targets = [], overrides = [], rolled = [], save = "", occasion = "", judged = null, recheck = 0 } = flags;
  const parts = [
    targets,
    overrides,
    rolled,
    save,
    occasion,
    ...(judged ? [judged] : []),
    ...(recheck ? [recheck] : []),
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
