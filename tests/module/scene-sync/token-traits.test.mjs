import assert from "node:assert/strict";
import { test } from "node:test";
import { Extras } from "../../../foundry-module/scripts/scene-sync/token-traits.mjs";

test("a token that moves keeps its extras; one that changes otherwise is read again", () => {
  let reads = 0;
  const extras = new Extras(() => ({ reach: 5 * ++reads }));
  const [rat, cat] = [{}, {}];
  assert.deepEqual([extras.of(rat), extras.of(rat), extras.of(cat)], [{ reach: 5 }, { reach: 5 }, { reach: 10 }]);
  extras.changed(rat, { _id: "rat", x: 100, rotation: 45 });
  assert.deepEqual(extras.of(rat), { reach: 5 });
  extras.changed(rat, { _id: "rat", x: 100, flags: { coign: { reach: 10 } } });
  assert.deepEqual([extras.of(rat), extras.of(cat)], [{ reach: 15 }, { reach: 10 }]);
  extras.forgetAll();
  assert.deepEqual(extras.of(cat), { reach: 20 });
});
