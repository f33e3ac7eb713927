/** The runner: it tries checks and reports how each came out. Nothing in a report names a user or tells of a world. */

import { CHECKS } from "./index.mjs";
import { makeScratch, removeScratch } from "./scratch.mjs";

/** @typedef {import("./index.mjs").Check} Check */

/**
 * @typedef {object} Report
 * @property {1} format
 * @property {{foundry: string, system: string, coign: string, browser: string}} versions
 * @property {string[]} passed ids of checks
 * @property {Record<string, string>} failed how each came out, by its id
 * @property {string[]} untried what could not be tried here
 * @property {string[]} left what could not be removed afterwards: empty
 */

/**
 * Try the checks that leave no trace. What they return must be there at once.
 * @param {any} at Foundry's globals, by their names
 * @param {import("./contract.mjs").Contract} contract
 * @param {readonly Check[]} [checks]
 */
export function checkAtStart(at, contract, checks = CHECKS) {
  for (const check of checks.filter((one) => one.when === "start" && concerns(one, at))) {
    const result = attempt(() => check.holds(at));
    if (typeof result === "string" || result === false) contract.fail(check.id, String(result));
  }
}

/**
 * Try everything, on a scratch scene that is removed again, whatever happens.
 * @param {any} at
 * @param {import("./contract.mjs").Contract} contract it learns what has failed
 * @param {readonly Check[]} [checks]
 */
export async function checkEverything(at, contract, checks = CHECKS) {
  /** @type {Report} */
  const report = { format: 1, versions: versionsOf(at), passed: [], failed: {}, untried: [], left: [] };
  const { met, failures } = contract;
  contract.clear();
  try {
    const here = { ...at, scratch: await makeScratch(at) };
    for (const check of checks.filter((one) => concerns(one, at))) {
      const inUse = failures.get(check.id) ?? (met.has(check.id) || null);
      const result = check.when === "use" ? inUse : await attemptLater(() => check.holds(here));
      if (result === true) report.passed.push(check.id);
      else if (result === null) report.untried.push(check.id);
      else {
        report.failed[check.id] = String(result).slice(0, LONGEST);
        contract.fail(check.id, String(result));
      }
    }
  } finally {
    await removeScratch(at).catch((problem) => report.left.push(String(problem)));
  }
  return report;
}

const LONGEST = 200; // characters of how a check came out

/**
 * Tell whether a check is about this game system, this Foundry, and a place with a page.
 * @param {Check} check
 * @param {any} at
 */
export const concerns = ({ systems, generation = 0, page = false }, { game, document }) =>
  (!systems || systems.includes(game.system.id)) &&
  game.release.generation >= generation &&
  (!page || typeof document?.createElement === "function");

/**
 * Return the versions that a report and a remembered failure are about.
 * @param {any} at
 * @returns {Report["versions"]}
 */
export const versionsOf = ({ game, navigator = globalThis.navigator }) => ({
  foundry: game.version,
  system: `${game.system.id} ${game.system.version}`,
  coign: game.modules.get("coign")?.version ?? "",
  browser: /(Firefox|Edg|Chrome|Safari)\/[\d.]+/.exec(navigator?.userAgent ?? "")?.[0] ?? "",
});

/** @param {() => unknown} task */
function attempt(task) {
  try {
    return task();
  } catch (problem) {
    return String(problem);
  }
}

/** @param {() => unknown} task */
async function attemptLater(task) {
  try {
    return await task();
  } catch (problem) {
    return String(problem);
  }
}
