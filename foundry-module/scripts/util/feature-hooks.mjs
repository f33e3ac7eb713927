/** Hooks of a part that registers its own: they are heard while the feature works. */

/**
 * @param {Coign.Context} coign
 * @param {import("../../contract/features.mjs").Feature} feature
 * @returns {{on: typeof Hooks.on}}
 */
export const hooksFor = (coign, feature) => ({
  on: (/** @type {any} */ hook, /** @type {(...args: any[]) => any} */ handle) =>
    Hooks.on(hook, (/** @type {any[]} */ ...args) => (coign.contract.works(feature) ? handle(...args) : undefined)),
});
