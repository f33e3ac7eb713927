/** Ten scenes of tokens: no plate lies over a token, a name or another plate, as far as there is room. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { boxesOf, labelBox, labelSize, overlap, placed, tie } from "../../../foundry-module/scripts/map/plates.mjs";
import { chanceOf } from "../fakes.mjs";
import { holds } from "../recorded.mjs";

const GRID = 100;
const PLATES = { caption: [330, 90], table: [420, 240], height: [90, 40] };

/** Tokens with a name below, by their north-west corners in grid spaces; a third number is the side. */
const tokensAt = (places) =>
  places.map(([x, y, side = 1]) => ({
    bounds: { x: x * GRID, y: y * GRID, width: side * GRID, height: side * GRID },
    nameplate: {
      text: "Somebody",
      visible: true,
      width: 110,
      height: 26,
      x: (side * GRID) / 2,
      y: side * GRID - 10,
      anchor: { x: 0.5, y: 0 },
    },
    tooltip: { text: "", visible: true },
  }));

const ring = (count, radius) =>
  Array.from({ length: count }, (_, n) => {
    const turn = (2 * Math.PI * n) / count;
    return [8 + radius * Math.cos(turn), 6 + radius * Math.sin(turn)];
  });

/** The hexes of one row are half a space off those of the next. */
const hexes = [
  [6, 4],
  [6.5, 4.87],
  [5.5, 4.87],
  [7, 4],
  [6, 5.73],
  [7.5, 4.87],
];

/** Each with its tokens, who is asked about (the last is dragged, with the table of odds), and the screen in grid spaces. */
const SCENES = {
  "two in the open": {
    places: [
      [3, 3],
      [9, 6],
    ],
  },
  "five in a heap": {
    places: [
      [6, 5],
      [6.5, 5],
      [6, 5.5],
      [6.5, 5.5],
      [6.25, 5.25],
    ],
  },
  "a ring of eight round one": { places: [...ring(8, 1.5), [8, 6]] },
  "an ogre among four": {
    places: [
      [7, 5, 2],
      [6, 5],
      [9, 6],
      [7, 7],
      [8, 4],
    ],
  },
  "six hexes side by side": { places: hexes },
  "without a grid, over each other": {
    places: [
      [5.1, 5.3],
      [5.4, 5.6],
      [5.8, 5.2],
      [6.3, 5.9],
    ],
  },
  "in the corner of the map": {
    places: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  },
  "at the lower edge": {
    places: [
      [15, 11],
      [14, 11],
      [15, 10],
    ],
  },
  "a line of ten on a screen of 1024 by 768": {
    places: Array.from({ length: 10 }, (_, n) => [n, 4]),
    screen: { x: 0, y: 0, width: 1024, height: 768 },
  },
  "twenty on a screen of 1920 by 1080": {
    places: Array.from({ length: 20 }, (_, n) => [1 + 2 * (n % 8) + (n % 3) / 3, 1 + 2 * Math.floor(n / 8)]),
    screen: { x: 0, y: 0, width: 1920, height: 1080 },
  },
};

for (const [name, { places, screen = { x: 0, y: 0, width: 1600, height: 1200 } }] of Object.entries(SCENES))
  test(`the words keep off tokens, names and each other: ${name}`, () => {
    const tokens = tokensAt(places);
    const [first, , last] = [tokens[0], tokens[1], tokens.at(-1)];
    const wanted = [
      { about: first.bounds, kind: "caption" },
      { about: last.bounds, kind: "table" },
      { about: first.bounds, kind: "height" },
      { about: last.bounds, kind: "height" },
    ].map(({ about, kind }) => ({ about, width: PLATES[kind][0], height: PLATES[kind][1] }));
    const taken = tokens.flatMap(boxesOf);
    assert.equal(taken.length, 2 * tokens.length, "the picture and the name, without an empty text above");
    const boxes = placed(wanted, { taken, within: screen, gap: 6 });
    boxes.forEach((box, n) => {
      for (const other of [...taken, ...boxes.slice(n + 1)])
        assert.equal(overlap(box, other), 0, `${JSON.stringify(box)} over ${JSON.stringify(other)}`);
      assert.ok(box.x >= screen.x && box.x + box.width <= screen.x + screen.width, "on the screen");
      assert.ok(box.y >= screen.y && box.y + box.height <= screen.y + screen.height, "on the screen");
    });
  });

test("a plate is above its subject if it can be, and has a line to it where it stands away", () => {
  const about = { x: 500, y: 500, width: 100, height: 100 };
  const room = { taken: [about], within: { x: 0, y: 0, width: 1600, height: 1200 }, gap: 10 };
  const [near] = placed([{ about, width: 200, height: 50 }], room);
  assert.deepEqual(near, { x: 450, y: 440, width: 200, height: 50 });
  assert.equal(tie(near, about, 10), null);
  assert.deepEqual(tie({ x: 700, y: 540, width: 100, height: 20 }, about, 10), [700, 550, 600, 550]);
});

test("on a screen without any room the plate covers as little as it can, and is on the screen", () => {
  const about = { x: 0, y: 0, width: 300, height: 300 };
  const room = { taken: [], within: { x: 0, y: 0, width: 320, height: 320 }, gap: 5 };
  const [box] = placed([{ about, width: 100, height: 40 }], room);
  assert.ok(box.x + box.width <= 320 && box.y + box.height <= 320, JSON.stringify(box));
  assert.ok(overlap(box, about) < 100 * 40);
});

/** The numbers of a heat map: one in each space of a field, of the size that a label has there. */
const numbersOn = (columns, rows, from = 0) =>
  Array.from({ length: columns * rows }, (_, n) =>
    labelBox(
      { text: "72.5", x: (from + (n % columns) + 0.5) * GRID, y: (Math.floor(n / columns) + 0.8) * GRID },
      24,
      GRID,
    ),
  );

test("a plate keeps off the numbers of a heat map as long as there is room beside it", () => {
  const numbers = numbersOn(8, 12);
  const [token] = tokensAt([[4, 6]]);
  const within = { x: 0, y: 0, width: 1600, height: 1200 };
  const plate = { about: token.bounds, width: 420, height: 240 };
  const [box] = placed([plate], { taken: boxesOf(token), numbers, within, gap: 6 });
  for (const other of [...boxesOf(token), ...numbers]) assert.equal(overlap(box, other), 0);
  assert.ok(tie(box, token.bounds, 6), "a line leads to it");
});

test("where the numbers fill the screen, it covers numbers, and neither tokens nor other plates", () => {
  const screen = { x: 0, y: 0, width: 1024, height: 768 };
  const tokens = tokensAt([
    [2, 3],
    [5, 2],
    [8, 5],
    [7, 1],
  ]);
  const taken = tokens.flatMap(boxesOf);
  const plates = [
    { about: tokens[1].bounds, width: 330, height: 90 },
    { about: tokens[0].bounds, width: 420, height: 200 },
  ];
  const boxes = placed(plates, { taken, numbers: numbersOn(11, 8), within: screen, gap: 6 });
  for (const [n, box] of boxes.entries())
    for (const other of [...taken, ...boxes.slice(n + 1)]) assert.equal(overlap(box, other), 0, JSON.stringify(boxes));
});

test("above a legend in a low window there is room for a large and a small plate, over tokens rather than over words", () => {
  const screen = { x: 0, y: 0, width: 400, height: 300 };
  const legend = { x: 0, y: 180, width: 400, height: 60 };
  const [token] = tokensAt([[1.5, 0.5]]);
  const plates = [
    { about: token.bounds, width: 210, height: 35 },
    { about: token.bounds, width: 320, height: 120 },
  ];
  const boxes = placed(plates, { taken: boxesOf(token), legends: [legend], within: screen, gap: 6 });
  assert.deepEqual(
    boxes.map(({ width }) => width),
    [210, 320],
    "in the order of the plates",
  );
  for (const [one, other] of [boxes, [boxes[0], legend], [boxes[1], legend]]) assert.equal(overlap(one, other), 0);
});

test("where plates stand among tokens, numbers and legends at random, on wide and on narrow screens", () => {
  const made = [];
  for (let seed = 1; seed <= 30; seed++) {
    const below = chanceOf(seed);
    const box = (most) => ({ x: below(1200), y: below(800), width: 20 + below(most), height: 20 + below(most) });
    const some = (count, most) => Array.from({ length: 1 + below(count) }, () => box(most));
    const within = { x: 0, y: 0, width: seed % 3 ? 1280 : 360, height: seed % 2 ? 800 : 240 };
    const plates = some(5, 300).map(({ width, height, ...about }) => ({
      about: { ...about, ...box(120) },
      width,
      height,
    }));
    const room = { taken: some(25, 140), numbers: some(30, 40), legends: some(2, 200), within, gap: 10 };
    const boxes = placed(plates, room);
    made.push([`${within.width}`, [boxes, plates.map(({ about }, n) => tie(boxes[n], about, 10))]]);
  }
  holds("plates", made);
});

test("a number is a quarter of a space, larger where that is too small on the screen, and never wider than the space", () => {
  const onScreen = (pixels) => labelSize(GRID, GRID / pixels) * (pixels / GRID);
  assert.equal(labelSize(GRID, 1), 24);
  assert.equal(labelSize(70), 16.8);
  for (const [pixels, size] of [
    [60, 14.4],
    [40, 12],
    [30, 10.8],
  ])
    assert.ok(Math.abs(onScreen(pixels) - size) < 1e-9, `${onScreen(pixels)} px where a space has ${pixels}`);
  assert.ok(labelBox({ text: "-35", x: 0, y: 0 }, labelSize(GRID, 10), GRID).width <= GRID);
});
