/** Hooks that are heard only while a feature works. */

/**
 * @param {Coign.Context} coign
 * @param {import("../../contract/features.mjs").Feature} [feature] without one they are heard at all times
 * @returns {{on: typeof Hooks.on}}
 */
export const hooksFor = (coign, feature) => ({
  on: (/** @type {any} */ hook, /** @type {(...args: any[]) => any} */ handle) =>
    Hooks.on(hook, (/** @type {any[]} */ ...args) =>
      !feature || coign.contract.works(feature) ? handle(...args) : undefined,
    ),
});
