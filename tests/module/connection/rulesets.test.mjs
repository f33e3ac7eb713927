import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  combine,
  configure,
  defaultRulesets,
  gameUnder,
  NO_RULES,
  optionsByRuleset,
  pickedRulesets,
  problemWith,
  replacedBy,
  titleOf,
  withRuleset,
} from "../../../foundry-module/scripts/connection/rulesets.mjs";

const { game, Hooks } = globalThis;
afterEach(() => Object.assign(globalThis, { game, Hooks }));

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
    sf2e: ["pathfinder-2e"],
    sfrpg: ["starfinder-1e"],
    lancer: ["lancer"],
    swade: ["house-rules-swade"],
    "draw-steel": ["draw-steel"],
    shadowdark: ["house-rules"],
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

const rule = (modifier, replaces = []) => ({ modifier, replaces });
const KNOWN = [
  {
    id: "partial-advantage",
    over: ["fifth-edition-2014", "fifth-edition-2024"],
    rules: [rule("half", ["half", "side"])],
  },
  { id: "combat-facing", over: ["pathfinder-1e"], rules: [] },
  { id: "combat-modifiers", over: ["pathfinder-1e"], rules: [] },
  { id: "fifth-edition-2014", over: [], rules: [rule("half"), rule("side"), rule("prone")] },
  { id: "fifth-edition-2024", over: [], rules: [rule("half"), rule("prone")] },
  { id: "pathfinder-1e", over: [], rules: [] },
];

test("a text that is added stands above the printed game that it lies over, and brings the world's own", () => {
  world("dnd5e", { "dnd5e.rulesVersion": "modern" });
  assert.deepEqual(withRuleset(KNOWN, [], "partial-advantage"), ["partial-advantage", "fifth-edition-2024"]);
  const chosen = ["fifth-edition-2014"];
  assert.deepEqual(withRuleset(KNOWN, chosen, "partial-advantage"), ["partial-advantage", "fifth-edition-2014"]);
  assert.deepEqual(withRuleset(KNOWN, ["partial-advantage"], "fifth-edition-2014"), [
    "partial-advantage",
    "fifth-edition-2014",
  ]);
  world("sw5e");
  assert.deepEqual(withRuleset(KNOWN, [], "partial-advantage"), ["partial-advantage"]);
});

test("of several texts each keeps its place above their printed game", () => {
  world("pf1");
  const two = withRuleset(KNOWN, ["pathfinder-1e"], "combat-modifiers");
  assert.deepEqual(two, ["combat-modifiers", "pathfinder-1e"]);
  assert.deepEqual(withRuleset(KNOWN, two, "combat-facing"), ["combat-modifiers", "combat-facing", "pathfinder-1e"]);
});

test("the rules of the printed game that a text replaces", () => {
  const [text, , , game] = KNOWN;
  assert.equal(gameUnder(KNOWN, ["partial-advantage", "fifth-edition-2014"], text), game);
  assert.equal(gameUnder(KNOWN, ["partial-advantage"], text), undefined);
  assert.deepEqual(replacedBy(game, text.rules), [rule("half"), rule("side")]);
});

test("rules of one family combine, unless one excludes the other, and those of no family do not", () => {
  const ruleset = (id, family, ...excludes) => ({ id, family, excludes, title: id });
  const [edition, other, text] = [ruleset("2014", "d20", "2024"), ruleset("2024", "d20"), ruleset("cover", "d20")];
  assert.deepEqual([combine(edition, text), combine(edition, other), combine(other, edition)], [true, false, false]);
  assert.equal(combine(text, ruleset("steel", "steel")), false);
  assert.equal(combine(ruleset("a", "other"), ruleset("b", "other")), false);

  const known = [edition, other, text];
  const localized = {
    localize: (key) => key,
    format: (key, data) => [key, ...Object.values(data)].join(" "),
    has: () => false,
  };
  globalThis.game = { i18n: localized };
  assert.deepEqual([problemWith(known, ["2014", "cover"]), problemWith([], ["2014"])], ["", ""]);
  assert.equal(problemWith(known, []), "COIGN.Rules.NoneChosen");
  assert.equal(problemWith(known, ["cover", "mine"]), "COIGN.Rules.Unknown mine");
  assert.match(problemWith(known, ["2024", "2014"]), /Clash/);
});

test("a modifier's title is that of the rules in use, in the reader's language", () => {
  world("dnd5e");
  const texts = { "COIGN.Rulesets.two.rules.B1.high-ground": "Höhere Position" };
  const localize = (key) => texts[key] ?? key;
  globalThis.game.i18n = { localize, format: localize, has: (key) => key in texts };
  const rule = (id, modifier, title) => ({ id, modifier, title });
  const rulesets = [
    { id: "one", rules: [rule("A1", "high-ground", "High Ground"), rule("A2", "mud", "Mud")] },
    { id: "two", rules: [rule("B1", "high-ground", "Higher Position")] },
  ];
  const connected = { ...coign(["two"]), engine: { status: { welcome: { rulesets } } } };
  assert.equal(titleOf(connected, "high-ground"), "Höhere Position");
  assert.equal(titleOf(connected, "mud"), "Mud", "of rules that are not in use any more");
  assert.equal(titleOf({ ...connected, engine: { status: {} } }, "high-ground"), "high-ground");
});

test("no rules are in force if the GM takes the last away before the engine has answered about it", async () => {
  world("dnd5e");
  globalThis.game.i18n = { localize: (key) => key };
  globalThis.Hooks = { callAll: () => true };
  const chosen = { rulesets: ["first"], options: {}, overrides: [] };
  let answer;
  const answered = new Promise((resolve) => (answer = resolve));
  const status = { welcome: { rulesets: [{ id: "first", family: "d20", excludes: [], over: [] }] } };
  const table = {
    setting: (key) => chosen[key],
    engine: { connected: true, status, request: () => answered },
  };
  const asking = configure(table);
  chosen.rulesets = NO_RULES;
  await configure(table);
  assert.equal(table.rulesProblem, "COIGN.Rules.NoneChosen");
  answer({});
  await asking;
  assert.equal(table.rulesProblem, "COIGN.Rules.NoneChosen");
});
