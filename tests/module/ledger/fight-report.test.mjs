import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  chartOf,
  csvOf,
  isDecided,
  isHit,
  reportOf,
  sentencesForPlayers,
  sentencesOf,
  tableOf,
} from "../../../foundry-module/scripts/ledger/fight-report.mjs";

const texts = JSON.parse(readFileSync(new URL("../../../foundry-module/lang/en.json", import.meta.url), "utf8"));
const t = (key, data = {}) => {
  const text = key.split(".").reduce((found, name) => found?.[name], texts) ?? key;
  return text.replace(/\{(\w+)\}/g, (_whole, name) => data[name]);
};

const FLAT = { attack: 0, ac: 0 };

const blow = (more) => ({
  ...{ round: 1, by: "ilse", name: "Ilse", side: "friends", target: "Snag", hit: true, before: 0.5, after: 0.65 },
  ...{ shares: [{ name: "High Ground", points: 0.15 }], total: 17, decided: false },
  ...more,
});

const said = (blows, unknown = 0) => sentencesOf(reportOf(blows, unknown), t);
const tabled = (blows) => tableOf(reportOf(blows, 0), t, "en");

test("a creature's row says hits, expected hits, luck, and what each modifier gave or cost", () => {
  const shares = [
    { name: "High Ground", points: 0.2 },
    { name: "Half Cover", points: -0.3 },
    { name: "Rain", points: 0.01 },
  ];
  const blows = [true, true, false].map((hit) => blow({ hit, before: 0.5, after: 0.41, shares }));
  assert.deepEqual(tabled(blows), [
    {
      sums: ["Friends", "2 of 3", "1.2", "+0.8", ""],
      rows: [["Ilse", "2 of 3", "1.2", "+0.8", "Half Cover −0.9, High Ground +0.6"]],
    },
  ]);
  assert.match(said(blows, 2).unknown, /: 2\.$/);
  assert.equal(said(blows).unknown, "");
  // Two hits less 1.25 expected: 1.3 and 0.7 are two, and 1.3 and 0.8 would not be.
  const odd = [true, true, false].map((hit) => blow({ hit, after: 1.25 / 3, shares: [] }));
  assert.deepEqual(tabled(odd)[0].rows, [["Ilse", "2 of 3", "1.3", "+0.7", ""]]);
  const even = [blow({ hit: true, after: 0.6, shares: [] }), blow({ hit: false, after: 0.4, shares: [] })];
  assert.deepEqual(tabled(even)[0].rows, [["Ilse", "1 of 2", "1.0", "0.0", ""]]);
});

test("creatures of one name on one side share a row, and each side has its sums", () => {
  const goblin = (by, hit) => blow({ by, hit, name: "Goblin", side: "foes", before: 0.5, after: 0.5, shares: [] });
  const orc = { ...goblin("d", true), name: "Orc", after: 0.449 };
  const blows = [
    ...[goblin("a", true), goblin("b", false), goblin("a", false), orc],
    { ...goblin("c", true), side: "friends" },
  ];
  assert.deepEqual(tabled(blows), [
    { sums: ["Friends", "1 of 1", "0.5", "+0.5", ""], rows: [["Goblin", "1 of 1", "0.5", "+0.5", ""]] },
    {
      sums: ["The others", "2 of 4", "1.9", "+0.1", ""],
      rows: [
        ["2 × Goblin", "1 of 3", "1.5", "−0.5", ""],
        ["Orc", "1 of 1", "0.4", "+0.6", ""],
      ],
    },
  ]);
});

test("players read how often each modifier helped or hindered their own side, and hits where their cards show them", () => {
  const ground = {
    id: "high-ground",
    source: "High Ground",
    state: "on",
    effect: { kind: "flat", to: "attack", value: 2 },
  };
  const cover = { id: "half-cover", source: "Half Cover", state: "on", effect: { kind: "flat", to: "ac", value: 2 } };
  const attack = (hit, ...modifiers) => ({ name: "Ilse", hit, modifiers });
  const shown = [attack(null, ground, cover), attack(true, ground), attack(false, { ...cover, state: "off" })];
  assert.deepEqual(sentencesForPlayers(shown, t), [
    "Attacks by Ilse: 3. High Ground helped in 2, Half Cover hindered in 1.",
  ]);
  assert.deepEqual(sentencesForPlayers(shown.slice(1), t), ["Ilse hit 1 of 2. High Ground helped in 1."]);
  assert.deepEqual(sentencesForPlayers([attack(true), { ...attack(), name: "Bram" }], t), [
    "Ilse hit 1 of 1.",
    "Attacks by Bram: 1.",
  ]);
});

test("what position decided comes first, and then where it changed the chance most", () => {
  const blows = [
    blow({ round: 1, after: 0.9, shares: [{ name: "Prone", points: 0.4 }] }),
    blow({ round: 2, decided: true }),
    blow({
      round: 3,
      decided: true,
      hit: false,
      after: 0.4,
      shares: [
        { name: "Cover", points: -0.2 },
        { name: "Rain", points: 0.1 },
      ],
    }),
    blow({ round: 4, after: 0.55 }),
    blow({ round: 5, after: 0.5, shares: [] }),
  ];
  assert.deepEqual(said(blows).moments, [
    "Round 2: Ilse hit Snag with 17, and would have missed without High Ground.",
    "Round 3: Ilse missed Snag with 17, and would have hit without modifiers (most by Cover).",
    "Round 1: Ilse against Snag had 90 % instead of 50 % to hit, most by Prone.",
  ]);
});

test("an attack is decided by position where the same dice without modifiers come out otherwise", () => {
  const outcome = (before, after, armour, more) => ({
    ...{ hit: after >= armour, margin: after - armour, total: { before, after }, flat: FLAT, critical: false },
    ...more,
  });
  assert.equal(isDecided(outcome(15, 17, 16)), true);
  assert.equal(isDecided(outcome(16, 18, 16)), false);
  assert.equal(isDecided(outcome(17, 15, 16)), true);
  // Half cover adds 2 to an armour class of 16.
  assert.equal(isDecided({ ...outcome(17, 17, 18), flat: { attack: 0, ac: 2 } }), true);
  assert.equal(isDecided(outcome(15, 22, 16, { critical: true })), false, "a natural 20 hits anyway");
  assert.equal(isDecided(outcome(15, 17, 16, { hit: false })), false, "a natural 1 misses anyway");
  assert.equal(isDecided(outcome(15, 17, 16, { margin: null })), false);
  assert.equal(isDecided(outcome(15, 17, 16, { hit: null })), false);
});

test("in 1,000 random fights luck, parts and expectations add up, and the sides' lines end where their rows do", () => {
  let state = 7;
  const chance = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const add = (values) => values.reduce((one, other) => one + other, 0);
  const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);
  for (let fight = 0; fight < 1000; fight++) {
    const blows = Array.from({ length: 1 + Math.floor(chance() * 20) }, (_blow, n) => {
      const shares = ["A", "B", "C"].map((name) => ({ name, points: (chance() - 0.5) / 4 }));
      const before = chance();
      const by = String(Math.floor(chance() * 4));
      const side = by < "2" ? "friends" : "foes";
      const hit = chance() < 0.5;
      return blow({
        by,
        side,
        hit,
        round: 1 + Math.floor(n / 4),
        before,
        after: before + add(shares.map((s) => s.points)),
        shares,
      });
    });
    const { rows, luck } = reportOf(blows, 0);
    near(
      add(rows.map((row) => row.luck)),
      blows.filter(({ hit }) => hit).length - add(blows.map(({ after }) => after)),
    );
    const parts = rows.flatMap(({ shares }) => shares.map(({ points }) => points));
    near(add(parts), add(blows.map(({ after, before }) => after - before)));
    for (const side of ["friends", "foes"])
      near(luck.at(-1)[side], add(rows.filter((row) => row.side === side).map((row) => row.luck)));
  }
});

test("the chart begins at nothing and fills its box", () => {
  const chart = chartOf([
    { round: 1, friends: 2, foes: -1 },
    { round: 3, friends: -4, foes: 0 },
  ]);
  assert.deepEqual(chart, { viewBox: "0 -2 2 6", zero: "0,0 1,0 2,0", friends: "0,0 1,-2 2,4", foes: "0,0 1,1 2,0" });
});

test("the table has a line for each attack, and no text of it is a formula", () => {
  const blows = [blow({ name: "=1+1", target: 'Snag, the "Bold"' }), blow({ hit: false, total: null, shares: [] })];
  assert.equal(
    csvOf(reportOf(blows, 0)),
    "round,attacker,target,total,hit,chance before,chance after,High Ground\r\n" +
      `1,'=1+1,"Snag, the ""Bold""",17,1,0.5,0.65,0.15\r\n` +
      "1,Ilse,Snag,,0,0.5,0.65,0\r\n",
  );
});

test("in a game of tiers a hit is tier 2 or better, and the report says so", () => {
  const outcome = (before, after) => ({ hit: null, tiers: { before, after }, margin: null, total: null, flat: FLAT });
  const tiers = [
    [1, 1],
    [1, 2],
    [2, 1],
    [3, 2],
    [null, 3],
  ];
  assert.deepEqual(
    tiers.map(([before, after]) => [isHit(outcome(before, after)), isDecided(outcome(before, after))]),
    [
      [false, false],
      [true, true],
      [false, true],
      [true, false],
      [true, false],
    ],
  );
  assert.deepEqual([isHit({ hit: true, tiers: null }), isHit({ hit: null, tiers: null })], [true, null]);
  assert.equal(said([blow({ byTier: true })]).tiers, "Here a hit means tier 2 or better.");
  assert.equal(said([blow()]).tiers, "");
});
