/** The question about a roll that is about to be made, where the game system says nothing of some of its parts. */

import { test } from "node:test";
import { attackQuery, checkQuery, saveQuery } from "../../../foundry-module/scripts/systems/dnd5e/queries.mjs";
import { queryOf } from "../../../foundry-module/scripts/systems/pf2e/queries.mjs";
import { emptied, holds, readOrThrown } from "../recorded.mjs";
import { actor, world } from "./kit.mjs";

const SCENE = "SCENE00000000001";
const parent = { id: SCENE, grid: { units: "ft", distance: 5 } };
const tokenOf = (id, of = null) => ({ id, _id: id, parent, uuid: `Scene.${SCENE}.Token.${id}`, actor: of });

test("Pathfinder 2: attacks, saves and checks", () => {
  const [hero, foe] = [actor("pf2e-2026-elf-ranger-med"), actor("pf2e-2026-cyclops-lg-reach10")];
  const context = world(SCENE, [tokenOf("A"), tokenOf("B")], { "Item.i": { name: "Fireball", type: "spell" } });
  const asking = { attackOf: (_check, item) => ({ name: item?.name ?? "" }), targets: () => [tokenOf("B")], context };
  const by = { self: true, token: { id: "A", parent, uuid: `Scene.${SCENE}.Token.A` }, actor: { uuid: "Actor.a" } };
  const check = {
    ...{ type: "attack-roll", origin: { ...by, item: { uuid: "Item.i", name: "Bow" } }, dc: { value: 18 } },
    ...{ target: { token: { id: "B", parent } }, options: ["ranged", "target:cover-level:lesser"] },
    ...{ rollTwice: "keep-higher", token: { id: "A", parent }, domains: ["stealth"], item: null },
  };
  const kinds = ["attack-roll", "spell-attack-roll", "saving-throw", "skill-check", "perception-check", "damage"];
  function* made() {
    for (const type of kinds)
      for (const [odd] of emptied({ ...check, type }))
        yield [type, readOrThrown((one) => queryOf(one, asking), { ...odd, actor: hero, foe })];
  }
  holds("questions of Pathfinder 2", made());
});

test("fifth edition: attacks, saves and checks", () => {
  const goblin = actor("dnd5e-5.3.3-2014-goblin");
  const tokens = ["A", "B"].map((id) => ({ ...tokenOf(id, goblin), actorId: goblin._id }));
  const card = {
    speaker: { scene: SCENE, token: "B" },
    flags: { dnd5e: { activity: { uuid: "Actor.b.Item.i.Activity.a" } } },
  };
  const context = world(SCENE, tokens, { "ChatMessage.c": card });
  const table = { targets: () => [tokens[1]], speakerOf: () => ({ scene: SCENE, token: "A" }), controlled: () => [] };
  const call = {
    ...{ config: { attackMode: "thrown", advantage: true, skill: "prc", ability: "wis", rolls: [{ options: {} }] } },
    message: { data: { speaker: { scene: SCENE, token: "A" }, system: { origin: "c" } } },
  };
  const item = { ...goblin.items.find(({ type }) => type === "weapon"), getFlag: () => "offhand" };
  const queries = {
    attack: (one) => attackQuery({ id: "x", item, actor: goblin }, one),
    ...{ save: (one) => saveQuery(goblin, one), check: (one) => checkQuery(goblin, one) },
  };
  function* made() {
    for (const [odd] of emptied(call))
      for (const [name, query] of Object.entries(queries))
        yield [name, readOrThrown((one) => query({ ...one, table, context }), odd)];
  }
  holds("questions of fifth edition", made());
});
