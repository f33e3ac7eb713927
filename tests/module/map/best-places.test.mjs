import assert from "node:assert/strict";
import { test } from "node:test";
import { bestPlaces, marks, together } from "../../../foundry-module/scripts/map/best-places.mjs";

const t = (key, data = {}) => [key.replace(/^COIGN\.(HeatMap\.)?/, ""), ...Object.values(data)].join(" ");
const attack = (chance, more = {}) => ({ label: "plain", value: 0, possible: true, chance, ...more });
const SQUARES = [0, 1, 2, 3, 4, 5].map((n) => [100 * n, 0]);
const found = (...pairs) => pairs.map(([mine, theirs]) => ({ mine: attack(mine), theirs: attack(theirs) }));
const placesOf = (prospects) => bestPlaces(SQUARES, prospects, t).map(({ place }) => place[0] / 100);

test("the best three are better than here; of equal ones the nearest comes first", () => {
  assert.deepEqual(placesOf(found([0.5, 0.5], [0.6, 0.4], [0.6, 0.4], [0.7, 0.1], [0.9, 0.7], [0.5, 0.4])), [3, 1, 2]);
  assert.deepEqual(placesOf(found([0.5, 0.5], [0.5, 0.5], [0.4, 0.3], [0.2, 0.4])), [2], "as good is no reason to go");
  assert.deepEqual(placesOf(found([0.5, 0.5])), []);
});

test("a place without an attack is none; from a place without one, any with an attack is better", () => {
  const none = { mine: attack(0.5, { possible: false }), theirs: attack(0.1) };
  const barred = { mine: attack(0, { label: "blocked" }), theirs: attack(0) };
  assert.deepEqual(placesOf([none, ...found([0.3, 0.6]), none, barred]), [1]);
});

test("each has its reason, and both chances", () => {
  const reason = (mine, theirs, here = { mine: attack(0.5, { cover: "half" }), theirs: attack(0.9) }) =>
    bestPlaces(SQUARES, [here, { mine, theirs }], t)[0].reason;
  assert.equal(
    reason(attack(0.6, { cover: "half" }), attack(0.354, { cover: "half" })),
    "WhyCover Said.degree-half: Odds 60 % 35 %",
  );
  assert.equal(reason(attack(0.6, { flanked: true }), attack(0.35)), "WhyFlank, WhyClear: Odds 60 % 35 %");
  assert.equal(reason(attack(0.6, { cover: "half" }), attack(0.4, { possible: false })), "WhyReach: Odds 60 % 0 %");
  assert.equal(reason(attack(0.6, { cover: "half" }), attack(0.35)), "Odds 60 % 35 %");
  const far = { mine: attack(0.5, { possible: false }), theirs: attack(0.1) };
  assert.equal(reason(attack(0.6), attack(0.35), far), "WhyReached: Odds 60 % 35 %");
  const words = { label: "plain", value: 2.4, possible: true, cover: "half" };
  assert.equal(reason(words, { ...words, value: -3, cover: "none" }), "Odds +2 −3", "where no chance is known");
});

test("against all foes: the best attack, and the chance that any of them hits", () => {
  const against = together([
    { mine: attack(0.4), theirs: attack(0.5) },
    { mine: attack(0.7), theirs: attack(0.2, { cover: "half" }) },
    { mine: attack(0.9, { possible: false }), theirs: attack(0.9, { possible: false }) },
  ]);
  assert.equal(against.mine.chance, 0.7);
  assert.ok(Math.abs(against.theirs.chance - 0.6) < 1e-9);
  const blocked = { mine: attack(0.4), theirs: { label: "blocked", possible: true, chance: null, cover: "total" } };
  assert.equal(together([{ mine: attack(0.4), theirs: attack(0.3) }, blocked]).theirs.chance.toFixed(6), "0.300000");
  assert.equal(together([blocked, blocked]).theirs.cover, "total");
  const [alone] = found([0.4, 0.3]);
  assert.equal(together([alone]), alone);
  const unknown = { mine: attack(null), theirs: attack(null, { value: 2 }) };
  assert.equal(together([unknown, alone]).theirs.chance.toFixed(6), "0.300000", "of those that are known");
  assert.deepEqual(together([unknown, unknown]).theirs, { ...unknown.theirs, value: 4 });
});

test("the marks are numbered discs where the signs of their spaces are", () => {
  const best = bestPlaces(SQUARES, found([0.5, 0.5], [0.6, 0.5], [0.9, 0.5]), t);
  const drawn = marks(best, { middle: [50, 50], size: 100 });
  const labels = drawn.filter(({ op }) => op === "label");
  assert.deepEqual(
    labels.map(({ text, x, y }) => [text, x, y]),
    [
      ["1", 250, 30],
      ["2", 150, 30],
    ],
  );
});
