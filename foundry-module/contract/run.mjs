/**
 * The runner: it tries checks and reports how each came out. Nothing in a report names a user or tells of a world.
 *
 * A check fails only if it met a wrong thing. One that throws, or whose documents another module did not let be made, says
 * nothing about Foundry: it counts as untried.
 */

import { CHECKS } from "./index.mjs";
import { faultOf } from "./practice/shapes.mjs";
import { makeScratch, removeScratch } from "./scratch.mjs";

/** @typedef {import("./index.mjs").Check} Check */

/**
 * @typedef {object} Report
 * @property {2} format
 * @property {{foundry: string, system: string, coign: string, browser: string}} versions
 * @property {string[]} passed ids of checks
 * @property {Record<string, string>} failed how each came out, by its id
 * @property {string[]} kept of those, what has worked here all the same and so stays on
 * @property {string[]} notices unusual conditions in this world that switch nothing off
 * @property {Record<string, string>} untried what could not be tried here, with the fault where it threw one
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
    const { result } = attempt(() => check.holds(at));
    if (isWrong(result)) contract.fail(check.id, String(result));
  }
}

/** @param {unknown} result of a check */
const isWrong = (result) => typeof result === "string" || result === false;

/**
 * Try everything, on a scratch scene that is removed again, whatever happens.
 * @param {any} at
 * @param {import("./contract.mjs").Contract} contract it learns what has failed
 * @param {readonly Check[]} [checks]
 */
export async function checkEverything(at, contract, checks = CHECKS) {
  /** @type {Report} */
  const report = {
    format: 2,
    versions: versionsOf(at),
    passed: [],
    failed: {},
    kept: [],
    notices: [],
    untried: {},
    left: [],
  };
  const { met, failures } = contract;
  contract.clear();
  try {
    const here = { ...at, scratch: await makeScratch(at).catch(() => null) };
    for (const check of checks.filter((one) => concerns(one, at))) {
      const { id, feature, when } = check;
      const inUse = { result: failures.get(id) ?? (met.has(id) || null), fault: "" };
      const { result, fault } = when === "use" ? inUse : await attemptLater(() => check.holds(here));
      if (result === true) report.passed.push(id);
      else if (!isWrong(result)) report.untried[id] = fault;
      else if (!feature) report.notices.push(id);
      else {
        report.failed[id] = String(result).slice(0, LONGEST);
        contract.fail(id, String(result));
        if (contract.works(feature)) report.kept.push(id);
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
    return { result: task(), fault: "" };
  } catch (problem) {
    return { result: null, fault: faultOf(problem) };
  }
}

/** @param {() => unknown} task */
async function attemptLater(task) {
  try {
    return { result: await task(), fault: "" };
  } catch (problem) {
    return { result: null, fault: faultOf(problem) };
  }
}
