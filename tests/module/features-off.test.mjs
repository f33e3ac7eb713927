/** A failed check switches off its own feature, with a sentence in the status, and nothing else. Without a browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Contract } from "../../foundry-module/contract/contract.mjs";
import { FEATURES } from "../../foundry-module/contract/features.mjs";
import { CHECKS } from "../../foundry-module/contract/index.mjs";
import { versionsOf } from "../../foundry-module/contract/run.mjs";
import { assertNoErrors, bridge, flagsOf, quiet, roll, startTable, until } from "./attack/kit.mjs";

/** A feature that has worked stays on, so nothing is noted here: each is tried, and then switched off. */
Contract.prototype.worked = () => {};
const { gm, errors, warnings } = await startTable();
const { planOf } = await import("../../foundry-module/scripts/connection/connect.mjs");
const { foreseen } = await import("../../foundry-module/scripts/attack/foreseen.mjs");
const { isActive } = await import("../../foundry-module/scripts/in-roll/ask.mjs");
const scene = game.scenes.get("scene");
game.i18n.take("en", JSON.parse(readFileSync(new URL("../../foundry-module/lang/en.json", import.meta.url), "utf8")));

/** An object of this content that counts how often a file of the module reads one of its fields. */
function counting(field, content, file) {
  const value = content[field];
  const counted = { ...content, reads: 0 };
  Object.defineProperty(counted, field, {
    get() {
      if (new Error().stack.includes(file)) counted.reads++;
      return value;
    },
  });
  return counted;
}

/** Fire a hook with something that counts how often a file reads it. */
function reads(file, hook, field, content, ...more) {
  const subject = counting(field, content, file);
  Hooks.callAll(hook, subject, ...more);
  return subject.reads;
}

function controls() {
  const made = { tokens: { tools: {} } };
  Hooks.callAll("getSceneControlButtons", made);
  return made.tokens.tools;
}

/** A sheet that counts what is looked for in it. It has all of it, and takes nothing. */
function sheet(hook) {
  const element = { looked: 0, ownerDocument: {} };
  const found = { getAttribute: () => null, remove: () => {}, querySelector: () => null };
  element.querySelector = () => {
    element.looked++;
    return found;
  };
  element.querySelectorAll = () => [];
  try {
    Hooks.callAll(hook, { document: { flags: {} } }, element);
  } finally {
    errors.length = 0; // there is no page on which it could be drawn
  }
  return element.looked;
}

/** Change a document, and return what the bridge is sent of documents of that kind. */
async function sent(kind, change) {
  const before = bridge.asked("scene.patch").length;
  await change();
  const marker = { name: `goblin ${before}` };
  await scene.tokens.get("goblin").update(marker); // patches come in their order: what was sent is there when this is
  const isThere = ({ changes }) => changes.some(({ data }) => data?.name === marker.name);
  await until(() => bridge.asked("scene.patch").some(isThere));
  const patches = bridge.asked("scene.patch").slice(before);
  return patches.flatMap(({ changes }) => changes).filter(({ document }) => document === kind);
}

/** The effect of each feature here: something if it works, and nothing, or less, if it is off. */
const PROBES = {
  judging: async (contract) => {
    const message = await roll(gm);
    if (contract.works("judging")) return until(() => Boolean(flagsOf(message).annotations));
    await quiet();
    return Boolean(flagsOf(message).annotations);
  },
  card: () => {
    const html = counting("dataset", { dataset: {}, querySelector: () => null, querySelectorAll: () => [] }, "card/");
    Hooks.callAll("renderChatMessageHTML", game.messages.contents[0], html);
    return html.reads;
  },
  menu: () => {
    const entries = [];
    Hooks.callAll("getChatMessageContextOptions", {}, entries);
    return entries.length > 0;
  },
  inRoll: (contract) => isActive({ contract, setting: () => "everybody" }),
  damage: () => reads("damage.mjs", "coign.annotated", "id", { id: "none", rolls: [] }),
  facing: () => reads("watch-facing.mjs", "updateCombat", "started", { started: false, combatants: [] }, { turn: 1 }),
  slowed: () =>
    reads("slowed-tokens.mjs", "updateCombat", "combatants", { started: false, combatants: [] }, { turn: 1 }),
  overlay: () =>
    reads("overlay.mjs", "refreshToken", "isPreview", { isPreview: false, document: { id: "none", flags: {} } }, {}),
  heatMap: () => "coignHeatMap" in controls(),
  tokenSheet: () => sheet("renderTokenConfig"),
  wallSheet: () => sheet("renderWallConfig"),
  odds: (contract) => {
    const asked = [];
    const adapter = { bonusOf: () => asked.push("bonus") && null };
    foreseen({ contract, adapter }, { scene: "scene", actor: "hero", targets: ["goblin"] });
    return asked.length;
  },
  hud: () => sheet("renderTokenHUD"),
  controls: () => "coign" in controls(),
  previews: () =>
    CONFIG.queries["coign.evaluate"]({ scene: "scene", actor: "hero", targets: ["goblin"] }).then(
      () => true,
      ({ message }) => message !== game.i18n.localize("COIGN.Errors.PlayersMayNot"),
    ),
  regions: async () => {
    const [region] = await scene.createEmbeddedDocuments("Region", [{ name: "fog", shapes: [] }]);
    const changes = await sent("Region", () => region.update({ name: "more fog" }));
    await region.delete();
    return changes.length > 0;
  },
  roofs: async () => {
    const [tile] = await scene.createEmbeddedDocuments("Tile", [
      { width: 9, height: 9, restrictions: { light: true } },
    ]);
    const changes = await sent("Tile", () => tile.update({ elevation: 20 }));
    await tile.delete();
    return changes.length > 0;
  },
  levels: async () => {
    const make = () => scene.createEmbeddedDocuments("Wall", [{ c: [0, 0, 9, 9], levels: ["cellar"] }]);
    const [change] = await sent("Wall", make);
    return "levels" in change.data;
  },
  page: (contract) => planOf({ contract, setting: () => "page" }).place === "page",
};

/** Try every probe. */
async function tried(contract) {
  const found = {};
  for (const feature of FEATURES) found[feature] = await PROBES[feature](contract);
  return found;
}

/** Let a GM's check have found that a check of this feature fails, as it is kept in the world. */
async function fail(feature) {
  const { id } = CHECKS.find((check) => check.feature === feature) ?? {};
  const { foundry, system, coign } = versionsOf({ game });
  const contract = new Contract();
  if (feature) contract.fail(id);
  const failed = feature ? { [id]: "broken on purpose" } : {};
  warnings.length = 0;
  await game.settings.set("coign", "checked", { versions: [foundry, system, coign].join(", "), failed });
  await quiet();
  return { contract, check: CHECKS.find((check) => check.id === id) };
}

/** The text of the status window. */
function status() {
  const Window = game.settings.menus.get("coign.coign").type;
  const text = (node) => (typeof node === "string" ? node : (node?.children ?? []).map(text).join(" "));
  return new Window().describe().map(text).join(" ");
}

const works = await tried(new Contract());

test("with every check held, every feature works, and the status has no sentence about it", () => {
  for (const feature of FEATURES) assert.ok(works[feature], feature);
  for (const key of FEATURES) assert.ok(!status().includes(game.i18n.localize(`COIGN.Contract.Off.${key}`)), key);
  assertNoErrors(errors);
});

for (const feature of FEATURES)
  test(`${feature}: its check fails, it alone is off, and the status says so`, async () => {
    const { contract, check } = await fail(feature);
    const found = await tried(contract);
    assert.ok(found[feature] < works[feature], `${found[feature]} is less than ${works[feature]}`);
    for (const other of FEATURES.filter((one) => one !== feature))
      assert.equal(found[other], works[other], `${other} works as before`);
    const text = (kind, name) => game.i18n.localize(`COIGN.Contract.${kind}.${name}`);
    const who = ["browser", "server"].includes(check.part)
      ? text("Who", check.part)
      : check.systems
        ? "homebrew 1"
        : "Foundry 13.351";
    const sentence = `${who}: ${text("Part", check.part)}, ${text("Off", feature)}`;
    assert.ok(status().includes(sentence), sentence);
    assert.ok(
      warnings.some((warning) => warning.includes(sentence)),
      "and one notification",
    );
    await fail(null);
    assert.equal(status().includes(sentence), false, "until a check finds that it holds again");
    assertNoErrors(errors);
  });

test("a failure that another version had is forgotten", async () => {
  await game.settings.set("coign", "checked", { versions: "12.331, homebrew 1, 0", failed: { "wall-fields": "x" } });
  await quiet();
  await until(() => PROBES.judging(new Contract()));
});
