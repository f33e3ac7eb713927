import assert from "node:assert/strict";
import { test } from "node:test";
import { marks } from "../../../foundry-module/scripts/map/pointed.mjs";

const BOXES = {
  a: { x: 0, y: 0, width: 100, height: 100 },
  b: { x: 300, y: 100, width: 200, height: 200 },
};
const boundsOf = (id) => BOXES[id] ?? null;

test("the target that is pointed at has a frame, and each of one name its number; an unseen token has neither", () => {
  const numbers = new Map([
    ["a", 1],
    ["b", 2],
    ["unseen", 3],
  ]);
  const drawn = marks({ target: "a", numbers }, boundsOf, 100);
  assert.deepEqual(
    drawn.map(({ op, text }) => text ?? op),
    ["strokes", "dot", "1", "dot", "2"],
  );
  assert.deepEqual(drawn[0].segments.length, 4);
  assert.deepEqual([drawn[4].x, drawn[4].y], [400, 200]);
  assert.deepEqual(marks({ target: "unseen", numbers: new Map() }, boundsOf, 100), []);
});
