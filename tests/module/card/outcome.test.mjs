import assert from "node:assert/strict";
import { test } from "node:test";
import { summaryOf } from "../../../foundry-module/scripts/card/outcome.mjs";

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

const COVER = {
  ...{ id: "half-cover", rule: "P30", source: "Half Cover", state: "on", reason: "2 of 4 lines are blocked" },
  effect: { kind: "flat", value: 2, to: "ac" },
};

const HEIGHT = {
  ...{ id: "high-ground", rule: "P21", source: "High Ground", state: "set-aside", reason: "not beside advantage" },
  effect: { kind: "die", dice: "1d4", to: "attack" },
};

const resultOf = (more = {}) => ({
  target: "b",
  modifiers: [COVER, HEIGHT],
  outcome: {
    label: "partial advantage",
    dice: "1d4",
    total: { before: 19, after: null },
    to_roll: ["1d4"],
    notes: [],
    ...more.outcome,
  },
  figure: { points: [], lines: [], polygons: [] },
  assumed: ["reach 5 ft: none given"],
  sentence: "half cover",
  ...more.result,
});

test("the answer in few words: what it is called, and what counts", () => {
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
