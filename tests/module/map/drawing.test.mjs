import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BEHAVIORS } from "../../../foundry-module/scripts/config/region-behaviors.mjs";
import { nameOf } from "../../../foundry-module/scripts/config/token-config.mjs";
import { DEGREES, readCover, writeCover } from "../../../foundry-module/scripts/config/wall-config.mjs";
import { EDGE } from "../../../foundry-module/scripts/map/colours.mjs";
import { caption, commands, STYLES } from "../../../foundry-module/scripts/map/figure-drawing.mjs";
import { gapBetween, paint, shapeOf, taken } from "../../../foundry-module/scripts/map/heat-map-drawing.mjs";
import { Latest } from "../../../foundry-module/scripts/map/latest-request.mjs";
import { likelyAttack } from "../../../foundry-module/scripts/map/likely-attack.mjs";
import {
  arrow,
  cross,
  dashed,
  edges,
  facingSaid,
  hatched,
  snapFacing,
} from "../../../foundry-module/scripts/map/segments.mjs";

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test("a dashed line begins with a dash and never runs past its end", () => {
  assert.deepEqual(dashed([0, 0], [10, 0], 4), [
    [0, 0, 4, 0],
    [8, 0, 10, 0],
  ]);
  assert.deepEqual(dashed([3, 3], [3, 3], 4), []);
});

test("edges close a polygon, and leave a line open", () => {
  const corners = [
    [0, 0],
    [2, 0],
    [2, 2],
  ];
  assert.equal(edges(corners).length, 2);
  assert.deepEqual(edges(corners, true).at(-1), [2, 2, 0, 0]);
});

test("hatching stays inside the polygon, and leaves the notch of a bent one free", () => {
  const bent = [
    [0, 0],
    [30, 0],
    [30, 10],
    [10, 10],
    [10, 30],
    [0, 30],
  ];
  const strokes = hatched(bent, 2);
  assert.ok(strokes.length > 10);
  for (const [x0, y0, x1, y1] of strokes) {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    assert.ok(x <= 10 || y <= 10, `(${x}, ${y}) is in the notch`);
    near(x0 + y0, x1 + y1);
  }
  assert.deepEqual(
    hatched(
      [
        [0, 0],
        [Infinity, 0],
        [0, 5],
      ],
      2,
    ),
    [],
  );
});

test("an arrow points as Foundry turns tokens: 0 south, 90 west", () => {
  near(arrow([0, 0], 0, 5, 10)[0][3], 10);
  near(arrow([0, 0], 90, 5, 10)[0][2], -10);
  assert.equal(cross([0, 0], 2).length, 2);
});

test("a facing is the GM's word, else About Face's, else the rotation: what the bridge measures by is what is drawn", () => {
  const flags = { coign: { facing: 10 }, "about-face": { direction: 0 } };
  assert.equal(facingSaid({ rotation: 45, flags }), 10);
  assert.equal(facingSaid({ rotation: 45, flags: { "about-face": { direction: 0 } } }), -90);
  assert.equal(facingSaid({ rotation: 45, flags: { coign: { facing: null }, "about-face": { direction: null } } }), 45);
  assert.equal(snapFacing(facingSaid({ flags: { "about-face": { direction: 0 } } }), 1), 270);
  assert.equal(facingSaid({}), 0);
});

test("a facing snaps to eight ways on squares, to sides on hexes, ties clockwise", () => {
  assert.deepEqual(
    [22, 22.5, 359, -90].map((degrees) => snapFacing(degrees, 1)),
    [0, 45, 0, 270],
  );
  assert.deepEqual(
    [29, 30, 350].map((degrees) => snapFacing(degrees, 4)),
    [0, 60, 0],
  );
  assert.deepEqual(
    [0, 31, 359].map((degrees) => snapFacing(degrees, 2)),
    [30, 30, 330],
  );
});

const figure = {
  points: [{ role: "corner", fact: "cover", points: [[0, 0]] }],
  lines: [
    {
      role: "line-clear",
      fact: "cover",
      points: [
        [0, 0],
        [100, 0],
      ],
    },
    {
      role: "line-blocked",
      fact: "cover",
      points: [
        [0, 0],
        [100, 50],
      ],
      label: "wall",
    },
  ],
  polygons: [
    {
      role: "hidden",
      fact: "cover",
      points: [
        [100, 0],
        [150, 0],
        [150, 50],
        [100, 50],
      ],
    },
  ],
};

test("a clear line is one solid stroke, a blocked one dashes and a cross: no colour needed", () => {
  const [, , clear, blocked, mark] = commands(figure, 50);
  assert.deepEqual(clear.segments, [[0, 0, 100, 0]]);
  assert.ok(blocked.segments.length > 5);
  assert.equal(mark.segments.length, 2);
});

test("what is hidden is hatched, corners are dots", () => {
  const drawn = commands(figure, 50);
  assert.ok(drawn[0].segments.length > 5, "hatching");
  assert.deepEqual(
    drawn.filter(({ op }) => op === "dot").map(({ x, y }) => [x, y]),
    [[0, 0]],
  );
});

test("heights and arcs are labelled; ids of walls and tokens are no words for a map", () => {
  const height = { role: "elevation", fact: "elevation", points: [[50, 25]], label: "10 ft" };
  const labels = commands({ ...figure, points: [height] }, 50).filter(({ op }) => op === "label");
  assert.deepEqual(labels, [{ op: "label", text: "10 ft", x: 76, y: 25, anchor: [0, 0.5] }], "beside the token");
});

test("the answer stands over its target, and nothing where there is none", () => {
  const over = { x: 100, y: 300, width: 200, height: 200 };
  assert.deepEqual(caption(["Advantage", "Flanking"], over, 100), [
    { op: "label", text: "Advantage\nFlanking", x: 200, y: 290, anchor: [0.5, 1] },
  ]);
  assert.deepEqual(caption([], over, 100), []);
  const [below] = caption(["Advantage"], { ...over, y: 20 }, 100);
  assert.deepEqual([below.y, below.anchor], [230, [0.5, 0]], "under a target at the map's upper edge");
});

/** Relative luminance, and contrast from 1 to 21, as WCAG 2.2 counts them. */
function luminance(color) {
  const parts = [16, 8, 0].map((shift) => ((color >> shift) & 0xff) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(...colors) {
  const [dark, light] = colors.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("whatever colour the floor has, a stroke or its edge stands out from it", () => {
  assert.equal(contrast(0x767676, 0xffffff).toFixed(2), "4.54"); // the least grey that may be text on white
  const strokes = commands(figure, 50).filter(({ op }) => op === "strokes");
  assert.ok(strokes.filter(({ edge }) => edge === EDGE).length >= 4);
  for (const floor of [0x000000, 0x2b2e2c, 0x7f7f7f, 0xc8b48a, 0xffffff]) {
    for (const { color } of Object.values(STYLES)) {
      const best = Math.max(contrast(color, floor), contrast(EDGE, floor));
      assert.ok(best >= 3, `${color.toString(16)} on ${floor.toString(16)}: ${best}`); // 1.4.11, what is no text
    }
  }
});

test("an unknown role is drawn plainly, a place that is none not at all", () => {
  assert.equal(
    commands(
      {
        lines: [
          {
            role: "new",
            fact: "x",
            points: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
      50,
    ).length,
    1,
  );
  assert.deepEqual(
    commands(
      {
        lines: [
          {
            role: "wall",
            fact: "x",
            points: [
              [0, 0],
              [NaN, 1],
            ],
          },
        ],
      },
      50,
    ),
    [],
  );
  assert.deepEqual(commands(undefined, 50), []);
});

test("no two roles of lines look alike without colour but flanking and wall, which are labelled", () => {
  const look = ({ stroke = "solid", crossed = false, width = 1 }) => `${stroke} ${crossed} ${width}`;
  const lines = ["line-clear", "line-blocked", "line-covered", "flanking", "elevation"].map((role) =>
    look(STYLES[role]),
  );
  assert.equal(new Set(lines).size, lines.length);
});

const grid = { size: 100, distance: 5 };

test("spaces that touch are one grid distance apart, whatever their sizes; overlapping ones too", () => {
  const space = (x, y, side = 1) => ({ x, y, width: side, height: side });
  assert.equal(gapBetween(space(0, 0), space(100, 100), grid), 5);
  assert.equal(gapBetween(space(0, 0, 2), space(200, 0), grid), 5);
  assert.equal(gapBetween(space(300, 0), space(0, 0, 2), grid), 10);
  assert.equal(gapBetween(space(0, 0, 2), space(100, 100), grid), 5);
});

test("a preview is of the attack made last, else of what the distance allows", () => {
  const from = { id: "A", x: 0, y: 0, width: 1, height: 1, parent: { grid } };
  const foe = (x) => ({ x, y: 0, width: 1, height: 1 });
  const bow = { kind: "ranged", range: { normal: 80, long: 320 } };
  const glaive = { kind: "melee", reach: 10 };
  const made = (attack) => new Map([["A", attack]]);
  assert.deepEqual(likelyAttack(from, foe(100), { reach: 5 }), { kind: "melee" });
  assert.deepEqual(likelyAttack(from, foe(200), { reach: 5 }), { kind: "ranged" });
  assert.deepEqual(
    likelyAttack(from, foe(200), { at: { x: 100, y: 0 } }),
    { kind: "melee" },
    "from where it would stand",
  );
  assert.equal(likelyAttack(from, foe(100), { reach: 5, made: made(bow) }), bow);
  assert.equal(likelyAttack(from, foe(200), { reach: 5, made: made(glaive) }), glaive);
  assert.deepEqual(likelyAttack(from, foe(300), { reach: 5, made: made(glaive) }), { kind: "ranged" });
});

test("with no attack made yet, the weapon in hand that gets there, of several the one that just does", () => {
  const from = { id: "A", x: 0, y: 0, width: 1, height: 1, parent: { grid: { size: 100, distance: 5 } } };
  const foe = (x) => ({ x, y: 0, width: 1, height: 1 });
  const bow = { kind: "ranged", range: { normal: 80, long: 320 } };
  const dart = { kind: "ranged", range: { normal: 20, long: 60 } };
  const sword = { kind: "melee", reach: 5 };
  const glaive = { kind: "melee", reach: 10 };
  const chosen = (x, ...weapons) => likelyAttack(from, foe(x), { reach: 10, weapons: () => weapons, made: new Map() });
  assert.equal(chosen(100, bow, sword, glaive), sword);
  assert.equal(chosen(200, bow, sword, glaive), glaive);
  assert.equal(chosen(300, bow, dart, sword), dart);
  assert.equal(chosen(1000, bow, dart, sword), bow);
  assert.equal(chosen(9000, dart, bow, sword), bow, "out of range of all");
  assert.deepEqual(chosen(300, sword), { kind: "ranged" });
});

const SQUARES = { size: 100, isHexagonal: false };
const ONE = { width: 100, height: 100 };

test("better squares bear a plus, worse a minus, impossible ones a cross, equal ones nothing", () => {
  const shape = shapeOf(SQUARES, ONE);
  const squares = [
    [0, 0],
    [100, 0],
    [200, 0],
    [300, 0],
  ];
  const drawn = paint(squares, { start: 0, values: [1, 3.5, 0, -20] }, 1, shape);
  const strokes = drawn.filter(({ op }) => op === "strokes").map(({ segments }) => segments.length);
  assert.deepEqual(strokes, [2, 1, 2]);
  assert.equal(drawn.filter(({ op }) => op === "fill").length, 3);
  assert.deepEqual(paint(squares, { start: 4, values: [9] }, 0, shape), [], "a part beyond the squares");
});

test("a place is painted as the grid shows it: the square, or the hex about the middle of the body", () => {
  const square = shapeOf(SQUARES, { width: 200, height: 200 });
  assert.deepEqual(square.middle, [50, 50], "of a large token its first square");
  const hexes = {
    size: 100,
    isHexagonal: true,
    getShape: () => [
      { x: 0, y: -57 },
      { x: 50, y: 29 },
      { x: -50, y: 29 },
    ],
  };
  const [fill] = paint([[100, 200]], { start: 0, values: [3] }, 0, shapeOf(hexes, { width: 100, height: 116 }));
  assert.deepEqual(fill.points, [150, 201, 200, 287, 100, 287]);
});

test("where somebody stands nobody else can: not a corner of a large token's space, but the edge that both have", () => {
  const others = [{ x: 200, y: 200, width: 100, height: 100 }];
  const big = { width: 200, height: 200 };
  const free = (place, size) => !taken(place, shapeOf(SQUARES, size), others);
  assert.deepEqual([free([100, 200], ONE), free([200, 200], ONE), free([250, 250], ONE)], [true, false, false]);
  assert.deepEqual([free([0, 200], big), free([100, 100], big)], [true, false]);
});

test("one question at a time, the newest next, the ones between never asked", async () => {
  const asked = [];
  const shown = [];
  const answers = [];
  const latest = new Latest({
    ask: (question) => new Promise((resolve) => void asked.push(question) || answers.push(() => resolve(question))),
    show: (answer) => shown.push(answer),
    fail: assert.fail,
  });
  latest.ask(1);
  latest.ask(2);
  latest.ask(3);
  answers[0]();
  await new Promise(setImmediate);
  assert.deepEqual([asked, shown], [[1, 3], [1]]);
  latest.drop();
  answers[1]();
  await new Promise(setImmediate);
  assert.deepEqual(shown, [1], "dropped while under way");
});

test("a failure is told only while the answer is wanted, and the next question is asked", async () => {
  const failed = [];
  const shown = [];
  const latest = new Latest({
    ask: async (question) => {
      if (question < 3) throw new Error(`no ${question}`);
      return question;
    },
    show: (answer) => shown.push(answer),
    fail: (problem) => failed.push(problem.message),
  });
  latest.ask(1);
  latest.drop();
  await new Promise(setImmediate);
  latest.ask(2);
  latest.ask(3);
  await new Promise(setImmediate);
  assert.deepEqual([failed, shown], [["no 2"], [3]]);
});

test("a wall's word goes into the form and out again", () => {
  for (const word of [null, "none", "half", "three-quarters", "total", { degree: "low", height: 3 }]) {
    const { degree, height } = readCover(word);
    assert.deepEqual(writeCover(degree, height), word);
  }
  assert.deepEqual(writeCover("low", null), { degree: "low", height: 3 });
  assert.deepEqual(readCover("improved"), { degree: null, height: null }, "an unknown word is none");
});

const language = (name) =>
  JSON.parse(readFileSync(new URL(`../../../foundry-module/lang/${name}.map.json`, import.meta.url), "utf8"));
const keys = (tree, path = "") =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [`${path}${key}`] : keys(value, `${path}${key}.`),
  );

test("both languages have the same words", () => {
  assert.deepEqual(keys(language("de")), keys(language("en")));
});

test("every behaviour, degree and choice has its words, and the manifest names the behaviours", () => {
  const words = new Set(keys(language("en")));
  for (const [name, { fields }] of Object.entries(BEHAVIORS)) {
    assert.ok(words.has(`TYPES.RegionBehavior.coign.${name}`), name);
    for (const [field, what] of Object.entries(fields)) {
      assert.ok(words.has(`COIGN.Region.${name}.FIELDS.${field}.label`), field);
      for (const choice of what.choices ?? [])
        assert.ok(words.has(`COIGN.Region.${name}.CHOICES.${field}.${choice}`), choice);
    }
  }
  for (const degree of ["measured", ...DEGREES]) assert.ok(words.has(`COIGN.Wall.Cover.${degree}`), degree);
  for (const value of [null, [], ["flanking", "sneak-attack"]])
    assert.ok(words.has(`COIGN.Token.immune.${nameOf(value)}`));
  const manifest = JSON.parse(readFileSync(new URL("../../../foundry-module/module.json", import.meta.url), "utf8"));
  assert.deepEqual(Object.keys(manifest.documentTypes.RegionBehavior), Object.keys(BEHAVIORS));
});
