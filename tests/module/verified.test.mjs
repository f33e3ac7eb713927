/** A version counts as verified by a report of a practice fight, every difference of which is explained. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { withVerified } from "../../tools/bundle.mjs";
import { unexplained, verified } from "../../tools/verified.mjs";

const PLAYER = "a player's attack";
const seen = {
  steps: { save: { kind: "ChatMessage document" }, [PLAYER]: { card: "drawn" } },
  orders: {},
  hooks: { a: "x" },
};
const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A module's folder with reports, a stand-in's fight for each place, and explanations. */
function moduleWith(reports, explained = {}, places = ["13-dnd5e", "14-dnd5e", "14-pf2e"]) {
  const folder = mkdtempSync(join(tmpdir(), "coign-verified-"));
  folders.push(folder);
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
  for (const name of ["reports", "reference"]) mkdirSync(join(folder, name));
  for (const place of places) write(`reference/${place}.json`, seen);
  for (const [nth, report] of reports.entries()) write(`reports/${nth}.json`, report);
  write("reports/explained.json", explained);
  return folder;
}

const report = (foundry, system, changes = {}) => ({
  versions: { foundry, system },
  seen,
  notPlayed: {},
  left: [],
  ...changes,
});
const differing = { seen: { ...seen, hooks: {} } };
const SENTENCE = "hooks: no a, which the stand-in has";

test("without a report nothing is verified, and the manifest says nothing of it", () => {
  const manifest = { compatibility: { minimum: "13.348" } };
  assert.deepEqual(verified(moduleWith([])), { systems: {} });
  assert.deepEqual(withVerified(manifest, { systems: {} }), manifest);
});

test("reports without a difference verify their version and system, the newest for the manifest", () => {
  const reports = [report("14.9", "dnd5e 5.1.9"), report("14.10", "pf2e 7.0"), report("13.350", "dnd5e 4.4")];
  const found = verified(moduleWith(reports));
  assert.deepEqual(found, { newest: "14.10", systems: { 13: ["dnd5e"], 14: ["dnd5e", "pf2e"] } });
  const manifest = withVerified({ compatibility: { minimum: "13.348" }, flags: { coign: { site: "x" } } }, found);
  assert.deepEqual(manifest.compatibility, { minimum: "13.348", verified: "14.10" });
  assert.deepEqual(manifest.flags.coign, { site: "x", verified: found.systems });
});

test("a difference bars it until it is explained", () => {
  const reports = [report("14.9", "dnd5e 5.1.9", differing)];
  const open = moduleWith(reports);
  assert.deepEqual(unexplained(reports[0], open), [SENTENCE]);
  assert.deepEqual(verified(open), { systems: {} });
  assert.equal(verified(moduleWith(reports, { [SENTENCE]: "" })).newest, undefined, "an empty reason is none");
  assert.equal(verified(moduleWith(reports, { [SENTENCE]: "Foundry 14.9 has renamed it; unused." })).newest, "14.9");
});

test("a player who did not take part bars nothing, a step that failed does, and so does what was left behind", () => {
  const { [PLAYER]: _, ...steps } = seen.steps;
  const alone = { seen: { ...seen, steps }, notPlayed: { [PLAYER]: "nobody was asked" } };
  assert.deepEqual(unexplained(report("14.9", "dnd5e 5"), moduleWith([])), []);
  assert.deepEqual(unexplained(report("14.9", "dnd5e 5", alone), moduleWith([])), []);
  const failed = { seen: { ...seen, steps: {} }, notPlayed: { save: "no message came", [PLAYER]: "nobody was asked" } };
  assert.deepEqual(unexplained(report("14.9", "dnd5e 5", failed), moduleWith([])), [
    "steps: no save, which the stand-in has",
  ]);
  assert.deepEqual(unexplained(report("14.9", "dnd5e 5", { left: ["Scene"] }), moduleWith([])), ["left: Scene"]);
});

test("a game system without a stand-in cannot be verified", () => {
  const [sentence] = unexplained(report("14.9", "wfrp4e 9"), moduleWith([]));
  assert.equal(sentence, "there is no stand-in for Foundry 14 with wfrp4e");
});
