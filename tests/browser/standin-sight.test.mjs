/**
 * The stand-in's answers about walls, sight, tiles and the use of a weapon, as modules that measure cover ask for them. The
 * sources: fvtt-types 13.346 (`client/canvas`, `client/game.d.mts`), dnd5e 5.3.3, and the modules that wrap these functions.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { TilePlaceable } from "../../bridge/tabletop/foundry/tile.mjs";
import { attackOf } from "../../bridge/tabletop/systems/dnd5e.mjs";
import { clients, settled, TOKEN, worldOf } from "./standin-kit.mjs";

const [FROM, TO] = [
  { x: 0, y: 50 },
  { x: 40, y: 50 },
];

/** A game master's client in a scene with one wall, between two points. */
async function behindAWall(generation = 13) {
  const [gm] = await clients(worldOf({ generation }), "gm");
  const { scene } = gm.canvas;
  await scene.deleteEmbeddedDocuments(
    "Wall",
    [...scene.walls].map(({ id }) => id),
  );
  const [wall] = await scene.createEmbeddedDocuments("Wall", [{ c: [20, 0, 20, 100], move: 0 }]);
  return { gm, scene, wall, backends: gm.CONFIG.Canvas.polygonBackends };
}

test("each wall has an edge in canvas.edges, which follows it (fvtt-types: edges.d.mts, wall.d.mts)", async () => {
  const { gm, wall } = await behindAWall();
  const edge = () => gm.canvas.edges.get(`Wall.${wall.id}`);
  assert.deepEqual([edge().a, edge().b, edge().type], [{ x: 20, y: 0 }, { x: 20, y: 100 }, "wall"]);
  assert.deepEqual([edge().sight, edge().move, edge().object.document], [20, 0, wall]);
  assert.deepEqual([edge().orientPoint(FROM), edge().orientPoint(TO)].sort(), [1, 2]);
  await wall.update({ door: 1, ds: 1 });
  assert.equal(edge().sight, 0, "an open door restricts nothing");
  await wall.delete();
  assert.equal(edge(), undefined);
});

test("there is a backend for movement too, and a module that wraps a polygon is asked about each edge (Wall Height 4.1)", async () => {
  const { gm, wall, backends } = await behindAWall();
  const collides = (type) => backends[type].testCollision(FROM, TO, { type, mode: "any", source: "mine" });
  assert.deepEqual([collides("sight"), collides("move")], [true, false]);
  const { prototype } = backends.sight;
  const { _testEdgeInclusion: own, initialize } = prototype;
  const asked = [];
  prototype.initialize = function (origin, config) {
    asked.push([origin, config.source]);
    initialize.call(this, origin, config);
  };
  prototype._testEdgeInclusion = (edge) => edge.object.document !== wall;
  assert.equal(collides("sight"), false);
  assert.deepEqual(asked, [[FROM, "mine"]]);
  Object.assign(prototype, { _testEdgeInclusion: own, initialize });
  const [hit] = backends.sight.testCollision(FROM, TO, { type: "sight", mode: "all" });
  assert.deepEqual([...hit.edges], [gm.canvas.edges.get(`Wall.${wall.id}`)]);
});

test("a detection mode has a range, walls that stop it, and cannot see the invisible (detection-mode.d.mts)", async () => {
  const { gm, scene, wall } = await behindAWall();
  const { detectionModes: modes, visionSourceClass: PointVisionSource } = gm.CONFIG.Canvas;
  const target = gm.canvas.tokens.get(TOKEN._id);
  const sees = (id, range = 100) => {
    const source = new PointVisionSource({ sourceId: "test", object: null });
    source.initialize({ ...FROM, elevation: 0 });
    const tests = [{ point: { ...TO, elevation: 0 }, los: new Map() }];
    return modes[id].testVisibility(source, { id, enabled: true, range }, { object: target, tests });
  };
  assert.deepEqual([sees("basicSight"), sees("feelTremor")], [false, true]);
  await wall.delete();
  assert.deepEqual([sees("basicSight"), sees("basicSight", 1)], [true, false]);
  assert.equal(sees("lightPerception"), true, "the scene's own light");
  await scene.update({ "environment.globalLight.enabled": false });
  assert.equal(sees("lightPerception"), false);
  await scene.createEmbeddedDocuments("AmbientLight", [{ ...TO, config: { dim: 10, bright: 5 } }]);
  assert.equal(sees("lightPerception"), true);
  await target.actor.toggleStatusEffect("invisible");
  assert.deepEqual([sees("basicSight"), sees("seeInvisibility")], [false, true]);
});

test("a tile's picture covers points of the map, turned about its anchor, which is its place from version 14 on", () => {
  const covers = (generation, point, more = {}) => {
    const _source = { x: 100, y: 100, width: 80, height: 20, rotation: 0, texture: {}, ...more };
    return new TilePlaceable({ generation }, { _source }).mesh.containsCanvasPoint(point, 0.5);
  };
  const [inside, around] = [
    { x: 170, y: 115 },
    { x: 65, y: 95 },
  ];
  assert.deepEqual([covers(13, inside), covers(14, inside)], [true, false]);
  assert.deepEqual([covers(13, around), covers(14, around)], [false, true]);
  assert.deepEqual(
    [covers(14, around, { rotation: 90 }), covers(14, { x: 100, y: 65 }, { rotation: 90 })],
    [false, true],
  );
});

test("using a weapon posts its card, and then rolls its attack unless a hook stops that (dnd5e 5.3.3: activity/mixin.mjs)", async () => {
  const [gm] = await clients(worldOf(), "gm");
  const { actor } = gm.canvas.tokens.get(TOKEN._id);
  const activities = { shoot: { _id: "shoot", type: "attack", attack: { type: { value: "ranged" } } } };
  const [bow] = await actor.createEmbeddedDocuments("Item", [
    { name: "Bow", system: { toHit: 5, damage: "1d6 + 2", activities } },
  ]);
  const kinds = () => gm.messages.map(({ type, flags }) => flags.dnd5e.roll?.type ?? type);
  await attackOf(gm, bow).use({ subsequentActions: false });
  await settled();
  assert.deepEqual(kinds(), ["usage"]);
  const [card] = gm.messages.contents;
  assert.equal(card.getAssociatedActivity().item, bow);
  assert.deepEqual([card.getAssociatedActor(), card.getOriginatingMessage()], [actor, card]);
  const [rolled] = await card.getAssociatedActivity().rollDamage({}, {}, { create: false });
  assert.equal(rolled.formula, "1d6 + 2");
  gm.Hooks.once("dnd5e.preRollAttack", (_config, dialog) => {
    dialog.configure = false;
  });
  await attackOf(gm, bow).use();
  await settled();
  assert.deepEqual(kinds(), ["usage", "usage", "attack"]);
  assert.equal(gm.messages.contents[2].getOriginatingMessage(), gm.messages.contents[1]);
  gm.Hooks.once("dnd5e.preUseActivity", () => false);
  assert.equal(await attackOf(gm, bow).use(), undefined);
});

test("an actor lists its items by every type of the system, and the effects that count (fvtt-types: actor.d.mts)", async () => {
  const [gm] = await clients(worldOf(), "gm");
  const { actor } = gm.canvas.tokens.get(TOKEN._id);
  await actor.createEmbeddedDocuments("Item", [{ name: "Bow", type: "weapon" }]);
  assert.deepEqual([actor.itemTypes.weapon.length, actor.itemTypes.equipment], [1, []]);
  await actor.createEmbeddedDocuments("ActiveEffect", [{ name: "on" }, { name: "off", disabled: true }]);
  assert.deepEqual(
    actor.appliedEffects.map(({ name }) => name),
    ["on"],
  );
});

test("a setting's type may be a set, which is stored as a list (fvtt-types: client-settings.d.mts)", async () => {
  const [gm] = await clients(worldOf(), "gm");
  const { fields } = await import("../../bridge/tabletop/foundry/fields.mjs");
  const type = new fields.SetField(new fields.StringField());
  gm.game.settings.register("speaks", "words", { scope: "world", type, default: [] });
  assert.deepEqual(gm.game.settings.get("speaks", "words"), new Set());
  await gm.game.settings.set("speaks", "words", new Set(["one"]));
  assert.deepEqual(gm.game.settings.get("speaks", "words"), new Set(["one"]));
});
