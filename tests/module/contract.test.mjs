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
});

/** The contents of the world: a check may leave nothing in it. */
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
    const { passed, failed, notices, untried, left } = await checkEverything(at, contract);
    assert.deepEqual([failed, notices, left], [{}, [], []]);
    assert.equal(inventory(at.game), world, "and everything is removed afterwards");
    const all = CHECKS.filter((check) => concerns(check, at)).map(({ id }) => id);
    assert.deepEqual([...passed, ...Object.keys(untried)].sort(), all.sort());
    const unused = CHECKS.filter(({ when }) => when === "use").map(({ id }) => id);
    assert.deepEqual(
      Object.keys(untried).filter((id) => !unused.includes(id)),
      [],
    );
    if (system === "dnd5e") assert.ok(passed.length >= (generation === 14 ? 45 : 40), `${passed.length} checks`);
  });

test("a check that throws is untried, says where and no more, and the scratch scene is removed all the same", async () => {
  const at = globalsOf(await tableOf("dnd5e", 14));
  const world = inventory(at.game);
  const bad = { ...CHECKS.find(({ id }) => id === "wall-fields") };
  bad.holds = () => {
    throw new TypeError("Ilse has no such wall");
  };
  const contract = new Contract([bad]);
  const { failed, untried } = await checkEverything(at, contract, [bad]);
  assert.deepEqual(failed, {});
  assert.match(untried["wall-fields"], /^TypeError, contract\.test\.mjs:\d+$/);
  checkAtStart(at, contract, [{ ...bad, when: "start" }]);
  assert.equal(contract.works("judging"), true);
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
    for (const id of ["level-fields", "level-hooks", "attached-region-follows"]) assert.ok(id in untried, id);
  } finally {
    prototype.createEmbeddedDocuments = create;
    console.debug = debug;
  }
  assert.ok(contract.works("levels") && contract.works("regions"));
});

/** What a world may have that is no fault of Foundry's: none of it may switch anything off. */
const WORLDS = {
  "players may change settings": {
    notices: ["players-may-not-write"],
    make: ({ game }) => game.settings.set("core", "permissions", { SETTINGS_MODIFY: [1, 2, 3, 4] }),
  },
  "a module lets no message be whispered": {
    make: ({ Hooks }) => Hooks.on("preCreateChatMessage", (message) => message.whisper.length === 0),
  },
  "pf2e takes only tokens of the viewed scene into a combat": { system: "pf2e", make: () => {} },
  "a region follows its token after 300 ms": {
    generation: 14,
    make({ Hooks }) {
      Hooks.on("updateToken", ({ parent }, change) => {
        if (!("x" in change)) return;
        for (const region of parent.regions) {
          const before = region.polygons;
          Object.defineProperty(region, "polygons", { value: before, configurable: true });
          setTimeout(() => delete region.polygons, 350);
        }
      });
    },
  },
  "a module lets nothing be made": {
    make({ Hooks }) {
      for (const name of ["Scene", "Token", "Wall", "AmbientLight", "Tile", "Region", "RegionBehavior", "Level"])
        Hooks.on(`preCreate${name}`, () => false);
      Hooks.on("preCreateChatMessage", () => false);
    },
  },
  "a module lets no document of a scene be made": {
    make({ Hooks }) {
      for (const name of ["Token", "Wall", "AmbientLight", "Tile", "Region"]) Hooks.on(`preCreate${name}`, () => false);
    },
  },
  "a module lets nothing be changed": {
    make({ Hooks }) {
      for (const name of ["Token", "Scene", "ChatMessage"]) Hooks.on(`preUpdate${name}`, () => false);
    },
  },
  "a module gives tokens and walls other values": {
    make({ Hooks }) {
      Hooks.on("preCreateToken", (token) => void token.updateSource({ width: 2, height: 2 }));
      Hooks.on("preCreateWall", (wall) => void wall.updateSource({ sight: 10, move: 0 }));
    },
  },
  "a module throws in every hook": {
    make({ Hooks }) {
      for (const hook of ["createToken", "updateToken", "createChatMessage", "preUpdateToken", "updateScene"])
        Hooks.on(hook, () => {
          throw new Error("theirs");
        });
    },
  },
};

for (const [name, { system = "dnd5e", generation, notices = [], make }] of Object.entries(WORLDS))
  for (const version of generation ? [generation] : [13, 14])
    test(`what is not Foundry's fault switches nothing off: ${name}, ${version}`, async (t) => {
      t.mock.method(console, "error", () => {});
      const at = globalsOf(await tableOf(system, version));
      await make(at);
      const contract = new Contract();
      checkAtStart(at, contract);
      const report = await checkEverything(at, contract);
      assert.deepEqual([report.failed, report.notices], [{}, notices]);
      assert.deepEqual(
        FEATURES.filter((feature) => !contract.works(feature)),
        [],
      );
    });

test("what has worked since the page was opened stays on, and its failed check is in the report", async () => {
  const at = globalsOf(await tableOf("dnd5e", 13));
  const bad = { ...CHECKS.find(({ id }) => id === "wall-fields"), holds: () => "no sight" };
  const contract = new Contract([bad]);
  contract.worked("judging");
  const { failed, kept } = await checkEverything(at, contract, [bad]);
  assert.deepEqual([failed, kept], [{ "wall-fields": "no sight" }, ["wall-fields"]]);
  assert.ok(contract.works("judging"));
  assert.deepEqual(contract.broken, []);
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
  for (const hook of ["createChatMessage", "canvasReady", "updateScene", "createCombat", "targetToken"])
    player.Hooks.on(hook, (document) => heard.push([hook, document]));
  const viewed = player.canvas.scene;
  const [aimedAt] = viewed.tokens.map(({ id }) => id);
  player.canvas.tokens.setTargets([aimedAt]);
  heard.length = 0;
  await checkEverything(globalsOf({ client: gm }), new Contract());
  assert.equal(player.canvas.scene, viewed);
  assert.deepEqual(player.user.targets.ids, [aimedAt]);
  const seen = heard.filter(
    ([hook, { visible }]) => /canvasReady|Combat|target/.test(hook) || (hook === "createChatMessage" && visible),
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
  "movement-passed": { passed: { distance: 5 } },
  "combat-hooks": { started: false, combatants: [] },
  "swade-modifiers": [{ label: "Wounds", value: -1 }],
};

for (const { id, feature } of CHECKS.filter(({ when }) => when === "use"))
  test(`${id}: what is met is held against the check, and ${feature} is off if it fails at first`, () => {
    const contract = new Contract();
    assert.equal(contract.meet(id, MET[id]), true);
    assert.ok(contract.works(feature) && contract.met.has(id));
    const other = { "scene-controls": [], "dnd5e-message-hook": [{}], "lancer-targets": [{}] }[id] ?? pageWith();
    assert.equal(contract.meet(id, other), false);
    assert.ok(contract.works(feature), "one that is otherwise, after one that was right, switches nothing off");
    const fresh = new Contract();
    assert.equal(fresh.meet(id, other), false);
    assert.deepEqual([fresh.works(feature), fresh.met.has(id)], [false, false]);
    assert.deepEqual(
      fresh.broken.map((check) => check.id),
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
    if (feature) assert.ok(FEATURES.includes(feature), `${id}: ${feature}`);
    else assert.ok(English.Contract.Notice[id], id);
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
