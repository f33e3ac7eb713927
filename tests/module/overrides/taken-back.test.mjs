import assert from "node:assert/strict";
import { test } from "node:test";
import { Decisions } from "../../../foundry-module/scripts/overrides/taken-back.mjs";

test("the last decision of which something is left is taken back, and the last hundred are known", async () => {
  const back = [];
  let kept = [];
  const store = { read: () => kept, write: (list) => (kept = structuredClone(list)) };
  const open = () => new Decisions({ one: async (n) => n !== 148 && back.push(n) > 0 }, store);
  for (let n = 0; n < 150; n++) open().note("one", n);
  const decisions = open(); // as after F5
  assert.ok(await decisions.takeBack());
  assert.ok(await decisions.takeBack());
  assert.deepEqual(back, [149, 147], "the message of another is gone");
  while (await decisions.takeBack());
  assert.deepEqual([back.at(-1), await decisions.takeBack()], [50, false]);
});
