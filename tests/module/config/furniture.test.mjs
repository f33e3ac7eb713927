import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { furnitureOf } from "../../../foundry-module/scripts/config/furniture.mjs";

const GRID = { size: 100, distance: 5, units: "ft" };
const tile = (src, more = {}) => ({ _id: "t", x: 100, y: 100, width: 200, height: 100, texture: { src }, ...more });
const shown = (src, more) => furnitureOf({ tiles: [tile(src, more)], grid: GRID })[0]?.word ?? null;

test("a picture is told by the words of its file's name, in English and German", () => {
  const names = {
    "tiles/Barrels%201.png": "barrels",
    "worlds/w/Table_Round_Wood_A1_2x2.webp": "table",
    "https://cdn.example/a/woodenCrate04.webp?v=3": "crate",
    "möbel/Großer Tisch.webp": "tisch",
    "F%C3%A4sser.png": "fasser",
    "Faesser-alt.png": "faesser",
    "Pillar.webp": "pillar",
    "Stool_Wood_Light_B_1x1.webp": "stool",
    "Standing Stone A2.png": "stone",
    "Altar_Stone_F_02.png": "altar",
    "Platform_Stone_Earthy_A2_4x4.png": null,
    "Plattform_Stein_Grau_A2.png": null,
    "Stein A2.png": "stein",
    "Rubble_Pile_Stone_Slate_A27_3x3.png": null,
    "100%.webp": null,
    "tables-of-the-law/Carpet.webp": null,
    "Stable.webp": null,
    "Boxing Ring.webp": null,
    "": null,
  };
  for (const [src, word] of Object.entries(names)) assert.equal(shown(src), word, src);
});

test("a shadow, an overlay, a floor, a room, what floats and what lies about gives no cover", () => {
  for (const src of [
    "Barrel Shadow.png",
    "Table Room B.webp",
    "Floating%20Rocks.webm",
    "rock_floor_03.png",
    "Tree Map.jpg",
    "52778_Table_Top_Clutter_Lantern_Lit.png",
    "Hay_Bedding_A_1x2.png",
    "Pebble Stone.png",
  ])
    assert.equal(shown(src), null, src);
});

test("the height is in the scene's units, and every kind has a degree", () => {
  const [table] = furnitureOf({ tiles: [tile("Table.webp")], grid: { ...GRID, distance: 1.5, units: "m" } });
  assert.deepEqual(table.object, { height: 0.9, degree: "half" });
  const kinds = {
    half: [
      ["Theke.webp", 3],
      ["hocker.webp", 2],
      ["Pritsche.webp", 2],
      ["Truhe.webp", 3],
      ["keg.webp", 3.5],
      ["Sandbag.webp", 4],
      ["Stump.webp", 2],
      ["Cauldron.webp", 3.5],
      ["Särge.webp", 3],
      ["Grabstein.webp", 3],
      ["rowboat.webp", 3],
      ["bäume.webp", 20],
    ],
    "three-quarters": [
      ["Kutsche.webp", 5],
      ["thron.webp", 5],
      ["Boulder.webp", 5],
      ["idol.webp", 8],
    ],
    total: [
      ["Bookcase.webp", 6],
      ["säule.webp", 10],
      ["zelt.webp", 7],
    ],
  };
  for (const [degree, pictures] of Object.entries(kinds))
    for (const [src, height] of pictures)
      assert.deepEqual(furnitureOf({ tiles: [tile(src)], grid: GRID })[0].object, { height, degree }, src);
});

test("no proposal: what is an object already, hidden, very small, very large, or has walls that stop lines", () => {
  assert.equal(shown("table.webp", { flags: { coign: { object: { height: 3 } } } }), null);
  assert.equal(shown("table.webp", { hidden: true }), null);
  assert.equal(shown("table.webp", { width: 10, height: 10 }), null);
  assert.equal(shown("table.webp", { width: 4000, height: 3000 }), null);
  const walled = (wall) => furnitureOf({ tiles: [tile("table.webp")], grid: GRID, walls: [wall] }).length;
  assert.equal(walled({ c: [100, 100, 300, 100], sight: 20 }), 0);
  assert.equal(walled({ c: [100, 100, 300, 100], sight: 0 }), 1, "it stops no line");
  assert.equal(walled({ c: [0, 0, 1000, 0], sight: 20 }), 1, "elsewhere");
});

test("a tile's place is its north-west corner in Foundry 13, and its anchor's in 14", () => {
  const [old] = furnitureOf({ tiles: [tile("table.webp")], grid: GRID });
  assert.deepEqual(old.box, { x: 100, y: 100, width: 200, height: 100 });
  const [since14] = furnitureOf({ tiles: [tile("table.webp", { levels: [] })], grid: GRID });
  assert.deepEqual(since14.box, { x: 0, y: 50, width: 200, height: 100 });
});

test("in the real scenes it proposes the barrels, rocks and pillars, and nothing else", () => {
  const folder = new URL("../../data/scenes/", import.meta.url);
  const words = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => furnitureOf(JSON.parse(readFileSync(new URL(name, folder)))))
    .map(({ picture }) => decodeURIComponent(picture.split("/").at(-1)));
  assert.deepEqual([...new Set(words)].sort(), [
    "Barrels 1.png",
    "Pillar.webp",
    "Rock, 2.png",
    "Rock, outcrop.png",
    "Rocks, 2.png",
  ]);
});
