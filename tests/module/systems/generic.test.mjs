import assert from "node:assert/strict";
import { test } from "node:test";

import { requestsOf } from "../../../foundry-module/scripts/attack/requests.mjs";
import { describe } from "../../../foundry-module/scripts/systems/attacks.mjs";
import { generic } from "../../../foundry-module/scripts/systems/generic.mjs";
import { messages, token, world } from "./kit.mjs";

const dice = (faces, ...results) => ({
  faces,
  modifiers: [],
  results: results.map((result) => ({ result, active: true })),
});
const die = (...results) => dice(20, ...results);

/** Make a plain roll in chat, with two tokens targeted. */
const rolled = (terms, more = {}) => ({
  _id: "M",
  flavor: "Sword &amp; <em>board</em>",
  speaker: { scene: "S", token: "A" },
  rolls: [{ terms, total: 23 }],
  ...more,
  flags: { coign: { targets: ["Scene.S.Token.B", "Scene.S.Token.C"] }, ...more.flags },
});
const field = world("S", [{ _id: "A" }, { _id: "B", actor: { system: { ac: { value: 13 } } } }, { _id: "C" }]);
const knight = {
  system: { skills: { ste: { label: "Stealth" }, arc: { label: "Arcana" } } },
  items: [{ name: "Longsword", type: "weapon" }],
};
const armed = world("S", [{ _id: "A", actor: knight }, { _id: "B" }, { _id: "C" }]);

test("any d20 roll may be an attack on the captured targets", () => {
  const seen = generic.readAttack(rolled([die(18)]), field);
  assert.deepEqual(seen, {
    key: "M:18",
    scene: "S",
    actorToken: { scene: "S", token: "A" },
    targets: [
      { scene: "S", token: "B" },
      { scene: "S", token: "C" },
    ],
    attack: {
      kind: "melee",
      reach: null,
      range: null,
      name: "Sword &amp; board",
      abilities: [],
      spell: false,
      guessed: true,
    },
    roll: { d20: [{ value: 18, kept: true }], mode: "normal", total: 23, rerolled: false },
    further: [],
    defence: { B: { ac: 13, applied: null }, C: { ac: null, applied: null } },
    sure: false,
  });
});

test("the dice pool of Enchanted Realms is the roll's d20s, without the one that a chance trait rerolls", () => {
  const pool = die(1, 7, 19);
  pool.results[0] = { result: 1, active: false, rerolled: true };
  const { roll } = generic.readAttack(rolled([pool]), field);
  assert.deepEqual(
    roll.d20.filter(({ kept }) => kept).map(({ value }) => value),
    [7, 19],
  );
  assert.equal(roll.rerolled, true);
});

test("a macro's flags on its roll are used as they are", () => {
  const attack = { kind: "ranged", range: { normal: 60, long: 120 }, name: "Bow", reach: 5 };
  const seen = generic.readAttack(
    rolled([die(3)], { flags: { coign: { targets: ["Scene.S.Token.B"], attack } } }),
    field,
  );
  assert.deepEqual(
    [seen.attack.kind, seen.attack.range, seen.attack.reach],
    ["ranged", { normal: 60, long: 120 }, null],
  );
  assert.equal(seen.sure, true);
});

test("recorded messages: plain rolls are read; initiative, whispers and chat are not", () => {
  const unnamed = messages("relay-14.363-chat-list").map((message) => ({ ...message, flavor: "" }));
  const read = unnamed.map((message) => generic.readAttack(message, field));
  assert.deepEqual(
    read.map((seen) => seen?.roll.total ?? null),
    [null, null, null, null, null, null, 17, 7],
  );
  assert.deepEqual(read[7].roll.d20, [
    { value: 3, kept: false },
    { value: 7, kept: true },
  ]);
});

test("a roll that calls itself a check is no attack", () => {
  const read = (more) => generic.readAttack(rolled([die(18)], more), armed) !== null;
  const says = (flavor) => read({ flavor });
  assert.deepEqual(["Skill check: Athletics", "Rettungswurf", "Stealth", "Arcana (12)"].map(says), [
    false,
    false,
    false,
    false,
  ]);
  assert.deepEqual(["Longsword", "Melee attack check", "Fighting", "Strength check with Longsword", ""].map(says), [
    true,
    true,
    true,
    true,
    true,
  ]);
  assert.equal(read({ flavor: "", flags: { any: { roll: { type: "skill" } } } }), false);
  assert.equal(read({ flavor: "", flags: { any: { rollType: "attack" } }, system: { kind: "check" } }), true);
  assert.equal(
    read({ flavor: "Skill", flags: { coign: { targets: [], attack: { kind: "melee" } } } }),
    true,
    "a macro's",
  );
  const skills = { a: { name: "Lore" }, b: {} };
  const sage = world("S", [{ _id: "A", actor: { system: { skills } } }, { _id: "B" }]);
  assert.equal(
    generic.readAttack(rolled([die(18)], { flavor: "Lore" }), sage),
    null,
    "a skill with a name and no label",
  );
});

test("a kind is looked for among 400 fields, four deep", () => {
  const isCheck = (any) => generic.readAttack(rolled([die(18)], { flavor: "", flags: { any } }), armed) === null;
  const after = (others) => ({ ...Array(others).fill(0), type: "skill" });
  assert.deepEqual([isCheck(after(399)), isCheck(after(400))], [true, false]);
  const [deep, deeper] = [{ a: { b: { c: { type: "skill" } } } }, { a: { b: { c: { d: { type: "skill" } } } } }];
  assert.deepEqual([isCheck(deep), isCheck(deeper)], [true, false]);
});

test("of a message with many rolls the first twenty are read", () => {
  const rolls = Array.from({ length: 21 }, (_, n) => ({ total: n }));
  const parties = { scene: "S", attacker: "A", targets: [] };
  const { key, roll, further } = describe({ _id: "M" }, parties, { rolls, attack: {} });
  const totals = Array.from({ length: 20 }, (_, n) => n);
  assert.deepEqual([[roll, ...further].map(({ total }) => total), key], [totals, `M:${totals.join(";")}`]);
});

test("a roll of other dice is measured, and its total is left to the game system", () => {
  const pool = rolled([dice(6, 5, 5, 2)], { flavor: "Longsword" });
  const seen = generic.readAttack(pool, armed);
  assert.deepEqual(seen.roll, { d20: [], mode: "normal", total: 23, rerolled: false, unjudged: true });
  assert.deepEqual(
    seen.targets.map(({ token }) => token),
    ["B", "C"],
  );
  const [request] = requestsOf(seen, ["B"], {});
  assert.equal(request.roll, null);
});

test("both sides of a table have cards: one rolls two d12, the other a d20", () => {
  const hero = rolled([dice(12, 7, 4)], { flavor: "" });
  const foe = rolled([die(9)], { flavor: "", speaker: { scene: "S", token: "B" } });
  assert.deepEqual(
    [hero, foe].map((message) => Boolean(generic.readAttack(message, field))),
    [true, true],
  );
});

test("damage is no attack: it says so, or follows an attack with other dice", () => {
  const attack = rolled([die(9)], { _id: "first", flavor: "", timestamp: 1000 });
  const said = (flavor, more = {}) => rolled([dice(8, 5)], { flavor, timestamp: 5000, ...more });
  const after = world("S", [{ _id: "A" }, { _id: "B" }, { _id: "C" }], {}, "ft", { messages: [attack] });
  const read = (message) => generic.readAttack(message, after) !== null;
  assert.equal(read(said("Longsword damage")), false);
  assert.equal(read(said("")), false);
  assert.equal(read(said("Attack")), true);
  assert.equal(read(said("", { timestamp: 62_000 })), true, "a minute later it is another attack");
  assert.equal(read(said("", { speaker: { scene: "S", token: "B" } })), true, "another creature's");
  assert.equal(read(rolled([die(3)], { flavor: "", timestamp: 5000 })), true, "the same dice");
});

test("the targets that a message names are used, and what is no token here is not", () => {
  const named = (flags, more = {}) =>
    generic
      .readAttack(rolled([die(18)], { flavor: "", ...more, flags: { coign: { targets: [] }, ...flags } }), field)
      .targets.map(({ token }) => token);
  assert.deepEqual(named({ any: { targetUuid: "Scene.S.Token.B" } }), ["B"]);
  assert.deepEqual(named({ any: { roll: { targets: [{ tokenUuid: "Scene.S.Token.B" }, "Scene.S.Token.C"] } } }), [
    "B",
    "C",
  ]);
  assert.deepEqual(named({}, { system: { target: { actorUuid: "Actor.nobody" }, targetType: "enemy" } }), []);
  const shooter = { by: "Scene.S.Token.A", tokenUuid: "Scene.S.Token.B" };
  assert.deepEqual(named({ any: { target: shooter } }), ["B"], "the surest of a target's own ids alone");
  assert.deepEqual(named({ any: { target: { uuid: ["Scene.S.Token.C", "Scene.S.Token.B"] } } }), ["C", "B"]);
  const options = { target: "Scene.S.Token.C" };
  assert.deepEqual(named({}, { rolls: [{ terms: [die(2)], total: 2, options }] }), ["C"]);
  assert.deepEqual(named({ any: { target: "Scene.S.Token.A" }, coign: { targets: ["Scene.S.Token.B"] } }), ["A"]);
});

test("a creature of an unknown system still has its statuses and its size", () => {
  const beast = {
    name: "Beast",
    system: { traits: { size: "lg" } },
    effects: [{ statuses: ["invisible"] }, { disabled: true, statuses: ["dead"] }],
  };
  assert.deepEqual(generic.tokenTraits(token(beast), beast), {
    statuses: ["invisible"],
    size: "large",
    species: "Beast",
  });
});
