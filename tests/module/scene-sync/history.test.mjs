import assert from "node:assert/strict";
import { test } from "node:test";
import { Past } from "../../../foundry-module/scripts/scene-sync/history.mjs";

test("each document as it stood in a revision, however often it changed since", () => {
  const past = new Past(1);
  past.note(1, "Token.a", "x1");
  past.note(2, "Token.a", "x2");
  past.note(2, "Token.b", undefined);
  assert.deepEqual(
    [...past.since(1)].sort(),
    [
      ["Token.a", "x1"],
      ["Token.b", undefined],
    ],
    "b was not there",
  );
  assert.deepEqual(past.since(2).get("Token.a"), "x2");
  assert.equal(past.since(3).size, 0);
  assert.equal(past.since(0), null, "before its time");
});

test("it forgets the oldest rather than grow for ever, and knows that it has", () => {
  const past = new Past(0);
  for (let revision = 0; revision < 5001; revision++) past.note(revision, "Token.a", `x${revision}`);
  assert.equal(past.since(0), null);
  assert.deepEqual(past.since(1).get("Token.a"), "x1");
});
