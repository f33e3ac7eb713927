import assert from "node:assert/strict";
import { test } from "node:test";
import { SceneHistory } from "../../../foundry-module/scripts/scene-sync/history.mjs";

test("each document as it stood in a revision, however often it changed since", () => {
  const history = new SceneHistory(1);
  history.record(1, "Token.a", "x1");
  history.record(2, "Token.a", "x2");
  history.record(2, "Token.b", undefined);
  assert.deepEqual(
    [...history.since(1)].sort(),
    [
      ["Token.a", "x1"],
      ["Token.b", undefined],
    ],
    "b was not there",
  );
  assert.deepEqual(history.since(2).get("Token.a"), "x2");
  assert.equal(history.since(3).size, 0);
  assert.equal(history.since(0), null, "before its time");
});

test("it forgets the oldest rather than grow for ever, and knows that it has", () => {
  const history = new SceneHistory(0);
  for (let revision = 0; revision < 5001; revision++) history.record(revision, "Token.a", `x${revision}`);
  assert.equal(history.since(0), null);
  assert.deepEqual(history.since(1).get("Token.a"), "x1");
});
