import assert from "node:assert/strict";
import { test } from "node:test";
import { TraitsCache } from "../../../foundry-module/scripts/scene-sync/document-hooks.mjs";

test("a moved token keeps its traits; after other changes they are read again", () => {
  let reads = 0;
  const traits = new TraitsCache(() => ({ reach: 5 * ++reads }));
  const [rat, cat] = [{}, {}];
  assert.deepEqual([traits.of(rat), traits.of(rat), traits.of(cat)], [{ reach: 5 }, { reach: 5 }, { reach: 10 }]);
  traits.changed(rat, { _id: "rat", x: 100, rotation: 45 });
  assert.deepEqual(traits.of(rat), { reach: 5 });
  traits.changed(rat, { _id: "rat", x: 100, flags: { coign: { reach: 10 } } });
  assert.deepEqual([traits.of(rat), traits.of(cat)], [{ reach: 15 }, { reach: 10 }]);
  traits.forgetAll();
  assert.deepEqual(traits.of(cat), { reach: 20 });
});
