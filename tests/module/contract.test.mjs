/** The contract: run against the stand-in in both versions, and what a check that fails switches off. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { SYSTEMS } from "../../bridge/tabletop/systems/index.mjs";
import { Contract } from "../../foundry-module/contract/contract.mjs";
import { FEATURES } from "../../foundry-module/contract/features.mjs";
import { CHECKS } from "../../foundry-module/contract/index.mjs";
import { checkAtStart, checkEverything, concerns } from "../../foundry-module/contract/run.mjs";
import { worldOf } from "../browser/standin-kit.mjs";
import { tableOf } from "../browser/systems-kit.mjs";

const REPORTS = new URL("../data/contract/", import.meta.url);
const SCRIPTS = new URL("../../foundry-module/scripts/", import.meta.url);
const English = JSON.parse(readFileSync(new URL("../../foundry-module/lang/en.json", import.meta.url), "utf8")).COIGN;

/** Foundry's globals, of a client of the stand-in without a page. */
const globalsOf = ({ client }) => ({
  ...{ game: client.game, canvas: client.canvas, CONFIG: client.CONFIG, Hooks: client.Hooks, Roll: client.Roll },
  ...{ dnd5e: client.dnd5e, pf1: client.game.pf1, shadowdark: client.shadowdark },
  ChatMessage: client.classOf("ChatMessage"),
  Scene: client.classOf("Scene"),
  Combat: client.classOf("Combat"),
});

/** What is in the world, so that nothing may be left of a check. */
const inventory = ({ scenes, messages, combats, users }) =>
  JSON.stringify([scenes, messages, combats, users].map((all) => all.map((one) => one.toObject())));

const TABLES = SYSTEMS.flatMap(({ id }) => [13, 14].map((generation) => [id, generation]));
const { warn } = console;
before(() => (console.warn = () => {}));
after(() => (console.warn = warn));

for (const [system, generation] of TABLES)
  test(`the stand-in of Foundry ${generation} with ${system} holds every check that needs no page`, async () => {
    const at = globalsOf(await tableOf(system, generation));
    const world = inventory(at.game);
    const contract = new Contract();
    checkAtStart(at, contract);
    assert.deepEqual([...contract.failures], []);
    assert.equal(inventory(at.game), world, "the checks at the start leave no trace");
    const { passed, failed, untried, left } = await checkEverything(at, contract);
    assert.deepEqual(failed, {});
    assert.deepEqual(left, []);
    assert.equal(inventory(at.game), world, "and everything is removed afterwards");
    const all = CHECKS.filter((check) => concerns(check, at)).map(({ id }) => id);
    assert.deepEqual([...passed, ...untried].sort(), all.sort());
    const unused = CHECKS.filter(({ when }) => when === "use").map(({ id }) => id);
    assert.deepEqual(
      untried.filter((id) => !unused.includes(id)),
      [],
    );
    if (system === "dnd5e") assert.ok(passed.length >= (generation === 14 ? 45 : 40), `${passed.length} checks`);
  });

test("a check that throws is a failed one, and the scratch scene is removed all the same", async () => {
  const at = globalsOf(await tableOf("dnd5e", 14));
  const world = inventory(at.game);
  const bad = { ...CHECKS.find(({ id }) => id === "wall-fields") };
  bad.holds = () => {
    throw new Error("another Foundry");
  };
  const contract = new Contract([bad]);
  const { failed } = await checkEverything(at, contract, [bad]);
  assert.deepEqual(failed, { "wall-fields": "Error: another Foundry" });
  assert.equal(contract.works("judging"), false);
  assert.equal(inventory(at.game), world);

  const [scene] = [...at.game.scenes];
  const lost = await at.Scene.create({ name: "left by a crash", flags: { coign: { scratch: true } } });
  await checkEverything(at, new Contract(), []);
  assert.equal(at.game.scenes.get(lost.id), undefined);
  assert.ok(at.game.scenes.get(scene.id));
});

test("what a Foundry refuses to make for a check is untried, and switches nothing off", async () => {
  const at = globalsOf(await tableOf("dnd5e", 14));
  const { prototype } = at.Scene;
  const create = prototype.createEmbeddedDocuments;
  const { debug } = console;
  console.debug = () => {};
  prototype.createEmbeddedDocuments = function (name, data) {
    const strange = name === "Level" || (name === "Region" && data[0].attachment);
    if (strange) throw new Error(`${name} is made in another way`);
    return create.call(this, name, data);
  };
  const contract = new Contract();
  try {
    const { untried, failed } = await checkEverything(at, contract);
    assert.deepEqual(failed, {});
    for (const id of ["level-fields", "level-hooks", "attached-region-follows"]) assert.ok(untried.includes(id), id);
  } finally {
    prototype.createEmbeddedDocuments = create;
    console.debug = debug;
  }
  assert.ok(contract.works("levels") && contract.works("regions"));
});

test("what other users do meanwhile is not taken for a check's", async () => {
  const at = globalsOf(await tableOf("dnd5e", 13));
  const [scene] = [...at.game.scenes];
  const [token] = scene.tokens.contents;
  const id = at.Hooks.on("updateToken", (one) => {
    if (one.parent !== scene) at.Hooks.callAll("updateToken", token, { elevation: 1 }, {}, "someone");
  });
  const hooks = CHECKS.filter((check) => ["one-hook-for-each-document", "rotation-in-change"].includes(check.id));
  const { failed, passed } = await checkEverything(at, new Contract(hooks), hooks);
  at.Hooks.off("updateToken", id);
  assert.deepEqual([failed, passed.length], [{}, 2]);
});

test("nobody else views the scratch scene, and players are not told of its message", async () => {
  const world = worldOf({ generation: 14 });
  const { Client } = await import("../../bridge/tabletop/foundry/client.mjs");
  const [gm, player] = await Promise.all(["gm", "player"].map((user) => new Client(world, user).start()));
  const heard = [];
  for (const hook of ["createChatMessage", "canvasReady", "updateScene", "createCombat"])
    player.Hooks.on(hook, (document) => heard.push([hook, document]));
  const viewed = player.canvas.scene;
  await checkEverything(globalsOf({ client: gm }), new Contract());
  assert.equal(player.canvas.scene, viewed);
  const seen = heard.filter(
    ([hook, { visible }]) => hook === "canvasReady" || (hook === "createChatMessage" && visible),
  );
  assert.deepEqual(seen, [], "a whispered roll would be seen: Foundry tells everybody that it was made");
});

/** A document whose elements are those of these selectors. */
const pageWith = (...selectors) => ({ querySelector: (selector) => (selectors.includes(selector) ? {} : null) });
const MET = {
  "token-sheet-met": pageWith("nav.sheet-tabs, nav.tabs", "footer"),
  "wall-sheet-met": pageWith("footer"),
  "token-buttons": pageWith(".col.right"),
  "scene-controls": { tokens: { tools: {} } },
  "dnd5e-dialog": { element: pageWith('[data-application-part="buttons"]'), rebuild: () => {} },
  "dnd5e-message-hook": pageWith(),
  "pf2e-dialog": pageWith("button.roll"),
  "pf1-dialog": pageWith('button[name="attack_single"]'),
  "D35E-dialog": pageWith(".dialog-buttons"),
  "sfrpg-dialog": pageWith(".dialog-buttons"),
  "lancer-targets": [{ targetUuid: "Scene.S.Token.T", cover: 0 }],
  "shadowdark-dialog": pageWith('input[name="mainRoll.formula"]'),
  "draw-steel-dialog": pageWith(".target.group"),
  "swade-modifiers": [{ label: "Wounds", value: -1 }],
};

for (const { id, feature } of CHECKS.filter(({ when }) => when === "use"))
  test(`${id}: what is met is held against the check, and ${feature} is off once it fails`, () => {
    const contract = new Contract();
    assert.equal(contract.meet(id, MET[id]), true);
    assert.ok(contract.works(feature) && contract.met.has(id));
    const other = { "scene-controls": [], "dnd5e-message-hook": [{}], "lancer-targets": [{}] }[id] ?? pageWith();
    assert.equal(contract.meet(id, other), false);
    assert.deepEqual([contract.works(feature), contract.met.has(id)], [false, false]);
    assert.deepEqual(
      contract.broken.map((check) => check.id),
      [id],
    );
  });

test("each check of what is met in use is held against something by the module", () => {
  const names = readdirSync(SCRIPTS, { recursive: true }).filter((name) => name.endsWith(".mjs"));
  const scripts = names.map((name) => readFileSync(new URL(name, SCRIPTS), "utf8"));
  const tried = (id) => scripts.some((script) => script.includes(`meet("${id}"`));
  assert.deepEqual(
    CHECKS.filter(({ when, id }) => when === "use" && !tried(id)).map(({ id }) => id),
    [],
  );
});

test("each check says what it is, where it is used, why it is believed, and what is off without it", () => {
  const ids = CHECKS.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, says, used, from, feature, part } of CHECKS) {
    for (const text of [says, used, from]) assert.ok(text.length > 4, id);
    assert.ok(FEATURES.includes(feature), `${id}: ${feature}`);
    assert.ok(English.Contract.Part[part], `${id}: ${part}`);
  }
  for (const feature of FEATURES) {
    assert.ok(English.Contract.Off[feature], feature);
    assert.ok(
      CHECKS.some((check) => check.feature === feature),
      feature,
    );
  }
});

describe("a saved report", () => {
  for (const name of readdirSync(REPORTS).filter((file) => file.endsWith(".json")))
    test(`${name}: what a real Foundry refutes, the stand-in refutes too`, async () => {
      const { versions, failed, passed } = JSON.parse(readFileSync(new URL(name, REPORTS), "utf8"));
      const [system] = versions.system.split(" ");
      const generation = Number.parseInt(versions.foundry, 10);
      const known = CHECKS.map(({ id }) => id);
      assert.deepEqual(
        Object.keys(failed).filter((id) => !known.includes(id)),
        [],
      );
      const found = await checkEverything(globalsOf(await tableOf(system, generation)), new Contract());
      const untaught = Object.keys(failed).filter((id) => found.passed.includes(id));
      assert.deepEqual(untaught, [], "teach the stand-in what this Foundry does, then mend the module");
      const here = passed.filter((id) => id in found.failed);
      assert.deepEqual(here, [], "and what a real Foundry does the stand-in does");
    });
});
