/** The map shows what the modifiers in force cite, and one area of facing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { citedIn } from "../../../foundry-module/scripts/map/cited.mjs";

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
/** A fan from the middle of a space towards a direction, in degrees of the canvas (0 = east, y down). */
const fan = (x, y, arc, degrees) => {
  const spread = Array.from({ length: 9 }, (_, n) => ((degrees - 45 + (n * 90) / 8) * Math.PI) / 180);
  const rim = spread.map((turn) => [x + 50 + 200 * Math.cos(turn), y + 50 + 200 * Math.sin(turn)]);
  return { role: `arc-${arc}`, fact: "facing", points: [[x + 50, y + 50], ...rim], label: arc };
};
/** The attacker at the west, the target at the east; both look north. */
const figure = {
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
  polygons: [
    box(400, 0, "target"),
    box(0, 0, "attacker"),
    ...[0, 400].flatMap((x) => [
      fan(x, 0, "front", -90),
      fan(x, 0, "flank", 0),
      fan(x, 0, "flank", 180),
      fan(x, 0, "rear", 90),
    ]),
  ],
  side: [],
};
const modifier = (fact, state = "on") => ({ state, figure: fact });
const facing = (target_arc, attacker_arc) => ({ facing: { target_arc, attacker_arc } });
const roles = ({ points, lines, polygons }) => [...points, ...lines, ...polygons].map(({ role }) => role);

test("marks of facts that no modifier in force cites are left out; the two creatures stay", () => {
  assert.deepEqual(roles(citedIn({ modifiers: [] }, figure)), ["target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [modifier("cover", "off")] }, figure)), ["target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [modifier("cover")] }, figure)), ["line-clear", "target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [modifier("elevation")] }, figure)), ["elevation", "target", "attacker"]);
  assert.deepEqual(roles(citedIn({ modifiers: [] }, undefined)), []);
});

test("of the areas of facing the one that decided is left: the target's, on the side where the attacker stands", () => {
  const modifiers = [modifier("facing")];
  const [, , flank, ...more] = citedIn({ modifiers, facts: facing("flank", "flank") }, figure).polygons;
  assert.deepEqual([flank.role, flank.points[0], more], ["arc-flank", [450, 50], []]);
  assert.ok(flank.points[5][0] < 450, "the one to the west");
  const [, , rear] = citedIn({ modifiers, facts: facing("rear", "front") }, figure).polygons;
  assert.deepEqual([rear.role, rear.points[0]], ["arc-rear", [450, 50]]);
});

test("it is the attacker's own area where it strikes to its side or rear at somebody's front", () => {
  const modifiers = [modifier("facing")];
  const [, , own, ...more] = citedIn({ modifiers, facts: facing("front", "rear") }, figure).polygons;
  assert.deepEqual([own.role, own.points[0], more], ["arc-rear", [50, 50], []]);
  const [, , faceless] = citedIn({ modifiers, facts: facing("none", "flank") }, figure).polygons;
  assert.deepEqual([faceless.role, faceless.points[0]], ["arc-flank", [50, 50]]);
  assert.ok(faceless.points[5][0] > 50, "the one to the east");
});
