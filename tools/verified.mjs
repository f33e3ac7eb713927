/**
 * Say which versions of Foundry and which game systems Coign is verified with: those of which somebody has sent the report
 * of a practice fight, and whose every difference from the stand-in is explained.
 *
 * usage: node tools/verified.mjs [REPORT…]
 *
 * Reports are in `foundry-module/reports`, beside `explained.json`, which has a sentence for each difference that is right:
 * why it is no fault of Coign or of the stand-in. Without an argument all of them are read. What is not explained is printed.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { differencesOf } from "../foundry-module/contract/practice/difference.mjs";

const MODULE = fileURLToPath(new URL("../foundry-module/", import.meta.url));
const EXPLAINED = "explained.json";

/**
 * @typedef {object} Report the part of a practice fight's report that counts here
 * @property {{foundry: string, system: string}} versions
 * @property {Record<string, any>} seen
 * @property {Record<string, string>} notPlayed
 * @property {string[]} left
 *
 * @typedef {object} Verified
 * @property {string} [newest] the newest version of Foundry; without it there is none
 * @property {Record<string, string[]>} systems ids of game systems, by Foundry's generation
 */

/**
 * Return what is verified by the reports in a folder.
 * @param {string} [module] the module's folder
 * @returns {Verified}
 */
export function verified(module = MODULE) {
  /** @type {Verified} */
  const all = { systems: {} };
  for (const file of reportsIn(module)) {
    const report = readJson(file);
    if (unexplained(report, module).length) continue;
    const [generation, system] = placeOf(report);
    all.systems[generation] = [...new Set([...(all.systems[generation] ?? []), system])].sort();
    const { foundry } = report.versions;
    if (foundry.localeCompare(all.newest ?? "", "en", { numeric: true }) > 0) all.newest = foundry;
  }
  return all;
}

/**
 * Return what a report says that nobody has explained, a sentence each.
 * @param {Report} report
 * @param {string} [module]
 * @returns {string[]}
 */
export function unexplained(report, module = MODULE) {
  const explained = readJson(join(module, "reports", EXPLAINED));
  const [generation, system] = placeOf(report);
  const known = readdirSync(join(module, "reference"));
  const file = `${generation}-${system}.json`;
  if (!known.includes(file)) return [`there is no stand-in for Foundry ${generation} with ${system}`];
  const found = differencesOf(report, readJson(join(module, "reference", file)));
  const left = report.left.map((kind) => `left: ${kind}`);
  return [...found, ...left].filter((sentence) => !explained[sentence]);
}

/** @param {Report} report @returns {[string, string]} Foundry's generation and the id of the game system */
const placeOf = ({ versions: { foundry, system } }) => [foundry.split(".")[0], system.split(" ")[0]];

/** @param {string} module */
const reportsIn = (module) =>
  readdirSync(join(module, "reports"))
    .filter((name) => name.endsWith(".json") && name !== EXPLAINED)
    .sort()
    .map((name) => join(module, "reports", name));

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  for (const file of named.length ? named : reportsIn(MODULE))
    for (const sentence of unexplained(readJson(file))) {
      console.log(`${basename(file)}: ${sentence}`);
      process.exitCode = 1;
    }
  console.log(JSON.stringify(verified()));
}
