import assert from "node:assert/strict";
import { test } from "node:test";
import { readCover, writeCover } from "../../../foundry-module/scripts/config/wall-config.mjs";

test("a wall's flag is shown in the form and read from it", () => {
  for (const cover of [null, "none", "half", "three-quarters", "total", { degree: "low", height: 3 }]) {
    const { degree, height } = readCover(cover);
    assert.deepEqual(writeCover(degree, height), cover);
  }
  assert.deepEqual(writeCover("low", null), { degree: "low", height: 3 });
  assert.deepEqual(readCover("improved"), { degree: null, height: null }, "an unknown degree is none");
});
