import assert from "node:assert/strict";
import { test } from "node:test";

import {
  checkDie,
  isD20Roll,
  keyOf,
  parseRoll,
  readRoll,
  readRollOf,
  rollsOf,
} from "../../../foundry-module/scripts/systems/rolls.mjs";
import { message } from "./kit.mjs";

const die = (results, more = {}) => ({
  class: "Die",
  faces: 20,
  number: results.length,
  modifiers: [],
  results,
  ...more,
});
const roll = (...terms) => ({ class: "Roll", terms, total: 17, options: {} });

test("a roll stored as a string, as before Foundry 10, is read", () => {
  const [read] = rollsOf(message("dnd5e-1.6.3-attack-advantage")).map(readRoll);
  assert.deepEqual(read, {
    d20: [
      { value: 1, kept: false },
      { value: 16, kept: true },
    ],
    mode: "advantage",
    total: 22,
    rerolled: false,
  });
});

test("disadvantage is read from the roll's options", () => {
  assert.equal(readRoll(rollsOf(message("dnd5e-1.6.3-attack-disadvantage"))[0]).mode, "disadvantage");
});

test("without options the mode follows from the dice that were kept", () => {
  const two = [
    { result: 3, active: false, discarded: true },
    { result: 14, active: true },
  ];
  assert.equal(readRoll(roll(die(two, { modifiers: ["kh"] }))).mode, "advantage");
  assert.equal(readRoll(roll(die(two, { modifiers: ["kl1"] }))).mode, "disadvantage");
  assert.equal(readRoll(roll(die(two))).mode, "normal");
});

test("a rerolled die, as a halfling's, is left out, and the roll is marked", () => {
  const lucky = [
    { result: 1, active: false, rerolled: true },
    { result: 12, active: true },
  ];
  assert.deepEqual(readRoll(roll(die(lucky, { modifiers: ["r1=1"] }))), {
    d20: [
      { value: 1, kept: false },
      { value: 12, kept: true },
    ],
    mode: "normal",
    total: 17,
    rerolled: true,
  });
});

test("every d20 of a dice pool is kept", () => {
  const pool = readRoll(
    roll(
      die([
        { result: 4, active: true },
        { result: 9, active: true },
        { result: 20, active: true },
      ]),
    ),
  );
  assert.deepEqual(
    pool.d20.map((one) => one.kept),
    [true, true, true],
  );
});

test("dice inside a pool term and inside brackets are found", () => {
  const inner = roll(die([{ result: 8, active: true }]));
  assert.equal(readRoll(roll({ class: "PoolTerm", rolls: [inner] })).d20[0].value, 8);
  assert.equal(readRoll(roll({ class: "ParentheticalTerm", roll: inner })).d20[0].value, 8);
});

test("a d20 with an impossible face is left out", () => {
  assert.deepEqual(
    readRoll(
      roll(
        die([
          { result: 26, active: true },
          { result: null, active: true },
        ]),
      ),
    ).d20,
    [],
  );
});

test("damage is no d20 roll, and neither is an unevaluated die", () => {
  assert.equal(isD20Roll(rollsOf(message("dnd5e-1.6.3-damage"))[0]), false);
  assert.equal(isD20Roll(roll(die([]))), false);
});

test("anything that is not a roll gives null", () => {
  for (const odd of ["", "not json", "12", "null", null, undefined, 7]) assert.equal(parseRoll(odd), null);
});

test("a key depends on a message's dice, not on the total", () => {
  const first = readRoll(roll(die([{ result: 14, active: true }])));
  const again = readRoll(roll(die([{ result: 2, active: true }])));
  assert.equal(keyOf({ _id: "M" }, [first]), "M:14");
  assert.equal(keyOf({ _id: "M" }, [{ ...first, total: 99 }]), "M:14");
  assert.equal(keyOf({ _id: "M" }, [again]), "M:2");
  assert.equal(keyOf({ id: "N" }, [{ d20: [], total: 22 }]), "N:22");
});

test("a check may be rolled with other dice than d20s: their size is read", () => {
  const roll = { terms: [{ faces: 8, results: [{ result: 5, active: true }] }], total: 5 };
  assert.equal(checkDie(roll), 8);
  assert.deepEqual(readRollOf(roll, 8).d20, [{ value: 5, kept: true, sides: 8 }]);
  assert.equal(checkDie({ terms: [{ faces: 100, results: [{ result: 5 }] }] }), null);
});

test("other dice of a roll are told with their sign and what they gave; ours, and those in brackets or pools, are not", () => {
  const face = die([{ result: 11, active: true }]);
  const of = (faces, ...results) =>
    die(
      results.map((result) => ({ result, active: true })),
      { faces },
    );
  const [plus, minus] = ["+", "-"].map((operator) => ({ operator }));
  assert.deepEqual(readRoll(roll(face, plus, of(4, 3), minus, of(6, 2, 5))).beside, [
    { sides: 4, value: 3 },
    { sides: -6, value: -2 },
    { sides: -6, value: -5 },
  ]);
  const ours = { ...of(4, 3), options: { flavor: "Coign: High Ground" } };
  assert.equal(readRoll(roll(face, plus, ours)).beside, undefined);
  assert.equal(readRoll(roll(face, plus, { ...of(4, 3), modifiers: ["rr1"] })).beside, undefined);
  assert.equal(readRoll(roll(face, plus, of(4, 3), plus, { roll: roll(of(6, 1)) })).beside, undefined);
  assert.equal(readRoll(roll(face, plus, of(100, 3))).beside, undefined);
});
