/** Claims of advantage: those that this client has answered, and others. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Answered } from "../../../foundry-module/scripts/attack/answered.mjs";

const DISADVANTAGE = { kind: "disadvantage", to: "attack" };
const modifier = (id, effect = DISADVANTAGE) => ({ id, effect, state: "on" });
const claim = (id, effect = DISADVANTAGE) => ({ modifier: id, effect, target: null, flavor: "Coign" });
const attack = (token, more = {}) => ({ actorToken: { scene: "s", token }, targets: [], occasion: "attack", ...more });
const REQUEST = { scene: "s", actor: "hero", occasion: "attack" };

function table() {
  const clock = { now: 0 };
  const answered = new Answered(() => clock.now);
  answered.note(REQUEST, {
    results: [{ target: "orc", modifiers: [modifier("prone"), modifier("flat", { kind: "flat" })] }],
  });
  return { clock, believed: (claims, by) => answered.believed(claims, by).map((one) => one.modifier), answered };
}

test("a claim counts if it was answered for this attacker", () => {
  const { believed } = table();
  assert.deepEqual(believed([claim("prone"), claim("dark")], attack("hero")), ["prone"]);
  assert.deepEqual(believed([claim("prone")], attack("other")), []);
  assert.deepEqual(believed([claim("prone")], attack("hero", { actorToken: { scene: "other", token: "hero" } })), []);
  assert.deepEqual(believed([claim("prone")], null), []);
});

test("advantage is not answered by disadvantage, and a save's not by an attack's", () => {
  const { believed } = table();
  const others = [
    claim("prone", { kind: "advantage", to: "attack" }),
    claim("prone", { kind: "disadvantage", to: "save" }),
  ];
  assert.deepEqual(believed(others, attack("hero")), []);
});

test("numbers and dice show in the roll, and are left to it", () => {
  const { believed } = table();
  assert.deepEqual(believed([claim("x", { kind: "flat", to: "attack", value: 2 })], attack("hero")), ["x"]);
});

test("of a save the roller is the target", () => {
  const { believed, answered } = table();
  const effect = { kind: "advantage", to: "save" };
  answered.note(
    { ...REQUEST, occasion: "save" },
    { results: [{ target: "orc", modifiers: [modifier("cover", effect)] }] },
  );
  const save = attack("hero", { occasion: "save", targets: [{ scene: "s", token: "orc" }] });
  assert.deepEqual(believed([claim("cover", effect)], save), ["cover"]);
});

test("an answer is good for minutes, and no number of them fills the memory", () => {
  const { clock, believed, answered } = table();
  clock.now = 200_000;
  assert.deepEqual(believed([claim("prone")], attack("hero")), []);
  answered.note(REQUEST, { results: [{ target: "orc", modifiers: [modifier("prone")] }] });
  for (let n = 0; n < 1000; n++)
    answered.note(REQUEST, { results: [{ target: "orc", modifiers: [modifier(`m${n}`)] }] });
  assert.deepEqual(believed([claim("prone"), claim("m999")], attack("hero")), ["m999"]);
});
