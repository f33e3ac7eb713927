import assert from "node:assert/strict";
import { test } from "node:test";
import { keeperOf } from "../../../foundry-module/scripts/connection/owner.mjs";
import { combined, fingerprint, NOTHING, spelled } from "../../../foundry-module/scripts/util/fingerprint.mjs";

const user = (id, { paired = false, active = true, isGM = true } = {}) => ({
  id,
  active,
  isGM,
  flags: { coign: { paired } },
});

test("the active GM keeps the connection where its browser is paired, else a paired GM, else nobody yet", () => {
  const active = user("z", { paired: true });
  const other = user("a", { paired: true });
  assert.equal(keeperOf([other, active], active), active);
  const unpaired = user("z");
  assert.equal(keeperOf([user("b", { paired: true }), other, unpaired], unpaired), other, "the same on every client");
  assert.equal(keeperOf([unpaired], unpaired), unpaired);
  assert.equal(
    keeperOf([user("p", { paired: true, isGM: false }), user("g", { paired: true, active: false })], null),
    null,
  );
});

test("a scene's fingerprint follows its documents in any order, in and out", () => {
  const [one, two, three] = ["Wall.1 {}", "Wall.2 {}", "Token.1 {}"].map(fingerprint);
  const forwards = [one, two, three].reduce(combined, NOTHING);
  const backwards = [three, one, two].reduce(combined, NOTHING);
  assert.equal(spelled(forwards), spelled(backwards));
  assert.equal(spelled(combined(forwards, two)), spelled(combined(one, three)));
  assert.match(spelled(forwards), /^[0-9a-f]{16}$/);
});

test("texts that differ in one sign have fingerprints that differ", () => {
  const seen = new Set();
  for (let n = 0; n < 50_000; n++) seen.add(spelled(fingerprint(`Token.${n % 100} {"x":${n}}`)));
  assert.equal(seen.size, 50_000);
});
