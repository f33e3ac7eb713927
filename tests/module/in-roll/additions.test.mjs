/** The additions of an annotation: its lines, the place of each, and what a game system puts in. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { additionsOf } from "../../../foundry-module/scripts/in-roll/additions.mjs";
import { answered } from "../result-kit.mjs";

const t = (key) => key;
const flat = (value, to = "attack") => ({ kind: "flat", value, to });
const die = (dice, to = "attack") => ({ kind: "die", dice, to });
const modifier = (id, effect, state = "on") => ({
  id,
  effect,
  state,
  rule: "R1",
  ruleset: "r",
  source: id,
  reason: `because of ${id}`,
  phrases: [],
});
const result = (target, ...modifiers) => ({ target, modifiers });
const annotation = (...results) => answered({ results });
/** The sum of the numbers that go into the roll. */
const bonusOf = ({ parts }) =>
  parts.reduce((sum, { line: { effect } }) => sum + (effect.kind === "flat" ? effect.value : 0), 0);
const held = ({ lines }) => lines.map(({ modifier, target, held }) => [modifier, target, held]);

test("the engine of these tests says of each effect where it goes as the real one does", () => {
  const rows = JSON.parse(readFileSync(new URL("../../data/places.json", import.meta.url), "utf8"));
  for (const { occasion, effect, place } of rows) {
    const [found] = answered({ occasion, results: [result("orc", modifier("one", effect))] }).results;
    assert.equal(found.modifiers[0].place, place, JSON.stringify([occasion, effect]));
  }
});

test("the modifiers of one target go into the roll, its armour class to the target", () => {
  const players = annotation(
    result("orc", modifier("high", die("+1d4")), modifier("rear", flat(2)), modifier("cover", flat(4, "ac"))),
  );
  const additions = additionsOf({ players }, t);
  assert.deepEqual(
    additions.parts.map(({ formula, flavor }) => `${formula}[${flavor}]`),
    ["1d4[Coign: high]", "2[Coign: rear]"],
  );
  assert.equal(bonusOf(additions), 2);
  assert.equal(additions.armourClass("orc"), 4);
  assert.equal(additions.armourClass("elf"), 0);
  assert.equal(additions.lines[0].reason, "because of high");
});

test("advantage and disadvantage are told apart, and those on other rolls stay for the card", () => {
  const players = annotation(result("orc", modifier("above", { kind: "advantage", to: "attack" })));
  const additions = additionsOf({ players }, t);
  assert.deepEqual([additions.advantage, additions.disadvantage], [true, false]);
  const onSaves = annotation(result("orc", modifier("web", { kind: "disadvantage", to: "save" })));
  const other = additionsOf({ players: onSaves }, t);
  assert.deepEqual([other.advantage, other.disadvantage, held(other)], [false, false, [["web", null, "card"]]]);
});

test("of several targets only what holds for all goes into the roll", () => {
  const high = modifier("high", die("1d4"));
  const players = annotation(
    result("orc", high, modifier("rear", flat(2)), modifier("cover", flat(4, "ac"))),
    result("elf", high, modifier("cover", flat(2, "ac"))),
  );
  const additions = additionsOf({ players }, t);
  assert.deepEqual(held(additions), [
    ["high", null, null],
    ["rear", "orc", "targets"],
    ["cover", "orc", null],
    ["cover", "elf", null],
  ]);
  assert.deepEqual([additions.parts.length, bonusOf(additions)], [1, 0]);
  assert.deepEqual([additions.armourClass("orc"), additions.armourClass("elf")], [4, 2]);
});

test("a modifier with another value against each target is two, and neither holds for all", () => {
  const players = annotation(result("orc", modifier("range", flat(-2))), result("elf", modifier("range", flat(-4))));
  const additions = additionsOf({ players }, t);
  assert.deepEqual(held(additions), [
    ["range", "orc", "targets"],
    ["range", "elf", "targets"],
  ]);
  assert.equal(bonusOf(additions), 0);
});

test("what is off has a line that is not put in, what is set aside has none, and what no roll has stays for the card", () => {
  const players = annotation(
    result(
      "orc",
      modifier("a", flat(1), "off"),
      modifier("b", flat(1), "set-aside"),
      modifier("mist", { kind: "miss-chance", percent: 20 }),
    ),
  );
  const additions = additionsOf({ players }, t);
  assert.deepEqual(held(additions), [
    ["a", null, null],
    ["mist", null, "card"],
  ]);
  assert.deepEqual([additions.lines[0].on, bonusOf(additions)], [false, 0]);
});

test("what the GM alone knows is held back, whatever players know of the same roll", () => {
  const high = modifier("high", die("1d4"));
  const players = annotation(result("orc", high));
  const gm = annotation(result("orc", high, modifier("flanked", flat(2))), result("hidden", high));
  const additions = additionsOf({ players, gm }, t);
  assert.deepEqual(held(additions), [
    ["high", null, null],
    ["flanked", "orc", "secret"],
  ]);
  assert.deepEqual(additions.targets, ["orc", "hidden"]);
  assert.deepEqual(
    additionsOf({ players: null, gm }, t).lines.map((line) => line.held),
    ["secret", "secret"],
  );
});

test("a line that is switched off is not put in, and of a GM's roll the message says so", () => {
  const players = annotation(result("orc", modifier("high", die("1d4")), modifier("cover", flat(4, "ac"))));
  const additions = additionsOf({ players }, t);
  additions.turn(additions.lines[1]);
  assert.deepEqual([additions.armourClass("orc"), additions.parts.length], [0, 1]);
  const included = [{ modifier: "high", target: null, effect: die("1d4"), flavor: "Coign: high" }];
  assert.deepEqual(additions.flags({ isGM: false, name: "Ann" }), { included });
  assert.deepEqual(additions.flags({ isGM: true, name: "Bob" }), {
    included,
    overrides: [{ scope: "roll", modifier: "cover", state: "off", target: "orc", by: "Bob" }],
  });
});

test("the lines of facts are those of one target, without a target of the first", () => {
  const players = annotation(result("orc", modifier("high", flat(1))), result("elf", modifier("cover", flat(2))));
  const additions = additionsOf({ players }, t);
  const linesFor = (target) => additions.factLines(target).map((line) => line.modifier.id);
  assert.deepEqual(
    [linesFor("orc"), linesFor("elf"), linesFor(null), linesFor("spy")],
    [["high"], ["cover"], ["high"], []],
  );
});

test("of a save, what changes the save is put in", () => {
  const results = [result("hero", modifier("cover", flat(2, "save")), modifier("x", flat(1)))];
  const players = answered({ occasion: "save", results });
  const additions = additionsOf({ players }, t);
  assert.deepEqual(
    [bonusOf(additions), held(additions)],
    [
      2,
      [
        ["cover", null, null],
        ["x", null, "card"],
      ],
    ],
  );
});

test("a flavour has no bracket, which would end it in a formula", () => {
  const players = annotation(result("orc", modifier("High [Ground]", die("1d4"))));
  assert.equal(additionsOf({ players }, t).parts[0].flavor, "Coign: High Ground");
});

test("without an answer for players there is nothing that a player may put in, and no line of a fact", () => {
  const gm = annotation(result("orc", modifier("high", die("+1d4"))));
  for (const isGM of [true, false]) {
    const additions = additionsOf({ players: null, gm }, t, { kept: { overrides: [], isGM } });
    assert.deepEqual([additions.parts, additions.results, additions.factLines(null)], [[], [], []]);
    assert.deepEqual(held(additions), [["high", null, "secret"]]);
  }
});
