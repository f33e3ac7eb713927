import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { asThing } from "../../../foundry-module/scripts/systems/things.mjs";
import { token, world } from "./kit.mjs";

const traits = (actor, more = {}, system = "dnd5e") => {
  const { creature, height } = adapterFor(system, "", world("S", [])).tokenTraits(token(actor, more));
  return { creature, height };
};
const CREATURE = { creature: undefined, height: undefined };
const LIES = { creature: false, height: 0 };
const pile = (data) => ({ flags: { "item-piles": { data } } });

test("an enabled item pile lies on the ground, whether its flags are the token's or the actor's", () => {
  const npc = { type: "npc", system: {} };
  assert.deepEqual(traits(npc, pile({ enabled: true, type: "pile" })), LIES);
  assert.deepEqual(traits({ ...npc, ...pile({ enabled: true, type: "container" }) }), LIES);
  assert.deepEqual(traits(npc, pile({ enabled: true })), LIES, "of an early version, which had no types");
  assert.deepEqual(traits(npc, pile({ enabled: false, type: "pile" })), CREATURE);
  assert.deepEqual(traits({ ...npc, ...pile({ enabled: true }) }, pile({ enabled: false })), CREATURE, "its own data");
  const linked = { actorLink: true, ...pile({ enabled: true }) };
  assert.deepEqual(traits(npc, linked), CREATURE, "of a linked actor only the actor's count");
});

test("merchants and bankers are people", () => {
  const npc = { type: "npc", system: {} };
  for (const type of ["merchant", "auctioneer", "banker"])
    assert.deepEqual(traits(npc, pile({ enabled: true, type })), CREATURE, type);
  assert.deepEqual(traits(npc, pile({ enabled: true, isMerchant: true })), CREATURE, "of an early version");
});

test("loot, hazards and traps lie on the ground; a vehicle hides by its height", () => {
  for (const [system, type] of [
    ["pf2e", "loot"],
    ["pf2e", "hazard"],
    ["pf1", "trap"],
    ["pf1", "haunt"],
    ["D35E", "trap"],
    ["pf2e", "army"],
    ["pf2e", "party"],
    ["dnd5e", "group"],
    ["dnd5e", "encounter"],
  ])
    assert.deepEqual(traits({ type, system: {} }, {}, system), LIES, `${system} ${type}`);
  const tall = { creature: false, height: undefined };
  for (const system of ["dnd5e", "pf2e", "pf1", "sfrpg"])
    assert.deepEqual(traits({ type: "vehicle", system: {} }, {}, system), tall, system);
  assert.deepEqual(traits({ type: "object", system: {} }, {}, "D35E"), tall);
  assert.deepEqual(traits({ type: "starship", system: {} }, {}, "sfrpg"), tall);
});

test("a token named for a door is one, with or without an actor; one that guards it is not", () => {
  for (const name of ["Door", "door 2", " Door (3) ", "Tür"]) assert.deepEqual(traits(null, { name }), LIES, name);
  for (const name of ["Door Guard", "Trapdoor Spider", "Doorman"]) assert.deepEqual(traits(null, { name }), CREATURE);
});

test("a GM's word wins, and a height that a GM set stays", () => {
  const flags = (own) => ({ flags: { coign: own } });
  assert.equal(traits(null, { name: "Door", ...flags({ creature: true }) }).creature, true);
  assert.deepEqual(asThing({}, true), { creature: false, height: 0 });
  assert.deepEqual(asThing(flags({ height: 4 }), true), { creature: false, height: 4 });
  assert.deepEqual(asThing(flags({ height: 0 }), false), { creature: true, height: null });
  assert.deepEqual(asThing(flags({ height: 4 }), false), { creature: true, height: 4 });
});

test("turning an actor into a pile, or back, makes its traits stale", () => {
  const { watch } = adapterFor("pf1");
  const actor = {};
  assert.equal(watch.updateActor(actor, pile({ enabled: true })), actor);
  assert.equal(watch.updateActor(actor, { flags: { other: 1 } }), null);
});
