import assert from "node:assert/strict";
import { test } from "node:test";
import { Decisions } from "../../../foundry-module/scripts/overrides/taken-back.mjs";

test("the last decision of which something is left is taken back, and the last hundred are known", async () => {
  const decisions = new Decisions();
  const back = [];
  for (let n = 0; n < 150; n++) decisions.note(async () => n !== 148 && back.push(n) > 0);
  assert.ok(await decisions.takeBack());
  assert.ok(await decisions.takeBack());
  assert.deepEqual(back, [149, 147], "the message of another is gone");
  while (await decisions.takeBack());
  assert.deepEqual([back.at(-1), await decisions.takeBack()], [50, false]);
});
