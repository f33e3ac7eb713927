import assert from "node:assert/strict";
import { test } from "node:test";
import { badge } from "../../../foundry-module/scripts/map/slowed-badges.mjs";

test("the badge shows the factor, inside the token's corner", () => {
  const [disc, word] = badge({ x: 100, y: 200, width: 200, height: 200 }, 0.5, 100);
  assert.equal(word.text, "½");
  assert.ok(disc.x + disc.radius <= 300.001 && disc.y - disc.radius >= 199.999);
  assert.equal(badge({ x: 0, y: 0, width: 100, height: 100 }, 0.25, 100)[1].text, "×0.25");
});
