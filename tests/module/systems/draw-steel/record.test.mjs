/** Messages of Draw Steel, built as its source builds them from the abilities of its own packs. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { requestsOf } from "../../../../foundry-module/scripts/attack/requests.mjs";
import { drawSteel } from "../../../../foundry-module/scripts/systems/draw-steel/record.mjs";
import { token, world } from "../kit.mjs";

const FILE = new URL("../../../data/chat/draw-steel-1.0.0-abilities.json", import.meta.url);
const { messages, items } = JSON.parse(readFileSync(FILE, "utf8"));
const SCENE = "sceneTable000000";
const [HERO, GOBLIN, OGRE] = ["tokenHero0000000", "tokenGoblin00000", "tokenOgre0000000"];
const tokens = [
  { _id: HERO, actorId: "actorHero0000000" },
  { _id: GOBLIN, actorId: "actorGoblin00000" },
  { _id: OGRE, actorId: "actorOgre00000000" },
];
const table = (more = tokens) => world(SCENE, more, items, "sq");
const read = (message, at = table()) => drawSteel.readAttack(message, at);

/** Each message as it is read: name, kind, reach or range, keywords, total without edges, edges/banes by target. */
const READ = [
  "Swarm of Spirits | ranged | - | area magic green | 11 | G 0/0",
  "Begone! | ranged | - | area magic | 16 | G 1/0",
  "Orison of Victory | ranged | - | area maneuver | 18 | G 0/1",
  "Back Blasphemer! | ranged | - | area magic melee weapon | 9 | G 2/0",
  "Machinations of Sound | ranged | - | area magic ranged maneuver | 20 | O 0/2, G 1/1",
  "Spirit Stampede | ranged | - | area magic ranged | 10 | G 0/2",
  "Instant Retaliation | melee | 5 | melee weapon | 11 | -",
  "Fate | melee | 10 | melee psionic chronopathy | 14 | G 1/0",
  "Grab | melee | 5 | melee weapon maneuver | 20 | G 0/1",
  "Melee Free Strike | melee | 5 | charge melee strike weapon | 20 | G 2/0, O 1/1",
  "Protective Attack | melee | 5 | melee strike weapon | 13 | G 1/1",
  "My Turn! | melee | 5 | melee strike weapon | 8 | G 0/2",
  "Anticipating Strike | melee | 5 | melee psionic strike weapon | 10 | G 0/0",
  "Behold a Shield of Faith! | melee | 5 | melee strike weapon | 9 | -",
  "Driving Assault | melee | 5 | melee strike weapon | 9 | G 0/1, O 2/0",
  "The Gods Punish and Defend | melee | 5 | magic melee strike weapon | 13 | G 2/0",
  "Heat Drain | melee | 5 | melee psionic strike maneuver | 14 | G 1/1",
  "Epic | melee | 5 | magic melee ranged maneuver | 8 | G 0/2",
  "Concussive Strike | melee | 5 | melee ranged strike weapon | 18 | G 0/0",
  "Inspiring Strike | melee | 5 | melee ranged strike weapon | 9 | G 1/0, O 0/1",
  "Hammer And Anvil | melee | 5 | melee ranged strike weapon | 17 | -",
  "Behold the Face of Justice | melee | 5 | magic melee ranged strike weapon | 9 | G 2/0",
  "Sword Stab | melee | 5 | melee strike weapon | 14 | G 1/1",
  "Eye of Surlach | ranged | 75 | magic ranged strike | 15 | G 0/2",
  "Handaxe | melee | 5 | melee ranged strike weapon | 18 | G 0/0, O 1/0",
  "Club Charge | melee | 5 | charge melee strike weapon | 21 | G 1/0",
  "Bow | ranged | 50 | ranged strike weapon | 15 | G 0/1",
  "Axe | melee | 5 | melee strike weapon | 10 | -",
  null,
  null,
  null,
];

test("twenty-eight abilities of the system's packs, a test, a saving throw and a use without a roll", () => {
  const told = messages.map((message) => {
    const seen = read(message);
    if (!seen) return null;
    const { name, kind, reach, range, abilities } = seen.attack;
    const edges = Object.entries(seen.defence).map(([id, one]) => `${id[5]} ${one.edges}/${one.banes}`);
    return [
      name,
      kind,
      reach ?? range?.long ?? "-",
      abilities.join(" "),
      seen.roll.total,
      edges.join(", ") || "-",
    ].join(" | ");
  });
  assert.deepEqual(told, READ);
});

test("the total is without edges and banes, and the two dice are known", () => {
  const [, begone] = messages;
  const { roll } = read(begone);
  assert.deepEqual(
    [roll.total, roll.d20],
    [
      16,
      [
        { value: 5, kept: true, sides: 10 },
        { value: 9, kept: true, sides: 10 },
      ],
    ],
  );
});

/** A melee strike against the goblin, with edges. */
const strike = (edges, more = {}) => {
  const message = structuredClone(messages.find(({ title }) => title === "Sword Stab"));
  for (const part of Object.values(message.system.parts))
    part.rolls = part.rolls.map((json) => {
      const roll = JSON.parse(json);
      if (roll.options.edges !== undefined) Object.assign(roll.options, { edges, banes: 0 });
      return JSON.stringify(roll);
    });
  return { ...message, ...more };
};
/** The table with what the system's token says of flanking, and the states of the goblin. */
const flanked = (is, statuses = []) =>
  table([
    { _id: HERO, actorId: "actorHero0000000", object: { isFlanking: () => is } },
    { _id: GOBLIN, actorId: "actorGoblin00000", actor: { statuses: new Set(statuses) } },
  ]);

test("the system's own flanking is counted once: the roll has an edge that nothing else explains", () => {
  const countedIn = (message, at) => read(message, at).counted ?? [];
  assert.deepEqual(countedIn(strike(1), flanked(true)), ["flanking"]);
  assert.deepEqual(countedIn(strike(0), flanked(true)), [], "no edge is in the roll");
  assert.deepEqual(countedIn(strike(1), flanked(false)), [], "the edge is of something else");
  assert.deepEqual(countedIn(strike(1), flanked(true, ["restrained"])), [], "the edge is for the restrained target");
  assert.deepEqual(countedIn(strike(2), flanked(true, ["restrained"])), ["flanking"]);
});

test("an edge that was put in counts as far as the roll has edges against that target", () => {
  const edge = (target) => ({ modifier: "high-ground", target, effect: { kind: "edge", to: "attack" }, flavor: "" });
  const included = (edges, ...claimed) =>
    requestsOf(read(strike(edges)), [GOBLIN], { included: claimed })[0].roll.included?.length ?? 0;
  assert.equal(included(1, edge(GOBLIN)), 1);
  assert.equal(included(0, edge(GOBLIN)), 0);
  assert.equal(included(1, edge(GOBLIN), edge(GOBLIN)), 1, "no edge stands for two");
  assert.equal(included(1, edge(OGRE)), 0);
});

test("a creature's size, speeds and reach, and whether it can be flanked", () => {
  const system = {
    combat: { size: { value: 1, letter: "S" } },
    movement: { value: 6, types: ["walk", "fly", "teleport"] },
    statuses: { flankable: false },
  };
  const ability = (type, primary) => ({ type: "ability", name: type, system: { distance: { type, primary } } });
  const actor = {
    name: "Imp",
    statuses: new Set(["prone"]),
    system,
    items: [ability("melee", 2), ability("burst", 4)],
  };
  const traits = drawSteel.tokenTraits(token(actor), actor);
  assert.deepEqual(traits.statuses, ["prone"]);
  assert.deepEqual(
    [traits.size, traits.reach, traits.speeds, traits.immune],
    ["small", 10, { walk: 30, fly: 30 }, ["flanking"]],
  );
  const unplaced = drawSteel.tokenTraits({}, actor);
  assert.deepEqual([unplaced.reach, unplaced.speeds], [2, { walk: 6, fly: 6 }], "in squares, where no scene has them");
  const giant = { ...actor, system: { ...system, combat: { size: { value: 3, letter: "" } } } };
  assert.equal(drawSteel.tokenTraits(token(giant), giant).size, "huge");
});

test("what a creature may strike with before its first attack", () => {
  const kinds = Object.values(items).map((item) => ({ ...item }));
  const known = drawSteel.attacksOf({ items: kinds }, "sq", 1).map(({ name, kind }) => `${name}: ${kind}`);
  assert.ok(known.includes("Bow: ranged") && known.includes("Axe: melee"));
  assert.ok(!known.includes("Begone!: ranged"), "an area is no strike");
});
