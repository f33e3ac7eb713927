import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionOwner } from "../../../foundry-module/scripts/connection/owner.mjs";

const user = (id, { paired = false, active = true, isGM = true } = {}) => ({
  id,
  active,
  isGM,
  flags: { coign: { paired } },
});

test("the active GM owns the connection if its browser is paired, else another paired GM, else nobody", () => {
  const active = user("z", { paired: true });
  const other = user("a", { paired: true });
  assert.equal(connectionOwner([other, active], active), active);
  const unpaired = user("z");
  assert.equal(
    connectionOwner([user("b", { paired: true }), other, unpaired], unpaired),
    other,
    "the same on every client",
  );
  assert.equal(connectionOwner([unpaired], unpaired), unpaired);
  assert.equal(
    connectionOwner([user("p", { paired: true, isGM: false }), user("g", { paired: true, active: false })], null),
    null,
  );
});
