/** Claims of advantage: those that this client has answered, and others. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Answered } from "../../../foundry-module/scripts/attack/answered.mjs";
import { includedIn } from "../../../foundry-module/scripts/attack/included.mjs";
import { readMessage } from "../../../foundry-module/scripts/attack/message.mjs";
import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { message, world } from "../systems/kit.mjs";

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

test("an answer about another place is of no roll", () => {
  const { believed, answered } = table();
  answered.note({ ...REQUEST, at: { x: 0, y: 0 } }, { results: [{ target: "orc", modifiers: [modifier("far")] }] });
  assert.deepEqual(believed([claim("far")], attack("hero")), []);
});

const RECORDED = [
  ["pf2e", "6.12.0", "pf2e-6.x-attack-roll-flags"],
  ["pf2e", "7.0.0", "pf2e-next-attack-roll-system-context"],
  ["pf1", "10.8", "pf1-10.x-full-attack-with-targets"],
  ["pf1", "11.6", "pf1-11.x-attack-system-model"],
  ["D35E", "2.0.0", "D35E-2.0.0-attack"],
  ["dnd5e", "5.2.0", "dnd5e-5.3.3-attack-multi-target-disadvantage"],
];
for (const [system, version, name] of RECORDED)
  test(`${name}: what a player claims, and neither the roll shows nor anybody answered, is not in the roll`, () => {
    const recorded = message(name);
    const effects = [
      ...["advantage", "disadvantage"].map((kind) => ({ kind, to: "attack" })),
      { kind: "flat", value: -4, to: "attack" },
      { kind: "die", dice: "-1d4", to: "attack" },
    ];
    const included = effects.map((effect, n) => ({ ...claim(`forged${n}`, effect), flavor: `Coign: forged ${n}` }));
    const flags = { ...recorded.flags, coign: { included } };
    const ann = { id: "ann", name: "Ann", isGM: false, targets: [] };
    const document = {
      ...recorded,
      id: "m1",
      flags,
      author: ann,
      timestamp: 0,
      whisper: [],
      blind: false,
      rolls: recorded.rolls ?? [],
    };
    globalThis.game = { users: new Map(), system: { id: system } };
    const coign = { adapter: adapterFor(system, version, world("none", [])), answered: new Answered() };
    const read = readMessage(coign, document);
    assert.ok(read.attack, "it is read as an attack");
    const claimed = read.flags.included.map(({ effect }) => effect.kind);
    assert.deepEqual(claimed, ["flat", "die"], "advantage that nobody answered is the roll's own");
    const { roll, further = [] } = read.attack;
    for (const { shown, mode } of [roll, ...further])
      assert.deepEqual(includedIn(read.flags.included, { occasion: "attack", mode, shown }), {}, "nothing is undone");
  });
