import assert from "node:assert/strict";
import { test } from "node:test";

import { areasOf } from "../../../foundry-module/scripts/systems/areas.mjs";
import { dnd5e } from "../../../foundry-module/scripts/systems/dnd5e/record.mjs";
import { world } from "../systems/kit.mjs";

const grid = { size: 100, units: "ft" };
const pointsOf = (scene) => areasOf({ grid, ...scene }, "dnd5e").map(({ point }) => point);

test("13: a template's origin is where it was placed, the newest first", () => {
  const circle = { t: "circle", x: 400, y: 500, elevation: 10, distance: 20 };
  const cone = { t: "cone", x: 1, y: 2, distance: 15 };
  const found = areasOf({ grid, templates: [circle, cone] }, "dnd5e");
  assert.deepEqual(
    found.map(({ name, point }) => [name, point]),
    [
      ["cone 15 ft", { x: 1, y: 2, elevation: 0 }],
      ["circle 20 ft", { x: 400, y: 500, elevation: 10 }],
    ],
  );
});

test("14: the removed templates are not read", () => {
  const scene = {
    grid,
    levels: new Map(),
    regions: [{ shapes: [{ type: "circle", x: 1, y: 2 }] }],
    get templates() {
      throw new Error("Scene#templates is deprecated");
    },
  };
  assert.equal(areasOf(scene, "dnd5e").length, 1);
});

test("14: a region has the origin of the template that it replaces, for each shape; a polygon has none", () => {
  const region = (shape, elevation) => ({ name: "Fire", shapes: [{ x: 10, y: 20, ...shape }], elevation });
  for (const type of ["circle", "cone", "line", "ring", "rectangle"])
    assert.deepEqual(pointsOf({ regions: [region({ type }, { bottom: 5 })] }), [{ x: 10, y: 20, elevation: 5 }], type);
  assert.deepEqual(pointsOf({ regions: [region({ type: "circle" }, { bottom: null })] })[0].elevation, 0);
  const aura = { type: "emanation", radius: 300, base: { type: "token", x: 200, y: 300, width: 2, height: 2 } };
  assert.deepEqual(pointsOf({ regions: [region(aura)] }), [{ x: 300, y: 400, elevation: 0 }]);
  assert.deepEqual(
    pointsOf({ regions: [region({ type: "polygon", points: [0, 0, 1, 0, 1, 1] }), { shapes: [] }] }),
    [],
  );
});

test("an area's source, by either uuid that the system sets on it; hidden areas are marked", () => {
  const flags = { dnd5e: { origin: "Actor.a.Item.i.Activity.x", item: "Actor.a.Item.i" } };
  const [area] = areasOf({ grid, templates: [{ x: 0, y: 0, hidden: true, flags }] }, "dnd5e");
  assert.deepEqual([area.made, area.hidden], [["Actor.a.Item.i.Activity.x", "Actor.a.Item.i"], true]);
  const [other] = areasOf({ grid, templates: [{ x: 0, y: 0, flags }] }, "pf1");
  assert.deepEqual([other.made, other.hidden], [[], false]);
});

test("a region with a behaviour is part of the map, unless a spell made it", () => {
  const hedge = { shapes: [{ type: "circle", x: 0, y: 0 }], behaviors: [{ type: "coign.cover" }] };
  const web = { ...hedge, flags: { dnd5e: { origin: "Actor.a.Item.i.Activity.x" } } };
  const converted = { ...hedge, flags: { core: { MeasuredTemplate: true } } };
  assert.equal(areasOf({ grid, regions: [hedge] }, "dnd5e").length, 0);
  assert.equal(areasOf({ grid, regions: [web, converted] }, "dnd5e").length, 2);
});

test("a deleted scene has no areas", () => assert.deepEqual(areasOf(undefined, "dnd5e"), []));

const speaker = { scene: "S", token: "caster", actor: "mage" };
const USES = { activity: { uuid: "Actor.mage.Item.ball.Activity.x" }, item: { uuid: "Actor.mage.Item.ball" } };
const told = {
  scene: "S",
  token: "caster",
  made: ["Actor.mage.Item.ball.Activity.x", "Actor.mage.Item.ball"],
  ability: "dex",
};
const context = (card) => world("S", [{ _id: "caster", actorId: "mage" }], { "ChatMessage.card": card });

test("5: a save rolled from a card is against the card's spell", () => {
  const save = { flags: { dnd5e: { roll: { type: "save", ability: "dex" }, originatingMessage: "card" } } };
  assert.deepEqual(dnd5e.saveAgainst(save, context({ speaker, flags: { dnd5e: USES } })), told);
  assert.equal(dnd5e.saveAgainst(save, context(undefined)), null, "the card is gone");
});

test("6: the same from the message's own type and system", () => {
  const save = { type: "save", system: { ability: "dex", origin: "card" } };
  assert.deepEqual(dnd5e.saveAgainst(save, context({ speaker, system: USES })), told);
});

test("3: the card has the item that was used", () => {
  const save = { flags: { dnd5e: { roll: { type: "save", ability: "dex" }, originatingMessage: "card" } } };
  const card = {
    speaker,
    flags: { dnd5e: { use: { type: "spell", itemId: "ball", itemUuid: "Actor.mage.Item.ball" } } },
  };
  assert.deepEqual(dnd5e.saveAgainst(save, context(card)), { ...told, made: ["Actor.mage.Item.ball"] });
});

test("a save that a card asks for, such as that to keep concentration, is against no effect", () => {
  const flags = { dnd5e: { roll: { type: "save", ability: "con" }, originatingMessage: "card" } };
  const later = { type: "save", system: { ability: "con", type: "concentration", origin: "card" } };
  const buttons = [{ type: "concentration", dc: 10 }];
  for (const save of [{ flags }, later])
    for (const card of [{ speaker }, { speaker, type: "prompt", system: { buttons } }])
      assert.equal(dnd5e.saveAgainst(save, context(card)), null);
});

test("a save from a sheet, an attack and a damage roll name no effect that they are against", () => {
  const saves = context({ speaker, flags: { dnd5e: USES } });
  assert.equal(dnd5e.saveAgainst({ flags: { dnd5e: { roll: { type: "save" } } } }, saves), null);
  for (const type of ["attack", "damage"])
    assert.equal(dnd5e.saveAgainst({ flags: { dnd5e: { roll: { type }, originatingMessage: "card" } } }, saves), null);
  assert.equal(dnd5e.saveAgainst({}, saves), null);
});
