import assert from "node:assert/strict";
import { test } from "node:test";
import { slotOf } from "../../../foundry-module/scripts/map/legend.mjs";

const AREA = { top: 40, bottom: 840 };
const NOWHERE = { top: -200, bottom: -100 };
const span = (top, height = 40) => ({ top, bottom: top + height });

test("the legend lies at the edge away from the target, and elsewhere if a mark is there", () => {
  assert.equal(slotOf(60, AREA, span(100), []), 772);
  assert.equal(slotOf(60, AREA, span(700), []), 48);
  assert.equal(slotOf(60, AREA, span(60), [span(780)]), 720);
  assert.equal(slotOf(60, AREA, NOWHERE, [span(780)]), 48);
  assert.equal(slotOf(60, AREA, NOWHERE, [span(30), span(400)]), 772);
});

test("with marks at both edges it lies beside one of them, away from the target", () => {
  const marks = [span(50), span(780)];
  const at = slotOf(60, AREA, span(680, 99), marks);
  assert.equal(at, 90, "below the upper mark");
});

test("where a place hides no mark, such a place is found", () => {
  let state = 11;
  const random = (most) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
  let tight = 0;
  for (let n = 0; n < 5000; n++) {
    const height = 30 + random(200);
    const marks = Array.from({ length: 3 }, () => span(random(900), 10 + random(140)));
    const hides = (at) => marks.some(({ top, bottom }) => at < bottom && at + height > top);
    const free = Array.from({ length: 800 - height }, (_, k) => 41 + k).some((at) => !hides(at));
    tight += free && [48, 832 - height].every(hides);
    const at = slotOf(height, AREA, span(random(900)), marks);
    assert.ok(at >= AREA.top && at + height <= AREA.bottom, `${at}`);
    assert.equal(hides(at), !free && hides(at), JSON.stringify({ height, marks, at }));
  }
  assert.ok(tight > 500, "both edges were often taken");
});
