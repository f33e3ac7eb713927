/**
 * Wrap a function of the game system: by libWrapper if that module is active, so that others can wrap it too, else by
 * replacing it. There it comes after the wrappers of other modules, so it sees what they have put into the roll: PF2e
 * Visioner raises the DC by its cover in one.
 *
 * Whatever a wrapper does, the original runs exactly once: a wrapper that throws, or returns, before it has called the
 * original is dropped and the original is called as the system called it. A second call returns the result of the
 * first.
 */

import { ID } from "../util/foundry.mjs";

/**
 * @param {string} path from the global scope: "dnd5e.documents.activity.AttackActivity.prototype.rollAttack"
 * @param {Coign.Wrapper} wrapper `this` is the original's; gets the original, then its arguments
 * @param {object} [scope] where the path starts
 * @returns {boolean} false: there is no such function, and nothing was wrapped
 */
export function wrap(path, wrapper, scope = globalThis) {
  const names = path.split(".");
  const last = /** @type {string} */ (names.pop());
  const holder = names.reduce((/** @type {any} */ object, name) => object?.[name], scope);
  const original = holder?.[last];
  if (typeof original !== "function") {
    console.warn(`Coign | this version of the game system has no ${path}: its rolls are annotated afterwards`);
    return false;
  }
  const guarded = guard(wrapper);
  const { libWrapper } = /** @type {{libWrapper?: Coign.LibWrapper}} */ (scope);
  if (libWrapper) {
    try {
      libWrapper.register(ID, path, guarded, "MIXED");
      return true;
    } catch (problem) {
      console.warn(`Coign | libWrapper refused ${path}, which is wrapped without it:`, problem);
    }
  }
  holder[last] = function (/** @type {unknown[]} */ ...args) {
    return guarded.call(this, original.bind(this), ...args);
  };
  return true;
}

/**
 * Return a wrapper that lets the original run exactly once.
 * @param {Coign.Wrapper} wrapper
 * @returns {Coign.Wrapper}
 */
export function guard(wrapper) {
  return function (wrapped, ...args) {
    /** @type {{value?: unknown, problem?: unknown} | null} */
    let outcome = null;
    /** Errors of the original function: the system's own refusals, not faults of the wrapper. @type {Set<unknown>} */
    const refusals = new Set();
    const once = (/** @type {unknown[]} */ ...given) => {
      if (!outcome) {
        outcome = attempt(() => wrapped(...given));
        if (outcome.value instanceof Promise) outcome.value.catch((refusal) => refusals.add(refusal));
      }
      if ("problem" in outcome) throw outcome.problem;
      return outcome.value;
    };
    const recover = (/** @type {unknown} */ problem) => {
      if (!(outcome && "problem" in outcome) && !refusals.has(problem))
        console.warn("Coign | modifiers could not be put into a roll, which goes on:", problem);
      return outcome ? once() : once(...args);
    };
    let result;
    try {
      result = wrapper.call(this, once, ...args);
    } catch (problem) {
      return recover(problem);
    }
    const finish = (/** @type {unknown} */ value) => (outcome ? value : once(...args));
    return result instanceof Promise ? result.then(finish, recover) : finish(result);
  };
}

/**
 * @param {() => unknown} task
 * @returns {{value: unknown} | {problem: unknown}}
 */
function attempt(task) {
  try {
    return { value: task() };
  } catch (problem) {
    return { problem };
  }
}
