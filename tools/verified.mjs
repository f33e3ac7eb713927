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
 * Return what the reports in a module's folder verify: `newest`, the newest version of Foundry, if there is one, and
 * `systems`, the ids of game systems by Foundry's generation.
 */
export function verified(module = MODULE) {
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

/** Return what a report says that nobody has explained, a sentence each. */
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

/** Return Foundry's generation and the id of the game system. */
const placeOf = ({ versions: { foundry, system } }) => [foundry.split(".")[0], system.split(" ")[0]];

const reportsIn = (module) =>
  readdirSync(join(module, "reports"))
    .filter((name) => name.endsWith(".json") && name !== EXPLAINED)
    .sort()
    .map((name) => join(module, "reports", name));

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
