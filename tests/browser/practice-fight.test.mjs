/**
 * The practice fight: played in every game system of the stand-in, in one version of Foundry and the other by turns. What it
 * meets is the reference with which a real Foundry is compared. `COIGN_REPORTS=1` plays each in both, and writes the
 * references in `foundry-module/reference/` again; `COIGN_FIGHTS=all` plays each in both, `COIGN_FIGHTS=13-dnd5e` one alone.
 */

import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SYSTEMS } from "../../bridge/tabletop/systems/index.mjs";
import { patient } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { ROOT, SOON } from "./table.mjs";

const BUILT = existsSync(join(ROOT, process.env.COIGN_MODULE ?? "foundry-module", "packs", "try-it", "CURRENT"));
const LONGEST = 200_000; // characters of a report
const PLAYED = { timeout: 240_000 };
const REFERENCES = new URL("../../foundry-module/reference/", import.meta.url);
const FIGHTS = process.env.COIGN_FIGHTS ?? (process.env.COIGN_REPORTS ? "all" : "by turns");
const TABLES = SYSTEMS.flatMap(({ id }, n) =>
  [13, 14]
    .filter(
      (version) => ["all", `${version}-${id}`].includes(FIGHTS) || (FIGHTS === "by turns" && (version + n) % 2 === 0),
    )
    .map((version) => [version, id]),
);

/** Run a test at a table; the module's sources have no pack, so it needs the bundle that `dev.py test-browser` makes. */
function withPack(name, how, run) {
  if (BUILT)
    atTable(name, { ...how, before: patient }, run); // a report is about what comes, not how soon
  else test(name, { skip: "no pack is compiled: COIGN_MODULE names no bundle" }, () => {});
}

/** Press the button, and agree to what the fight makes. */
async function begin(gm) {
  await gm.evaluate(() => {
    globalThis.saved = [];
    foundry.utils.saveDataToFile = (text, type, name) => globalThis.saved.push({ text, type, name });
    return game.modules.get("coign").api.open("test");
  });
  await gm.locator('#coign-test [data-action="practise"]').click();
  await gm.locator("dialog", { hasText: "two actors" }).locator('button[data-action="ok"]').click();
}

/** Let a player answer the question whether to take part. */
const answers = (player, action) =>
  player.locator("dialog", { hasText: "practice fight" }).locator(`button[data-action="${action}"]`).click(PLAYED);

/** Wait until a fight has been played. Resolves to its report. */
async function played(gm) {
  await gm.locator("#coign-test [data-differences]").waitFor(PLAYED);
  const [{ text, name }] = await gm.evaluate(() => globalThis.saved);
  assert.equal(name, "coign-practice-fight.json");
  return { text, report: JSON.parse(text) };
}

/** The contents of a world, and the scene, tokens and targets before a user. */
const traces = (frame) =>
  frame.evaluate(() => [
    [game.scenes.size, game.actors.size, game.messages.size, game.combats.size, canvas.scene.tokens.size],
    [canvas.scene.id, canvas.tokens.controlled.map(({ id }) => id), game.user.targets.ids],
    canvas.scene.tokens.map(({ id, _source: { x, y, flags } }) => [id, x, y, JSON.stringify(flags)].join()),
    game.settings.get("coign", "inRoll"),
  ]);

/** Every name and text of the world, of three letters or more. */
const words = (frame) =>
  frame.evaluate(() => {
    const tokens = [...game.scenes].flatMap((scene) => [...scene.tokens]);
    const items = [...game.actors].flatMap((actor) => [...actor.items]);
    const named = [...game.users, ...game.actors, ...game.scenes, ...tokens, ...items, game.world];
    return [...new Set(named.map(({ name, title }) => name ?? title))].filter((name) => name.length > 3);
  });

for (const [version, system] of TABLES)
  withPack(
    `Foundry ${version}, ${system}: every step is played, nothing is left`,
    { query: `v=${version}&system=${system}` },
    async ({ gm, player }) => {
      const before = await Promise.all([gm, player].map(traces));
      await begin(gm);
      await answers(player, "yes");
      const { text, report } = await played(gm);
      assert.deepEqual(await Promise.all([gm, player].map(traces)), before, "everything is as it was");
      assert.deepEqual(report.left, []);
      assert.deepEqual(report.seen.faults, {});
      assert.ok(text.length <= LONGEST, `${text.length} characters`);
      for (const word of await words(gm)) assert.ok(!text.includes(word), `${word} is in the report`);
      const { steps } = report.seen;
      assert.equal(steps["attack after the roll"].card, "drawn", JSON.stringify(report.notPlayed));
      assert.equal(steps.retarget.card, "is about the new target");
      assert.deepEqual(steps["a player's attack"], { card: "drawn", targets: "1", preview: "answered" });
      const path = new URL(`${version}-${system}.json`, REFERENCES);
      if (process.env.COIGN_REPORTS) writeFileSync(path, `${JSON.stringify(report.seen)}\n`);
      else assert.deepEqual(report.differences, [], "COIGN_REPORTS=1 writes what is kept anew");
    },
  );

/** Let this Foundry differ in three things. */
const plant = (gm) =>
  gm.evaluate(() => {
    const { token } = canvas.hud;
    const bind = token.bind.bind(token);
    token.bind = async (object) => {
      await bind(object);
      token.element.append(Object.assign(document.createElement("section"), { className: "planted" }));
    };
    const callAll = Hooks.callAll.bind(Hooks);
    Hooks.callAll = (name, ...args) => callAll(name, ...(name === "targetToken" ? args.slice(0, 2) : args));
    game.user._source.planted = 1;
  });

const ALONE = process.env.COIGN_FIGHTS ? () => {} : withPack;

for (const [version, system, answer] of [
  [13, "dnd5e", "yes"],
  [14, "pf2e", "no"],
])
  ALONE(
    `Foundry ${version}, ${system}: three planted differences are three lines, whatever the player says`,
    { query: `v=${version}&system=${system}` },
    async ({ gm, player }) => {
      await plant(gm);
      await begin(gm);
      await answers(player, answer);
      const { report } = await played(gm);
      assert.deepEqual(report.differences.length, 3, report.differences.join("\n"));
      const [user, buttons, hook] = report.differences;
      assert.equal(user, "documents › User: planted, which the stand-in has not");
      assert.match(buttons, /^elements › buttons round a token › .*: section\.planted, which the stand-in has not$/);
      assert.equal(hook, "hooks › targetToken: no argument 3, which the stand-in has");
      assert.deepEqual("a player's attack" in report.notPlayed, answer === "no");
    },
  );

ALONE("the macro plays it, but not while a combat is in the tracker", {}, async ({ gm }) => {
  await gm.locator(".directory button", { hasText: "Try It" }).click();
  const macro = gm.locator(".directory button", { hasText: "practice fight" });
  const combat = await gm.evaluate(async () => (await Combat.create({ scene: canvas.scene.id, active: true })).id);
  await macro.click();
  await gm.locator(".notification", { hasText: "There is a combat in the tracker" }).waitFor(SOON);
  await gm.evaluate((id) => game.combats.get(id).delete(), combat);
  await gm.evaluate(() => (foundry.utils.saveDataToFile = (text) => (globalThis.saved = [{ text }])));
  await macro.click();
  const dialog = gm.locator("dialog", { hasText: "two actors" });
  await dialog.locator('input[name="player"]').uncheck();
  await dialog.locator('button[data-action="ok"]').click();
  await gm.locator("#coign-test [data-differences]").waitFor(PLAYED);
  assert.deepEqual(await gm.evaluate(() => JSON.parse(globalThis.saved[0].text).differences), []);
});
