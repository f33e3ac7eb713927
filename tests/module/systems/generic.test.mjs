import assert from "node:assert/strict";
import { test } from "node:test";

import { generic } from "../../../foundry-module/scripts/systems/generic.mjs";
import { messages, token, world } from "./kit.mjs";

const die = (...results) => ({
  faces: 20,
  modifiers: [],
  results: results.map((result) => ({ result, active: true })),
});

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
    unresolved: [],
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
    secret: null,
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
  const read = messages("relay-14.363-chat-list").map((message) => generic.readAttack(message, field));
  assert.deepEqual(
    read.map((seen) => seen?.roll.total ?? null),
    [null, null, null, null, null, null, 17, 7],
  );
  assert.deepEqual(read[7].roll.d20, [
    { value: 3, kept: false },
    { value: 7, kept: true },
  ]);
});

test("a roll without a d20 is no attack", () => {
  assert.equal(generic.readAttack(rolled([{ ...die(4), faces: 6 }]), field), null);
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
