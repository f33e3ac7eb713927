import assert from "node:assert/strict";
import { test } from "node:test";
import { combined, EMPTY, fingerprint, toHex } from "../../../foundry-module/scripts/util/fingerprint.mjs";

test("a scene's fingerprint depends on its documents, not on their order, and follows additions and deletions", () => {
  const [one, two, three] = ["Wall.1 {}", "Wall.2 {}", "Token.1 {}"].map(fingerprint);
  const forwards = [one, two, three].reduce(combined, EMPTY);
  const backwards = [three, one, two].reduce(combined, EMPTY);
  assert.equal(toHex(forwards), toHex(backwards));
  assert.equal(toHex(combined(forwards, two)), toHex(combined(one, three)));
  assert.match(toHex(forwards), /^[0-9a-f]{16}$/);
});

test("texts that differ in one character have different fingerprints", () => {
  const seen = new Set();
  for (let n = 0; n < 50_000; n++) seen.add(toHex(fingerprint(`Token.${n % 100} {"x":${n}}`)));
  assert.equal(seen.size, 50_000);
});
