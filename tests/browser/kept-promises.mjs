/**
 * Evaluating asynchronous code in a page without losing its outcome to Chromium's garbage collector.
 *
 * Up to version 150 at least, Chromium sometimes reports "Promise was collected" about a promise that is about to be
 * kept: with a frame that waits for its parent page, on a busy machine, in about one of 40 tables. The code in the page
 * runs to its end all the same. (Playwright's issue 41826; V8's change 8123081 of July 2026 ends these reports.) So the
 * page keeps the promises of the last calls, and a call that was reported so asks for the promise that it had made.
 */

const COLLECTED = "Resulting promise was garbage collected";
const KEPT = 50; // of the newest calls
const TRIES = 5;
const keepers = new WeakSet(); // pages and frames that do it already
let calls = 0;

/**
 * Make a page or frame keep the promises of what it is asked to evaluate.
 * @template {{evaluate: Function}} Target
 * @param {Target} target  a page or frame of Playwright
 * @returns {Target} the same
 */
export function keepPromises(target) {
  if (keepers.has(target)) return target;
  keepers.add(target);
  const plain = target.evaluate.bind(target);
  target.evaluate = async (code, given) => {
    if (typeof code !== "function") return plain(code, given);
    const call = ++calls;
    try {
      return await plain(keeping(code, call), given);
    } catch (problem) {
      return again(plain, call, problem, TRIES);
    }
  };
  return target;
}

/** Ask for the outcome of an earlier call, if its promise was said to be collected. */
async function again(plain, call, problem, tries) {
  if (!tries || !problem.message.includes(COLLECTED)) throw problem;
  try {
    return await plain((number) => globalThis.keptPromises.get(number), call);
  } catch (next) {
    return again(plain, call, next, tries - 1);
  }
}

/** Return a function for the page, which gets it as text: it keeps what the code returns if that is a promise. */
function keeping(code, call) {
  const text = `(given) => {
    const outcome = (${code})(given);
    if (typeof outcome?.then !== "function") return outcome;
    const kept = (globalThis.keptPromises ??= new Map());
    kept.set(${call}, outcome);
    if (kept.size > ${KEPT}) kept.delete(kept.keys().next().value);
    return outcome;
  }`;
  return Object.assign(() => {}, { toString: () => text });
}
