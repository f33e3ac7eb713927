/**
 * Measure how closely the stand-in behaves like Foundry: load unchanged public modules, and the dice of dnd5e, into the
 * page beside Coign, play a few steps of a fight, and count the errors. `docs/fidelity.md` has figures.
 *
 *     node tests/fidelity/run.mjs --modules FOLDER [--only ID,ID] [--times]
 *
 * With `--times` it measures instead how long the modules that know cover take for it, and Coign for a whole attack.
 *
 * FOLDER has a folder for each module (with its `module.json`), and may have `dnd5e` (with its `system.json`). None of
 * them is part of Coign. Modules are loaded with those they require; each runs at a table of its own, in the Foundry
 * version that its manifest names.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort, startBridge, startBrowser } from "../browser/table.mjs";
import { serveFolder, serveLibraries } from "./serve.mjs";
import { checkDice, checkOwnWork, playFight } from "./steps.mjs";
import { COVER_OF, compare, HEAD } from "./times.mjs";

const { values } = parseArgs({
  options: { modules: { type: "string" }, only: { type: "string" }, times: { type: "boolean" } },
});
if (!values.modules) {
  console.error("usage: node tests/fidelity/run.mjs --modules FOLDER [--only ID,ID] [--times]");
  process.exit(2);
}

/**
 * RSReforged asks for Foundry 14, and rolls from the cards of dnd5e 5.3, which the page has in Foundry 13 alone.
 * @type {Record<string, number>}
 */
const VERSIONS = { rsreforged: 13 };

/** Return the modules of a folder by id. */
function modulesIn(folder) {
  const found = new Map();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name, "module.json");
    if (!existsSync(path)) continue;
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    found.set(manifest.id ?? manifest.name, { folder: join(folder, name), manifest });
  }
  return found;
}

/** Return a module's id after the ids of the modules it requires. */
function withNeeds(id, modules, seen = new Set()) {
  if (seen.has(id) || !modules.has(id)) return [];
  seen.add(id);
  const needs = modules.get(id).manifest.relationships?.requires ?? [];
  return [...needs.flatMap((need) => withNeeds(need.id, modules, seen)), id];
}

const modules = modulesIn(values.modules);
const wanted = values.only?.split(",") ?? [...modules.keys()];
const [bridge, browser] = await Promise.all([freePort().then((port) => startBridge(port)), startBrowser()]);
let total = 0;
try {
  const chosen = wanted.filter((one) => modules.has(one));
  if (values.times) {
    console.log(HEAD);
    for (const id of chosen.filter((one) => COVER_OF[one])) await timeModule(id);
  } else {
    await runAll(chosen);
  }
} finally {
  await browser.close();
  await bridge.kill();
}

async function runAll(ids) {
  console.log(
    "| what | Foundry | errors of its own | errors of Coign's | steps done | own work, after the roll | in the roll |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const id of ids) await runModule(id);
  const dice = !values.only || wanted.includes("dnd5e");
  if (dice && existsSync(join(values.modules, "dnd5e", "system.json"))) await runDice(join(values.modules, "dnd5e"));
  console.log(`\n${total} errors in all`);
}

/** Open a table with a module and those it requires. Returns the page, its errors, Foundry's version, and the manifest. */
async function openWith(id, more = "") {
  const { manifest } = modules.get(id);
  const generation = VERSIONS[id] ?? (parseInt(manifest.compatibility?.minimum ?? "13", 10) >= 14 ? 14 : 13);
  const also = withNeeds(id, modules);
  const needs = (manifest.relationships?.systems ?? []).map(({ id: system }) => system);
  const world = needs.length && !needs.includes("dnd5e") ? `system=${needs[0]}` : "rules=partial-advantage";
  const opened = await open(`also=libraries,${also}&v=${generation}&${world}${more}`, (page) =>
    Promise.all(
      also.map((one) => serveFolder(page, `modules/${one}`, modules.get(one).folder, modules.get(one).manifest)),
    ),
  );
  return { ...opened, generation, manifest };
}

async function timeModule(id) {
  const { page, manifest } = await openWith(id, "&compute=page");
  for (const row of await compare(page, id, manifest)) console.log(row);
  await page.close();
}

async function runModule(id) {
  const { page, errors, generation, manifest } = await openWith(id);
  const steps = await playFight(page);
  const own = { after: await checkOwnWork(page, id, "after"), inRoll: await checkOwnWork(page, id, "everybody") };
  const ours = errors.filter((text) => text.includes("/modules/coign/") && !text.includes(`/modules/${id}/`));
  const theirs = errors.filter((text) => !ours.includes(text));
  report(`${id} ${manifest.version}`, generation, theirs, ours, steps, own);
  await page.close();
}

async function runDice(folder) {
  const { version } = JSON.parse(readFileSync(join(folder, "system.json"), "utf8"));
  const { page, errors } = await open("v=13&rules=partial-advantage", (opened) =>
    serveFolder(opened, "systems/dnd5e", folder),
  );
  const checks = await checkDice(page);
  report(`dnd5e ${version}, \`module/dice\``, 13, errors, [], checks);
  await page.close();
}

/** Open a table with these queries; errors on any of its pages are collected, each text once. */
async function open(query, serve) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const errors = [];
  const collect = (text) => !errors.includes(text) && errors.push(text);
  page.on("pageerror", (error) => collect(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) collect(message.text());
  });
  await serveLibraries(page);
  await serve(page);
  await page.goto(`${bridge.url}/tabletop/?path=wait&view=both&seed=7&${query}`);
  return { page, errors };
}

function report(what, generation, theirs, ours, steps, own = { after: [], inRoll: [] }) {
  const done = steps.filter(({ problem }) => !problem);
  const bad = [...steps, ...own.after, ...own.inRoll].filter(({ problem }) => problem);
  total += theirs.length + ours.length + bad.length;
  const [after, inRoll] = [own.after, own.inRoll].map((checks) => {
    const reached = checks.filter(({ problem }) => !problem).length;
    return checks.length ? `${reached} of ${checks.length}` : "";
  });
  const errors = `${generation} | ${theirs.length} | ${ours.length}`;
  console.log(`| ${what} | ${errors} | ${done.length} of ${steps.length} | ${after} | ${inRoll} |`);
  for (const text of [...theirs, ...ours])
    console.error(`    ${text.trim().split("\n").slice(0, 3).join(" ").slice(0, 300)}`);
  for (const { name, problem } of bad) console.error(`    not done: ${name}: ${problem.slice(0, 300)}`);
}
