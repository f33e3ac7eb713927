import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  documentData,
  documentsOf,
  sceneFields,
  written,
} from "../../../foundry-module/scripts/scene-sync/document-data.mjs";
import { clients, tokenOf as realToken, TOKEN, worldOf } from "../../browser/standin-kit.mjs";
import { documentOf, roofOf, sceneOf, tokenOf, wallOf } from "../fakes.mjs";

const schema = JSON.parse(readFileSync(new URL("../../../bridge/coign/protocol/schema.json", import.meta.url), "utf8"));
const NO_TRAITS = () => ({});

/** Assert that the bridge reads every field of some data: a misspelt one would silently become its default. */
function assertRead(data, definition, where) {
  for (const [key, value] of Object.entries(data)) {
    const field = schema.$defs[definition].properties[key];
    assert.ok(field, `${where}.${key} is none of ${definition}'s fields`);
    const inner = /#\/\$defs\/(\w+)/.exec(JSON.stringify(field))?.[1];
    if (!inner || !schema.$defs[inner].properties) continue;
    const entries = Array.isArray(value) ? value : [value];
    for (const entry of entries) if (entry && typeof entry === "object") assertRead(entry, inner, `${where}.${key}`);
  }
}

const FULL_TOKEN = {
  ...{ name: "Goblin", x: 100, y: 200, width: 2, height: 1, depth: 1, elevation: 10, rotation: 90, disposition: -1 },
  ...{
    hidden: true,
    shape: 4,
    level: "l1",
    movementAction: "fly",
    actorId: "a1",
    texture: { src: "x.webp" },
    delta: { system: {} },
  },
  light: { dim: 20, bright: 10, angle: 360, color: "#fff", animation: { type: "torch" } },
  sight: { enabled: true, range: null, visionMode: "darkvision", color: "#fff" },
  detectionModes: [{ id: "seeAll", enabled: true, range: 30 }],
  flags: { coign: { formation: "line", overrides: [{}] }, "wall-height": { tokenHeight: 6 }, other: { secret: 1 } },
};

test("the fields sent of each document are those that the bridge reads", () => {
  const scene = sceneOf({
    walls: [
      documentOf({
        ...{
          _id: "w1",
          c: [0, 0, 9, 9],
          sight: 20,
          move: 20,
          light: 20,
          sound: 20,
          dir: 1,
          door: 1,
          ds: 0,
          levels: ["l1"],
        },
        flags: { coign: { cover: "half" }, "wall-height": { top: 10, bottom: null }, other: {} },
      }),
    ],
    tokens: [tokenOf("t1", FULL_TOKEN)],
    lights: [
      documentOf({
        _id: "i1",
        x: 1,
        y: 2,
        walls: true,
        vision: false,
        config: { dim: 9, color: "#fff", darkness: { min: 0, max: 1 } },
        flags: { levels: { rangeTop: 9, rangeBottom: 0, secret: 1 } },
      }),
    ],
    regions: [
      documentOf(
        {
          _id: "r1",
          name: "Fog",
          color: "#fff",
          shapes: [],
          behaviors: [{ _id: "b", type: "coign.obscuring", system: {}, flags: {} }],
        },
        { polygons: [{ points: [0, 0, 9, 0, 9, 9] }] },
      ),
    ],
    tiles: [roofOf("roof"), roofOf("rug", { restrictions: { light: false } }), roofOf("away", { hidden: true })],
    levels: [
      documentOf({
        _id: "l1",
        name: "Ground",
        elevation: { bottom: 0, top: 20 },
        visibility: { levels: ["l2"] },
        background: {},
      }),
    ],
  });
  const kinds = {
    Level: "LevelDoc",
    Region: "RegionDoc",
    Tile: "TileDoc",
    AmbientLight: "LightDoc",
    Token: "TokenDoc",
    Wall: "WallDoc",
  };
  const sent = [...documentsOf(scene)].map(([name, document]) => [
    name,
    documentData(name, document, () => ({ reach: 5 })),
  ]);
  assert.deepEqual(
    sent.map(([name]) => name),
    Object.keys(kinds),
  );
  for (const [name, data] of sent) assertRead(data, kinds[name], name);
  assertRead(sceneFields(scene), "SceneDoc", "Scene");
  const lamp = sent.find(([name]) => name === "AmbientLight")[1];
  assert.deepEqual(lamp.flags, { levels: { rangeTop: 9, rangeBottom: 0 } });
  assert.doesNotMatch(JSON.stringify(sent), /webp|secret|color|torch|delta|actorId|overrides/);
});

test("what a token's actor sets is sent as prepared, and its place as it is in its source", () => {
  class LightData {
    dim = 40;
    bright = 20;
    darkness = { min: 0, max: 1 };
  }
  const moving = { x: 150, elevation: 7, rotation: 45, width: 3, hidden: false };
  const set = {
    ...{ name: "Stranger", disposition: 1, light: new LightData(), movementAction: "swim" },
    ...{ sight: { enabled: true, range: Number.POSITIVE_INFINITY }, detectionModes: { seeAll: { enabled: true } } },
  };
  const token = { ...tokenOf("t1", FULL_TOKEN), ...moving, ...set };
  const sent = JSON.parse(JSON.stringify(documentData("Token", token, NO_TRAITS)));
  for (const field of Object.keys(moving)) assert.equal(sent[field], FULL_TOKEN[field], field);
  for (const field of Object.keys(set)) assert.deepEqual(sent[field], JSON.parse(JSON.stringify(set[field])), field); // without end is null
});

test("of tiles those that stop light or are objects are sent, with their levels since version 14", () => {
  const crate = {
    restrictions: { light: false },
    flags: { coign: { object: { degree: "half", height: 3, by: "x" } } },
  };
  const tiles = [
    roofOf("old"),
    roofOf("new", { levels: [] }),
    roofOf("rug", { restrictions: {} }),
    roofOf("crate", crate),
    roofOf("away", { ...crate, hidden: true }),
  ];
  const sent = [...documentsOf(sceneOf({ tiles }))].map(([name, tile]) => documentData(name, tile, NO_TRAITS));
  const place = { x: 0, y: 0, width: 200, height: 100, elevation: 10, rotation: 0, hidden: false };
  const flags = { coign: {} };
  const roof = { ...place, restrictions: { light: true }, texture: { anchorX: 0.5, anchorY: 0.5 }, flags };
  assert.deepEqual(sent, [
    { ...roof, _id: "old" },
    { ...roof, _id: "new", levels: [] },
    {
      ...roof,
      _id: "crate",
      restrictions: { light: false },
      flags: { coign: { object: { degree: "half", height: 3 } } },
    },
  ]);
});

test("a region is sent with Foundry's polygons and with its behaviours", () => {
  const region = documentOf(
    { _id: "r1", behaviors: [{ _id: "b1", type: "coign.cover", disabled: false, system: { degree: "half" } }] },
    { polygons: [{ points: [0, 0, 100, 0, 100, 100] }, new Float64Array([1, 2, 3, 4, 5, 6])] },
  );
  const data = documentData("Region", region, NO_TRAITS);
  assert.deepEqual(data.polygons, [
    [0, 0, 100, 0, 100, 100],
    [1, 2, 3, 4, 5, 6],
  ]);
  assert.deepEqual(data.behaviors, [{ _id: "b1", type: "coign.cover", disabled: false, system: { degree: "half" } }]);
});

test("a token is sent with its own sight, of which a range of null has no end", () => {
  const { sight, detectionModes } = documentData("Token", tokenOf("t1", FULL_TOKEN), NO_TRAITS);
  assert.deepEqual(sight, { enabled: true, range: null, visionMode: "darkvision" });
  assert.deepEqual(detectionModes, [{ id: "seeAll", enabled: true, range: 30 }]);
});

test("a moving token is sent with the place in its source, not where it is drawn", () => {
  const token = tokenOf("t1", { x: 500 });
  token.x = 123.4;
  assert.equal(documentData("Token", token, NO_TRAITS).x, 500);
});

test("a token is sent with its hexes from Foundry; on squares none are needed", () => {
  const token = (type) =>
    Object.assign(tokenOf("t1"), {
      parent: { grid: { type } },
      getOccupiedGridSpaceOffsets: () => [{ i: 2, j: 3, k: 0 }],
    });
  assert.deepEqual(documentData("Token", token(2), NO_TRAITS).coign, { cells: [{ i: 2, j: 3 }] });
  assert.deepEqual(documentData("Token", token(1), NO_TRAITS).coign, {});
});

test("v14: the hexes of a token behind a wall are sent too, which its own list of spaces leaves out", async () => {
  const scene = {
    ...{ _id: "scene", active: true, grid: { type: 2, size: 100, distance: 5, units: "ft" }, padding: 0 },
    tokens: [{ ...TOKEN, x: 400, y: 400, width: 3, height: 3 }],
    walls: [{ _id: "wall", c: [610, 0, 610, 2000] }],
  };
  const counts = await Promise.all(
    [13, 14].map(async (generation) => {
      const [gm] = await clients(worldOf({ generation, scenes: [scene] }), "gm");
      const token = realToken(gm);
      return [token.getOccupiedGridSpaceOffsets().length, documentData("Token", token, NO_TRAITS).coign.cells.length];
    }),
  );
  assert.deepEqual(counts, [
    [7, 7],
    [6, 7],
  ]);
});

test("scenes of v13 and of v14 give the same data", () => {
  const v13 = sceneOf({
    tokens: [tokenOf("t1", { detectionModes: [{ id: "basicSight", enabled: true, range: 60 }] })],
    walls: [wallOf("w1")],
  });
  const v14 = sceneOf({
    tokens: [tokenOf("t1", { detectionModes: { basicSight: { enabled: true, range: 60 } }, depth: 2, level: "l1" })],
  });
  delete v13.levels;
  assert.equal([...documentsOf(v13)].length, 2);
  assert.deepEqual(documentData("Token", v14.tokens.get("t1"), NO_TRAITS).depth, 2);
});

test("a scene's flags for the light set by a GM and for legacy hex sizes are sent", () => {
  const scene = sceneOf();
  assert.deepEqual(sceneFields(scene).flags, { coign: {}, core: {} });
  const flags = {
    coign: { light: "dim", overrides: [{}] },
    core: { legacyHex: true, sourceId: "x" },
    other: { secret: 1 },
  };
  const source = { ...scene.toObject(), flags };
  Object.assign(scene, { _source: source, toObject: () => source });
  assert.deepEqual(sceneFields(scene).flags, { coign: { light: "dim" }, core: { legacyHex: true } });
});

test("the world's diagonal rule is sent with the scene", () => {
  assert.deepEqual(sceneFields(sceneOf()).grid, { type: 1, size: 100, distance: 5, units: "ft", diagonals: 4 });
});

test("of a document with one field that is too long, or nested too deep, the other fields are written", (context) => {
  const said = context.mock.method(console, "warn", () => undefined);
  const endless = {};
  endless.endless = endless;
  const data = { _id: "T", name: "x".repeat(3_000_000), x: 100, flags: endless, y: null };
  assert.deepEqual(JSON.parse(written(data, "the token T")), { _id: "T", x: 100, y: null });
  assert.match(said.mock.calls[0].arguments[0], /the token T: name, flags left out/);
  assert.deepEqual(JSON.parse(written({ _id: "T", x: 100 }, "the token T")), { _id: "T", x: 100 });
  assert.equal(said.mock.callCount(), 1);
});
