import assert from "node:assert/strict";
import { test } from "node:test";
import { summaryOf } from "../../../foundry-module/scripts/card/outcome.mjs";
import { COVER, HEIGHT, key, resultOf } from "./fixtures.mjs";

test("odds go first: a GM's chance with the three modifiers that change it most, a player's word", () => {
  const because = [
    { modifier: HEIGHT.id, points: 0.13 },
    { modifier: COVER.id, points: -0.1 },
  ];
  const modifiers = [COVER, { ...HEIGHT, state: "on" }];
  const told = (outcome, odds) => {
    const result = resultOf({ result: { modifiers }, outcome });
    return summaryOf({ ...result, words: odds ? { odds } : result.words }, key);
  };
  const chance = { before: 0.6, after: 0.65, because };
  assert.deepEqual(told({ label: "plain", chance }), ["COIGN.Said.chance 65, High Ground +13, Half Cover −10"]);
  const [text] = told({ label: "plain" }, { key: "chance-critical", values: { after: 65, best: 15 } });
  assert.equal(text, "COIGN.Said.chance-critical 65 15");
  assert.deepEqual(told({ label: "plain", odds: 7 }).slice(0, 2), [
    "COIGN.Said.odds ",
    "Half Cover COIGN.Said.effect-flat +2 to-ac",
  ]);
});

test("an outcome in a few words: its name, and what counts", () => {
  const result = resultOf({ result: { modifiers: [COVER, HEIGHT] } });
  assert.deepEqual(
    summaryOf(result, key),
    ["partial advantage", "Half Cover COIGN.Said.effect-flat +2 to-ac"],
    "what is set aside is not",
  );
  const total = { ...COVER, source: "Total Cover", effect: { kind: "blocked" } };
  const blocked = resultOf({ result: { modifiers: [total] }, outcome: { label: "blocked" } });
  assert.deepEqual(summaryOf(blocked, key), ["blocked", "Total Cover"]);
});
