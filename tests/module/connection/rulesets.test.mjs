import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  defaultRulesets,
  NO_RULES,
  optionsByRuleset,
  pickedRulesets,
} from "../../../foundry-module/scripts/connection/rulesets.mjs";

const { game } = globalThis;
afterEach(() => (globalThis.game = game));

/** Make a world of a game system, with the system's settings. */
function world(system, settings = {}) {
  globalThis.game = {
    system: { id: system },
    settings: {
      settings: new Map(Object.entries(settings)),
      get: (namespace, key) => settings[`${namespace}.${key}`],
    },
  };
}

const coign = (rulesets = [], options = {}) => ({ setting: (key) => ({ rulesets, options })[key] });

test("a new world uses the rules that its game system is made for", () => {
  for (const [system, ids] of Object.entries({
    pf1: ["pathfinder-1e"],
    D35E: ["pathfinder-1e"],
    pf2e: ["pathfinder-2e"],
    sw5e: ["partial-advantage"],
  })) {
    world(system);
    assert.deepEqual(defaultRulesets(), ids, system);
  }
});

test("a dnd5e world uses the printing in its settings, an old one that of 2014", () => {
  world("dnd5e", { "dnd5e.rulesVersion": "modern" });
  assert.deepEqual(pickedRulesets(coign()), ["fifth-edition-2024"]);
  world("dnd5e", { "dnd5e.rulesVersion": "legacy" });
  assert.deepEqual(pickedRulesets(coign()), ["fifth-edition-2014"]);
  world("dnd5e");
  assert.deepEqual(pickedRulesets(coign()), ["fifth-edition-2014"]);
});

test("the GM's choice counts, also a choice of no rules", () => {
  world("pf2e");
  assert.deepEqual(pickedRulesets(coign(["combat-facing"])), ["combat-facing"]);
  assert.deepEqual(pickedRulesets(coign(NO_RULES)), []);
});

test("a D35E world plays v3.5 until the GM sets the edition", () => {
  world("D35E");
  assert.deepEqual(optionsByRuleset(coign()), { "pathfinder-1e": { edition: "v3.5" } });
  const partial = { "pathfinder-1e": { "partial-cover": true } };
  assert.deepEqual(optionsByRuleset(coign([], partial)), {
    "pathfinder-1e": { edition: "v3.5", "partial-cover": true },
  });
  const set = { "pathfinder-1e": { edition: "pathfinder" } };
  assert.deepEqual(optionsByRuleset(coign([], set)), set);
  world("pf1");
  assert.deepEqual(optionsByRuleset(coign()), {});
});
