import assert from "node:assert/strict";
import { test } from "node:test";
import { SceneHistory } from "../../../foundry-module/scripts/scene-sync/inventory.mjs";

test("the history gives each document as it was in a moment, after any number of changes", () => {
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

test("it has a limit, forgets the oldest moments, and reports that they are forgotten", () => {
  const history = new SceneHistory(0);
  for (let moment = 0; moment < 5001; moment++) history.record(moment, "Token.a", `x${moment}`);
  assert.equal(history.since(0), null);
  assert.deepEqual(history.since(1).get("Token.a"), "x1");
});
