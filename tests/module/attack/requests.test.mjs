import assert from "node:assert/strict";
import { test } from "node:test";
import * as questions from "../../../foundry-module/scripts/attack/requests.mjs";

const ATTACK = {
  key: "roll-1",
  actorToken: { scene: "s1", token: "a" },
  targets: [],
  attack: { kind: "melee", reach: 5 },
  roll: { d20: [{ value: 14, kept: true }], mode: "normal", total: 19 },
  defence: { b: { ac: 16 } },
};

test("what was judged stays judged until the roll, the targets, a word or a die is another", () => {
  const key = questions.judgedKey("roll-1", { overrides: [], rolled: [] });
  assert.equal(questions.judgedKey("roll-1", {}), key);
  assert.equal(questions.judgedKey("roll-1", { annotations: [{}], judged: "x" }), key, "its own answer is no news");
  for (const [roll, flags] of [
    ["roll-2", {}],
    ["roll-1", { targets: ["Scene.s1.Token.b"] }],
    ["roll-1", { overrides: [{ modifier: "cover", state: "off" }] }],
    ["roll-1", { rolled: [{ dice: "1d4", values: [3] }] }],
  ]) {
    assert.notEqual(questions.judgedKey(roll, flags), key);
  }
});

test("a card knows by itself whether its judgement is of what was said last", () => {
  const flags = { overrides: [{ modifier: "cover", state: "off" }] };
  assert.equal(questions.upToDate({}), true, "nothing judged, nothing to wait for");
  assert.equal(questions.upToDate({ ...flags, judged: questions.judgedKey("a.b#c", flags) }), true);
  assert.equal(questions.upToDate({ ...flags, judged: questions.judgedKey("a.b#c", {}) }), false);
});

test("the author's captured tokens go before a system's list, and both before whom the author aims at now", () => {
  const system = [{ token: "c" }, { token: "d", scene: "s2" }];
  const from = {
    captured: ["Scene.s1.Token.b1", "Scene.s1.Token.b2", "Scene.s9.Token.x", "Actor.z"],
    system,
    current: ["e"],
  };
  assert.deepEqual(questions.targetsOf(from, "s1"), ["b1", "b2"], "two tokens of one actor are two");
  assert.deepEqual(questions.targetsOf({ ...from, captured: undefined }, "s1"), ["c"]);
  assert.deepEqual(questions.targetsOf({ captured: [], system: [], current: ["e", "e"] }, "s1"), ["e"]);
});

test("dice that a message's author may have invented are left out", () => {
  const rolled = [
    { dice: "1d4", values: [3] },
    { dice: "1d6", values: [7] },
    { dice: "1d8", values: [1, 2] },
    { dice: "1d10", values: [2.5] },
    { dice: "win", values: [20] },
  ];
  const [question] = questions.questionsOf(ATTACK, ["b"], { rolled });
  assert.deepEqual(question.roll.rolled, { "1d4": [3] });
});

test("a player's question holds nothing hidden and no armour class", () => {
  const tokens = { a: { hidden: false }, b: { hidden: false }, spy: { hidden: true } };
  const [question] = questions.questionsOf(ATTACK, ["b", "spy", "gone"], {});
  const asked = questions.asPlayer(question, (id) => tokens[id]);
  assert.deepEqual([asked.targets, asked.defence, asked.viewer], [["b"], {}, "player"]);
  assert.equal(
    questions.asPlayer({ ...question, targets: ["spy"] }, (id) => tokens[id]),
    null,
  );
  assert.equal(
    questions.asPlayer({ ...question, actor: "spy" }, (id) => tokens[id]),
    null,
  );
});

const annotation = (modifiers, outcome = {}) => ({
  id: "1",
  revision: 1,
  rulesets: [],
  results: [{ target: "b", facts: { range: {} }, modifiers: modifiers.map((id) => ({ id, state: "on" })), outcome }],
});

test("hit and chance are published only where the world shows them and players see every modifier", () => {
  const gm = annotation(["cover"], { hit: true, chance: { before: 0.5, after: 0.4 } });
  const shown = (players, show) => questions.published(players, gm, show).results[0];
  assert.deepEqual(shown(annotation(["cover"]), { hit: true, chance: true }).outcome, gm.results[0].outcome);
  assert.deepEqual(shown(annotation(["cover"]), { hit: false, chance: false }).outcome, { hit: null, chance: null });
  assert.deepEqual(
    shown(annotation([]), { hit: true, chance: true }).outcome,
    { hit: null, chance: null },
    "a hidden modifier",
  );
  assert.equal(shown(annotation(["cover"]), { hit: true, chance: true }).facts, null);
});

test("nothing to say is no card; dice are rolled once for all targets", () => {
  assert.equal(questions.speaks(annotation([])), false);
  assert.equal(questions.speaks(annotation(["cover"])), true);
  const two = {
    results: [{ outcome: { to_roll: ["1d4"] } }, { outcome: { to_roll: ["1d4", "1d100"] } }, { outcome: {} }],
  };
  assert.deepEqual(questions.toRoll([two]), [
    { dice: "1d4", nth: 0 },
    { dice: "1d100", nth: 0 },
  ]);
});

test("a full attack is a question for each roll, and each roll has its own dice", () => {
  const full = { ...ATTACK, further: [{ total: 11 }, { total: 7 }] };
  const rolled = [
    { dice: "1d4", values: [3] },
    { dice: "1d4", nth: 2, values: [1] },
  ];
  const asked = questions.questionsOf(full, ["b"], { rolled });
  assert.deepEqual(
    asked.map(({ roll, attack }) => [roll.total, roll.rolled, attack.primary]),
    [
      [19, { "1d4": [3] }, undefined],
      [11, {}, false],
      [7, { "1d4": [1] }, false],
    ],
  );
  const open = { results: [{ outcome: { to_roll: ["1d4"] } }] };
  assert.deepEqual(
    questions.toRoll([open, { results: [] }, open]).map(({ nth }) => nth),
    [0, 2],
  );
  assert.equal(questions.sameDie({ dice: "1d4" }, { dice: "1d4", nth: 0 }), true);
  assert.equal(questions.sameDie({ dice: "1d4", nth: 1 }, { dice: "1d4" }), false);
});

test("of a further roll the flags keep what it came to and nothing else", () => {
  const [result] = questions.outcomesAlone(annotation(["cover"], { total: { before: 3, after: 5 } })).results;
  assert.deepEqual([result.target, result.outcome, result.modifiers], ["b", { total: { before: 3, after: 5 } }, []]);
});
