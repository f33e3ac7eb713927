import assert from "node:assert/strict";
import { test } from "node:test";
import { summaryOf } from "../../../foundry-module/scripts/card/outcome.mjs";
import { COVER, HEIGHT, key, resultOf } from "./fixtures.mjs";

test("an outcome in a few words: its name, and what counts", () => {
  const result = resultOf({ result: { modifiers: [COVER, HEIGHT] } });
  assert.deepEqual(
    summaryOf(result, key),
    ["partial advantage", "Half Cover +2 COIGN.To.ac"],
    "what is set aside is not",
  );
  const total = { ...COVER, source: "Total Cover", effect: { kind: "blocked" } };
  const blocked = resultOf({ result: { modifiers: [total] }, outcome: { label: "blocked" } });
  assert.deepEqual(summaryOf(blocked, key), ["blocked", "Total Cover"]);
});
