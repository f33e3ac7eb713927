/**
 * The failed checks, and the features that are therefore off. A check fails at the start, in *Test My Set-Up*, or when a part
 * of Coign meets something that contradicts it. A feature that has worked since this page was opened stays on even if its
 * check fails. Names no Foundry global.
 */

import { CHECKS } from "./index.mjs";

/** @typedef {import("./features.mjs").Feature} Feature */
/** @typedef {import("./index.mjs").Check} Check */

export class Contract {
  /** The ids of the failed checks, each with how it came out. @type {Map<string, string>} */
  #failed = new Map();
  /** The ids of the checks that held when they were met while Coign was used. @type {Set<string>} */
  #met = new Set();
  /** The features that have worked in this session. @type {Set<Feature>} */
  #worked = new Set();
  /** @type {Set<Feature>} */
  #off = new Set();
  #checks;
  /** Called after each change. */
  changed = () => {};

  /** @param {readonly Check[]} [checks] */
  constructor(checks = CHECKS) {
    this.#checks = new Map(checks.map((check) => [check.id, check]));
  }

  /**
   * Return whether nothing is known that keeps a feature from working.
   * @param {Feature} feature
   */
  works(feature) {
    return !this.#off.has(feature);
  }

  /** The failed checks that have switched something off, one for each sentence that a user reads. */
  get broken() {
    const failed = [...this.#failed.keys()]
      .flatMap((id) => this.#checks.get(id) ?? [])
      .filter(({ feature }) => feature && !this.works(feature));
    const sentence = (/** @type {Check} */ { systems, part, feature }) => [systems, part, feature].join();
    return [...new Map(failed.map((check) => [sentence(check), check])).values()];
  }

  /** The ids of the checks that were met in use, and held. */
  get met() {
    return new Set(this.#met);
  }

  /** The failed checks and how each came out. */
  get failures() {
    return new Map(this.#failed);
  }

  /**
   * Note that a feature has just done its work here.
   * @param {Feature} feature
   */
  worked(feature) {
    if (this.works(feature)) this.#worked.add(feature);
  }

  /**
   * Note that a check has failed.
   * @param {string} id
   * @param {string} [why]
   */
  fail(id, why = "") {
    const check = this.#checks.get(id);
    if (!check?.feature || this.#failed.has(id)) return;
    this.#failed.set(id, why);
    if (this.#worked.has(check.feature)) return;
    this.#off.add(check.feature);
    console.warn(`Coign | ${check.feature} is off, because this does not hold: ${check.says}. ${why}`);
    this.changed();
  }

  /**
   * Try a check on an object that a part of Coign has just met, such as a dialog.
   * @param {string} id
   * @param {unknown} subject
   * @returns {boolean} whether it holds
   */
  meet(id, subject) {
    const check = this.#checks.get(id);
    if (!check) throw new Error(`the contract has no check ${id}`);
    const holds = check.holds(/** @type {any} */ (subject)) === true;
    if (holds) {
      this.#met.add(id);
      if (check.feature) this.worked(check.feature);
    } else if (!this.#met.has(id)) this.fail(id, "met in use");
    return holds;
  }

  /** Forget all failures, but keep the features that have worked, before the checks are tried again. */
  clear() {
    this.#failed.clear();
    this.#off.clear();
    this.changed();
  }
}
