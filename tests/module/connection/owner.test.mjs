import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionPlan } from "../../../foundry-module/scripts/connection/owner.mjs";

const user = (id, { paired = false, active = true, isGM = true } = {}) => ({
  id,
  active,
  isGM,
  flags: { coign: { paired } },
});

test("the active GM owns the connection to a bridge if its browser is paired, else another paired GM", () => {
  const active = user("z", { paired: true });
  const other = user("a", { paired: true });
  assert.deepEqual(connectionPlan([other, active], active, "auto"), { owner: active, place: "bridge" });
  const unpaired = user("z");
  const users = [user("b", { paired: true }), other, unpaired];
  assert.deepEqual(
    connectionPlan(users, unpaired, "auto"),
    { owner: other, place: "bridge" },
    "the same on every client",
  );
});

test("in a world without a paired browser the active GM's computes", () => {
  const active = user("z");
  const away = user("g", { paired: true, active: false });
  const player = user("p", { paired: true, isGM: false });
  assert.deepEqual(connectionPlan([active, away, player], active, "auto"), { owner: active, place: "page" });
  assert.deepEqual(connectionPlan([away, player], null, "auto"), { owner: null, place: "page" });
});

test("the world's setting is stronger than a pairing", () => {
  const [active, paired] = [user("z"), user("a", { paired: true })];
  assert.deepEqual(connectionPlan([active, paired], active, "page"), { owner: active, place: "page" });
  assert.deepEqual(
    connectionPlan([active], active, "bridge"),
    { owner: active, place: "bridge" },
    "and is asked to pair",
  );
});
