import assert from "node:assert/strict";
import { test } from "node:test";
import { citedIn, commands, STYLES } from "../../../foundry-module/scripts/map/figure-drawing.mjs";
import { CANVAS } from "../../../foundry-module/scripts/util/tokens.mjs";
import { annotations, holds } from "../recorded.mjs";

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

test("without colour too: a clear line is one solid stroke, a blocked one has dashes and a cross", () => {
  const [, , clear, blocked, mark] = commands(figure, 50);
  assert.deepEqual(clear.segments, [[0, 0, 100, 0]]);
  assert.ok(blocked.segments.length > 5);
  assert.equal(mark.segments.length, 2);
});

test("the hidden part is hatched, corners are dots", () => {
  const drawn = commands(figure, 50);
  assert.ok(drawn[0].segments.length > 5, "hatching");
  assert.deepEqual(
    drawn.filter(({ op }) => op === "dot").map(({ x, y }) => [x, y]),
    [[0, 0]],
  );
});

test("heights and shares that are about right are on plates; ids of walls and tokens, and arcs, are not", () => {
  const about = { role: "about", fact: "cover", points: [[50, 25]], label: "≈ 42 %" };
  const plates = (points) => commands({ ...figure, points }, 50).filter(({ op }) => op === "plate");
  assert.deepEqual(
    plates([about]).map(({ columns }) => columns),
    [["≈ 42 %"]],
  );
  const height = { role: "elevation", fact: "elevation", points: [[50, 25]], label: "10 ft" };
  const space = { x: 25, y: 0, width: 50, height: 50 };
  assert.deepEqual(plates([height]), [{ op: "plate", columns: ["10 ft"], about: space }], "of the space round it");
  const arc = { role: "arc-rear", fact: "facing", points: [[0, 0]], label: "rear" };
  assert.deepEqual(
    commands({ polygons: [arc] }, 50).filter(({ op }) => op === "plate"),
    [],
  );
});

/** Relative luminance by WCAG 2.2; the contrast below is from 1 to 21. */
function luminance(color) {
  const parts = [16, 8, 0].map((shift) => ((color >> shift) & 0xff) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(...colors) {
  const [dark, light] = colors.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("a stroke or its edge contrasts with a floor of any colour", () => {
  assert.equal(contrast(0x767676, 0xffffff).toFixed(2), "4.54"); // the least grey that may be text on white
  const strokes = commands(figure, 50).filter(({ op }) => op === "strokes");
  assert.ok(strokes.filter(({ edge }) => edge === CANVAS.edge).length >= 4);
  for (const floor of [0x000000, 0x2b2e2c, 0x7f7f7f, 0xc8b48a, 0xffffff]) {
    for (const { color } of Object.values(STYLES)) {
      const best = Math.max(contrast(color, floor), contrast(CANVAS.edge, floor));
      assert.ok(best >= 3, `${color.toString(16)} on ${floor.toString(16)}: ${best}`); // 1.4.11, non-text contrast
    }
  }
});

test("a mark of an unknown role is drawn plainly, one with an invalid place not at all", () => {
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

test("without colour, roles of lines differ, except flanking and wall, which are labelled", () => {
  const look = ({ stroke = "solid", crossed = false, width = 1 }) => `${stroke} ${crossed} ${width}`;
  const lines = ["line-clear", "line-blocked", "line-covered", "flanking", "elevation"].map((role) =>
    look(STYLES[role]),
  );
  assert.equal(new Set(lines).size, lines.length);
});

test("the cross of a blocked line is where it meets the wall, else at its end", () => {
  const crossed = (...points) => {
    const drawn = commands({ lines: [{ role: "line-blocked", fact: "cover", points }] }, 100);
    const [[x0, y0, x1, y1]] = drawn[1].segments;
    return [(x0 + x1) / 2, (y0 + y1) / 2];
  };
  assert.deepEqual(crossed([0, 0], [30, 0], [100, 0]), [30, 0]);
  assert.deepEqual(crossed([0, 0], [100, 0]), [100, 0]);
});

// The map shows what the modifiers in force cite, and one area of facing.

const box = (x, y, role) => ({
  role,
  fact: "",
  points: [
    [x, y],
    [x + 100, y],
    [x + 100, y + 100],
    [x, y + 100],
  ],
});
/** The attacker at the west, the target at the east. */
const duel = {
  points: [{ role: "elevation", fact: "elevation", points: [[50, 50]], label: "10 ft" }],
  lines: [
    {
      role: "line-clear",
      fact: "cover",
      points: [
        [0, 0],
        [400, 0],
      ],
    },
  ],
  polygons: [box(400, 0, "target"), box(0, 0, "attacker")],
  side: [],
};
const modifier = (fact, state = "on") => ({ state, figure: fact });
const roles = ({ points, lines, polygons }) => [...points, ...lines, ...polygons].map(({ role }) => role);

test("marks of facts that no modifier in force cites are left out; the two creatures stay", () => {
  assert.deepEqual(roles(citedIn({ modifiers: [] }, duel)), ["target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [modifier("cover", "off")] }, duel)), ["target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [modifier("cover")] }, duel)), ["line-clear", "target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [modifier("elevation")] }, duel)), ["elevation", "target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [] }, undefined)), []);
});

test("the figures of what the engine has answered, on small and on large grids", () => {
  const results = annotations().flatMap((annotation) => annotation.results);
  holds(
    "figures",
    results.flatMap((result) =>
      [40, 100].map((size) => [`${size}`, [commands(result.figure, size), citedIn(result, result.figure)]]),
    ),
  );
});
