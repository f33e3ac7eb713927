import assert from "node:assert/strict";
import { test } from "node:test";
import { diceToRoll, sameDie } from "../../../foundry-module/scripts/attack/dice.mjs";
import {
  buildRequests,
  isWithoutTarget,
  requestsOf,
  targetsOf,
} from "../../../foundry-module/scripts/attack/requests.mjs";
import { Rolls } from "../../../foundry-module/scripts/ledger/rolls.mjs";

const ATTACK = {
  key: "roll-1",
  actorToken: { scene: "s1", token: "a" },
  targets: [],
  attack: { kind: "melee", reach: 5 },
  roll: { d20: [{ value: 14, kept: true }], mode: "normal", total: 19 },
  defence: { b: { ac: 16 } },
};

test("targets: first those captured at the roll, then the system's list, then the author's current ones", () => {
  const system = [{ token: "c" }, { token: "b1" }, { token: "d", scene: "s2" }];
  const from = {
    captured: ["Scene.s1.Token.b1", "Scene.s1.Token.b2", "Scene.s9.Token.x", "Actor.z"],
    system,
    current: ["e"],
  };
  assert.deepEqual(targetsOf(from, "s1"), ["b1", "b2"], "two tokens of one actor are two");
  assert.deepEqual(targetsOf({ ...from, captured: undefined }, "s1"), ["c", "b1"]);
  assert.deepEqual(targetsOf({ captured: [], system: [], current: ["e", "e"] }, "s1"), ["e"]);
});

test("of a roll that no player reads the targets that its author had count as captured: two tokens of one actor are two", () => {
  const tokens = new Map(["a", "b1", "b2"].map((id) => [id, { id }]));
  globalThis.game = { scenes: new Map([["s1", { id: "s1", tokens }]]), messages: new Map() };
  const coign = { records: new Rolls(), setting: () => "ours", adapter: { armourClass: () => null } };
  coign.records.edit("m", { aimed: ["b1", "b2"].map((token) => ({ scene: "s1", token })) });
  const message = { id: "m", attack: { ...ATTACK, targets: [{ token: "b1" }, { token: "b1" }] }, flags: {} };
  const asked = (isPublic) => buildRequests(coign, { ...message, isPublic })[0].targets;
  assert.deepEqual([asked(false), asked(true)], [["b1", "b2"], ["b1"]]);
  delete globalThis.game;
});

test("an attack against nobody is one whose attacker stands on a scene, and of which the system is sure", () => {
  const before = globalThis.game;
  const tokens = new Map(["a", "b"].map((id) => [id, { id }]));
  globalThis.game = { scenes: new Map([["s1", { id: "s1", tokens }]]), users: new Map() };
  const is = (attack, message = {}) =>
    isWithoutTarget(
      { records: new Rolls() },
      { flags: {}, author: "", ...message, attack: { ...ATTACK, sure: true, ...attack } },
    );
  assert.equal(is({}), true);
  assert.equal(is({ sure: false }), false);
  assert.equal(is({ occasion: "save" }), false);
  assert.equal(is({ targets: [{ token: "b" }] }), false);
  for (const actorToken of [null, { scene: "s1", token: "z" }, { scene: "s2", token: "a" }])
    assert.equal(is({ actorToken }), false);
  assert.equal(isWithoutTarget({ records: new Rolls() }, { flags: {}, attack: null }), false);
  globalThis.game = before;
});

test("the one token that the system names is the target, whatever the author targets by then", () => {
  const captured = ["Scene.s1.Token.b"];
  assert.deepEqual(targetsOf({ captured, system: [{ token: "c" }], current: [] }, "s1"), ["c"]);
  assert.deepEqual(targetsOf({ captured, system: [{ token: "b" }], current: [] }, "s1"), ["b"]);
  const two = [...captured, "Scene.s1.Token.d"];
  assert.deepEqual(targetsOf({ captured: two, system: [{ token: "b" }], current: [] }, "s1"), ["b", "d"]);
});

test("a GM's word on the target goes before the token that the system names", () => {
  const from = { captured: ["Scene.s1.Token.b"], system: [{ token: "c" }], current: ["e"] };
  const said = ["Scene.s1.Token.g", "Scene.s1.Token.h"];
  assert.deepEqual(targetsOf({ ...from, against: said }, "s1"), ["g", "h"]);
  assert.deepEqual(targetsOf({ ...from, against: [] }, "s1"), ["c"], "nothing is said");
  assert.deepEqual(targetsOf({ ...from, against: said }, "s2"), ["c"], "said of another scene");
});

test("dice that the message's author may have forged are left out", () => {
  const rolled = [
    { dice: "1d4", values: [3] },
    { dice: "1d6", values: [7] },
    { dice: "1d8", values: [1, 2] },
    { dice: "2d12", values: [3, 13] },
    { dice: "1d10", values: [2.5] },
    { dice: "win", values: [20] },
  ];
  const [request] = requestsOf(ATTACK, ["b"], { rolled });
  assert.deepEqual(request.roll.rolled, { "1d4": [3] });
});

test("a full attack is a request for each roll, and each roll has its own dice", () => {
  const full = { ...ATTACK, further: [{ total: 11 }, { total: 7 }] };
  const rolled = [
    { dice: "1d4", values: [3] },
    { dice: "1d4", nth: 2, values: [1] },
  ];
  const asked = requestsOf(full, ["b"], { rolled });
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
    diceToRoll([open, { results: [] }, open]).map(({ nth }) => nth),
    [0, 2],
  );
  assert.equal(sameDie({ dice: "1d4" }, { dice: "1d4", nth: 0 }), true);
  assert.equal(sameDie({ dice: "1d4", nth: 1 }, { dice: "1d4" }), false);
});

test("a request says what the attack does to advantage, and nothing that is not so", () => {
  const [plain] = requestsOf(ATTACK, ["b"], {});
  assert.deepEqual([plain.removesAdvantage, plain.removesDisadvantage], [false, false]);
  assert.ok(!("counted" in plain || "origin" in plain || "turned" in plain));
  const more = { removesAdvantage: true, removesDisadvantage: true, counted: ["x"], origin: { x: 1, y: 2 }, turned: 2 };
  const [request] = requestsOf({ ...ATTACK, ...more }, ["b"], {});
  assert.deepEqual(Object.fromEntries(Object.keys(more).map((name) => [name, request[name]])), more);
});

test("the author's targets in another scene are none here, though a copy of a scene has tokens of the same ids", () => {
  const scene = { id: "s1", tokens: new Map(["a", "b"].map((id) => [id, { id, hidden: false }])) };
  globalThis.game = { scenes: new Map([["s1", scene]]), messages: new Map() };
  const coign = { records: new Rolls(), setting: () => "ours", adapter: {} };
  const targetsFrom = (scene) => {
    coign.records.edit("m", { aimed: [{ token: "b", scene }] });
    const message = { id: "m", attack: ATTACK, flags: {}, isPublic: true, author: { id: "ann", targets: [] } };
    return buildRequests(coign, message)?.[0].targets ?? null;
  };
  assert.deepEqual([targetsFrom("s1"), targetsFrom("s2")], [["b"], null]);
  delete globalThis.game;
});

test("of a target that a GM has said the sheet tells the defence, and a hidden one alone is the only target", () => {
  const tokens = new Map(["a", "b", "g"].map((id) => [id, { id, hidden: id === "g" }]));
  globalThis.game = { scenes: new Map([["s1", { id: "s1", tokens }]]), messages: new Map() };
  const adapter = { defenceOf: ({ id }) => ({ ac: id === "g" ? 11 : 99 }), armourClass: () => null };
  const coign = { records: new Rolls(), setting: () => "ours", adapter };
  const attack = { ...ATTACK, targets: [{ token: "b" }] };
  const message = { id: "m", attack, flags: {}, isPublic: true, timestamp: 0, author: { id: "ann", targets: [] } };
  const asked = (flags) => buildRequests(coign, { ...message, flags })[0];
  const acOf = ({ targets, defence }) => targets.map((token) => [token, defence[token]?.ac]);
  assert.deepEqual(acOf(asked({})), [["b", 16]]);
  assert.deepEqual(acOf(asked({ against: ["Scene.s1.Token.g"] })), [["g", 11]]);
  assert.deepEqual(acOf(asked({ against: ["Scene.s1.Token.b"] })), [["b", 16]], "as the message shows it");
  coign.records.hide("m", { targets: ["g"], only: true });
  assert.deepEqual([acOf(asked({})), asked({}).secret], [[["g", 11]], ["g"]]);
  delete globalThis.game;
});
